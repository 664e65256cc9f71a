//! Counters of tries: how often somebody may try something that has to stay rare. They live in the database, so that
//! several processes share them and a restart forgets none. What is only about politeness is counted in memory instead.

use std::{num::NonZeroU32, str::FromStr, time::Duration};

use async_trait::async_trait;

use crate::{clock::Timestamp, storage::StorageError};

/// How often: `30/h`, `600/min`, `1/s`, `5/day`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub count: NonZeroU32,
    /// Within which time.
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

/// What is counted for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// What is tried, such as `create-user`.
    pub name: String,
    /// Who tries it, such as a network. A store keeps no more of it than a hash under a key of the instance's own: two
    /// databases cannot be compared, and no table of networks is of use to a reader.
    pub subject: String,
}

/// A counter, and how much of it may pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// What is counted for whom.
    pub counter: Counter,
    /// How often it may pass.
    pub rate: Rate,
}

/// What a try came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It counts and may go on.
    Passed {
        /// How many more may pass now.
        left: u32,
    },
    /// It is one too many, and does not count.
    Refused {
        /// When the next one passes.
        retry_after: Duration,
    },
}

/// Keeps counters.
#[async_trait]
pub trait CounterWrites: Send {
    /// Counts one try, unless `rate.count` passed within the last `rate.per`: no stretch of that length, wherever it begins,
    /// sees more. That MUST hold however many come at the same time, also from several processes. A failure is no
    /// permission.
    async fn take(&mut self, counter: &Counter, rate: Rate, now: Timestamp) -> Result<Counted, StorageError>;

    /// Forgets counters that have come to rest: they would let anything pass.
    async fn forget_rested(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_parsed_or_refused() {
        let rate: Rate = " 30 /h".parse().unwrap();
        assert_eq!((rate.count.get(), rate.per), (30, Duration::from_secs(3600)));
        for text in ["0/h", "30", "x/h", "30/year", "-1/s", ""] {
            assert_eq!(text.parse::<Rate>(), Err(ParseRateError), "{text}");
        }
    }
}
