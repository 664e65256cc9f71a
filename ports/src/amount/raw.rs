//! Amounts in a chain's smallest unit.

use std::{fmt, str::FromStr};

use fastnum::{D256, U256, decimal::Sign};

use super::{Amount, AmountError, CTX};

/// An amount in a chain's smallest unit: an unsigned 256-bit integer, exactly as the chain reports it.
///
/// ```
/// use spyhop_ports::RawAmount;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let wei: RawAmount = "1500000000000000000".parse()?;
/// assert_eq!(wei.in_units(18)?.to_string(), "1.5");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RawAmount(pub(super) U256);

impl RawAmount {
    /// Zero.
    pub const ZERO: Self = Self(U256::ZERO);

    /// Makes an amount of a big-endian 32-byte ABI word.
    #[must_use]
    pub fn from_word(bytes: &[u8; 32]) -> Self {
        let mut digits = [0; 4];
        for (digit, bytes) in digits.iter_mut().zip(bytes.rchunks_exact(8)) {
            *digit = bytes.iter().fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
        }
        Self(U256::from_digits(digits))
    }

    /// Returns the amount as a big-endian 32-byte ABI word.
    #[must_use]
    pub fn to_word(self) -> [u8; 32] {
        let mut word = [0; 32];
        for (bytes, digit) in word.rchunks_exact_mut(8).zip(self.0.digits()) {
            bytes.copy_from_slice(&digit.to_be_bytes());
        }
        word
    }

    /// Returns whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// Returns the exact amount in whole units of an asset with `decimals` places.
    pub fn in_units(self, decimals: u8) -> Result<Amount, AmountError> {
        let exponent = i16::from(decimals);
        Amount::finite(D256::from_parts(self.0, -i32::from(exponent), Sign::Plus, CTX))
    }
}

impl RawAmount {
    /// Returns the amount in a unit that is smaller by this many decimal places.
    pub fn with_zeros(self, zeros: u8) -> Result<Self, AmountError> {
        let factor = U256::from(10_u8).checked_pow(u32::from(zeros));
        let scaled = factor.and_then(|factor| self.0.checked_mul(factor));
        scaled.map(Self).ok_or(AmountError::OutOfRange)
    }

    /// Returns the sum.
    pub fn add(self, other: Self) -> Result<Self, AmountError> {
        self.0.checked_add(other.0).map(Self).ok_or(AmountError::OutOfRange)
    }

    /// Returns the difference; [`AmountError::OutOfRange`] where `other` is larger.
    pub fn sub(self, other: Self) -> Result<Self, AmountError> {
        self.0.checked_sub(other.0).map(Self).ok_or(AmountError::OutOfRange)
    }

    /// Returns the number if it fits in 128 bits.
    #[must_use]
    pub fn as_u128(self) -> Option<u128> {
        u128::try_from(self.0).ok()
    }
}

impl From<u128> for RawAmount {
    fn from(value: u128) -> Self {
        let mut word = [0; 32];
        word[16..].copy_from_slice(&value.to_be_bytes());
        Self::from_word(&word)
    }
}

impl serde::Serialize for RawAmount {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for RawAmount {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for RawAmount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(AmountError::Malformed);
        }
        if text.len() > 78 {
            return Err(AmountError::OutOfRange);
        }
        U256::from_str(text).map(Self).map_err(|_| AmountError::OutOfRange)
    }
}

impl fmt::Display for RawAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for RawAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
