//! What is remembered of the insights of users.

use async_trait::async_trait;
use ports::{
    InsightChoice, InsightState, StorageError, UserId,
    insight_state::{InsightStateReader, InsightStateWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for InsightState {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.insight_states, source, target, |_| {});
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.insight_states.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl InsightStateReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<InsightState>, StorageError> {
        let tables = self.tables();
        let own = tables.insight_states.iter().filter(|((owner, _), _)| *owner == user);
        Ok(own.map(|(_, state)| state.clone()).collect())
    }
}

#[async_trait]
impl InsightStateWriter for MemoryWork {
    async fn set(&mut self, user: UserId, state: &InsightState) -> Result<(), StorageError> {
        self.tables.owned("insight_states", user)?;
        let key = (user, (state.rule.clone(), state.subject.clone()));
        let choice = self.tables.insight_states.get(&key).and_then(|stored| stored.choice);
        let state = InsightState {
            choice,
            ..state.clone()
        };
        self.tables.insight_states.insert(key, state);
        Ok(())
    }

    async fn choose(
        &mut self,
        user: UserId,
        rule: &str,
        subject: &str,
        choice: Option<InsightChoice>,
    ) -> Result<bool, StorageError> {
        let key = (user, (rule.to_owned(), subject.to_owned()));
        let Some(stored) = self.tables.insight_states.get_mut(&key) else {
            return Ok(false);
        };
        stored.choice = choice;
        Ok(true)
    }

    async fn forget(&mut self, user: UserId, rule: &str, subject: &str) -> Result<(), StorageError> {
        let key = (rule.to_owned(), subject.to_owned());
        self.tables.insight_states.remove(&(user, key));
        Ok(())
    }
}
