//! The rate limits.

mod call_limit;
mod headers;
mod memory;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Tracker;
pub use ports::counter::ParseRateError;
pub use ports::counter::Rate;
use ports::counter::{Counter, RateDecision, RateLimit};
use ports::{ApiKeyId, Timestamp};

use crate::client::Client;
use crate::problem::Problem;

pub use call_limit::{CallLimit, per_day, per_hour, per_minute};
pub use headers::{counting_here, exceeded, record_left, with_headers};
use memory::{CLEANUP_CLIENTS, MemoryCounter};

/// The limit of the calls with one API key. It is counted for the key, from wherever it is used.
pub static PER_KEY: CallLimit = CallLimit::new("api-key", "calls with one API key", per_minute::<120>());

/// The highest rate of a limit that is counted in the database, which stores every event.
const MAX_STORED: u32 = 1000;

/// How many times the rate of one IPv6 network its site is allowed. A site may be shared by some hundred people, or one person may
/// have all of its 256 networks.
const SITE_FACTOR: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

/// The error of an invalid configuration of the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// There is no limit of this name.
    #[error("there is no rate limit {name:?}; there are {}", known.join(", "))]
    UnknownLimit {
        /// The configured name.
        name: String,
        /// The names of all limits.
        known: Vec<&'static str>,
    },
    /// The text is not a rate.
    #[error("the rate limit {name} is {text:?}, which {error}")]
    Unreadable {
        /// The name of the limit.
        name: String,
        /// The configured text.
        text: String,
        /// The parser's error.
        error: ParseRateError,
    },
    /// The rate is too high for a limit that is counted in the database.
    #[error("the rate limit {name} allows more than {MAX_STORED} tries; write a smaller number within a shorter time")]
    TooMany {
        /// The name of the limit.
        name: String,
    },
}

