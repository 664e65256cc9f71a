//! Facts that sources reported about accounts.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use ports::{
    AccountId, Fact, SourceId, StorageError, Stream, Timestamp, TransactionId,
    fact::{FactBlock, FactBody, FactExtent, FactId, FactReader, FactWriter, StoredFact},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, Value, insert_many_returning, json, listed, listed_bytes, sql},
    },
    ledger::{self, stored_number},
};

const KEY: &[&str] = &["transaction_id"];

fn fact(row: &Row, account: &AccountId) -> Result<StoredFact, StorageError> {
    let row = row.of("facts", KEY);
    let id: Vec<u8> = row.get("id")?;
    let (block, body): (FactBlock, FactBody) = row.json("content")?;
    Ok(StoredFact {
        id: FactId(id.try_into().map_err(|_| row.corrupt("id"))?),
        fact: Fact {
            account: account.clone(),
            transaction: row.parsed("transaction_id")?,
            block,
            source: row.parsed("source")?,
            body,
        },
        read_at: row.time("read_at")?,
        withdrawn_at: row.maybe_time("withdrawn_at")?,
    })
}

fn transactions(rows: &[Row]) -> Result<BTreeSet<TransactionId>, StorageError> {
    let transaction = |row: &Row| row.of("facts", KEY).parsed("transaction_id");
    rows.iter().map(transaction).collect()
}

/// The condition that a fact of this account and stream counts.
macro_rules! counting {
    () => {
        "ledger = (SELECT number FROM ledgers WHERE account = $1) AND stream = $2 AND withdrawn_at IS NULL"
    };
}

/// The transactions of an account, each once and with the first block that its facts report. The account is `$1`; the condition
/// for block and id follows.
// The terms that change nothing (`+ 0`, `|| ''`) keep SQLite from choosing an index of blocks or streams for a subquery, which would
// look at every other fact of the account for each of its transactions.
macro_rules! listed_once {
    ($columns:literal, $condition:literal) => {
        concat!(
            "SELECT DISTINCT ",
            $columns,
            " FROM facts WHERE ledger = (SELECT number FROM ledgers WHERE account = $1) AND withdrawn_at IS NULL \
             AND (block, transaction_id) ",
            $condition,
            " AND NOT EXISTS (SELECT 1 FROM facts AS earlier \
             WHERE earlier.ledger = facts.ledger AND earlier.transaction_id = facts.transaction_id \
             AND earlier.withdrawn_at IS NULL AND earlier.block + 0 < facts.block)"
        )
    };
}

/// The condition that a transaction has no fact of the stream `$4` that counts.
macro_rules! without_stream {
    () => {
        " AND NOT EXISTS (SELECT 1 FROM facts AS other \
         WHERE other.ledger = facts.ledger AND other.transaction_id = facts.transaction_id \
         AND other.withdrawn_at IS NULL AND other.stream || '' = $4)"
    };
}

/// The transactions after a position.
const LISTED: &str = concat!(
    listed_once!("block, transaction_id", "> ($2, $3)"),
    " ORDER BY block, transaction_id LIMIT $4"
);
/// Those of them without a fact of a stream.
const LISTED_WITHOUT: &str = concat!(
    listed_once!("block, transaction_id", "> ($2, $3)"),
    without_stream!(),
    " ORDER BY block, transaction_id LIMIT $5"
);
/// How many transactions up to a position have no fact of a stream.
const COUNTED_WITHOUT: &str = concat!(
    "SELECT COUNT(*) AS transactions FROM (",
    listed_once!("transaction_id", "<= ($2, $3)"),
    without_stream!(),
    ") AS listed"
);

/// Returns the values of the position after which transactions are listed.
fn after_values(after: Option<&(u64, TransactionId)>) -> (i64, String) {
    // No transaction has an empty id, so all of block 0 come after this.
    after.map_or((0, String::new()), |(block, id)| {
        (stored_number(*block), id.to_string())
    })
}

fn positions(rows: &[Row]) -> Result<Vec<(u64, TransactionId)>, StorageError> {
    let position = |row: &Row| {
        let row = row.of("facts", KEY);
        Ok((row.number("block")?, row.parsed("transaction_id")?))
    };
    rows.iter().map(position).collect()
}

