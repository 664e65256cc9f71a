//! What users chose for the computation and the display of their portfolio.

use async_trait::async_trait;
use ports::{
    StorageError, UserId, UserSettings,
    user_settings::{UserSettingsReader, UserSettingsWriter},
};

use crate::{owned::OwnedRows, storage::MemoryStorage, tables::Tables, work::MemoryWork};

fn of_user(tables: &Tables, user: UserId) -> Option<UserSettings> {
    tables.user_settings.get(&user).cloned()
}

impl OwnedRows for UserSettings {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        if tables.user_settings.contains_key(&target) {
            return;
        }
        if let Some(settings) = tables.user_settings.remove(&source) {
            let moved = UserSettings {
                user: target,
                ..settings
            };
            tables.user_settings.insert(target, moved);
        }
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.user_settings.remove(&user);
    }
}

#[async_trait]
impl UserSettingsReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Option<UserSettings>, StorageError> {
        Ok(of_user(&self.tables(), user))
    }
}

#[async_trait]
impl UserSettingsWriter for MemoryWork {
    async fn of_user(&mut self, user: UserId) -> Result<Option<UserSettings>, StorageError> {
        Ok(of_user(&self.tables, user))
    }

    async fn set(&mut self, settings: &UserSettings) -> Result<(), StorageError> {
        self.tables.owned("user_settings", settings.user)?;
        self.tables.user_settings.insert(settings.user, settings.clone());
        Ok(())
    }
}
