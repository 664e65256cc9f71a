//! Currencies and exchange rates.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::{
    amount::{Amount, AmountError},
    ids::source::SourceId,
    market::money::Price,
    source::{Profile, RemoteError},
    storage::StorageError,
    time::{clock::Timestamp, day::Day},
};

pub use crate::ids::currency::{Currency, ParseCurrencyError};

/// An exchange rate between two currencies, kept as a fraction because the quotient of two rates is rarely a finite decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExchangeRate {
    over: Price,
    under: Price,
}

impl ExchangeRate {
    /// Makes the rate `over / under`.
    #[must_use]
    pub fn new(over: Price, under: Price) -> Self {
        Self { over, under }
    }

    /// Returns the numerator.
    #[must_use]
    pub fn over(self) -> Price {
        self.over
    }

    /// Returns the denominator.
    #[must_use]
    pub fn under(self) -> Price {
        self.under
    }

    /// Converts an amount: multiplies exactly, then divides once, half-even to 36 places. Exact where the rate is 1.
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

/// The rates of one day as a source reports them. A currency that is missing has no rate of that day, which differs from
/// a rate of zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayRates {
    /// The day of the rates, by the source.
    pub day: Day,
    /// Units of each currency per euro.
    pub rates: BTreeMap<Currency, Price>,
}

/// The stored rates of a day. A fixing never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixing {
    /// Which fixing.
    pub id: FixingId,
    /// The source.
    pub source: SourceId,
    /// Which day.
    pub day: Day,
    /// Units of each currency per euro.
    pub rates: BTreeMap<Currency, Price>,
    /// When it was received.
    pub received_at: Timestamp,
}

/// Publishes exchange rates, one set for each business day.
///
/// An implementer MUST return rates against the euro, MUST leave out currencies that the source marks as having no rate,
/// MUST return each day once, and MUST fail as a whole when the answer cannot be parsed. Its request is the same from every
/// server and discloses no user data.
#[async_trait]
pub trait CurrencySource: Send + Sync {
    /// Returns the source's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the rates of every day after `after`, or of all days. The result may contain earlier days too.
    async fn rates(&self, after: Option<Day>) -> Result<Vec<DayRates>, RemoteError>;
}

/// Reads fixings.
#[async_trait]
pub trait CurrencyReader: Send + Sync {
    /// Returns the fixing with this id.
    async fn find(&self, id: FixingId) -> Result<Option<Fixing>, StorageError>;

    /// Returns the fixing of that day, or the last one before it; of several for one day, the one received last.
    async fn latest(&self, day: Day) -> Result<Option<Fixing>, StorageError>;
}

/// Writes fixings.
#[async_trait]
pub trait CurrencyWriter: Send {
    /// Adds fixings. A fixing that equals the newest one of its source and day is not added again.
    async fn add(&mut self, fixings: &[Fixing]) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_divides_once() {
        let exchange = |over: &str, under: &str| ExchangeRate::new(over.parse().unwrap(), under.parse().unwrap());
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
