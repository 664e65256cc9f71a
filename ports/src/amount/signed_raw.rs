//! Quantities in the smallest unit that may be owed.

use std::{fmt, str::FromStr};

use super::{Amount, AmountError, RawAmount};
use crate::text_type::Parse;

/// A quantity in the smallest unit of an asset; negative for what is owed. Zero is never negative.
///
/// ```
/// use spyhop_ports::amount::SignedRaw;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let debt: SignedRaw = "-1500000".parse()?;
/// assert_eq!(debt.in_units(6)?.to_string(), "-1.5");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SignedRaw {
    size: RawAmount,
    is_negative: bool,
}

impl SignedRaw {
    /// Makes a quantity that is owed.
    #[must_use]
    pub fn owed(size: RawAmount) -> Self {
        let is_negative = !size.is_zero();
        Self { size, is_negative }
    }

    /// Returns whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.size.is_zero()
    }

    /// Returns whether it is owed.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.is_negative
    }

    /// Returns the quantity without its sign.
    #[must_use]
    pub fn size(self) -> RawAmount {
        self.size
    }

    /// Returns the exact amount in whole units of an asset with `decimals` places.
    pub fn in_units(self, decimals: u8) -> Result<Amount, AmountError> {
        let size = self.size.in_units(decimals)?;
        if self.is_negative {
            Amount::ZERO.sub(size)
        } else {
            Ok(size)
        }
    }
}

impl From<RawAmount> for SignedRaw {
    fn from(size: RawAmount) -> Self {
        Self {
            size,
            is_negative: false,
        }
    }
}

impl FromStr for SignedRaw {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix('-') {
            Some(size) => Ok(Self::owed(size.parse()?)),
            None => Ok(text.parse::<RawAmount>()?.into()),
        }
    }
}

impl fmt::Display for SignedRaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative { "-" } else { "" };
        write!(f, "{sign}{}", self.size)
    }
}

impl serde::Serialize for SignedRaw {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for SignedRaw {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Parse::new())
    }
}

impl fmt::Debug for SignedRaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn zero_has_no_sign() {
        for text in ["0", "-0", "-00"] {
            let zero: SignedRaw = text.parse().unwrap();
            assert_eq!((zero.to_string().as_str(), zero.is_negative()), ("0", false), "{text}");
        }
        for bad in ["", "-", "--1", "+1", "-1.5", "1-"] {
            assert!(bad.parse::<SignedRaw>().is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn a_debt_is_the_opposite_of_what_is_held(size in any::<u128>(), decimals in 0_u8..40) {
            let held = SignedRaw::from(RawAmount::from(size));
            let debt = SignedRaw::owed(RawAmount::from(size));
            prop_assert_eq!(debt.to_string().parse::<SignedRaw>().unwrap(), debt);
            let sum = held.in_units(decimals).unwrap().add(debt.in_units(decimals).unwrap()).unwrap();
            prop_assert_eq!(sum, Amount::ZERO);
            prop_assert_eq!(debt.is_negative(), size > 0);
        }
    }
}
