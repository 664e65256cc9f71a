//! Files that users attach.

use async_trait::async_trait;
use ports::{
    Attachment, AttachmentId, AttachmentSummary, StorageError, Timestamp, UserId,
    attachment::{AttachmentReader, AttachmentWriter},
};

use crate::{
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

fn of_user(tables: &Tables, user: UserId) -> Vec<AttachmentSummary> {
    let own = tables.attachments.values().filter(|attachment| attachment.user == user);
    own.map(AttachmentSummary::from).collect()
}

impl OwnedRows for Attachment {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        for summary in of_user(tables, source) {
            if let Some(moved) = tables.attachments.get(&summary.id).cloned() {
                tables.attachments.insert(moved.id, Self { user: target, ..moved });
            }
        }
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.attachments.retain(|_, attachment| attachment.user != user);
    }
}

#[async_trait]
impl AttachmentReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError> {
        Ok(of_user(&self.tables(), user))
    }

    async fn find(&self, id: AttachmentId) -> Result<Option<Attachment>, StorageError> {
        Ok(self.tables().attachments.get(&id).cloned())
    }
}

#[async_trait]
impl AttachmentWriter for MemoryWork {
    async fn of_user(&mut self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError> {
        Ok(of_user(&self.tables, user))
    }

    async fn add(&mut self, attachment: &Attachment) -> Result<(), StorageError> {
        self.tables.owned("attachments", attachment.user)?;
        check_unique("attachments", self.tables.attachments.contains_key(&attachment.id))?;
        self.tables.attachments.insert(attachment.id, attachment.clone());
        Ok(())
    }

    async fn keep(&mut self, user: UserId, id: AttachmentId) -> Result<bool, StorageError> {
        let own = self.tables.attachments.get(&id).filter(|one| one.user == user).cloned();
        let kept = own.map(|own| Attachment {
            expires_at: None,
            ..own
        });
        let is_known = kept.is_some();
        self.tables.attachments.extend(kept.map(|kept| (id, kept)));
        Ok(is_known)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let is_kept = |one: &Attachment| one.expires_at.is_none_or(|at| at > now);
        self.tables.attachments.retain(|_, one| is_kept(one));
        Ok(())
    }
}
