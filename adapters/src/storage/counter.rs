//! Counters of tries. A counter is one moment: when all its tries will have come back, each after its part of the time
//! (the generic cell rate algorithm of ITU-T I.371).

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp,
    counter::{Counted, Counter, CounterWrites, Rate},
};

use super::{sql::sql, work::Work};

/// The time of a rate in milliseconds: of one try, and of all but one.
fn parts(rate: Rate) -> (i64, i64) {
    let per = i64::try_from(rate.per.as_millis()).unwrap_or(i64::MAX / 4);
    let count = i64::from(rate.count.get());
    let one = (per / count).max(1);
    (one, one.saturating_mul(count - 1))
}

#[async_trait]
impl CounterWrites for Work {
    async fn take(&mut self, counter: &Counter, rate: Rate, now: Timestamp) -> Result<Counted, StorageError> {
        let (one, all_but_one) = parts(rate);
        let latest = now.millis().saturating_add(all_but_one);
        // No try leads further than this: what lies behind it was written by a clock that was wrong.
        let absurd = latest.saturating_add(all_but_one).saturating_add(one.saturating_mul(2));
        let text = "INSERT INTO counters (name, subject, free_at) VALUES ($1, $2, $3 + $4) \
             ON CONFLICT (name, subject) DO UPDATE SET free_at = $4 + \
             CASE WHEN counters.free_at BETWEEN $3 AND $5 THEN counters.free_at ELSE $3 END \
             WHERE counters.free_at <= $5 OR counters.free_at > $6";
        let taken = sql(text)
            .bind(counter.name.as_str())
            .bind(counter.subject.to_vec())
            .bind(now)
            .bind(one)
            .bind(latest)
            .bind(absurd);
        if taken.execute(self.tx()).await? == 1 {
            return Ok(Counted::Passed);
        }
        let row = sql("SELECT name, free_at FROM counters WHERE name = $1 AND subject = $2")
            .bind(counter.name.as_str())
            .bind(counter.subject.to_vec())
            .fetch_one(self.tx())
            .await?;
        let free_at = row.of("counters", &["name"]).int("free_at")?;
        let wait = u64::try_from(free_at.saturating_sub(latest)).unwrap_or_default();
        Ok(Counted::Refused {
            retry_after: Duration::from_millis(wait),
        })
    }

    async fn forget_rested(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let forgotten = sql("DELETE FROM counters WHERE free_at <= $1").bind(now);
        forgotten.execute(self.tx()).await.map(drop)
    }
}
