//! Share links and share sessions.

use async_trait::async_trait;
use ports::{
    Address, Share, StorageError, Timestamp, UserId,
    share::{ShareLink, ShareReader, ShareSession, ShareTarget, ShareWriter},
};

use crate::{
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::Work,
};

#[derive(Clone)]
pub(crate) struct ViewRow {
    pub(crate) view: ShareSession,
    token_hash: [u8; 32],
}

impl ViewRow {
    /// The address that the session shows, if it shows one.
    pub(crate) fn address(&self) -> Option<&Address> {
        match &self.view.shown {
            ShareTarget::Address(address) => Some(address),
            ShareTarget::Portfolio(_) => None,
        }
    }
}

/// Keeps the share sessions for which `keep` returns true and removes the others with their recipes.
pub(crate) fn retain_views(tables: &mut Tables, keep: impl Fn(&ShareSession) -> bool) {
    if tables.views.values().all(|row| keep(&row.view)) {
        return;
    }
    tables.views.retain(|_, row| keep(&row.view));
    let Tables {
        views, view_recipes, ..
    } = tables;
    view_recipes.retain(|(view, _), _| views.contains_key(view));
}

/// Revokes the share link of a user, and ends all share sessions of the user's portfolio: a user has one link, so all of them
/// were opened with it.
pub(crate) fn remove(tables: &mut Tables, user: UserId) {
    if tables.shares.remove(&user).is_some() {
        retain_views(tables, |view| view.shown != ShareTarget::Portfolio(user));
    }
}

impl Work {
    fn open_view(
        &mut self,
        view: &ShareSession,
        shown: ShareTarget,
        token_hash: &[u8; 32],
    ) -> Result<(), StorageError> {
        let same = |row: &ViewRow| row.view.id == view.id || row.token_hash == *token_hash;
        check_unique("views", self.tables.views.values().any(same))?;
        let row = ViewRow {
            view: ShareSession { shown, ..view.clone() },
            token_hash: *token_hash,
        };
        self.tables.views.insert(view.id, row);
        Ok(())
    }
}

#[async_trait]
impl ShareReader for MemoryStorage {
    async fn view(&self, token_hash: &[u8; 32]) -> Result<Option<ShareSession>, StorageError> {
        let tables = self.tables();
        let found = tables.views.values().find(|row| row.token_hash == *token_hash);
        Ok(found.map(|row| row.view.clone()))
    }
}

#[async_trait]
impl ShareWriter for Work {
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
        view: &ShareSession,
        slug: &ShareLink,
        token_hash: &[u8; 32],
    ) -> Result<bool, StorageError> {
        let Some(share) = ShareWriter::find(self, slug).await? else {
            return Ok(false);
        };
        self.open_view(view, ShareTarget::Portfolio(share.user), token_hash)?;
        Ok(true)
    }

    async fn open_address(
        &mut self,
        view: &ShareSession,
        address: &Address,
        token_hash: &[u8; 32],
    ) -> Result<(), StorageError> {
        self.open_view(view, ShareTarget::Address(address.clone()), token_hash)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        retain_views(&mut self.tables, |view| view.expires_at > now);
        Ok(())
    }
}
