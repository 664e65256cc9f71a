//! The table of rate limits.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::Counters;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
pub use ports::counter::ParseRateError;
use ports::counter::{Counted, Counter, Rate};

use crate::client::Client;
use crate::problem::Problem;

/// So many clients are remembered before those that have rested are forgotten.
const REMEMBERED: usize = 10_000;

/// The rows that the table has, with what holds unless the configuration says otherwise.
pub const DEFAULTS: [(&str, &str); 3] = [
    ("create-user", "30/h"),
    ("detect-chain", "600/min"),
    ("ask-live", "12/min"),
];

/// The rows that are about security: they are counted in the database as well, which decides. Memory stands before it, so
/// that a flood of refusals writes nothing.
const LASTING: [&str; 1] = ["create-user"];

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
}

/// The limits that hold, counted in memory for each client.
pub struct Limits(BTreeMap<&'static str, Row>);

struct Row {
    rate: Rate,
    limiter: DefaultKeyedRateLimiter<Client>,
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
            let unreadable = |error| LimitsError::Unreadable {
                name: name.to_owned(),
                text: text.to_owned(),
                error,
            };
            let row = |rate| Row {
                rate,
                limiter: limiter(rate),
            };
            text.parse().map(|rate| (name, row(rate))).map_err(unreadable)
        });
        rows.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Counts one call of a client under a row.
    pub fn check(&self, row: &str, client: Client) -> Result<(), Problem> {
        let Some(Row { limiter, .. }) = self.0.get(row) else {
            tracing::error!(row, "a call names a rate limit that the table does not have");
            return Err(Problem::Internal);
        };
        if limiter.len() > REMEMBERED {
            limiter.retain_recent();
        }
        limiter.check_key(&client).map_err(|refused| Problem::RateLimited {
            retry_after: refused.wait_time_from(DefaultClock::default().now()),
        })
    }

    /// Counts the same call in the database, where the row is about security. A database that does not answer lets nobody
    /// pass.
    pub async fn count(&self, row: &'static str, client: Client, counters: &Counters) -> Result<(), Problem> {
        let Some(Row { rate, .. }) = self.0.get(row).filter(|_| LASTING.contains(&row)) else {
            return Ok(());
        };
        let counter = Counter {
            name: row.to_owned(),
            subject: client.hash(),
        };
        match counters.take(&counter, *rate).await? {
            Counted::Passed => Ok(()),
            Counted::Refused { retry_after } => Err(Problem::RateLimited { retry_after }),
        }
    }
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

    #[test]
    fn a_row_counts_each_client_for_itself() {
        let limits = Limits::new(&BTreeMap::from([("create-user".to_owned(), "2/h".to_owned())])).unwrap();
        let (one, two) = (
            Client::from(IpAddr::from([127, 0, 0, 1])),
            Client::from(IpAddr::from([192, 0, 2, 2])),
        );
        assert_eq!(limits.check("create-user", one), Ok(()));
        assert_eq!(limits.check("create-user", one), Ok(()));
        let Err(Problem::RateLimited { retry_after }) = limits.check("create-user", one) else {
            panic!("loopback is not exempt")
        };
        assert!(retry_after > Duration::from_secs(1700) && retry_after <= Duration::from_secs(1800));
        assert_eq!(limits.check("create-user", two), Ok(()));
        assert_eq!(limits.check("detect-chain", one), Ok(()));
    }

    #[test]
    fn unknown_rows_and_unreadable_rates_are_refused() {
        let table = |name: &str, text: &str| Limits::new(&BTreeMap::from([(name.to_owned(), text.to_owned())])).err();
        assert_eq!(
            table("make-user", "1/s").unwrap().to_string(),
            "there is no rate limit \"make-user\"; there are create-user, detect-chain, ask-live"
        );
        for text in ["0/h", "30", "x/h", "30/year", "-1/s"] {
            assert!(
                matches!(table("create-user", text), Some(LimitsError::Unreadable { .. })),
                "{text}"
            );
        }
    }
}
