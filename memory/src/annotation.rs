//! What users add to entries.

use async_trait::async_trait;
use ports::{
    Annotation, EntryId, StorageError, UserId,
    annotation::{AnnotationReader, AnnotationWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for Annotation {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.annotations, source, target, |annotation| {
            annotation.user = target;
        });
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.annotations.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl AnnotationReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<Annotation>, StorageError> {
        let tables = self.tables();
        let own = tables.annotations.values().filter(|annotation| annotation.user == user);
        Ok(own.cloned().collect())
    }

    async fn revision(&self, user: UserId) -> Result<String, StorageError> {
        let own = self.of_user(user).await?;
        let times = own.iter().map(|one| one.set_at.millis());
        let (sum, newest) = (times.clone().sum::<i64>(), times.max().unwrap_or_default());
        Ok(format!("{} {sum} {newest}", own.len()))
    }
}

#[async_trait]
impl AnnotationWriter for MemoryWork {
    async fn set(&mut self, annotation: &Annotation) -> Result<(), StorageError> {
        self.tables.owned("annotations", annotation.user)?;
        let key = (annotation.user, (annotation.entry.clone(), annotation.content.key()));
        self.tables.annotations.insert(key, annotation.clone());
        Ok(())
    }

    async fn clear(&mut self, user: UserId, entry: &EntryId, key: &str) -> Result<bool, StorageError> {
        let key = (user, (entry.clone(), key.to_owned()));
        Ok(self.tables.annotations.remove(&key).is_some())
    }
}
