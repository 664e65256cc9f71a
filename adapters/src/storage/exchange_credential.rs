//! Keys of exchanges.

use async_trait::async_trait;
use ports::{
    Address, ExchangeCredential, ExchangeKey, KeyRights, StorageError, Timestamp, UserId, WalletId,
    exchange_credential::{ExchangeCredentialReader, ExchangeCredentialWriter},
};

use super::{
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{Row, sql},
    },
    owned::not_moved,
    sealed_column::EXCHANGE_KEY,
};

/// The start of a query for all columns.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT wallet_id, exchange_credentials.user_id, account, sealed_key, rights, id_hashes, checked_at, exchange_credentials.created_at, users.data_key ",
            "FROM exchange_credentials JOIN users ON users.id = exchange_credentials.user_id ",
            $rest
        )
    };
}

fn credential(keyring: &Keyring, keys: &mut UserKeys, row: &Row) -> Result<ExchangeCredential, StorageError> {
    let row = row.of("exchange_credentials", &["wallet_id"]);
    let user = row.parsed("user_id")?;
    let stored = EXCHANGE_KEY.open(keys.of_row(keyring, &row)?, user, &row)?;
    Ok(ExchangeCredential {
        wallet: row.parsed("wallet_id")?,
        user,
        account: row.kept("account", Address::kept)?,
        key: ExchangeKey::from_stored(&stored).map_err(|_| row.corrupt(EXCHANGE_KEY.column))?,
        rights: serde_json::from_str(&row.text("rights")?).map_err(|_| row.corrupt("rights"))?,
        id_hashes: serde_json::from_str(&row.text("id_hashes")?).map_err(|_| row.corrupt("id_hashes"))?,
        checked_at: row.time("checked_at")?,
        created_at: row.time("created_at")?,
    })
}

fn rights_text(rights: &KeyRights) -> Result<String, StorageError> {
    json_text("rights", rights)
}

fn json_text(column: &str, value: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|_| StorageError::Corrupt {
        table: "exchange_credentials".to_owned(),
        column: column.to_owned(),
        id: String::new(),
    })
}

// Only registered users have keys, and the source is anonymous.
not_moved!(ExchangeCredential);

#[async_trait]
impl ExchangeCredentialReader for Database {
    async fn of_account(&self, account: &Address) -> Result<Option<ExchangeCredential>, StorageError> {
        let text = select!("WHERE account = $1");
        let found = sql(text).bind(account.as_str()).fetch_optional(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        found.map(|row| credential(keyring, &mut keys, &row)).transpose()
    }

    async fn of_user(&self, user: UserId) -> Result<Vec<ExchangeCredential>, StorageError> {
        let text =
            select!("WHERE exchange_credentials.user_id = $1 ORDER BY exchange_credentials.created_at, wallet_id");
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        rows.iter().map(|row| credential(keyring, &mut keys, row)).collect()
    }

    async fn disconnected(&self, before: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError> {
        let text = select!(
            "JOIN wallets ON wallets.id = wallet_id WHERE removed_at IS NOT NULL AND removed_at <= $1 ORDER BY wallet_id"
        );
        let rows = sql(text).bind(before).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        rows.iter().map(|row| credential(keyring, &mut keys, row)).collect()
    }

    async fn of_users_to_erase(&self, now: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError> {
        let text = select!("WHERE delete_at IS NOT NULL AND delete_at <= $1 ORDER BY wallet_id");
        let rows = sql(text).bind(now).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        rows.iter().map(|row| credential(keyring, &mut keys, row)).collect()
    }
}

impl SqlWork {
    /// Encrypts a key for the row of its user.
    async fn sealed_exchange_key(
        &mut self,
        (user, wallet): (UserId, &str),
        key: &ExchangeKey,
    ) -> Result<Vec<u8>, StorageError> {
        let by = self.user_key(user).await?;
        EXCHANGE_KEY.seal(&by, user, &[wallet], key.to_stored().reveal())
    }
}

#[async_trait]
impl ExchangeCredentialWriter for SqlWork {
    async fn save(&mut self, credential: &ExchangeCredential) -> Result<(), StorageError> {
        let ExchangeCredential { user, key, rights, .. } = credential;
        let id = credential.wallet.to_string();
        let sealed = self.sealed_exchange_key((*user, &id), key).await?;
        let text = "INSERT INTO exchange_credentials (wallet_id, user_id, account, sealed_key, rights, id_hashes, checked_at, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (wallet_id) DO UPDATE SET sealed_key = excluded.sealed_key, \
             rights = excluded.rights, id_hashes = excluded.id_hashes, checked_at = excluded.checked_at, created_at = excluded.created_at, refresh_until = NULL \
             WHERE exchange_credentials.user_id = excluded.user_id AND exchange_credentials.account = excluded.account";
        let saved = sql(text)
            .bind(id)
            .bind(user.to_string())
            .bind(credential.account.as_str())
            .bind(sealed)
            .bind(rights_text(rights)?)
            .bind(json_text("id_hashes", &credential.id_hashes)?)
            .bind(credential.checked_at)
            .bind(credential.created_at);
        saved.execute(self.tx()).await.map(drop)
    }

    async fn checked(&mut self, wallet: WalletId, rights: &KeyRights, at: Timestamp) -> Result<(), StorageError> {
        let checked = sql("UPDATE exchange_credentials SET rights = $1, checked_at = $2 WHERE wallet_id = $3")
            .bind(rights_text(rights)?)
            .bind(at)
            .bind(wallet.to_string());
        checked.execute(self.tx()).await.map(drop)
    }

    async fn begin_refresh(
        &mut self,
        wallet: WalletId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let text = "UPDATE exchange_credentials SET refresh_until = $1 WHERE wallet_id = $2 \
             AND (refresh_until IS NULL OR refresh_until <= $3)";
        let begun = sql(text).bind(until).bind(wallet.to_string()).bind(now);
        Ok(begun.execute(self.tx()).await? == 1)
    }

    async fn end_refresh(
        &mut self,
        (user, wallet): (UserId, WalletId),
        until: Timestamp,
        tokens: Option<&ExchangeKey>,
    ) -> Result<bool, StorageError> {
        let id = wallet.to_string();
        let ended = match tokens {
            Some(tokens) => {
                let sealed = self.sealed_exchange_key((user, &id), tokens).await?;
                let text = "UPDATE exchange_credentials SET refresh_until = NULL, sealed_key = $4 \
                     WHERE wallet_id = $1 AND user_id = $2 AND refresh_until = $3";
                sql(text).bind(id).bind(user.to_string()).bind(until).bind(sealed)
            }
            None => {
                let text = "UPDATE exchange_credentials SET refresh_until = NULL \
                     WHERE wallet_id = $1 AND user_id = $2 AND refresh_until = $3";
                sql(text).bind(id).bind(user.to_string()).bind(until)
            }
        };
        Ok(ended.execute(self.tx()).await? == 1)
    }

    async fn remove(&mut self, user: UserId, wallet: WalletId) -> Result<bool, StorageError> {
        let removed = sql("DELETE FROM exchange_credentials WHERE wallet_id = $1 AND user_id = $2")
            .bind(wallet.to_string())
            .bind(user.to_string());
        Ok(removed.execute(self.tx()).await? == 1)
    }

    async fn remove_disconnected(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let text = "DELETE FROM exchange_credentials WHERE wallet_id IN \
             (SELECT id FROM wallets WHERE removed_at IS NOT NULL AND removed_at <= $1)";
        sql(text).bind(before).execute(self.tx()).await.map(drop)
    }
}
