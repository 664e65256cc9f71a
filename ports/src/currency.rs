//! Currencies, and how many units of one a unit of another is.

use std::{collections::BTreeMap, fmt, str::FromStr};

use async_trait::async_trait;

use crate::{
    amount::{Amount, AmountError},
    clock::Timestamp,
    day::Day,
    money::Price,
    source::{Profile, RemoteError, SourceId},
    storage::StorageError,
};

/// A currency code: two to ten capital letters or digits (`USD`, `EUR`, `BTC`).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency(String);

/// Why a text is not a currency code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a currency code such as USD")]
pub struct ParseCurrencyError;

impl Currency {
    /// The dollar of the United States: what prices are quoted in, and what amounts are told in unless a person says otherwise.
    #[must_use]
    pub fn usd() -> Self {
        Self("USD".to_owned())
    }

    /// The euro: what rates are fixed against.
    #[must_use]
    pub fn eur() -> Self {
        Self("EUR".to_owned())
    }

    /// The code.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::usd()
    }
}

impl FromStr for Currency {
    type Err = ParseCurrencyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (2..=10).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        if fits {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseCurrencyError)
        }
    }
}

impl TryFrom<String> for Currency {
    type Error = ParseCurrencyError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.0
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How many units of one currency are one unit of another, as a fraction: a quotient of two rates seldom has an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    over: Price,
    under: Price,
}

impl Exchange {
    /// `over / under`.
    #[must_use]
    pub fn new(over: Price, under: Price) -> Self {
        Self { over, under }
    }

    /// What stands over the line.
    #[must_use]
    pub fn over(self) -> Price {
        self.over
    }

    /// What stands under the line.
    #[must_use]
    pub fn under(self) -> Price {
        self.under
    }

    /// An amount in the other currency: multiplied exactly and divided once, half-even to 36 places. Exact where both
    /// currencies are worth the same.
    pub fn convert(self, amount: Amount) -> Result<Amount, AmountError> {
        if self.over == self.under {
            return Ok(amount);
        }
        amount.mul(self.over.amount())?.div(self.under.amount())
    }
}

crate::id!(
    /// A fixing's id.
    FixingId
);

/// What a source says one euro was worth on one day. A currency that is not in it has no rate of that day, which is not
/// the same as a rate of zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayRates {
    /// The day that the source names.
    pub day: Day,
    /// Units of each currency for one euro.
    pub rates: BTreeMap<Currency, Price>,
}

/// The rates of a day as they are kept. An observation, never changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixing {
    /// Which fixing.
    pub id: FixingId,
    /// Who said it.
    pub source: SourceId,
    /// Of which day.
    pub day: Day,
    /// Units of each currency for one euro.
    pub rates: BTreeMap<Currency, Price>,
    /// When we had it.
    pub received_at: Timestamp,
}

/// Publishes rates of currencies, a set for each business day.
///
/// An implementer MUST give rates against the euro, MUST leave out what the source marks as having no rate, MUST name
/// each day once, and MUST fail as a whole when the answer cannot be read. It is asked about no one: its question is the
/// same from every server.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait CurrencySource: Send + Sync {
    /// Who this is and what it learns.
    fn profile(&self) -> Profile;

    /// The rates of every day after `after`, or of every day there is. More than was asked for may come.
    async fn rates(&self, after: Option<Day>) -> Result<Vec<DayRates>, RemoteError>;
}

/// Reads rates.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait CurrencyStore: Send + Sync {
    /// This fixing.
    async fn find(&self, id: FixingId) -> Result<Option<Fixing>, StorageError>;

    /// The fixing of that day, or the last one before it. Of several of one day the one that was received last.
    async fn latest(&self, day: Day) -> Result<Option<Fixing>, StorageError>;
}

/// Keeps rates.
#[async_trait]
pub trait CurrencyWrites: Send {
    /// Adds fixings. One that says the same as the newest of its source and day is kept once.
    async fn add(&mut self, fixings: &[Fixing]) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currency_codes_are_capital_letters() {
        assert!("usd".parse::<Currency>().is_err());
        assert_eq!("EUR".parse::<Currency>().unwrap().to_string(), "EUR");
    }

    #[test]
    fn an_exchange_divides_once() {
        let exchange = |over: &str, under: &str| Exchange::new(over.parse().unwrap(), under.parse().unwrap());
        let amount = |text: &str| text.parse::<Amount>().unwrap();
        let dollars = amount("233.68");
        for (over, under, expected) in [
            ("1", "1.1684", "200"),
            ("0.87058", "1.1684", "174.116"),
            ("1.1684", "1.1684", "233.68"),
            ("1", "3", "77.893333333333333333333333333333333333"),
        ] {
            let converted = exchange(over, under).convert(dollars).unwrap();
            assert_eq!(converted.to_string(), expected, "{over}/{under}");
        }
        let long = amount("0.0000000000000000000000000000000000000000000001");
        assert_eq!(
            exchange("2", "2").convert(long),
            Ok(long),
            "nothing is lost where nothing is converted"
        );
        assert_eq!(
            exchange("3", "2").convert(amount(&"9".repeat(77))),
            Err(AmountError::OutOfRange)
        );
    }
}
