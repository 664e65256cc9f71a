//! The rate limits.

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

pub use headers::{counting_here, exceeded, record_left, with_headers};
use memory::{CLEANUP_CLIENTS, MemoryCounter};

/// The names of the limits, with the rates that apply unless the configuration changes them.
pub const DEFAULTS: [(&str, &str); 15] = [
    ("create-user", "30/h"),
    ("link-miss", "20/h"),
    ("detect-chain", "600/min"),
    ("look-up-names", "1000/h"),
    ("ask-live", "12/min"),
    ("upload", "20/h"),
    ("export", "10/h"),
    ("add-token", "60/h"),
    ("send-code", "20/h"),
    ("verify-code", "60/h"),
    ("find-email", "5/h"),
    ("wallet-sign-in", "30/h"),
    ("feedback", "10/day"),
    ("attachment", "20/h"),
    (PER_KEY, "120/min"),
];

/// The limit of the calls with one API key. It is counted for the key, from wherever it is used.
pub const PER_KEY: &str = "api-key";

/// Limits that are higher for programs on this machine, unless the configuration sets the limit. A request that a proxy forwarded
/// does not count as local.
const LOCAL: [(&str, &str); 1] = [("create-user", "300/h")];

/// The limit of calls that come with every change of a text and use only this process. It is counted in its memory; the others
/// are counted in the database, so that several processes count together.
const IN_MEMORY: &str = "detect-chain";
/// The highest rate of a limit that is counted in the database, which stores every event.
const MAX_STORED: u32 = 1000;

/// How many times the rate of one IPv6 network its site is allowed. A site may be shared by some hundred people, or one person may
/// have all of its 256 networks.
const SITE_FACTOR: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

/// The error of an invalid configuration of the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// There is no limit of this name.
    #[error("there is no rate limit {name:?}; there are {}", DEFAULTS.map(|(name, _)| name).join(", "))]
    UnknownLimit {
        /// The configured name.
        name: String,
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
    /// The rate of programs on this machine. Only limits that are counted in the database have one.
    local: Option<Rate>,
    counter: LimitCounter,
}

/// When the database will count the calls of a subject again, by the subject of its counter.
type Refusals = Mutex<HashMap<String, Timestamp>>;

/// Where a limit is counted.
enum LimitCounter {
    /// In memory; only [`IN_MEMORY`] is.
    Memory(MemoryCounter),
    /// In the database. Who was refused is kept in memory with the end of the refusal, so that further calls do not write.
    Database(Refusals),
}

impl LimitEntry {
    fn new(name: &'static str, text: &str, local: Option<&str>) -> Result<Self, LimitsError> {
        let rate = rate(name, text)?;
        let local = local.map(|text| self::rate(name, text)).transpose()?;
        if name == IN_MEMORY {
            let counter = LimitCounter::Memory(MemoryCounter::new(rate, of_site(rate)));
            return Ok(Self { rate, local, counter });
        }
        if rate.count.get() > MAX_STORED {
            return Err(LimitsError::TooMany { name: name.to_owned() });
        }
        let counter = LimitCounter::Database(Mutex::default());
        Ok(Self { rate, local, counter })
    }

    fn rate_of(&self, client: Client) -> Rate {
        self.local.filter(|_| client.is_local()).unwrap_or(self.rate)
    }
}

