//! The e-mail addresses of users.

use async_trait::async_trait;
use ports::{
    EmailAddress, StorageError, UserEmail, UserEmailState, UserId,
    user_email::{UserEmailReader, UserEmailWriter},
};

use crate::{
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

fn owner(tables: &Tables, address: &EmailAddress) -> Option<UserId> {
    let mut all = tables.user_emails.values();
    let owned = all.find(|email| email.state == UserEmailState::Verified && email.address == *address);
    owned.map(|email| email.user)
}

impl OwnedRows for UserEmail {
    /// Nothing: an address belongs to a registered user, and `source` is anonymous.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.user_emails.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl UserEmailReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<UserEmail>, StorageError> {
        let tables = self.tables();
        let own = tables.user_emails.values().filter(|email| email.user == user);
        Ok(own.cloned().collect())
    }

    async fn owner(&self, address: &EmailAddress) -> Result<Option<UserId>, StorageError> {
        Ok(owner(&self.tables(), address))
    }
}

#[async_trait]
impl UserEmailWriter for MemoryWork {
    async fn owner(&mut self, address: &EmailAddress) -> Result<Option<UserId>, StorageError> {
        Ok(owner(&self.tables, address))
    }

    async fn set(&mut self, email: &UserEmail) -> Result<(), StorageError> {
        self.tables.owned("user_emails", email.user)?;
        let owner = owner(&self.tables, &email.address);
        let is_taken = email.state == UserEmailState::Verified && owner.is_some_and(|user| user != email.user);
        check_unique("user_emails", is_taken)?;
        self.tables.user_emails.insert((email.user, email.state), email.clone());
        Ok(())
    }

    async fn clear(&mut self, user: UserId, state: UserEmailState) -> Result<bool, StorageError> {
        Ok(self.tables.user_emails.remove(&(user, state)).is_some())
    }
}
