//! Files that users attach, sealed with their user's key.

use async_trait::async_trait;
use ports::{
    Attachment, AttachmentId, AttachmentSummary, StorageError, Timestamp, UserId,
    attachment::{AttachmentReader, AttachmentWriter, SanitizedFile},
};

use super::{
    ReadOnlyDatabase,
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{On, Row, Tx, sql},
    },
    owned::MovedRows,
};
use crate::seal::SealedPlace;

fn place(id: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "attachments",
        column: "sealed",
        row: id,
    }
}

fn corrupt(id: AttachmentId, column: &str) -> StorageError {
    StorageError::Corrupt {
        table: "attachments".to_owned(),
        column: column.to_owned(),
        id: id.to_string(),
    }
}

fn summary(row: &Row) -> Result<AttachmentSummary, StorageError> {
    let row = row.of("attachments", &["id"]);
    let id: AttachmentId = row.parsed("id")?;
    let size: i64 = row.get("size")?;
    Ok(AttachmentSummary {
        id,
        kind: row.parsed("kind")?,
        size: size.try_into().map_err(|_| corrupt(id, "size"))?,
        added_at: row.time("added_at")?,
    })
}

fn attachment(keyring: &Keyring, row: &Row) -> Result<Attachment, StorageError> {
    let AttachmentSummary { id, kind, added_at, .. } = summary(row)?;
    let row = row.of("attachments", &["id"]);
    let user: UserId = row.parsed("user_id")?;
    let (wrapped, sealed): (Vec<u8>, Vec<u8>) = (row.get("data_key")?, row.get("sealed")?);
    let bytes = keyring.unwrap(user, &wrapped)?.open(place(&id.to_string()), &sealed);
    Ok(Attachment {
        id,
        user,
        file: SanitizedFile {
            kind,
            bytes: bytes.map_err(|_| corrupt(id, "sealed"))?.to_vec(),
        },
        added_at,
        expires_at: row.maybe_time("expires_at")?,
    })
}

async fn of_user(on: impl Into<On<'_>>, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError> {
    let text = "SELECT id, kind, size, added_at FROM attachments WHERE user_id = $1 ORDER BY id";
    let rows = sql(text).bind(user.to_string()).fetch_all(on).await?;
    rows.iter().map(summary).collect()
}

async fn find(keyring: &Keyring, on: impl Into<On<'_>>, id: AttachmentId) -> Result<Option<Attachment>, StorageError> {
    let text = "SELECT attachments.id, user_id, kind, size, sealed, added_at, attachments.expires_at, users.data_key FROM attachments \
                JOIN users ON users.id = attachments.user_id WHERE attachments.id = $1";
    let row = sql(text).bind(id.to_string()).fetch_optional(on).await?;
    row.map(|row| attachment(keyring, &row)).transpose()
}

/// Returns the bytes of an attachment sealed with the key of its user.
async fn sealed(keyring: &Keyring, tx: &mut Tx, attachment: &Attachment) -> Result<Vec<u8>, StorageError> {
    let mut keys = UserKeys::default();
    let key = keys.of_user(keyring, tx, attachment.user).await?;
    let sealed = key.seal(place(&attachment.id.to_string()), &attachment.file.bytes);
    sealed.map_err(|_| corrupt(attachment.id, "sealed"))
}

#[async_trait]
impl MovedRows for Attachment {
    /// They are sealed with the key of `target`.
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let keyring = work.keyring();
        for one in of_user(work.tx(), source).await? {
            // One at a time, so that the bytes of one are in memory.
            let Some(found) = find(&keyring, work.tx(), one.id).await? else {
                continue;
            };
            let moved = Attachment { user: target, ..found };
            let sealed = sealed(&keyring, work.tx(), &moved).await?;
            let text = "UPDATE attachments SET user_id = $2, sealed = $3 WHERE id = $1";
            let update = sql(text)
                .bind(moved.id.to_string())
                .bind(target.to_string())
                .bind(sealed);
            update.execute(work.tx()).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl AttachmentReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError> {
        of_user(self.sql(), user).await
    }

    async fn find(&self, id: AttachmentId) -> Result<Option<Attachment>, StorageError> {
        find(self.keyring(), self.sql(), id).await
    }
}

#[async_trait]
impl AttachmentReader for ReadOnlyDatabase {
    async fn of_user(&self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError> {
        of_user(self.sql(), user).await
    }

    async fn find(&self, id: AttachmentId) -> Result<Option<Attachment>, StorageError> {
        find(self.keyring(), self.sql(), id).await
    }
}

#[async_trait]
impl AttachmentWriter for SqlWork {
    async fn of_user(&mut self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError> {
        of_user(self.tx(), user).await
    }

    async fn add(&mut self, attachment: &Attachment) -> Result<(), StorageError> {
        let keyring = self.keyring();
        let sealed = sealed(&keyring, self.tx(), attachment).await?;
        let AttachmentSummary {
            id,
            kind,
            size,
            added_at,
        } = attachment.into();
        let text = "INSERT INTO attachments (id, user_id, kind, size, sealed, added_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let added = sql(text)
            .bind(id.to_string())
            .bind(attachment.user.to_string())
            .bind(kind.as_str())
            .bind(i64::try_from(size).map_err(|_| corrupt(id, "size"))?)
            .bind(sealed)
            .bind(added_at)
            .bind(attachment.expires_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn keep(&mut self, user: UserId, id: AttachmentId) -> Result<bool, StorageError> {
        let text = "UPDATE attachments SET expires_at = NULL WHERE id = $1 AND user_id = $2";
        let kept = sql(text).bind(id.to_string()).bind(user.to_string());
        Ok(kept.execute(self.tx()).await? > 0)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM attachments WHERE expires_at <= $1").bind(now);
        removed.execute(self.tx()).await.map(drop)
    }
}
