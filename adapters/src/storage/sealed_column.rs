//! The columns with texts that people enter, each sealed with the key of the row's user.

use ports::{StorageError, UserId};

use super::database::sql::{Fields, Row, Statement, Tx, sql};
use crate::seal::{DataKey, SealedPlace};

/// A column of sealed texts. A value is bound to its user and row, so that it cannot be moved to another one.
#[derive(Debug)]
pub(super) struct SealedColumn {
    pub(super) table: &'static str,
    pub(super) column: &'static str,
    /// The key of the table, without the user.
    key: &'static [&'static str],
    /// Sets a sealed text: `$1` is the text, `$2` the user, the others are the key.
    set: &'static str,
}

/// Declares a sealed column.
macro_rules! sealed_column {
    ($table:literal, $column:literal, $key:expr, $where:literal) => {
        SealedColumn {
            table: $table,
            column: $column,
            key: $key,
            set: concat!(
                "UPDATE ",
                $table,
                " SET ",
                $column,
                " = $1 WHERE user_id = $2 AND ",
                $where
            ),
        }
    };
}

/// The nicknames of wallets.
pub(super) const NICKNAME: SealedColumn = sealed_column!("wallets", "sealed_nickname", &["id"], "id = $3");
/// The names of the groups that wallets are in.
pub(super) const GROUP_NAME: SealedColumn = sealed_column!("wallets", "sealed_group_name", &["id"], "id = $3");
/// The contents of annotations: notes, marks, costs and decisions on transfers.
pub(super) const CONTENT: SealedColumn = sealed_column!(
    "annotations",
    "sealed_content",
    &["account", "transaction_id", "content_key"],
    "account = $3 AND transaction_id = $4 AND content_key = $5"
);
/// What users call addresses that are none of their wallets.
pub(super) const LABEL: SealedColumn = sealed_column!(
    "own_labels",
    "sealed_label",
    &["namespace", "address"],
    "namespace = $3 AND address = $4"
);
/// The names of API keys.
pub(super) const KEY_NAME: SealedColumn = sealed_column!("api_keys", "sealed_name", &["id"], "id = $3");
/// The keys of exchanges.
pub(super) const EXCHANGE_KEY: SealedColumn =
    sealed_column!("exchange_credentials", "sealed_key", &["wallet_id"], "wallet_id = $3");
/// The name and the verifier of requests for consent.
pub(super) const OAUTH_REQUEST: SealedColumn =
    sealed_column!("oauth_states", "sealed_request", &["state_hash"], "state_hash = $3");

impl SealedColumn {
    /// Encrypts a text for the row of this user with this key.
    pub(super) fn seal(&self, by: &DataKey, user: UserId, key: &[&str], text: &str) -> Result<Vec<u8>, StorageError> {
        let row = named(user, key);
        by.seal(self.place(&row), text.as_bytes())
            .map_err(|_| self.corrupt(&row))
    }

    /// Decrypts the text of a row, which has this column and those of the key. Fails where it was sealed with another key or for
    /// another row, or is damaged or missing.
    pub(super) fn open(&self, by: &DataKey, user: UserId, row: &Fields<'_>) -> Result<String, StorageError> {
        let name = self.name(user, row)?;
        let sealed: Vec<u8> = row.get(self.column)?;
        let opened = by.open(self.place(&name), &sealed).map_err(|_| self.corrupt(&name))?;
        let text = std::str::from_utf8(&opened).map_err(|_| self.corrupt(&name))?;
        Ok(text.to_owned())
    }

    /// Returns whether the row has a text.
    pub(super) fn is_set(&self, row: &Row) -> Result<bool, StorageError> {
        let sealed: Option<Vec<u8>> = row.of(self.table, self.key).get(self.column)?;
        Ok(sealed.is_some())
    }

    /// Encrypts the text of this row, which belongs to `source`, again for `target`, to whom it was moved.
    pub(super) async fn reseal(
        &self,
        tx: &mut Tx,
        row: &Row,
        source: (UserId, &DataKey),
        target: (UserId, &DataKey),
    ) -> Result<(), StorageError> {
        let row = row.of(self.table, self.key);
        let text = self.open(source.1, source.0, &row)?;
        let key = self.key_of(&row)?;
        let key: Vec<&str> = key.iter().map(String::as_str).collect();
        let (user, by) = target;
        let sealed = self.seal(by, user, &key, &text)?;
        let set = sql(self.set).bind(sealed).bind(user.to_string());
        let set = key.into_iter().fold(set, Statement::bind);
        set.execute(tx).await.map(drop)
    }

    fn key_of(&self, row: &Fields<'_>) -> Result<Vec<String>, StorageError> {
        self.key.iter().map(|column| row.text(column)).collect()
    }

    fn name(&self, user: UserId, row: &Fields<'_>) -> Result<String, StorageError> {
        let key = self.key_of(row)?;
        Ok(named(user, &key.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn place<'a>(&self, row: &'a str) -> SealedPlace<'a> {
        SealedPlace {
            table: self.table,
            column: self.column,
            row,
        }
    }

    fn corrupt(&self, row: &str) -> StorageError {
        StorageError::Corrupt {
            table: self.table.to_owned(),
            column: self.column.to_owned(),
            id: row.to_owned(),
        }
    }
}

/// Returns the name of a row: its user, and the parts of its key, each with its length before it.
fn named(user: UserId, key: &[&str]) -> String {
    let parts = key.iter().map(|part| format!(" {}:{part}", part.len()));
    std::iter::once(user.to_string()).chain(parts).collect()
}
