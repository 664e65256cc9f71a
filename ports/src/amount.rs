//! Exact amounts.

mod order;
mod parts;
mod raw;
mod signed_raw;

use std::{cmp::Ordering, fmt, str::FromStr};

use fastnum::{
    D256, U256,
    decimal::{Context, RoundingMode, Sign},
};

pub use raw::RawAmount;
pub use signed_raw::SignedRaw;

const CTX: Context = Context::default()
    .without_traps()
    .with_rounding_mode(RoundingMode::HalfEven);
/// Decimal places kept by a division; all other operations are exact or fail.
const DIVISION_PLACES: i16 = 36;
/// Decimal places of numbers in answers: money and shares.
pub const EDGE_PLACES: i16 = 18;
/// Significant digits that a rounded number keeps at least, so that a non-zero number never reads as zero.
const LEAST_DIGITS: i16 = 4;

/// An exact decimal number: a quantity of an asset, or money. At most 2^256 − 1 as a coefficient.
///
/// Addition, subtraction and multiplication are exact or fail with [`AmountError::OutOfRange`]; they never round.
/// Division keeps 36 places, half-even. The text form is plain notation without trailing zeros.
///
/// ```
/// use spyhop_ports::Amount;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tenth: Amount = "0.1".parse()?;
/// assert_eq!(tenth.add("0.2".parse()?)?.to_string(), "0.3");
/// assert!("1,5".parse::<Amount>().is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Eq)]
pub struct Amount(D256);

/// Why a number is not an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AmountError {
    /// Not plain decimal notation.
    #[error("is not a plain decimal number such as 1250.75")]
    Malformed,
    /// More digits than 256 bits hold exactly.
    #[error("has more digits than we can store exactly")]
    OutOfRange,
    /// Division by zero.
    #[error("cannot be divided by zero")]
    DivisionByZero,
}

impl Amount {
    /// Zero.
    pub const ZERO: Self = Self(D256::ZERO.with_ctx(CTX));
    /// One.
    pub const ONE: Self = Self(D256::ONE.with_ctx(CTX));
    /// One hundred, for percentages.
    pub const HUNDRED: Self = Self(D256::from_u8(100).with_ctx(CTX));

    /// Returns the exact sum.
    pub fn add(self, other: Self) -> Result<Self, AmountError> {
        Self::exact(self.0 + other.0)
    }

    /// Returns the exact difference.
    pub fn sub(self, other: Self) -> Result<Self, AmountError> {
        Self::exact(self.0 - other.0)
    }

    /// Returns the exact product.
    pub fn mul(self, other: Self) -> Result<Self, AmountError> {
        Self::exact(self.0 * other.0)
    }

    /// Returns the quotient, rounded half-even to 36 places.
    pub fn div(self, other: Self) -> Result<Self, AmountError> {
        if other.is_zero() {
            return Err(AmountError::DivisionByZero);
        }
        Self::finite(nearest(self.0 / other.0, DIVISION_PLACES))
    }

    /// Returns exactly half of it, as for the mean of two quotes.
    pub fn half(self) -> Result<Self, AmountError> {
        Self::exact(self.0 * D256::from_str("0.5", CTX).map_err(|_| AmountError::Malformed)?)
    }

    /// Rounds half-even to `places`. Every figure is rounded once, by this function.
    #[must_use]
    pub fn rounded(self, places: i16) -> Self {
        Self(nearest(fresh(self.0), places))
    }

    /// Rounds as for answers: half-even to 18 places, or to four significant digits where 18 places would keep fewer.
    #[must_use]
    pub fn at_edge(self) -> Self {
        self.rounded_visibly(EDGE_PLACES)
    }

    /// Rounds half-even to `places`, or to four significant digits where `places` would keep fewer. Only zero becomes
    /// zero.
    #[must_use]
    pub fn rounded_visibly(self, places: i16) -> Self {
        // Most numbers have fewer places, and counting the digits of the wide type is slow.
        if self.0.fractional_digits_count() <= places {
            return self;
        }
        let digits = i16::try_from(self.0.digits_count()).unwrap_or(i16::MAX);
        let leading = self.0.fractional_digits_count().saturating_sub(digits);
        self.rounded(places.max(leading.saturating_add(LEAST_DIGITS)))
    }