/// The rate limits, which are counted for each client.
pub struct Limits(BTreeMap<&'static str, LimitEntry>);

struct LimitEntry {
    rate: Rate,
    /// The rate of programs on this machine.
    local: Option<Rate>,
    counter: LimitCounter,
}

/// When the database will count the calls of a subject again, by the subject of its counter.
type Refusals = Mutex<HashMap<String, Timestamp>>;

/// Where a limit is counted.
enum LimitCounter {
    /// In memory.
    Memory(MemoryCounter),
    /// In the database. Who was refused is kept in memory with the end of the refusal, so that further calls do not write.
    Database(Refusals),
}

impl LimitEntry {
    /// Returns a limit with the rate of the configuration, if it sets one.
    fn new(limit: &CallLimit, text: Option<&String>) -> Result<Self, LimitsError> {
        let name = limit.name;
        let (rate, local) = match text {
            Some(text) => (rate(name, text)?, None),
            None => (limit.rate, limit.local),
        };
        let counter = if limit.in_memory {
            LimitCounter::Memory(MemoryCounter::new(rate, of_site(rate)))
        } else if rate.count.get() > MAX_STORED {
            return Err(LimitsError::TooMany { name: name.to_owned() });
        } else {
            LimitCounter::Database(Mutex::default())
        };
        Ok(Self { rate, local, counter })
    }

    fn rate_of(&self, client: Client) -> Rate {
        self.local.filter(|_| client.is_local()).unwrap_or(self.rate)
    }
}

impl Limits {
    /// Returns the declared limits with `changes` applied.
    pub(crate) fn new(
        declared: &[&'static CallLimit],
        changes: &BTreeMap<String, String>,
    ) -> Result<Self, LimitsError> {
        let declared: BTreeMap<&str, &CallLimit> = declared.iter().map(|limit| (limit.name, *limit)).collect();
        if let Some(name) = changes.keys().find(|name| !declared.contains_key(name.as_str())) {
            let known = declared.into_keys().collect();
            return Err(LimitsError::UnknownLimit {
                name: name.clone(),
                known,
            });
        }
        let limits = declared.into_iter().map(|(name, limit)| {
            let limit = LimitEntry::new(limit, changes.get(name));
            limit.map(|limit| (name, limit))
        });
        limits.collect::<Result<_, _>>().map(Self)
    }

    /// Counts one call of a client. If the limit is counted in the database and the database does not respond, the call is refused.
    pub async fn check(&self, limit: &'static CallLimit, client: Client, tracker: &Tracker) -> Result<(), Problem> {
        self.check_several(limit, client, NonZeroU32::MIN, tracker).await
    }

    /// Counts several events of a client at once in the database: all of them are allowed or none. More events than the rate use
    /// up all of it.
    pub async fn check_several(
        &self,
        limit: &'static CallLimit,
        client: Client,
        events: NonZeroU32,
        tracker: &Tracker,
    ) -> Result<(), Problem> {
        match &self.entry(limit)?.counter {
            LimitCounter::Memory(counter) => match counter.pass(client) {
                Ok(left) => {
                    record_left(limit, left);
                    Ok(())
                }
                Err(retry_after) => Err(exceeded(limit, retry_after)),
            },
            LimitCounter::Database(refused) => {
                let limits = self.counted(limit, client)?;
                count(limit, (&limits, events), tracker, refused).await
            }
        }
    }

    /// Counts one call with an API key, from wherever it is used. If the database does not respond, the call is refused.
    pub async fn check_key(&self, key: ApiKeyId, tracker: &Tracker) -> Result<(), Problem> {
        let LimitEntry { rate, counter, .. } = self.entry(&PER_KEY)?;
        let LimitCounter::Database(refused) = counter else {
            return Err(Problem::Internal);
        };
        let limit = RateLimit {
            counter: Counter {
                name: PER_KEY.name.to_owned(),
                subject: key.to_string(),
            },
            rate: *rate,
        };
        count(&PER_KEY, (&[limit], NonZeroU32::MIN), tracker, refused).await
    }

    /// Returns the rate of a client under a limit.
    pub fn policy(&self, limit: &CallLimit, client: Client) -> Option<Rate> {
        self.0.get(limit.name).map(|entry| entry.rate_of(client))
    }

    /// Returns the limits of a client under a limit that is counted in the database: its own, and that of its site.
    pub fn counted(&self, limit: &CallLimit, client: Client) -> Result<Vec<RateLimit>, Problem> {
        let rate = self.entry(limit)?.rate_of(client);
        let of = |client: Client, rate: Rate| RateLimit {
            counter: Counter {
                name: limit.name.to_owned(),
                subject: client.subject(),
            },
            rate,
        };
        let site = client.site().map(|site| of(site, of_site(rate)));
        Ok([of(client, rate)].into_iter().chain(site).collect())
    }

    fn entry(&self, limit: &CallLimit) -> Result<&LimitEntry, Problem> {
        self.0.get(limit.name).ok_or_else(|| {
            tracing::error!(limit.name, "a call counts under a rate limit that no call declares");
            Problem::Internal
        })
    }
}

/// Counts events in the database, under several limits of one name. The first is that of the caller itself.
async fn count(
    limit: &'static CallLimit,
    (limits, events): (&[RateLimit], NonZeroU32),
    tracker: &Tracker,
    refused: &Refusals,
) -> Result<(), Problem> {
    let (own, now) = (limits.first().ok_or(Problem::Internal)?, tracker.ports().clock.now());
    let subject = &own.counter.subject;
    if let Some(retry_after) = remaining_refusal(refused, subject, own.rate, now) {
        return Err(exceeded(limit, retry_after));
    }
    match tracker.counters().take(limits, events).await? {
        RateDecision::Passed { left } => {
            record_left(limit, left);
            Ok(())
        }
        // A smaller number of events may be allowed now.
        RateDecision::Refused { retry_after } if events > NonZeroU32::MIN => Err(exceeded(limit, retry_after)),
        RateDecision::Refused { retry_after } => {
            let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
            if refused.len() > CLEANUP_CLIENTS {
                refused.retain(|_, until| *until > now);
            }
            refused.insert(subject.clone(), now.plus(retry_after));
            Err(exceeded(limit, retry_after))
        }
    }
}

/// Returns how long a subject that the database refused still has to wait. An end that is further in the future than the period
/// of the rate comes from a wrong clock and is ignored.
fn remaining_refusal(refused: &Refusals, subject: &str, rate: Rate, now: Timestamp) -> Option<Duration> {
    let refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
    let until = refused.get(subject).copied()?;
    let left = until.since(now);
    (until > now && left <= rate.per).then_some(left)
}

/// Returns the rate of a site whose networks have this rate.
fn of_site(Rate { count, per }: Rate) -> Rate {
    Rate {
        count: count.saturating_mul(SITE_FACTOR),
        per,
    }
}

fn rate(name: &str, text: &str) -> Result<Rate, LimitsError> {
    text.parse().map_err(|error| LimitsError::Unreadable {
        name: name.to_owned(),
        text: text.to_owned(),
        error,
    })
}

#[cfg(test)]
mod tests;
