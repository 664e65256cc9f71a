//! What users say about the product.

use async_trait::async_trait;
use ports::{
    Feedback, FeedbackId, StorageError, UserId,
    feedback::{FeedbackReader, FeedbackWriter},
};

use crate::{
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique, most},
    work::MemoryWork,
};

fn of_user(tables: &Tables, user: UserId) -> Vec<Feedback> {
    let own = tables.feedback.values().filter(|feedback| feedback.user == user);
    own.cloned().collect()
}

impl OwnedRows for Feedback {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        for moved in of_user(tables, source) {
            tables.feedback.insert(moved.id, Self { user: target, ..moved });
        }
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.feedback.retain(|_, feedback| feedback.user != user);
    }
}

#[async_trait]
impl FeedbackReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<Feedback>, StorageError> {
        Ok(of_user(&self.tables(), user))
    }

    async fn after(&self, id: Option<FeedbackId>, limit: u32) -> Result<Vec<Feedback>, StorageError> {
        let tables = self.tables();
        let later = tables.feedback.values().filter(|feedback| Some(feedback.id) > id);
        Ok(later.take(most(limit)).cloned().collect())
    }
}

#[async_trait]
impl FeedbackWriter for MemoryWork {
    async fn of_user(&mut self, user: UserId) -> Result<Vec<Feedback>, StorageError> {
        Ok(of_user(&self.tables, user))
    }

    async fn add(&mut self, feedback: &Feedback) -> Result<(), StorageError> {
        self.tables.owned("feedback", feedback.user)?;
        check_unique("feedback", self.tables.feedback.contains_key(&feedback.id))?;
        self.tables.feedback.insert(feedback.id, feedback.clone());
        Ok(())
    }
}
