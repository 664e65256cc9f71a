//! Registering and merging users.

use async_trait::async_trait;
use ports::{Merge, StorageError, Timestamp, UserId, registration::RegistrationWriter};

use crate::{
    erase,
    owned::{self, OwnedRows},
    tables::{Tables, check_unique, most},
    work::MemoryWork,
};

impl OwnedRows for Merge {
    /// Nothing: an anonymous user was merged with nobody.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.merges.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl RegistrationWriter for MemoryWork {
    async fn register(&mut self, user: UserId, at: Timestamp, from: Option<&str>) -> Result<bool, StorageError> {
        let row = self.tables.users.get_mut(&user);
        Ok(row.is_some_and(|row| row.register(at, from)))
    }

    async fn set_deletion(&mut self, user: UserId, at: Option<Timestamp>) -> Result<(), StorageError> {
        if let Some(row) = self.tables.users.get_mut(&user) {
            row.set_deletion(at);
        }
        Ok(())
    }

    async fn erase_due(&mut self, now: Timestamp, limit: u32) -> Result<u64, StorageError> {
        let due = self
            .tables
            .users
            .iter()
            .filter_map(|(id, row)| Some((row.delete_at()?, *id)));
        let mut due: Vec<(Timestamp, UserId)> = due.filter(|(at, _)| *at <= now).collect();
        due.sort_unstable();
        let found: Vec<UserId> = due.into_iter().map(|(_, id)| id).take(most(limit)).collect();
        Ok(erase::users(&mut self.tables, &found))
    }

    async fn move_data(&mut self, source: UserId, target: UserId) -> Result<(), StorageError> {
        self.tables.owned("users", target)?;
        owned::move_all(&mut self.tables, source, target);
        Ok(())
    }

    async fn add_merge(&mut self, merge: &Merge) -> Result<(), StorageError> {
        self.tables.owned("merges", merge.user)?;
        let key = (merge.user, merge.source);
        check_unique("merges", self.tables.merges.contains_key(&key))?;
        self.tables.merges.insert(key, merge.clone());
        Ok(())
    }

    async fn merge(&mut self, user: UserId, source: UserId) -> Result<Option<Merge>, StorageError> {
        Ok(self.tables.merges.get(&(user, source)).cloned())
    }

    async fn forget_merges(&mut self, before: Timestamp) -> Result<(), StorageError> {
        self.tables.merges.retain(|_, merge| merge.merged_at >= before);
        Ok(())
    }
}
