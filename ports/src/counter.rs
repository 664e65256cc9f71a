//! Rate-limit counters for actions that must stay rare. They are stored in the database, so that several processes share
//! them and they survive a restart. Limits that only smooth the load are counted in memory instead.

use std::{num::NonZeroU32, str::FromStr, time::Duration};

use async_trait::async_trait;

use crate::{storage::StorageError, time::clock::Timestamp};

/// A rate: `30/h`, `600/min`, `1/s`, `5/day`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The number of events.
    pub count: NonZeroU32,
    /// The period in which they may happen.
    pub per: Duration,
}

/// Why a text is not a rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a rate; write a number and a unit, such as 30/h, 600/min, 1/s or 5/day")]
pub struct ParseRateError;

impl FromStr for Rate {
    type Err = ParseRateError;

    fn from_str(text: &str) -> Result<Self, ParseRateError> {
        let (count, unit) = text.split_once('/').ok_or(ParseRateError)?;
        let seconds = match unit.trim() {
            "s" => 1,
            "min" => 60,
            "h" => 3600,
            "day" => 86_400,
            _ => return Err(ParseRateError),
        };
        Ok(Self {
            count: count.trim().parse().map_err(|_| ParseRateError)?,
            per: Duration::from_secs(seconds),
        })
    }
}

/// The key of a counter: an action and who takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The action, such as `create-user`.
    pub name: String,
    /// Who takes it, such as a network. Storage keeps only a hash of it under the instance's own key, so that the networks
    /// cannot be read from the table and two databases cannot be compared.
    pub subject: String,
}

/// A counter with its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// The counter.
    pub counter: Counter,
    /// The allowed rate.
    pub rate: Rate,
}

/// The decision of a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateDecision {
    /// Allowed and counted.
    Passed {
        /// How many more events are allowed now.
        left: u32,
    },
    /// Over the limit; not counted.
    Refused {
        /// When as many events are allowed.
        retry_after: Duration,
    },
}

/// Writes counters.
#[async_trait]
pub trait CounterWriter: Send {
    /// Counts `events` at once and allows them, unless more than `rate.count` would be allowed within the last `rate.per` (a
    /// sliding window). More events than `rate.count` count as that many, so that they are allowed where none counts
    /// yet. An implementer MUST hold that limit for any number of concurrent calls, also from several processes. The
    /// caller treats an error as a refusal. Events dated further in the future than `rate.per`, from before the clock was set
    /// back, count as of `now`.
    async fn take(
        &mut self,
        counter: &Counter,
        rate: Rate,
        events: NonZeroU32,
        now: Timestamp,
    ) -> Result<RateDecision, StorageError>;

    /// Takes back one event that [`take`](Self::take) counted at `at`, because it turned out not to be one.
    async fn give_back(&mut self, counter: &Counter, at: Timestamp) -> Result<(), StorageError>;

    /// Deletes counters that no longer limit anything. Events of counters that limit for more than a day, from before the
    /// clock was set back, are dated `now`.
    async fn forget_rested(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_parsed_or_rejected() {
        let rate: Rate = " 30 /h".parse().unwrap();
        assert_eq!((rate.count.get(), rate.per), (30, Duration::from_secs(3600)));
        for text in ["0/h", "30", "x/h", "30/year", "-1/s", ""] {
            assert_eq!(text.parse::<Rate>(), Err(ParseRateError), "{text}");
        }
    }
}
