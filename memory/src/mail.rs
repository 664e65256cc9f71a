//! The queue of mails. Nothing of it leaves this process, so it is not encrypted.

use async_trait::async_trait;
use ports::{
    Mail, MailId, StorageError, Timestamp,
    mail::{MailReader, MailWriter, QueuedMail},
};

use crate::{rows::MailRow, storage::MemoryStorage, tables::most, work::MemoryWork};

#[async_trait]
impl MailReader for MemoryStorage {
    async fn queued(&self, id: MailId) -> Result<Option<QueuedMail>, StorageError> {
        Ok(self.tables().mails.get(&id).and_then(|row| row.queued.clone()))
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<MailId>, StorageError> {
        let tables = self.tables();
        let queued = tables.mails.values().filter_map(|row| row.queued.as_ref());
        let mut due: Vec<_> = queued
            .map(|queued| (queued.next_attempt_at, queued.mail.id))
            .filter(|(at, _)| *at <= now)
            .collect();
        due.sort_unstable();
        Ok(due.into_iter().map(|(_, id)| id).take(most(limit)).collect())
    }
}

#[async_trait]
impl MailWriter for MemoryWork {
    async fn enqueue(&mut self, mail: &Mail) -> Result<bool, StorageError> {
        let dedupe_key = mail.dedupe_key();
        if self.tables.mails.values().any(|row| row.dedupe_key == dedupe_key) {
            return Ok(false);
        }
        let row = MailRow {
            dedupe_key,
            created_at: mail.created_at,
            queued: Some(QueuedMail {
                mail: mail.clone(),
                attempts: 0,
                next_attempt_at: mail.created_at,
            }),
        };
        self.tables.mails.insert(mail.id, row);
        Ok(true)
    }

    async fn sent(&mut self, id: MailId, _at: Timestamp) -> Result<(), StorageError> {
        self.end_mail(id);
        Ok(())
    }

    async fn retry(&mut self, id: MailId, _code: &str, next_attempt_at: Timestamp) -> Result<(), StorageError> {
        let row = self.tables.mails.get_mut(&id);
        if let Some(queued) = row.and_then(|row| row.queued.as_mut()) {
            queued.attempts = queued.attempts.saturating_add(1);
            queued.next_attempt_at = next_attempt_at;
        }
        Ok(())
    }

    async fn give_up(&mut self, id: MailId, _code: &str) -> Result<(), StorageError> {
        self.end_mail(id);
        Ok(())
    }

    async fn give_up_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let is_over = |queued: &QueuedMail| queued.mail.expires_at <= now;
        for row in self.tables.mails.values_mut() {
            row.queued.take_if(|queued| is_over(queued));
        }
        Ok(())
    }

    async fn forget_ended(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let mails = &mut self.tables.mails;
        mails.retain(|_, row| row.queued.is_some() || row.created_at >= before);
        Ok(())
    }
}

impl MemoryWork {
    fn end_mail(&mut self, id: MailId) {
        if let Some(row) = self.tables.mails.get_mut(&id) {
            row.queued = None;
        }
    }
}
