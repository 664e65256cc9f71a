//! The queue of mails. Recipients and contents are stored encrypted, and only while a mail waits; of the key of a mail only a
//! keyed hash is stored, because the key may contain the id of a user who is erased before it is forgotten.

use async_trait::async_trait;
use ports::{
    Mail, MailId, StorageError, Timestamp,
    mail::{MailReader, MailWriter, QueuedMail},
};

use crate::seal::DataKey;

use super::database::{
    Database, SqlWork,
    sql::{Row, sql},
};

mod content;

fn queued(key: &DataKey, row: &Row) -> Result<QueuedMail, StorageError> {
    let row = row.of("mails", &["id"]);
    let content: Vec<u8> = row.get("content")?;
    let id = row.parsed("id")?;
    let mail = content::open(key, id, &content).ok_or_else(|| row.corrupt("content"))?;
    Ok(QueuedMail {
        mail,
        attempts: row.number("attempts")?,
        next_attempt_at: row.time("next_attempt_at")?,
    })
}

#[async_trait]
impl MailReader for Database {
    async fn queued(&self, id: MailId) -> Result<Option<QueuedMail>, StorageError> {
        let text = "SELECT id, content, attempts, next_attempt_at FROM mails WHERE id = $1 AND state = 'queued'";
        let found = sql(text).bind(id.to_string()).fetch_optional(self.sql()).await?;
        let key = self.keyring().instance();
        found.as_ref().map(|row| queued(key, row)).transpose()
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<MailId>, StorageError> {
        let text = "SELECT id FROM mails WHERE state = 'queued' AND next_attempt_at <= $1 \
             ORDER BY next_attempt_at, id LIMIT $2";
        let found = sql(text).bind(now).bind(i64::from(limit)).fetch_all(self.sql()).await?;
        found.iter().map(|row| row.of("mails", &[]).parsed("id")).collect()
    }
}

#[async_trait]
impl MailWriter for SqlWork {
    async fn enqueue(&mut self, mail: &Mail) -> Result<bool, StorageError> {
        let keyring = self.keyring();
        let content = content::seal(keyring.instance(), mail)?;
        let text = "INSERT INTO mails (id, dedupe_key, state, content, attempts, next_attempt_at, created_at, expires_at) \
             VALUES ($1, $2, 'queued', $3, 0, $4, $4, $5) ON CONFLICT (dedupe_key) DO NOTHING";
        let added = sql(text)
            .bind(mail.id.to_string())
            .bind(content::dedupe_hash(keyring.instance(), mail)?)
            .bind(content)
            .bind(mail.created_at)
            .bind(mail.expires_at);
        Ok(added.execute(self.tx()).await? == 1)
    }

    async fn sent(&mut self, id: MailId, at: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE mails SET state = 'sent', content = NULL, sent_at = $2 WHERE id = $1 AND state = 'queued'";
        sql(text)
            .bind(id.to_string())
            .bind(at)
            .execute(self.tx())
            .await
            .map(drop)
    }

    async fn retry(&mut self, id: MailId, code: &str, next_attempt_at: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE mails SET attempts = attempts + 1, failure = $2, next_attempt_at = $3 \
             WHERE id = $1 AND state = 'queued'";
        let failed = sql(text).bind(id.to_string()).bind(code).bind(next_attempt_at);
        failed.execute(self.tx()).await.map(drop)
    }

    async fn give_up(&mut self, id: MailId, code: &str) -> Result<(), StorageError> {
        let text = "UPDATE mails SET state = 'failed', content = NULL, failure = $2 WHERE id = $1 AND state = 'queued'";
        sql(text)
            .bind(id.to_string())
            .bind(code)
            .execute(self.tx())
            .await
            .map(drop)
    }

    async fn give_up_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE mails SET state = 'failed', content = NULL, failure = 'expired' \
             WHERE state = 'queued' AND expires_at <= $1";
        sql(text).bind(now).execute(self.tx()).await.map(drop)
    }

    async fn forget_ended(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let text = "DELETE FROM mails WHERE state <> 'queued' AND created_at < $1";
        sql(text).bind(before).execute(self.tx()).await.map(drop)
    }
}
