//! Rate-limit counters. A row stores the time of every event that still counts, so that the limit holds in every sliding
//! window.

use std::{num::NonZeroU32, time::Duration};

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp,
    counter::{Counter, CounterWriter, Rate, RateDecision},
};

use super::database::{SqlWork, sql::sql};

/// Rows that limit for longer than this, which is the longest period of a rate, were written before the clock was set back.
const LONGEST: Duration = Duration::from_hours(24);

/// Returns the events of a counter that count at `now`, the oldest first. Events dated further in the future than the
/// rate's period were counted before the clock was set back; they count as of now, so that setting it back forgets nothing.
fn counting(tries: &str, rate: Rate, now: Timestamp) -> Option<Vec<i64>> {
    let per = i64::try_from(rate.per.as_millis()).unwrap_or(i64::MAX / 4);
    let mut all = parsed(tries)?;
    for at in all.iter_mut().filter(|at| at.saturating_sub(now.millis()) >= per) {
        *at = now.millis();
    }
    all.retain(|at| now.millis().saturating_sub(*at) < per);
    all.sort_unstable();
    Some(all)
}

fn parsed(tries: &str) -> Option<Vec<i64>> {
    tries.split_whitespace().map(|one| one.parse().ok()).collect()
}

fn corrupt(name: &str) -> StorageError {
    StorageError::Corrupt {
        table: "counters".to_owned(),
        column: "tries".to_owned(),
        id: name.to_owned(),
    }
}

/// Returns how long until this number of further events is allowed; `None` where they are allowed now.
fn wait(tries: &[i64], rate: Rate, events: usize, now: Timestamp) -> Option<Duration> {
    let most = usize::try_from(rate.count.get()).unwrap_or(usize::MAX);
    let above = tries.len().saturating_add(events).checked_sub(most)?;
    let oldest = *tries.get(above.checked_sub(1)?)?;
    let since = now.millis().saturating_sub(oldest);
    let left = i64::try_from(rate.per.as_millis()).ok()?.saturating_sub(since);
    Some(Duration::from_millis(u64::try_from(left).unwrap_or_default()))
}

impl SqlWork {
    /// Reads the stored events and locks the row until the unit of work ends, so that counting is serialized.
    async fn hold(&mut self, name: &str, subject: &[u8], now: Timestamp) -> Result<String, StorageError> {
        let text = "INSERT INTO counters (name, subject, tries, free_at) VALUES ($1, $2, '', $3) \
             ON CONFLICT (name, subject) DO UPDATE SET free_at = counters.free_at RETURNING tries";
        let held = sql(text).bind(name).bind(subject.to_vec()).bind(now);
        let row = held.fetch_one(self.tx()).await?;
        row.of("counters", &[]).text("tries")
    }

    async fn write(
        &mut self,
        name: &str,
        subject: Vec<u8>,
        tries: &[i64],
        free: Timestamp,
    ) -> Result<(), StorageError> {
        let words: Vec<_> = tries.iter().map(ToString::to_string).collect();
        let written = sql("UPDATE counters SET tries = $3, free_at = $4 WHERE name = $1 AND subject = $2")
            .bind(name)
            .bind(subject)
            .bind(words.join(" "))
            .bind(free);
        written.execute(self.tx()).await.map(drop)
    }

    /// Dates the events of counters that were written before the clock was set back to now. They would otherwise limit until
    /// the clock reaches those times.
    async fn set_back(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let text = "SELECT name, subject, tries, free_at FROM counters WHERE free_at > $1";
        let rows = sql(text).bind(now.plus(LONGEST)).fetch_all(self.tx()).await?;
        for row in rows {
            let row = row.of("counters", &["name"]);
            let (name, free) = (row.text("name")?, row.time("free_at")?);
            let tries = row.text("tries")?;
            let mut tries = parsed(&tries).ok_or_else(|| corrupt(&name))?;
            let newest = tries.iter().max().map_or(free, |at| Timestamp::from_millis(*at));
            for at in &mut tries {
                *at = now.millis().min(*at);
            }
            self.write(&name, row.get("subject")?, &tries, now.plus(free.since(newest)))
                .await?;
        }
        Ok(())
    }
}

#[async_trait]
impl CounterWriter for SqlWork {
    async fn take(
        &mut self,
        counter: &Counter,
        rate: Rate,
        events: NonZeroU32,
        now: Timestamp,
    ) -> Result<RateDecision, StorageError> {
        let subject = self.counter_key().hash(&counter.subject)?;
        let kept = self.hold(&counter.name, &subject, now).await?;
        let mut tries = counting(&kept, rate, now).ok_or_else(|| corrupt(&counter.name))?;
        let events = usize::try_from(events.min(rate.count).get()).unwrap_or(usize::MAX);
        if let Some(retry_after) = wait(&tries, rate, events, now) {
            return Ok(RateDecision::Refused { retry_after });
        }
        tries.extend(std::iter::repeat_n(now.millis(), events));
        let newest = tries.iter().max().map_or(now, |at| Timestamp::from_millis(*at));
        self.write(&counter.name, subject, &tries, newest.plus(rate.per))
            .await?;
        let passed = u32::try_from(tries.len()).unwrap_or(u32::MAX);
        Ok(RateDecision::Passed {
            left: rate.count.get().saturating_sub(passed),
        })
    }

    async fn give_back(&mut self, counter: &Counter, at: Timestamp) -> Result<(), StorageError> {
        let subject = self.counter_key().hash(&counter.subject)?;
        let kept = self.hold(&counter.name, &subject, at).await?;
        let mut tries: Vec<&str> = kept.split_whitespace().collect();
        let taken = at.millis().to_string();
        if let Some(place) = tries.iter().position(|one| *one == taken) {
            tries.remove(place);
        }
        let written = sql("UPDATE counters SET tries = $3 WHERE name = $1 AND subject = $2")
            .bind(counter.name.as_str())
            .bind(subject)
            .bind(tries.join(" "));
        written.execute(self.tx()).await.map(drop)
    }

    async fn forget_rested(&mut self, now: Timestamp) -> Result<(), StorageError> {
        self.set_back(now).await?;
        let forgotten = sql("DELETE FROM counters WHERE free_at <= $1").bind(now);
        forgotten.execute(self.tx()).await.map(drop)
    }
}
