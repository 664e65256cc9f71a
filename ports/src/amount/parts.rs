//! Amounts as 128-bit integers with a scale, for arithmetic on many of them.

use fastnum::{D256, decimal::Sign};

use super::{Amount, AmountError, CTX, RawAmount};

impl Amount {
    /// Makes the amount `digits` × 10^-`places`.
    #[must_use]
    pub fn from_parts(digits: i128, places: u8) -> Self {
        let sign = if digits < 0 { Sign::Minus } else { Sign::Plus };
        let size = RawAmount::from(digits.unsigned_abs());
        Self(D256::from_parts(size.0, -i32::from(places), sign, CTX))
    }

    /// Returns `digits` and `places` such that the amount is `digits` × 10^-`places`; `None` where 128 bits or 255 places
    /// are too few. Trailing zeros count as places.
    #[must_use]
    pub fn to_parts(self) -> Option<(i128, u8)> {
        let places = u8::try_from(self.0.fractional_digits_count()).ok()?;
        let digits = i128::try_from(u128::try_from(self.0.digits()).ok()?).ok()?;
        Some((if self.0.is_negative() { -digits } else { digits }, places))
    }

    /// Makes the amount `high` × 2^128 + `low`, times 10^-`places`, with a sign.
    #[must_use]
    pub fn from_wide_parts(negative: bool, high: u128, low: u128, places: u8) -> Self {
        let mut word = [0; 32];
        word[..16].copy_from_slice(&high.to_be_bytes());
        word[16..].copy_from_slice(&low.to_be_bytes());
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        Self(D256::from_parts(
            RawAmount::from_word(&word).0,
            -i32::from(places),
            sign,
            CTX,
        ))
    }

    /// Returns sign, `high`, `low` and `places` such that the amount is `high` × 2^128 + `low`, times 10^-`places`; `None` where
    /// it does not have 0 to 255 places.
    #[must_use]
    pub fn to_wide_parts(self) -> Option<(bool, u128, u128, u8)> {
        let places = u8::try_from(self.0.fractional_digits_count()).ok()?;
        let digits = self.0.digits();
        let high = digits >> 128;
        let low = digits - (high << 128);
        let (high, low) = (u128::try_from(high).ok()?, u128::try_from(low).ok()?);
        Some((self.0.is_negative(), high, low, places))
    }

    /// Returns the quotient, rounded half-even to `places` in one step; at most 35 places.
    ///
    /// Rounding the quotient of [`Amount::div`] again would take a number slightly off a midpoint for the midpoint.
    pub fn div_rounded(self, other: Self, places: u8) -> Result<Self, AmountError> {
        let near = self.div(other)?;
        let rounded = near.rounded(i16::from(places));
        let half = Self::from_parts(5, places.saturating_add(1));
        if near.sub(rounded)?.abs() != half {
            return Ok(rounded);
        }
        let size = near.abs();
        let exact = match size.mul(other.abs())?.cmp(&self.abs()) {
            std::cmp::Ordering::Equal => return Ok(rounded),
            std::cmp::Ordering::Less => size.add(half)?,
            std::cmp::Ordering::Greater => size.sub(half)?,
        };
        if near.is_negative() {
            Self::ZERO.sub(exact)
        } else {
            Ok(exact)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Amount {
        text.parse().unwrap()
    }

    #[test]
    fn parts_make_the_same_amount() {
        for (digits, places, text) in [
            (0, 0, "0"),
            (-1_250, 3, "-1.25"),
            (i128::MAX, 18, "170141183460469231731.687303715884105727"),
            (5, 36, "0.000000000000000000000000000000000005"),
        ] {
            let made = Amount::from_parts(digits, places);
            assert_eq!(made, amount(text));
            assert_eq!(made.to_parts(), Some((digits, places)));
        }
        assert_eq!(amount("170141183460469231731687303715884105728").to_parts(), None);
        for text in [
            "-170141183460469231731687303715884105728.5",
            "3402823669209384634633746074317682114560",
            "7",
        ] {
            let (negative, high, low, places) = amount(text).to_wide_parts().unwrap();
            assert_eq!(Amount::from_wide_parts(negative, high, low, places), amount(text));
        }
        let whole = amount("100").to_parts().unwrap();
        assert_eq!(Amount::from_parts(whole.0, whole.1), amount("100"));
    }

    #[test]
    fn a_quotient_is_rounded_once() {
        let divided = |a: &str, b: &str| amount(a).div_rounded(amount(b), 18).unwrap().to_string();
        assert_eq!(divided("2", "3"), "0.666666666666666667");
        assert_eq!(divided("-2", "3"), "-0.666666666666666667");
        assert_eq!(divided("0.000000000000000001", "2"), "0");
        assert_eq!(divided("0.000000000000000003", "2"), "0.000000000000000002");
        // Slightly above and below a midpoint, in the fortieth place.
        let third = "0.0000000000000000000000000000000000000003";
        let above = amount("0.000000000000000001").add(amount(third)).unwrap();
        assert_eq!(
            above.div_rounded(amount("2"), 18).unwrap(),
            amount("0.000000000000000001")
        );
        let below = amount("0.000000000000000003").sub(amount(third)).unwrap();
        assert_eq!(
            below.div_rounded(amount("2"), 18).unwrap(),
            amount("0.000000000000000001")
        );
        assert_eq!(
            amount("1").div_rounded(Amount::ZERO, 18),
            Err(AmountError::DivisionByZero)
        );
    }
}
