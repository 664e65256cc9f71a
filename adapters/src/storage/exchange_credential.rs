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
            "SELECT wallet_id, user_id, account, sealed_key, rights, checked_at, exchange_credentials.created_at, users.data_key ",
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
        checked_at: row.time("checked_at")?,
        created_at: row.time("created_at")?,
    })
}

fn rights_text(rights: &KeyRights) -> Result<String, StorageError> {
    serde_json::to_string(rights).map_err(|_| StorageError::Corrupt {
        table: "exchange_credentials".to_owned(),
        column: "rights".to_owned(),
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
        let text = select!("WHERE user_id = $1 ORDER BY exchange_credentials.created_at, wallet_id");
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        rows.iter().map(|row| credential(keyring, &mut keys, row)).collect()
    }
}

#[async_trait]
impl ExchangeCredentialWriter for SqlWork {
    async fn save(&mut self, credential: &ExchangeCredential) -> Result<(), StorageError> {
        let ExchangeCredential { user, key, rights, .. } = credential;
        let id = credential.wallet.to_string();
        let by = self.user_key(*user).await?;
        let sealed = EXCHANGE_KEY.seal(&by, *user, &[&id], key.to_stored().reveal())?;
        let text = "INSERT INTO exchange_credentials (wallet_id, user_id, account, sealed_key, rights, checked_at, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (wallet_id) DO UPDATE SET sealed_key = excluded.sealed_key, \
             rights = excluded.rights, checked_at = excluded.checked_at, created_at = excluded.created_at \
             WHERE exchange_credentials.user_id = excluded.user_id AND exchange_credentials.account = excluded.account";
        let saved = sql(text)
            .bind(id)
            .bind(user.to_string())
            .bind(credential.account.as_str())
            .bind(sealed)
            .bind(rights_text(rights)?)
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
