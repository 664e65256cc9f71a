//! Wallets.

use async_trait::async_trait;
use ports::{
    Address, Name, StorageError, Timestamp, UserId, Wallet,
    extended_key::WalletExtendedKey,
    job::RetryState,
    wallet::{Nickname, WalletReader, WalletWriter},
};

use super::{
    database::Database,
    erase, extended_key,
    fields::json,
    sql::{Row, sql},
    work::SqlWork,
};

/// The start of a query for all columns.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, user_id, position, written, name, address, extended_key, problem, nickname, kind, resolved_at, ",
            "previous_address, created_at, removed_at FROM wallets ",
            $rest
        )
    };
    ($rest:literal, present) => {
        concat!(
            $crate::storage::wallet::select!($rest),
            " AND ",
            $crate::storage::wallet::present!()
        )
    };
}

/// The condition that the user of a wallet has a session or shares the portfolio.
macro_rules! present {
    () => {
        "EXISTS (SELECT 1 FROM users WHERE users.id = wallets.user_id AND (users.left_at IS NULL \
         OR EXISTS (SELECT 1 FROM shares WHERE shares.user_id = users.id)))"
    };
}

/// The condition that no job of kind `$4` for this subject waits or runs, and none became dead since `$5`; `$2` is now.
macro_rules! untried {
    ($subject:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = $4 AND jobs.subject = ",
            $subject,
            " AND (jobs.state IN ('ready', 'running') OR (jobs.state = 'dead' AND jobs.updated_at > $5 \
             AND jobs.updated_at <= $2)))"
        )
    };
}
pub(super) use {present, select, untried};

/// Reads a row, without the derived addresses of its key.
pub(super) fn wallet(row: &Row) -> Result<Wallet, StorageError> {
    let row = row.of("wallets", &["id"]);
    Ok(Wallet {
        id: row.parsed("id")?,
        user: row.parsed("user_id")?,
        position: row.number("position")?,
        text: row.text("written")?,
        name: row.maybe_parsed("name")?,
        address: row.maybe_parsed("address")?,
        extended: row
            .maybe_parsed("extended_key")?
            .map(|key| WalletExtendedKey { key, derived: vec![] }),
        problem: row.maybe_json("problem")?,
        nickname: row.maybe_parsed("nickname")?,
        kind: row.maybe_parsed("kind")?,
        resolved_at: row.maybe_time("resolved_at")?,
        previous_address: row.maybe_parsed("previous_address")?,
        created_at: row.time("created_at")?,
        removed_at: row.maybe_time("removed_at")?,
    })
}

fn wallets(rows: &[Row]) -> Result<Vec<Wallet>, StorageError> {
    rows.iter().map(wallet).collect()
}

#[async_trait]
impl WalletReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<Wallet>, StorageError> {
        let text = select!("WHERE user_id = $1 AND removed_at IS NULL ORDER BY position, id");
        let mut wallets = wallets(&sql(text).bind(user.to_string()).fetch_all(self.sql()).await?)?;
        extended_key::fill(self.sql(), &mut wallets).await?;
        Ok(wallets)
    }

    async fn names_due(
        &self,
        before: Timestamp,
        tried: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Name>, StorageError> {
        let text = concat!(
            "SELECT name FROM wallets \
             WHERE removed_at IS NULL AND name IS NOT NULL AND (resolved_at IS NULL OR resolved_at < $1 \
             OR resolved_at > $2) AND ",
            untried!("wallets.name"),
            " AND ",
            present!(),
            " GROUP BY name ORDER BY MIN(COALESCE(resolved_at, 0)), name LIMIT $3"
        );
        let rows = sql(text)
            .bind(before)
            .bind(now)
            .bind(limit)
            .bind(tried.kind.as_str())
            .bind(tried.since)
            .fetch_all(self.sql())
            .await?;
        rows.iter()
            .map(|row| row.of("wallets", &["name"]).parsed("name"))
            .collect()
    }

    async fn addresses(&self, after: &str, limit: u32) -> Result<Vec<Address>, StorageError> {
        let text = concat!(
            "SELECT DISTINCT address FROM wallets WHERE removed_at IS NULL AND address > $1 AND ",
            present!(),
            " ORDER BY address LIMIT $2"
        );
        let rows = sql(text).bind(after).bind(limit).fetch_all(self.sql()).await?;
        rows.iter()
            .map(|row| row.of("wallets", &["address"]).parsed("address"))
            .collect()
    }

    async fn has_name(&self, name: &Name) -> Result<bool, StorageError> {
        let text = concat!(
            "SELECT id FROM wallets WHERE name = $1 AND removed_at IS NULL AND ",
            present!(),
            " LIMIT 1"
        );
        let found = sql(text).bind(name.as_str()).fetch_optional(self.sql()).await?;
        Ok(found.is_some())
    }
}

