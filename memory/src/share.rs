//! Share links and share sessions.

use async_trait::async_trait;
use ports::{
    Address, Share, StorageError, Timestamp, UserId,
    share::{ShareLink, ShareReader, ShareSession, ShareTarget, ShareWriter},
};

use crate::{
    owned::OwnedRows,
    rows::ShareSessionRow,
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

impl ShareSessionRow {
    /// The address that the session shows, if it shows one.
    pub(crate) fn address(&self) -> Option<&Address> {
        match &self.session.target {
            ShareTarget::Address(address) => Some(address),
            ShareTarget::Portfolio(_) => None,
        }
    }
}

/// Keeps the share sessions for which `keep` returns true and removes the others with their recipes.
pub(crate) fn retain_share_sessions(tables: &mut Tables, keep: impl Fn(&ShareSession) -> bool) {
    if tables.share_sessions.values().all(|row| keep(&row.session)) {
        return;
    }
    tables.share_sessions.retain(|_, row| keep(&row.session));
    let Tables {
        share_sessions,
        session_recipes,
        ..
    } = tables;
    session_recipes.retain(|(session, _), _| share_sessions.contains_key(session));
}

/// Revokes the share link of a user, and ends all share sessions of the user's portfolio: a user has one link, so all of them
/// were opened with it.
pub(crate) fn remove(tables: &mut Tables, user: UserId) {
    if tables.shares.remove(&user).is_some() {
        retain_share_sessions(tables, |session| session.target != ShareTarget::Portfolio(user));
    }
}

impl MemoryWork {
    fn open_session(
        &mut self,
        session: &ShareSession,
        target: ShareTarget,
        token_hash: &[u8; 32],
    ) -> Result<(), StorageError> {
        let same = |row: &ShareSessionRow| row.session.id == session.id || row.token_hash == *token_hash;
        check_unique("views", self.tables.share_sessions.values().any(same))?;
        let row = ShareSessionRow {
            session: ShareSession {
                target,
                ..session.clone()
            },
            token_hash: *token_hash,
        };
        self.tables.share_sessions.insert(session.id, row);
        Ok(())
    }
}

impl OwnedRows for Share {
    /// Nothing: a link shows the portfolio for which it was made.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        remove(tables, user);
    }
}

#[async_trait]
impl ShareReader for MemoryStorage {
    async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<ShareSession>, StorageError> {
        let tables = self.tables();
        let found = tables.share_sessions.values().find(|row| row.token_hash == *token_hash);
        Ok(found.map(|row| row.session.clone()))
    }
}

#[async_trait]
impl ShareWriter for MemoryWork {
    async fn find(&mut self, slug: &ShareLink) -> Result<Option<Share>, StorageError> {
        Ok(self.tables.shares.values().find(|share| share.slug == *slug).cloned())
    }

    async fn put(&mut self, share: &Share) -> Result<(), StorageError> {
        self.tables.owned("shares", share.user)?;
        let others = self.tables.shares.values().filter(|other| other.user != share.user);
        check_unique("shares", others.into_iter().any(|other| other.slug == share.slug))?;
        remove(&mut self.tables, share.user);
        self.tables.shares.insert(share.user, share.clone());
        Ok(())
    }

    async fn remove(&mut self, user: UserId) -> Result<(), StorageError> {
        remove(&mut self.tables, user);
        Ok(())
    }

    async fn open(
        &mut self,
        session: &ShareSession,
        slug: &ShareLink,
        token_hash: &[u8; 32],
    ) -> Result<bool, StorageError> {
        let Some(share) = ShareWriter::find(self, slug).await? else {
            return Ok(false);
        };
        self.open_session(session, ShareTarget::Portfolio(share.user), token_hash)?;
        Ok(true)
    }

    async fn open_address(
        &mut self,
        session: &ShareSession,
        address: &Address,
        token_hash: &[u8; 32],
    ) -> Result<(), StorageError> {
        self.open_session(session, ShareTarget::Address(address.clone()), token_hash)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        retain_share_sessions(&mut self.tables, |session| session.expires_at > now);
        Ok(())
    }
}
