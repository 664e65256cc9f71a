//! API keys.

use std::cmp::Reverse;

use async_trait::async_trait;
use ports::{
    ApiKey, StorageError, Timestamp, UserId,
    api_key::{ApiKeyId, ApiKeyReader, ApiKeyWriter},
};

use crate::{
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

impl OwnedRows for ApiKey {
    /// Nothing: only registered users have keys, and `source` is anonymous.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.api_keys.retain(|_, key| key.user != user);
    }
}

#[async_trait]
impl ApiKeyReader for MemoryStorage {
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<ApiKey>, StorageError> {
        let tables = self.tables();
        let mut keys = tables.api_keys.values();
        Ok(keys.find(|key| key.token_hash == *token_hash).cloned())
    }

    async fn of_user(&self, user: UserId) -> Result<Vec<ApiKey>, StorageError> {
        let tables = self.tables();
        let own = tables.api_keys.values().filter(|key| key.user == user);
        let mut own: Vec<ApiKey> = own.cloned().collect();
        own.sort_by_key(|key| Reverse((key.created_at, key.id)));
        Ok(own)
    }
}

#[async_trait]
impl ApiKeyWriter for MemoryWork {
    async fn add(&mut self, key: &ApiKey) -> Result<(), StorageError> {
        self.tables.owned("api_keys", key.user)?;
        let same = |other: &ApiKey| other.id == key.id || other.token_hash == key.token_hash;
        check_unique("api_keys", self.tables.api_keys.values().any(same))?;
        self.tables.api_keys.insert(key.id, key.clone());
        Ok(())
    }

    async fn count(&mut self, user: UserId) -> Result<u32, StorageError> {
        let own = self.tables.api_keys.values().filter(|key| key.user == user);
        Ok(u32::try_from(own.count()).unwrap_or(u32::MAX))
    }

    async fn touch(&mut self, id: ApiKeyId, used_at: Timestamp) -> Result<(), StorageError> {
        if let Some(key) = self.tables.api_keys.get_mut(&id) {
            key.used_at = Some(used_at);
        }
        Ok(())
    }

    async fn remove(&mut self, user: UserId, id: ApiKeyId) -> Result<bool, StorageError> {
        let is_own = self.tables.api_keys.get(&id).is_some_and(|key| key.user == user);
        if is_own {
            self.tables.api_keys.remove(&id);
        }
        Ok(is_own)
    }

    async fn remove_of(&mut self, user: UserId) -> Result<(), StorageError> {
        self.tables.api_keys.retain(|_, key| key.user != user);
        Ok(())
    }

    async fn remove_ended(&mut self, now: Timestamp, unused_since: Timestamp) -> Result<(), StorageError> {
        let stays = |key: &ApiKey| {
            let is_expired = key.expires_at.is_some_and(|at| at <= now);
            !is_expired && key.used_at.unwrap_or(key.created_at) >= unused_since
        };
        self.tables.api_keys.retain(|_, key| stays(key));
        Ok(())
    }
}