    /// Returns whether it has at most `places` decimal places.
    #[must_use]
    pub fn fits(self, places: i16) -> bool {
        // Trailing zeros count as places, so a larger count is not conclusive.
        self.0.fractional_digits_count() <= places || self.rounded(places) == self
    }

    /// Returns whether it is exactly zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// Returns whether it is below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0.is_negative() && !self.0.is_zero()
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        Self(self.0.abs())
    }

    fn finite(value: D256) -> Result<Self, AmountError> {
        if value.is_finite() {
            Ok(Self(fresh(value)))
        } else {
            Err(AmountError::OutOfRange)
        }
    }

    /// Rejects a result that had to be rounded to fit, because a silently lost digit is a wrong figure.
    fn exact(value: D256) -> Result<Self, AmountError> {
        if value.is_op_inexact() || value.is_op_rounded() {
            Err(AmountError::OutOfRange)
        } else {
            Self::finite(value)
        }
    }
}

/// Returns the nearest number with `places` decimal places, half-even. It takes every dropped digit into account: the
/// library's own rounding uses the first one only, and takes 0.5000001 for the midpoint.
fn nearest(value: D256, places: i16) -> D256 {
    let going = i32::from(value.fractional_digits_count()) - i32::from(places);
    let Some(going) = u32::try_from(going)
        .ok()
        .filter(|going| *going > 0 && value.is_finite())
    else {
        return value;
    };
    let sign = if value.is_negative() { Sign::Minus } else { Sign::Plus };
    let parts = |digits| D256::from_parts(digits, -i32::from(places), sign, CTX);
    // 256 bits hold 78 digits, but not all numbers of 78 digits.
    if going > 77 {
        return parts(U256::ZERO);
    }
    let unit = U256::TEN.pow(going);
    let kept = value.digits() / unit;
    let rest = value.digits() - kept * unit;
    let up = match rest.cmp(&(unit - rest)) {
        Ordering::Less => false,
        Ordering::Equal => !(kept % U256::TWO).is_zero(),
        Ordering::Greater => true,
    };
    parts(if up { kept + U256::ONE } else { kept })
}

/// Clears the flags of earlier operations: after one rounding the library flags every later result as inexact.
fn fresh(value: D256) -> D256 {
    let sign = if value.is_negative() { Sign::Minus } else { Sign::Plus };
    D256::from_parts(value.digits(), -i32::from(value.fractional_digits_count()), sign, CTX)
}

impl FromStr for Amount {
    type Err = AmountError;

    /// Parses plain notation only: an optional minus, digits, an optional point with digits; at most 78 digits on each
    /// side.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let body = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = body.split_once('.').unwrap_or((body, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(fraction) {
            return Err(AmountError::Malformed);
        }
        if whole.len() > 78 || fraction.len() > 78 {
            return Err(AmountError::OutOfRange);
        }
        let value = D256::from_str(text, CTX).map_err(|_| AmountError::OutOfRange)?;
        Self::exact(value)
    }
}

impl From<u32> for Amount {
    fn from(value: u32) -> Self {
        Self(D256::from_u32(value).with_ctx(CTX))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.digits();
        // Most numbers are short, and formatting the wide type is slow.
        let mut text = u128::try_from(digits).map_or_else(|_| digits.to_string(), |short| short.to_string());
        if text == "0" {
            return f.write_str("0");
        }
        let places = self.0.fractional_digits_count();
        if let Ok(places) = usize::try_from(places) {
            let zeros = text.len() - text.trim_end_matches('0').len();
            let fraction = places - zeros.min(places);
            text.truncate(text.len() - (places - fraction));
            if fraction > 0 {
                let missing = (fraction + 1).saturating_sub(text.len());
                text.insert_str(0, &"0".repeat(missing));
                text.insert(text.len() - fraction, '.');
            }
        } else {
            text.push_str(&"0".repeat(usize::from(places.unsigned_abs())));
        }
        if self.is_negative() {
            text.insert(0, '-');
        }
        // In one piece, because a text that grows in several is moved each time, and a chart has a hundred thousand numbers.
        f.write_str(&text)
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Amount {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Amount {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