impl Limits {
    /// Returns the default limits with `changes` applied.
    pub fn new(changes: &BTreeMap<String, String>) -> Result<Self, LimitsError> {
        if let Some(name) = changes
            .keys()
            .find(|name| !DEFAULTS.iter().any(|(known, _)| known == name))
        {
            return Err(LimitsError::UnknownLimit { name: name.clone() });
        }
        let limits = DEFAULTS.map(|(name, default)| {
            let limit = match changes.get(name) {
                Some(text) => LimitEntry::new(name, text, None),
                None => LimitEntry::new(name, default, text_of(&LOCAL, name)),
            };
            limit.map(|limit| (name, limit))
        });
        limits.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Counts one call of a client. If the limit is counted in the database and the database does not respond, the call is refused.
    pub async fn check(&self, name: &'static str, client: Client, tracker: &Tracker) -> Result<(), Problem> {
        self.check_several(name, client, NonZeroU32::MIN, tracker).await
    }

    /// Counts several events of a client at once in the database: all of them are allowed or none. More events than the rate use
    /// up all of it.
    pub async fn check_several(
        &self,
        name: &'static str,
        client: Client,
        events: NonZeroU32,
        tracker: &Tracker,
    ) -> Result<(), Problem> {
        match &self.limit(name)?.counter {
            LimitCounter::Memory(counter) => match counter.pass(client) {
                Ok(left) => {
                    record_left(name, left);
                    Ok(())
                }
                Err(retry_after) => Err(exceeded(name, retry_after)),
            },
            LimitCounter::Database(refused) => {
                let limits = self.counted(name, client)?;
                count(name, (&limits, events), tracker, refused).await
            }
        }
    }

    /// Counts one call with an API key, from wherever it is used. If the database does not respond, the call is refused.
    pub async fn check_key(&self, key: ApiKeyId, tracker: &Tracker) -> Result<(), Problem> {
        let LimitEntry { rate, counter, .. } = self.limit(PER_KEY)?;
        let LimitCounter::Database(refused) = counter else {
            return Err(Problem::Internal);
        };
        let limit = RateLimit {
            counter: Counter {
                name: PER_KEY.to_owned(),
                subject: key.to_string(),
            },
            rate: *rate,
        };
        count(PER_KEY, (&[limit], NonZeroU32::MIN), tracker, refused).await
    }

    /// Returns the rate of a client under a limit.
    pub fn policy(&self, name: &str, client: Client) -> Option<Rate> {
        self.0.get(name).map(|limit| limit.rate_of(client))
    }

    /// Returns the limits of a client under a limit that is counted in the database: its own, and that of its site.
    pub fn counted(&self, name: &'static str, client: Client) -> Result<Vec<RateLimit>, Problem> {
        let rate = self.limit(name)?.rate_of(client);
        let limit = |client: Client, rate: Rate| RateLimit {
            counter: Counter {
                name: name.to_owned(),
                subject: client.subject(),
            },
            rate,
        };
        let site = client.site().map(|site| limit(site, of_site(rate)));
        Ok([limit(client, rate)].into_iter().chain(site).collect())
    }

    fn limit(&self, name: &str) -> Result<&LimitEntry, Problem> {
        self.0.get(name).ok_or_else(|| {
            tracing::error!(name, "a call uses a rate limit that does not exist");
            Problem::Internal
        })
    }
}

/// Counts events in the database, under several limits of one name. The first is that of the caller itself.
async fn count(
    name: &'static str,
    (limits, events): (&[RateLimit], NonZeroU32),
    tracker: &Tracker,
    refused: &Refusals,
) -> Result<(), Problem> {
    let (own, now) = (limits.first().ok_or(Problem::Internal)?, tracker.ports().clock.now());
    let subject = &own.counter.subject;
    if let Some(retry_after) = remaining_refusal(refused, subject, own.rate, now) {
        return Err(exceeded(name, retry_after));
    }
    match tracker.counters().take(limits, events).await? {
        RateDecision::Passed { left } => {
            record_left(name, left);
            Ok(())
        }
        // A smaller number of events may be allowed now.
        RateDecision::Refused { retry_after } if events > NonZeroU32::MIN => Err(exceeded(name, retry_after)),
        RateDecision::Refused { retry_after } => {
            let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
            if refused.len() > CLEANUP_CLIENTS {
                refused.retain(|_, until| *until > now);
            }
            refused.insert(subject.clone(), now.plus(retry_after));
            Err(exceeded(name, retry_after))
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

/// Returns the rate of a limit unless the configuration sets it.
pub fn default_rate(name: &str) -> Option<Rate> {
    text_of(&DEFAULTS, name)?.parse().ok()
}

/// Returns the rate of programs on this machine under a limit unless the configuration sets it.
pub fn local_rate(name: &str) -> Option<Rate> {
    text_of(&LOCAL, name)?.parse().ok()
}

fn text_of(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(limit, _)| *limit == name).map(|(_, rate)| *rate)
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
