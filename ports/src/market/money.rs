//! Money, prices and ratios.

use std::str::FromStr;

use crate::{
    amount::{Amount, AmountError},
    ids::currency::Currency,
};

/// An amount of money in a currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Money {
    /// The amount, unrounded.
    pub amount: Amount,
    /// The currency.
    pub currency: Currency,
}

/// The price of one whole unit of an asset, above zero. A price of zero is [`crate::market::quote::QuoteAnswer::WorthZero`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Amount", into = "Amount")]
pub struct Price(Amount);

/// Why a number is not a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PriceError {
    /// Zero or negative.
    #[error("is not above zero")]
    NotPositive,
    /// Not an [`Amount`].
    #[error(transparent)]
    Amount(#[from] AmountError),
}

impl Price {
    /// A price of one.
    pub const ONE: Self = Self(Amount::ONE);

    /// Returns the price as a number.
    #[must_use]
    pub fn amount(self) -> Amount {
        self.0
    }
}

impl TryFrom<Amount> for Price {
    type Error = PriceError;

    fn try_from(amount: Amount) -> Result<Self, Self::Error> {
        if amount.is_zero() || amount.is_negative() {
            Err(PriceError::NotPositive)
        } else {
            Ok(Self(amount))
        }
    }
}

impl From<Price> for Amount {
    fn from(price: Price) -> Self {
        price.0
    }
}

impl FromStr for Price {
    type Err = PriceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.parse::<Amount>()?)
    }
}

/// A dimensionless number such as a spread, a confidence or a share; 1 is 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Ratio(Amount);

impl Ratio {
    /// Returns `part / whole`; `None` where `whole` is zero or the quotient is out of range.
    #[must_use]
    pub fn of(part: Amount, whole: Amount) -> Option<Self> {
        part.div(whole).ok().map(Self)
    }

    /// Makes a ratio of a number.
    #[must_use]
    pub fn new(value: Amount) -> Self {
        Self(value)
    }

    /// Returns the ratio as a number; 1 is 100 %.
    #[must_use]
    pub fn amount(self) -> Amount {
        self.0
    }

    /// Returns the ratio in percent, rounded to `places`, or to four significant digits where that would round it to zero.
    #[must_use]
    pub fn percent(self, places: i16) -> Amount {
        self.0.mul(Amount::HUNDRED).map_or(self.0, |value| {
            let rounded = value.rounded(places);
            if rounded.is_zero() {
                value.rounded_visibly(places)
            } else {
                rounded
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_above_zero() {
        assert_eq!("0".parse::<Price>(), Err(PriceError::NotPositive));
        assert_eq!("-1".parse::<Price>(), Err(PriceError::NotPositive));
        assert_eq!(
            "0.000000000001".parse::<Price>().unwrap().amount().to_string(),
            "0.000000000001"
        );
    }

    #[test]
    fn a_share_of_nothing_does_not_exist() {
        assert_eq!(Ratio::of(Amount::ONE, Amount::ZERO), None);
        let third = Ratio::of(Amount::ONE, Amount::from(3)).unwrap();
        assert_eq!(third.percent(2).to_string(), "33.33");
    }
}
