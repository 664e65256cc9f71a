//! Registering and merging users.

use async_trait::async_trait;
use ports::{Merge, StorageError, Timestamp, UserId, registration::RegistrationWriter};

use super::{
    attachment,
    database::{
        Keyring, SqlWork,
        sql::{Row, sql},
    },
    erase, feedback,
    sealed_column::{CONTENT, LABEL, NICKNAME, SealedColumn},
};

/// Moves the rows of a table whose key the target does not have: `$1` is the source, `$2` the target.
macro_rules! moving {
    ($table:literal, $same:literal $(, $returned:literal)?) => {
        concat!(
            "UPDATE ",
            $table,
            " SET user_id = $2 WHERE user_id = $1 AND NOT EXISTS (SELECT 1 FROM ",
            $table,
            " own WHERE own.user_id = $2 AND ",
            $same,
            ")"
            $(, " RETURNING ", $returned)?
        )
    };
}

const MOVED: [&str; 6] = [
    moving!("manual_prices", "own.asset = manual_prices.asset"),
    moving!("hidden_assets", "own.asset = hidden_assets.asset"),
    moving!("accepted_decimals", "own.asset = accepted_decimals.asset"),
    moving!("added_tokens", "own.asset = added_tokens.asset"),
    "UPDATE email_codes SET requested_by = $2 WHERE requested_by = $1",
    "UPDATE sign_in_challenges SET requested_by = $2 WHERE requested_by = $1",
];

/// The tables with texts that are sealed with the key of their user.
const MOVED_SEALED: [(SealedColumn, &str); 3] = [
    (
        NICKNAME,
        "UPDATE wallets SET user_id = $2, position = position + (SELECT COALESCE(MAX(own.position) + 1, 0) \
         FROM wallets own WHERE own.user_id = $2) WHERE user_id = $1 AND NOT EXISTS \
         (SELECT 1 FROM wallets own WHERE own.user_id = $2 AND own.row_key = wallets.row_key \
         AND (own.removed_at IS NULL OR wallets.removed_at IS NOT NULL)) RETURNING id, sealed_nickname",
    ),
    (
        CONTENT,
        moving!(
            "annotations",
            "own.account = annotations.account AND own.transaction_id = annotations.transaction_id \
             AND own.content_key = annotations.content_key",
            "account, transaction_id, content_key, sealed_content"
        ),
    ),
    (
        LABEL,
        moving!(
            "own_labels",
            "own.namespace = own_labels.namespace AND own.address = own_labels.address",
            "namespace, address, sealed_label"
        ),
    ),
];

/// Encrypts the texts of rows that were moved with the key of their new user. Users without texts get no key.
async fn reseal(
    work: &mut SqlWork,
    column: &SealedColumn,
    rows: &[Row],
    (source, target): (UserId, UserId),
) -> Result<(), StorageError> {
    for row in rows {
        if !column.is_set(row)? {
            continue;
        }
        let (from, to) = (work.user_key(source).await?, work.user_key(target).await?);
        column.reseal(work.tx(), row, (source, &from), (target, &to)).await?;
    }
    Ok(())
}

/// Returns the keyed hash of a user who is erased.
fn source_hash(keyring: &Keyring, source: UserId) -> Result<Vec<u8>, StorageError> {
    let hash = keyring.instance().keyed_hash("merged user", &source.to_string());
    hash.map(|hash| hash.to_vec()).map_err(|_| StorageError::Corrupt {
        table: "merges".to_owned(),
        column: "source".to_owned(),
        id: String::new(),
    })
}

#[async_trait]
impl RegistrationWriter for SqlWork {
    async fn register(&mut self, user: UserId, at: Timestamp, from: Option<&str>) -> Result<bool, StorageError> {
        let text = "UPDATE users SET registered_at = $2, signed_up_from = $3 WHERE id = $1 AND registered_at IS NULL";
        let registered = sql(text).bind(user.to_string()).bind(at).bind(from.map(str::to_owned));
        Ok(registered.execute(self.tx()).await? == 1)
    }

    async fn set_deletion(&mut self, user: UserId, at: Option<Timestamp>) -> Result<(), StorageError> {
        let set = sql("UPDATE users SET delete_at = $2 WHERE id = $1 AND registered_at IS NOT NULL")
            .bind(user.to_string())
            .bind(at);
        set.execute(self.tx()).await.map(drop)
    }

    async fn erase_due(&mut self, now: Timestamp, limit: u32) -> Result<u64, StorageError> {
        let text = erase::held!("SELECT id FROM users WHERE delete_at <= $1 ORDER BY delete_at, id LIMIT $2");
        let found = sql(text).bind(now).bind(limit).fetch_all(self.tx()).await?;
        erase::users(self.tx(), &found).await
    }

    async fn move_data(&mut self, source: UserId, target: UserId) -> Result<(), StorageError> {
        let keyring = self.keyring();
        feedback::move_all(&keyring, self.tx(), source, target).await?;
        attachment::move_all(&keyring, self.tx(), source, target).await?;
        for text in MOVED {
            let moved = sql(text).bind(source.to_string()).bind(target.to_string());
            moved.execute(self.tx()).await?;
        }
        for (column, text) in MOVED_SEALED {
            let moved = sql(text).bind(source.to_string()).bind(target.to_string());
            let rows = moved.fetch_all(self.tx()).await?;
            reseal(self, &column, &rows, (source, target)).await?;
        }
        Ok(())
    }

    async fn add_merge(&mut self, merge: &Merge) -> Result<(), StorageError> {
        let source = source_hash(&self.keyring(), merge.source)?;
        let text = "INSERT INTO merges (user_id, source, wallets, frozen, merged_at) VALUES ($1, $2, $3, $4, $5)";
        let added = sql(text)
            .bind(merge.user.to_string())
            .bind(source)
            .bind(merge.wallets)
            .bind(merge.frozen)
            .bind(merge.merged_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn merge(&mut self, user: UserId, source: UserId) -> Result<Option<Merge>, StorageError> {
        let text = "SELECT wallets, frozen, merged_at FROM merges WHERE user_id = $1 AND source = $2";
        let hash = source_hash(&self.keyring(), source)?;
        let found = sql(text).bind(user.to_string()).bind(hash);
        let Some(row) = found.fetch_optional(self.tx()).await? else {
            return Ok(None);
        };
        let row = row.of("merges", &[]);
        Ok(Some(Merge {
            user,
            source,
            wallets: row.number("wallets")?,
            frozen: row.number("frozen")?,
            merged_at: row.time("merged_at")?,
        }))
    }

    async fn forget_merges(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM merges WHERE merged_at < $1").bind(before);
        removed.execute(self.tx()).await.map(drop)
    }
}
