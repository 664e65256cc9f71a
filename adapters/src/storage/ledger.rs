//! The row of an account's ledger, whose number stands for the account in the rows of facts and entries.

use std::collections::BTreeMap;

use ports::{AccountId, StorageError};

use super::database::sql::{Dialects, Fields, Row, Tx, dialects, json, sql};

/// The ledger of an account.
pub(super) struct LedgerRow {
    pub(super) number: i64,
    pub(super) revision: u64,
    /// How many entries count, by the version of the decoders that made them.
    pub(super) decoders: BTreeMap<u32, u64>,
}

/// Reads the revision and the decoders of a row of ledgers.
pub(super) fn state(row: &Fields<'_>) -> Result<(u64, BTreeMap<u32, u64>), StorageError> {
    Ok((row.number("revision")?, row.json("decoders")?))
}

fn ledger(row: &Row) -> Result<LedgerRow, StorageError> {
    let row = row.of("ledgers", &["number"]);
    let (revision, decoders) = state(&row)?;
    Ok(LedgerRow {
        number: row.int("number")?,
        revision,
        decoders,
    })
}

/// Returns the ledger of an account and locks it until the end of the transaction; it is added if it does not exist.
pub(super) async fn open(tx: &mut Tx, account: &AccountId) -> Result<LedgerRow, StorageError> {
    let text = "INSERT INTO ledgers (account, revision, decoders) VALUES ($1, 0, '{}') \
         ON CONFLICT (account) DO UPDATE SET revision = ledgers.revision RETURNING number, revision, decoders";
    ledger(&sql(text).bind(account.to_string()).fetch_one(tx).await?)
}

/// Returns the ledger of an account, if it has one, and locks it until the end of the transaction.
pub(super) async fn find(tx: &mut Tx, account: &AccountId) -> Result<Option<LedgerRow>, StorageError> {
    const FIND: Dialects = dialects!(
        "SELECT number, revision, decoders FROM ledgers WHERE account = $1",
        sqlite: "",
        postgres: " FOR UPDATE",
        ""
    );
    let row = sql(FIND).bind(account.to_string()).fetch_optional(tx).await?;
    row.as_ref().map(ledger).transpose()
}

/// Stores the revision and the decoders of a ledger.
pub(super) async fn store(tx: &mut Tx, ledger: &LedgerRow) -> Result<(), StorageError> {
    let stored = sql("UPDATE ledgers SET revision = $1, decoders = $2 WHERE number = $3")
        .bind(stored_number(ledger.revision))
        .bind(json("ledgers", &ledger.decoders)?)
        .bind(ledger.number);
    stored.execute(tx).await.map(drop)
}

/// Converts a number to the type of the databases; heights and counts never reach its maximum.
pub(super) fn stored_number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
