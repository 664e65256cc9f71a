//! The last comparison of each account's entries with its balances.

use async_trait::async_trait;
use ports::{
    AccountId, AccountReconciliation, AssetId, RawAmount, StorageError,
    reconciliation::{Contradiction, ReconciliationReader, ReconciliationWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Fields, Row, json, listed, sql},
    },
    ledger::stored_number,
};

/// A stored contradiction. Its asset was validated when it was stored.
#[derive(serde::Deserialize)]
struct ContradictionRow<'a> {
    asset: &'a str,
    holds_more: bool,
    raw: Option<RawAmount>,
}

fn contradictions(row: &Fields<'_>) -> Result<Vec<Contradiction>, StorageError> {
    let corrupt = || row.corrupt("contradictions");
    let parsed = |one: ContradictionRow<'_>| {
        Ok(Contradiction {
            asset: AssetId::kept(one.asset).map_err(|_| corrupt())?,
            holds_more: one.holds_more,
            raw: one.raw,
        })
    };
    let text = row.text("contradictions")?;
    let kept: Vec<ContradictionRow<'_>> = serde_json::from_str(&text).map_err(|_| corrupt())?;
    kept.into_iter().map(parsed).collect()
}

fn reconciliation(row: &Row) -> Result<AccountReconciliation, StorageError> {
    let row = row.of("reconciliations", &["account"]);
    Ok(AccountReconciliation {
        account: row.kept("account", AccountId::kept)?,
        ledger_revision: row.number("ledger_revision")?,
        block: row.number("block")?,
        balances: row.text("balances")?,
        compared: row.number("compared")?,
        differing: row.number("differing")?,
        is_whole: row.get("is_whole")?,
        checked_at: row.time("checked_at")?,
        contradictions: contradictions(&row)?,
        agreed: row.maybe_number("agreed")?,
        rereads: row.number("rereads")?,
        reread_at: row.maybe_time("reread_at")?,
    })
}

#[async_trait]
impl ReconciliationReader for Database {
    async fn latest(&self, accounts: &[AccountId]) -> Result<Vec<AccountReconciliation>, StorageError> {
        let text = listed!(
            "SELECT account, ledger_revision, block, balances, compared, differing, is_whole, checked_at, contradictions, agreed, \
             rereads, reread_at FROM reconciliations WHERE account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(reconciliation).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| a.account.cmp(&b.account));
        Ok(found)
    }
}

#[async_trait]
impl ReconciliationWriter for SqlWork {
    async fn set(&mut self, found: &AccountReconciliation) -> Result<(), StorageError> {
        let text = "INSERT INTO reconciliations \
             (account, ledger_revision, block, balances, compared, differing, is_whole, checked_at, contradictions, agreed, \
             rereads, reread_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (account) DO UPDATE SET \
             ledger_revision = excluded.ledger_revision, block = excluded.block, balances = excluded.balances, compared = excluded.compared, \
             differing = excluded.differing, is_whole = excluded.is_whole, checked_at = excluded.checked_at, \
             contradictions = excluded.contradictions, agreed = excluded.agreed, rereads = excluded.rereads, \
             reread_at = excluded.reread_at";
        let set = sql(text)
            .bind(found.account.to_string())
            .bind(stored_number(found.ledger_revision))
            .bind(stored_number(found.block))
            .bind(found.balances.as_str())
            .bind(found.compared)
            .bind(found.differing)
            .bind(found.is_whole)
            .bind(found.checked_at)
            .bind(json("reconciliations", &found.contradictions)?)
            .bind(found.agreed.map(stored_number))
            .bind(found.rereads)
            .bind(found.reread_at);
        set.execute(self.tx()).await.map(drop)
    }
}
