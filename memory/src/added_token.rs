//! Tokens that users added by contract address.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, StorageError, Timestamp, UserId,
    added_token::{AddedToken, AddedTokenReader, AddedTokenWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for AddedToken {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.added_tokens, source, target, |_| {});
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.added_tokens.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl AddedTokenReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<AddedToken>, StorageError> {
        let tables = self.tables();
        let own = tables.added_tokens.iter().filter(|((owner, _), _)| *owner == user);
        let added_token = |((_, asset), added_at): (&(UserId, AssetId), &Timestamp)| AddedToken {
            asset: asset.clone(),
            added_at: *added_at,
        };
        Ok(own.map(added_token).collect())
    }

    async fn of_watchers(&self, account: &AccountId) -> Result<Vec<AssetId>, StorageError> {
        let tables = self.tables();
        let here = tables.wallets.values().filter(|wallet| wallet.removed_at.is_none());
        let watching = here.filter(|wallet| wallet.address.as_ref() == Some(&account.address));
        let watchers: BTreeSet<UserId> = watching.map(|wallet| wallet.user).collect();
        let added = tables.added_tokens.keys().filter(|(user, _)| watchers.contains(user));
        let added: BTreeSet<&AssetId> = added.map(|(_, asset)| asset).collect();
        let on_chain = added.into_iter().filter(|asset| asset.chain() == account.chain);
        Ok(on_chain.cloned().collect())
    }
}

#[async_trait]
impl AddedTokenWriter for MemoryWork {
    async fn add(&mut self, user: UserId, token: &AddedToken) -> Result<(), StorageError> {
        self.tables.owned("added_tokens", user)?;
        self.tables
            .added_tokens
            .insert((user, token.asset.clone()), token.added_at);
        Ok(())
    }

    async fn remove(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        Ok(self.tables.added_tokens.remove(&(user, asset.clone())).is_some())
    }
}
