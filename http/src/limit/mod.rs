//! The table of rate limits.

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
use ports::Timestamp;
pub use ports::counter::ParseRateError;
pub use ports::counter::Rate;
use ports::counter::{Counter, RateDecision, RateLimit};

use crate::client::Client;
use crate::problem::Problem;

pub use headers::{note_left, refuse, with_headers};

/// So many clients are remembered before those that have rested are forgotten.
const REMEMBERED: usize = 10_000;

/// The rows that the table has, with what holds unless the configuration says otherwise.
pub const DEFAULTS: [(&str, &str); 8] = [
    ("create-user", "30/h"),
    ("link-miss", "20/h"),
    ("detect-chain", "600/min"),
    ("look-up-names", "1000/h"),
    ("ask-live", "12/min"),
    ("upload", "20/h"),
    ("export", "10/h"),
    ("add-token", "60/h"),
];

/// Rows that allow programs on this machine more, unless the configuration states the row. A request that a proxy forwarded is
/// none of theirs.
const LOCAL: [(&str, &str); 1] = [("create-user", "300/h")];

/// The rows that are about security: they are counted in the database, which decides.
const LASTING: [&str; 2] = ["create-user", "link-miss"];
/// The database remembers each try, so that many at most.
const MOST_TRIES: u32 = 1000;

/// A site of IPv6 may have so many times what one network in it may: some hundred people may share it, and one person may have
/// all of its 256 networks.
const OF_A_SITE: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

/// Why a table is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// No call has such a row.
    #[error("there is no rate limit {name:?}; there are {}", DEFAULTS.map(|(name, _)| name).join(", "))]
    UnknownRow {
        /// What was written.
        name: String,
    },
    /// A row's text is not a rate.
    #[error("the rate limit {name} is {text:?}, which {error}")]
    Unreadable {
        /// The row.
        name: String,
        /// What was written.
        text: String,
        /// What is wrong with it.
        error: ParseRateError,
    },
    /// A row whose tries are remembered one by one has too many of them.
    #[error("the rate limit {name} allows more than {MOST_TRIES} tries; write a smaller number within a shorter time")]
    TooMany {
        /// The row.
        name: String,
    },
}