#[async_trait]
impl WalletWriter for SqlWork {
    async fn of_user(&mut self, user: UserId, removed_since: Timestamp) -> Result<Vec<Wallet>, StorageError> {
        let text = select!(
            "WHERE user_id = $1 AND (removed_at IS NULL OR removed_at >= $2) \
             ORDER BY removed_at IS NOT NULL, position, id"
        );
        let rows = sql(text).bind(user.to_string()).bind(removed_since);
        let mut wallets = wallets(&rows.fetch_all(self.tx()).await?)?;
        extended_key::fill(self.tx(), &mut wallets).await?;
        Ok(wallets)
    }

    /// The condition on `user_id` prevents that a row changes its user.
    async fn save(&mut self, wallet: &Wallet) -> Result<(), StorageError> {
        let text = "INSERT INTO wallets (id, user_id, position, row_key, written, name, address, problem, nickname, kind, \
             resolved_at, previous_address, created_at, removed_at, extended_key) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
             ON CONFLICT (id) DO UPDATE SET position = excluded.position, row_key = excluded.row_key, \
             written = excluded.written, name = excluded.name, address = excluded.address, problem = excluded.problem, \
             nickname = excluded.nickname, kind = excluded.kind, resolved_at = excluded.resolved_at, \
             previous_address = excluded.previous_address, created_at = excluded.created_at, \
             removed_at = excluded.removed_at, extended_key = excluded.extended_key WHERE wallets.user_id = excluded.user_id";
        let saved = sql(text)
            .bind(wallet.id.to_string())
            .bind(wallet.user.to_string())
            .bind(wallet.position)
            .bind(wallet.key())
            .bind(wallet.text.as_str())
            .bind(wallet.name.as_ref().map(Name::as_str))
            .bind(wallet.address.as_ref().map(Address::as_str))
            .bind(
                wallet
                    .problem
                    .as_ref()
                    .map(|problem| json("wallets", problem))
                    .transpose()?,
            )
            .bind(wallet.nickname.as_ref().map(Nickname::as_str))
            .bind(wallet.kind.map(|kind| kind.id))
            .bind(wallet.resolved_at)
            .bind(wallet.previous_address.as_ref().map(Address::as_str))
            .bind(wallet.created_at)
            .bind(wallet.removed_at)
            .bind(wallet.extended.as_ref().map(|extended| extended.key.reveal()));
        match saved.execute(self.tx()).await? {
            0 => Err(StorageError::Conflict {
                what: "wallets".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    async fn named(&mut self, name: &Name) -> Result<Vec<Wallet>, StorageError> {
        let text = select!("WHERE name = $1 AND removed_at IS NULL ORDER BY id");
        wallets(&sql(text).bind(name.as_str()).fetch_all(self.tx()).await?)
    }

    async fn erase_removed(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let found = sql("SELECT id, name FROM wallets WHERE removed_at < $1").bind(before);
        let found = found.fetch_all(self.tx()).await?;
        erase::wallets(self.tx(), &found).await
    }
}
