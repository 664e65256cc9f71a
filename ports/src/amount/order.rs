//! The order of amounts.

use std::cmp::Ordering;

use fastnum::U256;

use super::Amount;

impl PartialEq for Amount {
    /// Compares by [`Ord`], because the decimal library would first strip trailing zeros.
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl PartialOrd for Amount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Amount {
    /// Compares the digits of numbers with the same scale directly. The decimal library compares all others; it first strips
    /// the trailing zeros digit by digit, which is slow.
    fn cmp(&self, other: &Self) -> Ordering {
        let places = |amount: &Self| amount.0.fractional_digits_count();
        let magnitudes = match places(self).cmp(&places(other)) {
            Ordering::Equal => self.0.digits().cmp(&other.0.digits()),
            Ordering::Less => match widened(self, places(other) - places(self)) {
                Some(digits) => digits.cmp(&other.0.digits()),
                None => return self.0.cmp(&other.0),
            },
            Ordering::Greater => match widened(other, places(self) - places(other)) {
                Some(digits) => self.0.digits().cmp(&digits),
                None => return self.0.cmp(&other.0),
            },
        };
        match (self.is_negative(), other.is_negative()) {
            (false, false) => magnitudes,
            (true, true) => magnitudes.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// Returns the digits of a number widened by that many places, where they fit.
fn widened(amount: &Amount, places: i16) -> Option<U256> {
    let factor = U256::checked_power_of_ten(u32::try_from(places).ok()?)?;
    amount.0.digits().checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With few and many places, equal numbers written in two ways, and too many digits to be widened.
    const SAMPLES: [&str; 14] = [
        "-115792089237316195423570985008687907853269984665640564039457",
        "-2.5",
        "-2.50",
        "-0.000000000000000000000000000000000001",
        "0",
        "0.000",
        "0.000000000000000000000000000000000001",
        "1",
        "1.0",
        "1.000000000000000001",
        "9.99",
        "10",
        "1000000000000000000000000000000",
        "115792089237316195423570985008687907853269984665640564039457",
    ];

    #[test]
    fn the_order_is_that_of_the_numbers() {
        let amounts = SAMPLES.map(|text| text.parse::<Amount>().unwrap());
        assert!(amounts.is_sorted());
        for a in amounts {
            for b in amounts {
                assert_eq!(a.cmp(&b), a.0.cmp(&b.0), "{a} {b}");
                assert_eq!(a == b, a.0 == b.0, "{a} {b}");
            }
        }
    }
}
