//! What users changed of the rules of insights.

use async_trait::async_trait;
use ports::{
    InsightSetting, StorageError, UserId,
    insight_setting::{InsightSettingReader, InsightSettingWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for InsightSetting {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.insight_settings, source, target, |_| {});
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.insight_settings.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl InsightSettingReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<InsightSetting>, StorageError> {
        let tables = self.tables();
        let own = tables.insight_settings.iter().filter(|((owner, _), _)| *owner == user);
        Ok(own.map(|(_, setting)| setting.clone()).collect())
    }
}

#[async_trait]
impl InsightSettingWriter for MemoryWork {
    async fn set(&mut self, user: UserId, setting: &InsightSetting) -> Result<(), StorageError> {
        self.tables.owned("insight_settings", user)?;
        self.tables
            .insight_settings
            .insert((user, setting.rule.clone()), setting.clone());
        Ok(())
    }

    async fn forget(&mut self, user: UserId, rule: &str) -> Result<(), StorageError> {
        self.tables.insight_settings.remove(&(user, rule.to_owned()));
        Ok(())
    }
}