#[async_trait]
impl FactReader for Database {
    async fn of_transactions(
        &self,
        account: &AccountId,
        transactions: &[TransactionId],
    ) -> Result<Vec<StoredFact>, StorageError> {
        let text = listed!(
            "SELECT facts.id AS id, transaction_id, source, content, read_at, withdrawn_at FROM facts \
             JOIN ledgers ON ledgers.number = facts.ledger WHERE account = $1 AND withdrawn_at IS NULL \
             AND transaction_id IN ",
            2,
            ""
        );
        let rows = sql(text).bind(account.to_string()).bind_list(transactions);
        let rows = rows.fetch_all(self.sql()).await?;
        let mut facts = rows
            .iter()
            .map(|row| fact(row, account))
            .collect::<Result<Vec<_>, _>>()?;
        facts.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(facts)
    }

    /// A transaction of which sources report several blocks is listed with the first one.
    async fn transactions<'a>(
        &self,
        account: &AccountId,
        after: Option<&'a (u64, TransactionId)>,
        limit: u32,
    ) -> Result<Vec<(u64, TransactionId)>, StorageError> {
        let (block, transaction) = after_values(after);
        let rows = sql(LISTED).bind(account.to_string()).bind(block).bind(transaction);
        positions(&rows.bind(limit).fetch_all(self.sql()).await?)
    }

    async fn transactions_without<'a>(
        &self,
        account: &AccountId,
        stream: Stream,
        after: Option<&'a (u64, TransactionId)>,
        limit: u32,
    ) -> Result<Vec<(u64, TransactionId)>, StorageError> {
        let (block, transaction) = after_values(after);
        let rows = sql(LISTED_WITHOUT)
            .bind(account.to_string())
            .bind(block)
            .bind(transaction);
        let rows = rows.bind(stream.code()).bind(limit);
        positions(&rows.fetch_all(self.sql()).await?)
    }

    async fn count_without(
        &self,
        account: &AccountId,
        stream: Stream,
        last: &(u64, TransactionId),
    ) -> Result<u64, StorageError> {
        let (block, transaction) = after_values(Some(last));
        let rows = sql(COUNTED_WITHOUT)
            .bind(account.to_string())
            .bind(block)
            .bind(transaction);
        let rows = rows.bind(stream.code()).fetch_all(self.sql()).await?;
        rows.first()
            .map_or(Ok(0), |row| row.of("facts", &[]).number("transactions"))
    }

    async fn accounts<'a>(&self, after: Option<&'a AccountId>, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let text = "SELECT account FROM ledgers WHERE account > $1 \
             AND EXISTS (SELECT 1 FROM facts WHERE facts.ledger = ledgers.number) ORDER BY account LIMIT $2";
        let after = after.map(ToString::to_string).unwrap_or_default();
        let rows = sql(text).bind(after).bind(limit).fetch_all(self.sql()).await?;
        let account = |row: &Row| row.of("ledgers", &["account"]).kept("account", AccountId::kept);
        rows.iter().map(account).collect()
    }

    async fn of_source(
        &self,
        account: &AccountId,
        source: &SourceId,
        after: Option<FactId>,
        limit: u32,
    ) -> Result<Vec<StoredFact>, StorageError> {
        let text = "SELECT id, transaction_id, source, content, read_at, withdrawn_at FROM facts \
             WHERE ledger = (SELECT number FROM ledgers WHERE account = $1) AND source = $2 AND id > $3 ORDER BY id LIMIT $4";
        // No id is empty, so all of them come after this.
        let after = after.map(|id| id.0.to_vec()).unwrap_or_default();
        let rows = sql(text).bind(account.to_string()).bind(source.as_str());
        let rows = rows.bind(after).bind(limit).fetch_all(self.sql()).await?;
        rows.iter().map(|row| fact(row, account)).collect()
    }

    async fn extent(&self, account: &AccountId, stream: Stream) -> Result<Option<FactExtent>, StorageError> {
        let text = concat!(
            "SELECT (SELECT COUNT(*) FROM facts WHERE ",
            counting!(),
            ") AS facts, block, block_time FROM (SELECT * FROM (SELECT block, block_time FROM facts WHERE ",
            counting!(),
            " ORDER BY block, block_time LIMIT 1) AS earliest UNION ALL SELECT * FROM (SELECT block, block_time FROM facts \
             WHERE ",
            counting!(),
            " ORDER BY block DESC, block_time DESC LIMIT 1) AS latest) AS ends ORDER BY block, block_time"
        );
        let rows = sql(text).bind(account.to_string()).bind(stream.code());
        let rows = rows.fetch_all(self.sql()).await?;
        let end = |row: &Row| {
            let row = row.of("facts", &[]);
            Ok((row.number("block")?, row.time("block_time")?))
        };
        let [first, last] = rows.as_slice() else {
            return Ok(None);
        };
        Ok(Some(FactExtent {
            facts: first.of("facts", &[]).number("facts")?,
            first: end(first)?,
            last: end(last)?,
        }))
    }
}

