//! Accounts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, AccountState, Address, ChainId, StorageError, Timestamp,
    account::{AccountReader, AccountWriter, Activity},
    chain::WaitingTransactions,
    failure::Failure,
    snapshot::SnapshotId,
};

use super::{
    conditions::{visited, watched},
    database::{
        Database, SqlWork,
        sql::{Fields, Row, Value, insert_many, json, json_rows, listed, sql},
    },
    erase, snapshot,
};

/// Returns the stored text of an activity.
fn word(activity: Activity) -> &'static str {
    match activity {
        // That it consists of files is a column of its own.
        Activity::Unknown | Activity::Filed => "unknown",
        Activity::Quiet => "quiet",
        Activity::Active => "active",
    }
}

fn activity(row: &Fields<'_>) -> Result<Activity, StorageError> {
    let kept = row.text("activity")?;
    let all = [Activity::Unknown, Activity::Quiet, Activity::Active];
    let known = all.into_iter().find(|activity| word(*activity) == kept);
    known.ok_or_else(|| row.corrupt("activity"))
}

fn state(row: &Row) -> Result<AccountState, StorageError> {
    let row = row.of("accounts", &["id"]);
    Ok(AccountState {
        id: row.kept("id", AccountId::kept)?,
        latest: row.maybe_parsed("latest")?,
        read_at: row.maybe_time("read_at")?,
        whole_at: row.maybe_time("whole_at")?,
        activity: match row.maybe_time("filed_at")? {
            Some(_) => Activity::Filed,
            None => activity(&row)?,
        },
        transactions: row.maybe_number("transactions")?,
        failure: row.maybe_json("failure")?,
        waiting: row.maybe_json("waiting")?.unwrap_or_default(),
    })
}

/// Scans the index of accounts that did not fail, separately for quiet and other accounts, because most accounts are quiet
/// and most of these are not due.
macro_rules! walk {
    ($name:literal, $quiet:literal, $when:literal) => {
        concat!(
            "SELECT * FROM (SELECT id, COALESCE(whole_at, 0) AS at FROM accounts WHERE failed_at IS NULL \
             AND (activity = 'quiet') = ",
            $quiet,
            " AND COALESCE(whole_at, 0) ",
            $when,
            " AND ",
            watched!(),
            " ORDER BY COALESCE(whole_at, 0), id LIMIT $4) AS ",
            $name
        )
    };
}

/// Scans the index of failed accounts, ordered by the time of the failure.
macro_rules! rested {
    () => {
        concat!(
            "SELECT * FROM (SELECT id, failed_at AS at FROM accounts WHERE failed_at IS NOT NULL \
             AND (COALESCE(whole_at, 0) > $3 \
             OR COALESCE(whole_at, 0) < CASE WHEN activity = 'quiet' THEN CAST($2 AS BIGINT) ELSE CAST($1 AS BIGINT) END) \
             AND (failed_at > $3 OR retry_at <= $3 OR (retry_at IS NULL AND failed_at <= $1)) AND ",
            watched!(),
            " ORDER BY failed_at, id LIMIT $4) AS rested"
        )
    };
}

#[async_trait]
impl AccountReader for Database {
    async fn states(&self, ids: &[AccountId]) -> Result<Vec<AccountState>, StorageError> {
        let (text, columns) = json_rows!(
            [
                id,
                latest,
                read_at,
                whole_at,
                activity,
                filed_at,
                transactions,
                failure,
                waiting
            ],
            "FROM accounts WHERE id IN ",
            1
        );
        let rows = sql(text).bind_list(ids).fetch_json_rows(columns, self.sql()).await?;
        let mut states = rows.iter().map(state).collect::<Result<Vec<_>, _>>()?;
        states.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(states)
    }

