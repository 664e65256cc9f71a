//! What users state about themselves.

use async_trait::async_trait;
use ports::{
    StorageError, UserDetails, UserId,
    user_details::{UserDetailsReader, UserDetailsWriter},
};

use crate::{owned::OwnedRows, storage::MemoryStorage, tables::Tables, work::MemoryWork};

fn of_user(tables: &Tables, user: UserId) -> UserDetails {
    tables.user_details.get(&user).cloned().unwrap_or_default()
}

impl OwnedRows for UserDetails {
    /// Nothing: the details of `target` stay.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.user_details.remove(&user);
    }
}

#[async_trait]
impl UserDetailsReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<UserDetails, StorageError> {
        Ok(of_user(&self.tables(), user))
    }
}

#[async_trait]
impl UserDetailsWriter for MemoryWork {
    async fn of_user(&mut self, user: UserId) -> Result<UserDetails, StorageError> {
        Ok(of_user(&self.tables, user))
    }

    async fn set(&mut self, user: UserId, details: &UserDetails) -> Result<(), StorageError> {
        self.tables.owned("user_details", user)?;
        self.tables.user_details.insert(user, details.clone());
        Ok(())
    }
}
