//! Sessions.

use std::{cmp::Reverse, collections::BTreeSet};

use async_trait::async_trait;
use ports::{
    Session, StorageError, Timestamp, UserId,
    session::{SessionId, SessionReader, SessionWriter},
};

use crate::{
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

impl OwnedRows for Session {
    /// Nothing: a session is of the user who signed in.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.sessions.retain(|_, session| session.user != user);
    }
}

#[async_trait]
impl SessionReader for MemoryStorage {
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StorageError> {
        let tables = self.tables();
        let mut sessions = tables.sessions.values();
        Ok(sessions.find(|session| session.token_hash == *token_hash).cloned())
    }

    async fn of_user(&self, user: UserId, now: Timestamp) -> Result<Vec<Session>, StorageError> {
        let tables = self.tables();
        let own = tables.sessions.values();
        let own = own.filter(|session| session.user == user && session.expires_at > now);
        let mut own: Vec<Session> = own.cloned().collect();
        own.sort_by_key(|session| Reverse((session.used_at, session.created_at, session.id)));
        Ok(own)
    }
}

#[async_trait]
impl SessionWriter for MemoryWork {
    async fn add(&mut self, session: &Session) -> Result<(), StorageError> {
        self.tables.owned("sessions", session.user)?;
        let same = |other: &Session| other.id == session.id || other.token_hash == session.token_hash;
        check_unique("sessions", self.tables.sessions.values().any(same))?;
        if let Some(user) = self.tables.users.get_mut(&session.user) {
            user.left_at = None;
        }
        self.tables.sessions.insert(session.id, session.clone());
        Ok(())
    }

    async fn touch(&mut self, id: SessionId, used_at: Timestamp, expires_at: Timestamp) -> Result<(), StorageError> {
        if let Some(session) = self.tables.sessions.get_mut(&id) {
            session.used_at = used_at;
            session.expires_at = expires_at;
        }
        Ok(())
    }

    async fn prove(&mut self, id: SessionId, at: Timestamp) -> Result<(), StorageError> {
        if let Some(session) = self.tables.sessions.get_mut(&id) {
            session.proved_at = Some(at);
        }
        Ok(())
    }

    async fn remove(&mut self, user: UserId, id: SessionId) -> Result<bool, StorageError> {
        let is_own = self
            .tables
            .sessions
            .get(&id)
            .is_some_and(|session| session.user == user);
        if is_own {
            self.tables.sessions.remove(&id);
        }
        Ok(is_own)
    }

    async fn remove_of(&mut self, user: UserId, except: Option<SessionId>) -> Result<(), StorageError> {
        let stays = |session: &Session| session.user != user || Some(session.id) == except;
        self.tables.sessions.retain(|_, session| stays(session));
        Ok(())
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let users_of = |is_over: bool| -> BTreeSet<UserId> {
            let sessions = self.tables.sessions.values();
            let found = sessions.filter(|session| (session.expires_at <= now) == is_over);
            found.map(|session| session.user).collect()
        };
        let (ended, staying) = (users_of(true), users_of(false));
        if ended.is_empty() {
            return Ok(());
        }
        for user in ended.difference(&staying) {
            if let Some(row) = self.tables.users.get_mut(user).filter(|row| row.is_anonymous()) {
                row.left_at.get_or_insert(now);
            }
        }
        self.tables.sessions.retain(|_, session| session.expires_at > now);
        Ok(())
    }
}
