//! What users add to entries.

use async_trait::async_trait;
use ports::{
    AccountId, Annotation, EntryId, StorageError, UserId,
    annotation::{AnnotationContent, AnnotationReader, AnnotationWriter},
};

use super::{
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{Row, json, sql},
    },
    owned::{self, MovedRows, moving},
    sealed_column::CONTENT,
};

fn annotation(keyring: &Keyring, keys: &mut UserKeys, row: &Row) -> Result<Annotation, StorageError> {
    let row = row.of("annotations", &["user_id", "content_key"]);
    let user = row.parsed("user_id")?;
    let content = CONTENT.open(keys.of_row(keyring, &row)?, user, &row)?;
    Ok(Annotation {
        user,
        entry: EntryId {
            account: row.kept("account", AccountId::kept)?,
            transaction: row.parsed("transaction_id")?,
        },
        content: serde_json::from_str(&content).map_err(|_| row.corrupt(CONTENT.column))?,
        set_at: row.time("set_at")?,
    })
}

/// Returns the account of the other entry that a content names.
fn other_account(content: &AnnotationContent) -> Option<String> {
    match content {
        AnnotationContent::Match { other, .. } => Some(other.account.to_string()),
        AnnotationContent::Note(_) | AnnotationContent::Mark(_) | AnnotationContent::Cost { .. } => None,
    }
}

#[async_trait]
impl MovedRows for Annotation {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!(
            "annotations",
            "own.account = annotations.account AND own.transaction_id = annotations.transaction_id \
             AND own.content_key = annotations.content_key",
            "account, transaction_id, content_key, sealed_content"
        );
        owned::run_sealed(work, &[&CONTENT], text, source, target).await
    }
}

#[async_trait]
impl AnnotationReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<Annotation>, StorageError> {
        let text = "SELECT user_id, account, transaction_id, content_key, sealed_content, set_at, users.data_key \
             FROM annotations JOIN users ON users.id = annotations.user_id WHERE user_id = $1";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        let own = rows.iter().map(|row| annotation(keyring, &mut keys, row));
        let mut own = own.collect::<Result<Vec<_>, _>>()?;
        own.sort_by_cached_key(|one| (one.entry.clone(), one.content.key()));
        Ok(own)
    }

    /// Every annotation has the millisecond in which it was set, so that their number, sum and newest one change with each.
    async fn revision(&self, user: UserId) -> Result<String, StorageError> {
        let text = "SELECT CAST(COUNT(*) AS BIGINT) AS annotations, CAST(COALESCE(SUM(set_at), 0) AS BIGINT) AS total, \
             CAST(COALESCE(MAX(set_at), 0) AS BIGINT) AS newest FROM annotations WHERE user_id = $1";
        let row = sql(text).bind(user.to_string()).fetch_one(self.sql()).await?;
        let row = row.of("annotations", &[]);
        let number = |name: &'static str| row.get::<i64>(name);
        Ok(format!(
            "{} {} {}",
            number("annotations")?,
            number("total")?,
            number("newest")?
        ))
    }
}

#[async_trait]
impl AnnotationWriter for SqlWork {
    async fn set(&mut self, annotation: &Annotation) -> Result<(), StorageError> {
        let Annotation { user, content, .. } = annotation;
        let account = annotation.entry.account.to_string();
        let transaction = annotation.entry.transaction.to_string();
        let by = self.user_key(*user).await?;
        let sealed = CONTENT.seal(
            &by,
            *user,
            &[&account, &transaction, &content.key()],
            &json("annotations", content)?,
        )?;
        let text = "INSERT INTO annotations \
             (user_id, account, transaction_id, content_key, other_account, sealed_content, set_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, account, transaction_id, content_key) \
             DO UPDATE SET other_account = excluded.other_account, sealed_content = excluded.sealed_content, \
             set_at = excluded.set_at";
        let set = sql(text)
            .bind(user.to_string())
            .bind(account)
            .bind(transaction)
            .bind(content.key())
            .bind(other_account(content))
            .bind(sealed)
            .bind(annotation.set_at);
        set.execute(self.tx()).await.map(drop)
    }

    async fn clear(&mut self, user: UserId, entry: &EntryId, key: &str) -> Result<bool, StorageError> {
        let text = "DELETE FROM annotations WHERE user_id = $1 AND account = $2 AND transaction_id = $3 \
             AND content_key = $4";
        let cleared = sql(text)
            .bind(user.to_string())
            .bind(entry.account.to_string())
            .bind(entry.transaction.to_string())
            .bind(key);
        Ok(cleared.execute(self.tx()).await? > 0)
    }
}
