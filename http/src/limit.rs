//! The table of rate limits.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Tracker;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ports::Timestamp;
pub use ports::counter::ParseRateError;
use ports::counter::{Counted, Counter, Rate, RateLimit};

use crate::client::Client;
use crate::problem::Problem;

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
    kept: Kept,
}

/// Where a row is counted.
enum Kept {
    /// In memory: so many at once, and each comes back after its part of the time.
    Memory {
        clients: DefaultKeyedRateLimiter<Client>,
        sites: DefaultKeyedRateLimiter<Client>,
    },
    /// In the database. Memory knows until when it refused whom, so that a flood of refusals writes nothing.
    Database(Mutex<HashMap<Client, Timestamp>>),
}

impl Row {
    fn new(name: &'static str, text: &str) -> Result<Self, LimitsError> {
        let rate: Rate = text.parse().map_err(|error| LimitsError::Unreadable {
            name: name.to_owned(),
            text: text.to_owned(),
            error,
        })?;
        if !LASTING.contains(&name) {
            let of_site = Rate {
                count: rate.count.saturating_mul(OF_A_SITE),
                per: rate.per,
            };
            let (clients, sites) = (limiter(rate), limiter(of_site));
            let kept = Kept::Memory { clients, sites };
            return Ok(Self { rate, kept });
        }
        if rate.count.get() > MOST_TRIES {
            return Err(LimitsError::TooMany { name: name.to_owned() });
        }
        let kept = Kept::Database(Mutex::default());
        Ok(Self { rate, kept })
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
            let text = changes.get(name).map_or(default, String::as_str);
            Row::new(name, text).map(|row| (name, row))
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
    pub fn spend(&self, name: &str, client: Client, many: usize) -> Result<(), Problem> {
        let Row { rate, kept } = self.row(name)?;
        let many = NonZeroU32::new(u32::try_from(many).unwrap_or(u32::MAX));
        let (Kept::Memory { clients, sites }, Some(many)) = (kept, many) else {
            return Ok(());
        };
        let many = many.min(rate.count);
        pass(clients, client, many)?;
        client.site().map_or(Ok(()), |site| pass(sites, site, many))
    }

    /// The limits of a client under a row that is counted in the database: its own, and that of its site.
    pub fn counted(&self, name: &'static str, client: Client) -> Result<Vec<RateLimit>, Problem> {
        let Rate { count, per } = self.row(name)?.rate;
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
        if let Some(retry_after) = still_refused(refused, client, self.row(name)?.rate, now) {
            return Err(Problem::RateLimited { retry_after });
        }
        match tracker.counters().take(&limits).await? {
            Counted::Passed => Ok(()),
            Counted::Refused { retry_after } => {
                let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
                if refused.len() > REMEMBERED {
                    refused.retain(|_, until| *until > now);
                }
                refused.insert(client, now.plus(retry_after));
                Err(Problem::RateLimited { retry_after })
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

fn pass(limiter: &DefaultKeyedRateLimiter<Client>, client: Client, many: NonZeroU32) -> Result<(), Problem> {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    let passed = limiter.check_key_n(&client, many);
    passed.unwrap_or(Ok(())).map_err(|refused| Problem::RateLimited {
        retry_after: refused.wait_time_from(DefaultClock::default().now()),
    })
}

fn limiter(rate: Rate) -> DefaultKeyedRateLimiter<Client> {
    let Rate { count, per } = rate;
    let one = (per / count.get()).max(Duration::from_nanos(1));
    let quota = Quota::with_period(one)
        .unwrap_or_else(|| Quota::per_second(count))
        .allow_burst(count);
    RateLimiter::keyed(quota)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn table(name: &str, text: &str) -> Result<Limits, LimitsError> {
        Limits::new(&BTreeMap::from([(name.to_owned(), text.to_owned())]))
    }

    fn client(last: u8) -> Client {
        Client::from(IpAddr::from([127, 0, 0, last]))
    }

    #[test]
    fn a_row_counts_each_client_for_itself() {
        let limits = table("detect-chain", "2/h").unwrap();
        for _ in 0..2 {
            assert_eq!(limits.spend("detect-chain", client(1), 1), Ok(()));
        }
        let Err(Problem::RateLimited { retry_after }) = limits.spend("detect-chain", client(1), 1) else {
            panic!("loopback is not exempt")
        };
        assert!(retry_after > Duration::from_secs(1700) && retry_after <= Duration::from_secs(1800));
        assert_eq!(limits.spend("detect-chain", client(2), 1), Ok(()));
        assert_eq!(limits.spend("ask-live", client(1), 1), Ok(()));
    }

    #[test]
    fn a_budget_is_spent_by_many_at_once() {
        let limits = table("look-up-names", "100/h").unwrap();
        let spend = |last, many| limits.spend("look-up-names", client(last), many).is_ok();
        assert!(spend(1, 60) && spend(1, 40) && spend(1, 0));
        assert!(!spend(1, 1));
        assert!(spend(2, 5000), "more than there ever is costs all of it");
        assert!(!spend(2, 1));
    }

    #[test]
    fn networks_of_one_site_share_a_larger_limit() {
        let limits = table("detect-chain", "2/h").unwrap();
        let network = |number: u16| Client::from(IpAddr::from([0x2001, 0xdb8, 0, number, 0, 0, 0, 1]));
        let passed = |number| limits.spend("detect-chain", network(number), 1).is_ok();
        let count = (0..20).filter(|number| passed(*number)).count();
        assert_eq!(count, 8, "four times what one network may");
        assert!(passed(0x100), "another site");
    }

    #[test]
    fn unknown_rows_and_unreadable_rates_are_refused() {
        assert_eq!(
            table("make-user", "1/s").err().unwrap().to_string(),
            "there is no rate limit \"make-user\"; there are create-user, link-miss, detect-chain, look-up-names, ask-live, upload, export, add-token"
        );
        assert!(matches!(
            table("create-user", "1001/h"),
            Err(LimitsError::TooMany { .. })
        ));
        for text in ["0/h", "30", "x/h", "30/year", "-1/s"] {
            assert!(
                matches!(table("create-user", text), Err(LimitsError::Unreadable { .. })),
                "{text}"
            );
        }
    }
}
