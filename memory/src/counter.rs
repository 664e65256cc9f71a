//! Rate limit counters. A row stores the time of every attempt that still counts.

use std::{num::NonZeroU32, time::Duration};

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp,
    counter::{Counter, CounterWriter, Rate, RateDecision},
};

use crate::{rows::CounterRow, work::MemoryWork};

/// The longest window of a rate.
const LONGEST: Duration = Duration::from_hours(24);

impl CounterRow {
    /// Removes expired attempts. Ones dated further in the future than the rate's window were counted before the clock was set
    /// back; they count as of now.
    fn forget_uncounted(&mut self, rate: Rate, now: Timestamp) {
        for at in self.attempts.iter_mut().filter(|at| at.since(now) >= rate.per) {
            *at = now;
        }
        self.attempts.retain(|at| now.since(*at) < rate.per);
        self.attempts.sort_unstable();
    }

    /// Dates attempts to now if they limit for more than a day, which is the longest window.
    fn set_back(&mut self, now: Timestamp) {
        let Some(free) = self.free_at.filter(|free| free.since(now) > LONGEST) else {
            return;
        };
        let newest = self.attempts.iter().max().map_or(free, |newest| *newest);
        self.free_at = Some(now.plus(free.since(newest)));
        for at in &mut self.attempts {
            *at = now.min(*at);
        }
    }

    /// Returns how long to wait until this number of further attempts passes; `None` if they pass now.
    fn wait(&self, rate: Rate, attempts: usize, now: Timestamp) -> Option<Duration> {
        let most = usize::try_from(rate.count.get()).unwrap_or(usize::MAX);
        let above = self.attempts.len().saturating_add(attempts).checked_sub(most)?;
        let oldest = *self.attempts.get(above.checked_sub(1)?)?;
        Some(oldest.plus(rate.per).since(now))
    }
}

#[async_trait]
impl CounterWriter for MemoryWork {
    async fn take(
        &mut self,
        counter: &Counter,
        rate: Rate,
        events: NonZeroU32,
        now: Timestamp,
    ) -> Result<RateDecision, StorageError> {
        let key = (counter.name.clone(), self.counter_key.hash(&counter.subject)?);
        let row = self.tables.counters.entry(key).or_default();
        row.forget_uncounted(rate, now);
        let events = usize::try_from(events.min(rate.count).get()).unwrap_or(usize::MAX);
        if let Some(retry_after) = row.wait(rate, events, now) {
            return Ok(RateDecision::Refused { retry_after });
        }
        row.attempts.extend(std::iter::repeat_n(now, events));
        row.free_at = row.attempts.iter().max().map(|newest| newest.plus(rate.per));
        let passed = u32::try_from(row.attempts.len()).unwrap_or(u32::MAX);
        Ok(RateDecision::Passed {
            left: rate.count.get().saturating_sub(passed),
        })
    }

    async fn give_back(&mut self, counter: &Counter, at: Timestamp) -> Result<(), StorageError> {
        let key = (counter.name.clone(), self.counter_key.hash(&counter.subject)?);
        if let Some(row) = self.tables.counters.get_mut(&key)
            && let Some(place) = row.attempts.iter().position(|attempt| *attempt == at)
        {
            row.attempts.remove(place);
        }
        Ok(())
    }

    async fn forget_rested(&mut self, now: Timestamp) -> Result<(), StorageError> {
        self.tables.counters.values_mut().for_each(|row| row.set_back(now));
        self.tables
            .counters
            .retain(|_, row| row.free_at.is_some_and(|at| at > now));
        Ok(())
    }
}