/// The limits that hold for each client.
pub struct Limits(BTreeMap<&'static str, Row>);

struct Row {
    rate: Rate,
    /// What programs on this machine may do instead. Only rows that are counted in the database have it.
    local: Option<Rate>,
    kept: Kept,
}

type Limiter = RateLimiter<Client, DefaultKeyedStateStore<Client>, DefaultClock, StateInformationMiddleware>;

/// Where a row is counted.
enum Kept {
    /// In memory: so many at once, and each comes back after its part of the time.
    Memory { clients: Limiter, sites: Limiter },
    /// In the database. Memory knows until when it refused whom, so that a flood of refusals writes nothing.
    Database(Mutex<HashMap<Client, Timestamp>>),
}

impl Row {
    fn new(name: &'static str, text: &str, local: Option<&str>) -> Result<Self, LimitsError> {
        let rate = rate(name, text)?;
        let local = local.map(|text| self::rate(name, text)).transpose()?;
        if !LASTING.contains(&name) {
            let of_site = Rate {
                count: rate.count.saturating_mul(OF_A_SITE),
                per: rate.per,
            };
            let (clients, sites) = (limiter(rate), limiter(of_site));
            let kept = Kept::Memory { clients, sites };
            return Ok(Self { rate, local, kept });
        }
        if rate.count.get() > MOST_TRIES {
            return Err(LimitsError::TooMany { name: name.to_owned() });
        }
        let kept = Kept::Database(Mutex::default());
        Ok(Self { rate, local, kept })
    }

    fn rate_of(&self, client: Client) -> Rate {
        self.local.filter(|_| client.is_local()).unwrap_or(self.rate)
    }
}

impl Limits {
    /// The defaults with `changes` over them.
    pub fn new(changes: &BTreeMap<String, String>) -> Result<Self, LimitsError> {
        if let Some(name) = changes
            .keys()
            .find(|name| !DEFAULTS.iter().any(|(known, _)| known == name))
        {
            return Err(LimitsError::UnknownRow { name: name.clone() });
        }
        let rows = DEFAULTS.map(|(name, default)| {
            let row = match changes.get(name) {
                Some(text) => Row::new(name, text, None),
                None => Row::new(name, default, text_of(&LOCAL, name)),
            };
            row.map(|row| (name, row))
        });
        rows.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Counts one call of a client under a row, where the row is counted. A database that does not answer lets nobody pass.
    pub async fn check(&self, name: &'static str, client: Client, tracker: &Tracker) -> Result<(), Problem> {
        match &self.row(name)?.kept {
            Kept::Memory { .. } => self.spend(name, client, 1),
            Kept::Database(refused) => self.count(name, client, tracker, refused).await,
        }
    }

    /// Takes so many out of what a client may spend under a row that is counted in memory. More than there ever is at once
    /// costs all of it.
    pub fn spend(&self, name: &'static str, client: Client, many: usize) -> Result<(), Problem> {
        let Row { rate, kept, .. } = self.row(name)?;
        let many = NonZeroU32::new(u32::try_from(many).unwrap_or(u32::MAX));
        let (Kept::Memory { clients, sites }, Some(many)) = (kept, many) else {
            return Ok(());
        };
        let many = many.min(rate.count);
        let passed = pass(clients, client, many).and_then(|left| match client.site() {
            Some(site) => pass(sites, site, many).map(|of_site| left.min(of_site)),
            None => Ok(left),
        });
        passed
            .map(|left| note_left(name, left))
            .map_err(|retry_after| refuse(name, retry_after))
    }

    /// What a row allows a client.
    pub fn policy(&self, name: &str, client: Client) -> Option<Rate> {
        self.0.get(name).map(|row| row.rate_of(client))
    }

    /// The limits of a client under a row that is counted in the database: its own, and that of its site.
    pub fn counted(&self, name: &'static str, client: Client) -> Result<Vec<RateLimit>, Problem> {
        let Rate { count, per } = self.row(name)?.rate_of(client);
        let limit = |client: Client, count: NonZeroU32| RateLimit {
            counter: Counter {
                name: name.to_owned(),
                subject: client.subject(),
            },
            rate: Rate { count, per },
        };
        let site = client.site().map(|site| limit(site, count.saturating_mul(OF_A_SITE)));
        Ok([limit(client, count)].into_iter().chain(site).collect())
    }

    async fn count(
        &self,
        name: &'static str,
        client: Client,
        tracker: &Tracker,
        refused: &Mutex<HashMap<Client, Timestamp>>,
    ) -> Result<(), Problem> {
        let (limits, now) = (self.counted(name, client)?, tracker.ports().clock.now());
        if let Some(retry_after) = still_refused(refused, client, self.row(name)?.rate_of(client), now) {
            return Err(refuse(name, retry_after));
        }
        match tracker.counters().take(&limits).await? {
            RateDecision::Passed { left } => {
                note_left(name, left);
                Ok(())
            }
            RateDecision::Refused { retry_after } => {
                let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
                if refused.len() > REMEMBERED {
                    refused.retain(|_, until| *until > now);
                }
                refused.insert(client, now.plus(retry_after));
                Err(refuse(name, retry_after))
            }
        }
    }

    fn row(&self, name: &str) -> Result<&Row, Problem> {
        self.0.get(name).ok_or_else(|| {
            tracing::error!(name, "a call names a rate limit that the table does not have");
            Problem::Internal
        })
    }
}

/// How long the database said that a client has to wait. What lies further ahead than a rate reaches was said under a clock
/// that was wrong.
fn still_refused(
    refused: &Mutex<HashMap<Client, Timestamp>>,
    client: Client,
    rate: Rate,
    now: Timestamp,
) -> Option<Duration> {
    let refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
    let until = refused.get(&client).copied()?;
    let left = until.since(now);
    (until > now && left <= rate.per).then_some(left)
}

/// Counts tries and returns how many more may pass at once, or how long to wait.
fn pass(limiter: &Limiter, client: Client, many: NonZeroU32) -> Result<u32, Duration> {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    let Ok(passed) = limiter.check_key_n(&client, many) else {
        return Ok(0);
    };
    let left = passed.map(|state| state.remaining_burst_capacity());
    left.map_err(|refused| refused.wait_time_from(DefaultClock::default().now()))
}

/// What holds for a row unless the configuration states it.
pub fn default_rate(name: &str) -> Option<Rate> {
    text_of(&DEFAULTS, name)?.parse().ok()
}

/// What programs on this machine may do under a row unless the configuration states it.
pub fn local_rate(name: &str) -> Option<Rate> {
    text_of(&LOCAL, name)?.parse().ok()
}

fn text_of(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(row, _)| *row == name).map(|(_, rate)| *rate)
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