/// The sort key of facts.
fn order(stored: &StoredFact) -> (u64, &TransactionId, Stream, FactId) {
    let fact = &stored.fact;
    (fact.block.number, &fact.transaction, fact.body.stream(), stored.id)
}

fn row(id: FactId, fact: &Fact, ledger: i64, at: Timestamp) -> Result<Vec<Value>, StorageError> {
    Ok(vec![
        id.0.to_vec().into(),
        ledger.into(),
        fact.transaction.to_string().into(),
        fact.body.stream().code().into(),
        stored_number(fact.block.number).into(),
        fact.block.time.into(),
        fact.source.as_str().into(),
        json("facts", &(&fact.block, &fact.body))?.into(),
        at.into(),
    ])
}

#[async_trait]
impl FactWriter for SqlWork {
    async fn add(&mut self, facts: &[Fact], at: Timestamp) -> Result<Vec<TransactionId>, StorageError> {
        let accounts: BTreeSet<&AccountId> = facts.iter().map(|fact| &fact.account).collect();
        let mut ledgers = BTreeMap::new();
        for account in accounts {
            ledgers.insert(account, ledger::open(self.tx(), account).await?.number);
        }
        // Each once, because a statement cannot change a row twice.
        let mut rows = BTreeMap::new();
        for fact in facts {
            let id = fact.id().map_err(|_| unreadable(fact))?;
            let ledger = ledgers.get(&fact.account).copied().unwrap_or_default();
            rows.insert(id, row(id, fact, ledger, at)?);
        }
        let added = insert_many_returning(
            self.tx(),
            "INSERT INTO facts (id, ledger, transaction_id, stream, block, block_time, source, content, read_at)",
            rows.into_values().collect(),
            "ON CONFLICT (id) DO UPDATE SET withdrawn_at = NULL WHERE facts.withdrawn_at IS NOT NULL \
             RETURNING transaction_id",
        );
        Ok(transactions(&added.await?)?.into_iter().collect())
    }

    async fn withdraw_others(
        &mut self,
        account: &AccountId,
        stream: Stream,
        blocks: (u64, u64),
        kept: &[FactId],
        at: Timestamp,
    ) -> Result<Vec<TransactionId>, StorageError> {
        let text = listed_bytes!(
            "UPDATE facts SET withdrawn_at = $1 WHERE ledger = (SELECT number FROM ledgers WHERE account = $2) \
             AND stream = $3 AND block >= $4 AND block <= $5 AND withdrawn_at IS NULL AND id NOT IN ",
            6,
            " RETURNING transaction_id"
        );
        let withdrawn = sql(text)
            .bind(at)
            .bind(account.to_string())
            .bind(stream.code())
            .bind(stored_number(blocks.0))
            .bind(stored_number(blocks.1))
            .bind_list(kept.iter().map(|id| HEXLOWER.encode(&id.0)));
        let rows = withdrawn.fetch_all(self.tx()).await?;
        Ok(transactions(&rows)?.into_iter().collect())
    }
}

/// The error for a fact whose content cannot be written as JSON, which no type of a body allows.
fn unreadable(fact: &Fact) -> StorageError {
    StorageError::Corrupt {
        table: "facts".to_owned(),
        column: "content".to_owned(),
        id: fact.transaction.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Row as _};

    use super::*;
    use crate::storage::database::{migrations::STEPS, sql::Sql, sqlite::open_memory, timeouts::DatabaseTimeouts};

    #[tokio::test]
    async fn each_transaction_is_compared_with_its_own_facts_alone() {
        let Sql::Sqlite(pools) = open_memory(STEPS, DatabaseTimeouts::default()).await.unwrap() else {
            panic!("not SQLite");
        };
        for (text, subqueries) in [(LISTED, 1), (LISTED_WITHOUT, 2), (COUNTED_WITHOUT, 2)] {
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}")));
            let rows = plan.fetch_all(&pools.write).await.unwrap();
            let lines: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            let own = |line: &&String| line.contains(" earlier ") || line.contains(" other ");
            let searches: Vec<&String> = lines.iter().filter(own).collect();
            assert_eq!(searches.len(), subqueries, "{lines:?}");
            let by_transaction = |line: &&String| line.contains("facts_transaction (ledger=? AND transaction_id=?)");
            assert!(searches.iter().all(by_transaction), "{searches:?}");
        }
    }
}
