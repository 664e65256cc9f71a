//! The rate limits.

mod headers;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Tracker;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
pub use ports::counter::ParseRateError;
pub use ports::counter::Rate;
use ports::counter::{Counter, RateDecision, RateLimit};
use ports::{ApiKeyId, Timestamp};

use crate::client::Client;
use crate::problem::Problem;

pub use headers::{exceeded, record_left, with_headers};

/// The number of clients in memory above which those that have not called lately are removed.
const CLEANUP_CLIENTS: usize = 10_000;

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

/// The limits that matter for security or protect outside services, and that of API keys, whose rate is part of the description.
/// They are counted in the database, so that several processes count together. The others count
/// calls that are cheap, or that share one answer while they wait.
const PERSISTENT: [&str; 12] = [
    "create-user",
    "link-miss",
    "send-code",
    "verify-code",
    "find-email",
    "wallet-sign-in",
    "upload",
    "export",
    "add-token",
    PER_KEY,
    "feedback",
    "attachment",
];
/// The highest rate of a persistent limit: the database stores every call.
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

type Limiter = RateLimiter<Client, DefaultKeyedStateStore<Client>, DefaultClock, StateInformationMiddleware>;

/// When the database will count the calls of a subject again, by the subject of its counter.
type Refusals = Mutex<HashMap<String, Timestamp>>;

/// Where a limit is counted.
enum LimitCounter {
    /// In memory, as a token bucket that is refilled evenly.
    Memory { clients: Limiter, sites: Limiter },
    /// In the database. Who was refused is kept in memory with the end of the refusal, so that further calls do not write.
    Database(Refusals),
}

impl LimitEntry {
    fn new(name: &'static str, text: &str, local: Option<&str>) -> Result<Self, LimitsError> {
        let rate = rate(name, text)?;
        let local = local.map(|text| self::rate(name, text)).transpose()?;
        if !PERSISTENT.contains(&name) {
            let of_site = Rate {
                count: rate.count.saturating_mul(SITE_FACTOR),
                per: rate.per,
            };
            let (clients, sites) = (limiter(rate), limiter(of_site));
            let counter = LimitCounter::Memory { clients, sites };
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
        match &self.limit(name)?.counter {
            LimitCounter::Memory { .. } => self.spend(name, client, 1),
            LimitCounter::Database(refused) => count(name, &self.counted(name, client)?, tracker, refused).await,
        }
    }

    /// Counts several calls of a client under a limit that is counted in memory. A count above the limit's burst uses up all of
    /// it.
    pub fn spend(&self, name: &'static str, client: Client, count: usize) -> Result<(), Problem> {
        let LimitEntry { rate, counter, .. } = self.limit(name)?;
        let count = NonZeroU32::new(u32::try_from(count).unwrap_or(u32::MAX));
        let (LimitCounter::Memory { clients, sites }, Some(count)) = (counter, count) else {
            return Ok(());
        };
        let count = count.min(rate.count);
        let passed = pass(clients, client, count).and_then(|left| match client.site() {
            Some(site) => pass(sites, site, count).map(|of_site| left.min(of_site)),
            None => Ok(left),
        });
        passed
            .map(|left| record_left(name, left))
            .map_err(|retry_after| exceeded(name, retry_after))
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
        count(PER_KEY, &[limit], tracker, refused).await
    }

    /// Returns the rate of a client under a limit.
    pub fn policy(&self, name: &str, client: Client) -> Option<Rate> {
        self.0.get(name).map(|limit| limit.rate_of(client))
    }

    /// Returns the limits of a client under a limit that is counted in the database: its own, and that of its site.
    pub fn counted(&self, name: &'static str, client: Client) -> Result<Vec<RateLimit>, Problem> {
        let Rate { count, per } = self.limit(name)?.rate_of(client);
        let limit = |client: Client, count: NonZeroU32| RateLimit {
            counter: Counter {
                name: name.to_owned(),
                subject: client.subject(),
            },
            rate: Rate { count, per },
        };
        let site = client.site().map(|site| limit(site, count.saturating_mul(SITE_FACTOR)));
        Ok([limit(client, count)].into_iter().chain(site).collect())
    }

    fn limit(&self, name: &str) -> Result<&LimitEntry, Problem> {
        self.0.get(name).ok_or_else(|| {
            tracing::error!(name, "a call uses a rate limit that does not exist");
            Problem::Internal
        })
    }
}

/// Counts one call in the database, under several limits of one name. The first is that of the caller itself.
async fn count(name: &'static str, limits: &[RateLimit], tracker: &Tracker, refused: &Refusals) -> Result<(), Problem> {
    let (own, now) = (limits.first().ok_or(Problem::Internal)?, tracker.ports().clock.now());
    let subject = &own.counter.subject;
    if let Some(retry_after) = remaining_refusal(refused, subject, own.rate, now) {
        return Err(exceeded(name, retry_after));
    }
    match tracker.counters().take(limits).await? {
        RateDecision::Passed { left } => {
            record_left(name, left);
            Ok(())
        }
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

/// Counts calls and returns how many more are allowed now, or how long to wait.
fn pass(limiter: &Limiter, client: Client, count: NonZeroU32) -> Result<u32, Duration> {
    if limiter.len() > CLEANUP_CLIENTS {
        limiter.retain_recent();
    }
    let Ok(passed) = limiter.check_key_n(&client, count) else {
        return Ok(0);
    };
    let left = passed.map(|state| state.remaining_burst_capacity());
    left.map_err(|refused| refused.wait_time_from(DefaultClock::default().now()))
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

fn limiter(rate: Rate) -> Limiter {
    let Rate { count, per } = rate;
    let one = (per / count.get()).max(Duration::from_nanos(1));
    let quota = Quota::with_period(one)
        .unwrap_or_else(|| Quota::per_second(count))
        .allow_burst(count);
    RateLimiter::keyed(quota).with_middleware()
}

#[cfg(test)]
mod tests;