    async fn due(
        &self,
        before: Timestamp,
        quiet_before: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<AccountId>, StorageError> {
        let text = concat!(
            "SELECT id FROM (",
            walk!("active", "(1 = 0)", "< $1"),
            " UNION ALL ",
            walk!("quiet", "(1 = 1)", "< $2"),
            " UNION ALL ",
            walk!("active_ahead", "(1 = 0)", "> $3"),
            " UNION ALL ",
            walk!("quiet_ahead", "(1 = 1)", "> $3"),
            " UNION ALL ",
            rested!(),
            ") AS due ORDER BY at, id LIMIT $4"
        );
        let rows = sql(text).bind(before).bind(quiet_before).bind(now).bind(limit);
        let rows = rows.fetch_all(self.sql()).await?;
        rows.iter()
            .map(|row| row.of("accounts", &["id"]).parsed("id"))
            .collect()
    }

    async fn active(&self, chain: &ChainId, since: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let text = "SELECT id FROM accounts WHERE activity = 'active' AND read_at >= $1 AND id LIKE $2 \
             ORDER BY read_at DESC, id LIMIT $3";
        let rows = sql(text).bind(since).bind(format!("{chain}:%")).bind(limit);
        let rows = rows.fetch_all(self.sql()).await?;
        let ids = rows.iter().map(|row| row.of("accounts", &["id"]).parsed("id"));
        // An underscore, which chain ids may contain, is a wildcard in a LIKE pattern.
        let own = |id: &Result<AccountId, _>| id.as_ref().map_or(true, |id: &AccountId| id.chain == *chain);
        ids.filter(own).collect()
    }

    async fn is_wanted(&self, id: &AccountId) -> Result<bool, StorageError> {
        let text = concat!(
            "SELECT id FROM accounts WHERE id = $1 AND (",
            watched!(),
            " OR ",
            visited!(),
            ")"
        );
        let found = sql(text).bind(id.to_string()).fetch_optional(self.sql()).await?;
        Ok(found.is_some())
    }
}

#[async_trait]
impl AccountWriter for SqlWork {
    async fn add(&mut self, ids: &[AccountId], now: Timestamp) -> Result<(), StorageError> {
        // In a fixed order, so that two transactions never deadlock.
        let ids: BTreeSet<&AccountId> = ids.iter().collect();
        let row = |id: &&AccountId| -> Vec<Value> {
            vec![
                id.to_string().into(),
                id.address.as_str().into(),
                now.into(),
                word(Activity::Unknown).into(),
            ]
        };
        let rows = ids.iter().map(row).collect();
        let head = "INSERT INTO accounts (id, address, added_at, activity)";
        // This update changes nothing but locks the row, so that it is not erased before the wallet that refers to it is added.
        let tail = "ON CONFLICT (id) DO UPDATE SET transactions = accounts.transactions";
        insert_many(self.tx(), head, rows, tail).await.map(drop)
    }

    async fn written(&mut self, writings: &[(Address, AccountId)]) -> Result<(), StorageError> {
        let row = |(address, account): &(Address, AccountId)| -> Vec<Value> {
            vec![account.to_string().into(), address.as_str().into()]
        };
        let rows = writings.iter().map(row).collect();
        let head = "INSERT INTO account_writings (account, address)";
        insert_many(self.tx(), head, rows, "ON CONFLICT (account, address) DO NOTHING")
            .await
            .map(drop)
    }

    /// A probe of a quiet account does not change the time of its last full reading.
    async fn read(
        &mut self,
        id: &AccountId,
        snapshot: SnapshotId,
        at: Timestamp,
        activity: Activity,
        waiting: &WaitingTransactions,
    ) -> Result<(), StorageError> {
        let text = "UPDATE accounts SET latest = $1, read_at = $2, activity = $3, failure = NULL, failed_at = NULL, \
             retry_at = NULL, whole_at = CASE WHEN activity = 'quiet' AND whole_at <= $2 \
             AND EXISTS (SELECT 1 FROM snapshots WHERE snapshots.id = $1 AND probe) THEN whole_at ELSE $2 END, \
             waiting = $5 WHERE id = $4";
        let waiting = Some(waiting).filter(|waiting| !waiting.is_empty());
        let waiting = waiting.map(|waiting| json("accounts", waiting)).transpose()?;
        let read = sql(text)
            .bind(snapshot.to_string())
            .bind(at)
            .bind(word(activity))
            .bind(id.to_string())
            .bind(waiting);
        read.execute(self.tx()).await?;
        snapshot::hold(self.tx(), id, snapshot).await
    }

    async fn counted(&mut self, id: &AccountId, transactions: u64) -> Result<(), StorageError> {
        let counted = sql("UPDATE accounts SET transactions = $1 WHERE id = $2")
            .bind(i64::try_from(transactions).unwrap_or(i64::MAX))
            .bind(id.to_string());
        counted.execute(self.tx()).await.map(drop)
    }

    async fn set_activity(
        &mut self,
        ids: &[AccountId],
        activity: Activity,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let set = match activity {
            Activity::Active => sql(listed!(
                "UPDATE accounts SET activity = 'active' WHERE filed_at IS NULL AND id IN ",
                1,
                ""
            )),
            Activity::Filed => sql(listed!("UPDATE accounts SET filed_at = $1 WHERE id IN ", 2, "")).bind(now),
            Activity::Unknown => sql(listed!("UPDATE accounts SET filed_at = NULL WHERE id IN ", 1, "")),
            Activity::Quiet => return Ok(()),
        };
        set.bind_list(ids).execute(self.tx()).await.map(drop)
    }

    async fn failed(&mut self, id: &AccountId, failure: &Failure) -> Result<(), StorageError> {
        let failed = sql("UPDATE accounts SET failure = $1, failed_at = $3, retry_at = $4 WHERE id = $2")
            .bind(json("accounts", failure)?)
            .bind(id.to_string())
            .bind(failure.at)
            .bind(failure.retry_at);
        failed.execute(self.tx()).await.map(drop)
    }

    async fn erase_unwatched(&mut self, limit: u32) -> Result<u64, StorageError> {
        self.thinned();
        erase::unwatched(self.tx(), limit).await
    }
}
