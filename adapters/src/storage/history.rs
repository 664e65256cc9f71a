//! The progress of reading histories.

use async_trait::async_trait;
use ports::{
    AccountId, ChainId, HistoryProgress, StorageError, Stream, Timestamp,
    history::{HistoryProgressReader, HistoryProgressWriter},
};

use super::{
    conditions::watched,
    database::{
        Database, SqlWork,
        sql::{Row, json, listed, sql},
    },
    ledger::stored_number,
};

fn progress(row: &Row) -> Result<HistoryProgress, StorageError> {
    let row = row.of("history_progress", &["account", "stream"]);
    Ok(HistoryProgress {
        account: row.kept("account", AccountId::kept)?,
        stream: Stream::named(&row.text("stream")?).ok_or_else(|| row.corrupt("stream"))?,
        source: row.maybe_parsed("source")?,
        through: row.maybe_number("through")?,
        target: row.maybe_number("target")?,
        continuation: row.get("continuation")?,
        oldest: row.maybe_time("oldest")?,
        facts: row.number("facts")?,
        total: row.maybe_number("total")?,
        cap: row.maybe_number("cap")?,
        gaps: row.json("gaps")?,
        failure: row.maybe_json("failure")?,
        is_whole: row.get("is_whole")?,
        sent: row.number("sent")?,
        expected: row.maybe_number("expected")?,
        newest: row.maybe_number("newest")?,
        final_hash: row.get("final_hash")?,
        updated_at: row.time("updated_at")?,
    })
}

#[async_trait]
impl HistoryProgressReader for Database {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<HistoryProgress>, StorageError> {
        let text = listed!(
            "SELECT account, stream, source, through, target, continuation, oldest, facts, total, cap, gaps, failure, \
             is_whole, sent, expected, newest, final_hash, updated_at FROM history_progress WHERE account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(progress).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| (&a.account, a.stream).cmp(&(&b.account, b.stream)));
        Ok(found)
    }

    async fn due(&self, chains: &[ChainId], before: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        // An account's id is its chain, a colon and its address.
        let text = listed!(
            concat!(
                "SELECT id FROM (SELECT accounts.id AS id, (SELECT MAX(updated_at) FROM history_progress \
                 WHERE history_progress.account = accounts.id AND history_progress.stream <> 'receipts') AS changed_at FROM accounts WHERE ",
                watched!(),
                " AND (accounts.activity = 'active' OR EXISTS (SELECT 1 FROM history_progress AS replaceable \
                 WHERE replaceable.account = accounts.id AND replaceable.stream <> 'receipts' \
                 AND replaceable.newest > COALESCE(replaceable.through, -1)) \
                 OR EXISTS (SELECT 1 FROM reconciliations WHERE reconciliations.account = accounts.id AND reread_at <= $2)) \
                 AND SUBSTR(accounts.id, 1, LENGTH(accounts.id) - LENGTH(accounts.address) - 1) IN "
            ),
            1,
            ") AS due WHERE changed_at IS NULL OR changed_at <= $2 \
             ORDER BY (changed_at IS NOT NULL), changed_at, id LIMIT $3"
        );
        let rows = sql(text).bind_list(chains).bind(before).bind(limit);
        let rows = rows.fetch_all(self.sql()).await?;
        let id = |row: &Row| row.of("accounts", &["id"]).kept("id", AccountId::kept);
        rows.iter().map(id).collect()
    }
}

#[async_trait]
impl HistoryProgressWriter for SqlWork {
    async fn set(&mut self, progress: &HistoryProgress) -> Result<(), StorageError> {
        let text = "INSERT INTO history_progress (account, stream, source, through, target, continuation, oldest, facts, \
             total, cap, gaps, failure, is_whole, updated_at, sent, expected, newest, final_hash) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
             ON CONFLICT (account, stream) DO UPDATE SET source = excluded.source, through = excluded.through, \
             target = excluded.target, continuation = excluded.continuation, oldest = excluded.oldest, \
             facts = excluded.facts, total = excluded.total, \
             cap = CASE WHEN history_progress.cap > excluded.cap THEN history_progress.cap ELSE excluded.cap END, \
             gaps = excluded.gaps, \
             failure = excluded.failure, is_whole = excluded.is_whole, updated_at = excluded.updated_at, \
             sent = excluded.sent, expected = excluded.expected, newest = excluded.newest, \
             final_hash = excluded.final_hash";
        let failure = progress.failure.as_ref();
        let failure = failure.map(|failure| json("history_progress", failure)).transpose()?;
        let set = sql(text)
            .bind(progress.account.to_string())
            .bind(progress.stream.code())
            .bind(progress.source.as_ref().map(ToString::to_string))
            .bind(progress.through.map(stored_number))
            .bind(progress.target.map(stored_number))
            .bind(progress.continuation.clone())
            .bind(progress.oldest)
            .bind(stored_number(progress.facts))
            .bind(progress.total.map(stored_number))
            .bind(progress.cap.map(stored_number))
            .bind(json("history_progress", &progress.gaps)?)
            .bind(failure)
            .bind(progress.is_whole)
            .bind(progress.updated_at)
            .bind(stored_number(progress.sent))
            .bind(progress.expected.map(stored_number))
            .bind(progress.newest.map(stored_number))
            .bind(progress.final_hash.clone());
        set.execute(self.tx()).await.map(drop)
    }
}
