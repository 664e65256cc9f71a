//! The table of rate limits.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::client::Client;
use crate::problem::Problem;

/// So many clients are remembered before those that have rested are forgotten.
const REMEMBERED: usize = 10_000;

/// How often: `30/h`, `600/min`, `1/s`, `5/day`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    count: NonZeroU32,
    per: Duration,
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
        let count = count.trim().parse().map_err(|_| ParseRateError)?;
        Ok(Self {
            count,
            per: Duration::from_secs(seconds),
        })
    }
}

/// The rows that the table has, with what holds unless the configuration says otherwise.
pub const DEFAULTS: [(&str, &str); 2] = [("create-user", "30/h"), ("detect-chain", "600/min")];

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
pub struct Limits(BTreeMap<&'static str, DefaultKeyedRateLimiter<Client>>);

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
            text.parse().map(|rate| (name, limiter(rate))).map_err(unreadable)
        });
        rows.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Counts one call of a client under a row.
    pub fn check(&self, row: &str, client: Client) -> Result<(), Problem> {
        let Some(limiter) = self.0.get(row) else {
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
            "there is no rate limit \"make-user\"; there are create-user, detect-chain"
        );
        for text in ["0/h", "30", "x/h", "30/year", "-1/s"] {
            assert!(
                matches!(table("create-user", text), Some(LimitsError::Unreadable { .. })),
                "{text}"
            );
        }
    }
}
