//! Users.

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp, User, UserId,
    user::{UserReader, UserWriter},
};

use crate::{
    erase,
    rows::UserRow,
    storage::MemoryStorage,
    tables::{Tables, check_unique, most},
    work::MemoryWork,
};

impl UserRow {
    /// Registers an anonymous user; returns `false` for a registered one.
    pub(crate) fn register(&mut self, at: Timestamp, from: Option<&str>) -> bool {
        let is_anonymous = self.is_anonymous();
        if is_anonymous {
            self.user.registered_at = Some(at);
            self.user.signed_up_from = from.map(str::to_owned);
        }
        is_anonymous
    }

    /// Sets when a registered user will be erased.
    pub(crate) fn set_deletion(&mut self, at: Option<Timestamp>) {
        self.user.delete_at = at.filter(|_| !self.is_anonymous());
    }

    pub(crate) fn delete_at(&self) -> Option<Timestamp> {
        self.user.delete_at
    }

    pub(crate) fn is_anonymous(&self) -> bool {
        self.user.registered_at.is_none()
    }
}

fn user(tables: &Tables, id: UserId) -> Option<User> {
    let row = tables.users.get(&id)?;
    Some(User {
        link: tables.slug(id).cloned(),
        ..row.user.clone()
    })
}

#[async_trait]
impl UserReader for MemoryStorage {
    async fn find(&self, id: UserId) -> Result<Option<User>, StorageError> {
        Ok(user(&self.tables(), id))
    }
}

#[async_trait]
impl UserWriter for MemoryWork {
    async fn add(&mut self, user: &User) -> Result<(), StorageError> {
        check_unique("users", self.tables.users.contains_key(&user.id))?;
        let row = UserRow {
            user: User {
                link: None,
                ..user.clone()
            },
            left_at: None,
        };
        self.tables.users.insert(user.id, row);
        Ok(())
    }

    /// The single writer already locks every row.
    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        Ok(user(&self.tables, id))
    }

    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError> {
        if let Some(row) = self.tables.users.get_mut(&id) {
            row.user.version = version;
        }
        Ok(())
    }

    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError> {
        if let Some(row) = self.tables.users.get_mut(&id) {
            row.user.uploads = uploads;
        }
        Ok(())
    }

    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError> {
        let mut own = self.tables.sessions.values().filter(|session| session.user == id);
        if own.any(|session| session.expires_at > now) {
            return Ok(false);
        }
        let row = self.tables.users.get_mut(&id);
        Ok(row.map(|row| row.left_at = Some(now)).is_some())
    }

    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError> {
        let row = self.tables.users.get(&id);
        let is_anonymous = row.is_some_and(|row| row.user.registered_at.is_none());
        let found = if is_anonymous { vec![id] } else { vec![] };
        Ok(erase::users(&mut self.tables, &found) == 1)
    }

    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError> {
        let anonymous = self
            .tables
            .users
            .iter()
            .filter(|(_, row)| row.user.registered_at.is_none());
        let left = anonymous.filter_map(|(id, row)| Some((row.left_at.filter(|at| *at < before)?, *id)));
        let mut left: Vec<(Timestamp, UserId)> = left.collect();
        left.sort_unstable();
        let found: Vec<UserId> = left.into_iter().map(|(_, id)| id).take(most(limit)).collect();
        Ok(erase::users(&mut self.tables, &found))
    }
}
