//! Values of charts in little memory: whole numbers of the smallest part that is shown.

use ports::{Amount, Currency};

use crate::{accounting::Exact, currency::is_coin};

/// Returns to how many places the values of a chart are rounded: to cents, and to eight places where the currency is a coin.
pub fn places(currency: &Currency) -> u8 {
    if is_coin(currency) { 8 } else { 2 }
}

/// Returns a value rounded half-even to this many places, as a number of such parts; `None` where it does not fit.
pub fn scaled(value: Exact, places: u8) -> Option<i64> {
    let amount = value.amount().rounded(i16::from(places));
    let (digits, own) = Exact::try_from(amount).ok()?.parts()?;
    let factor = 10_i128.checked_pow(u32::from(places.checked_sub(own)?))?;
    i64::try_from(digits.checked_mul(factor)?).ok()
}

/// Returns the amount of a number of such parts.
pub fn amount(parts: i64, places: u8) -> Amount {
    Amount::from_parts(i128::from(parts), places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_rounded_half_even_or_does_not_fit() {
        let of = |text: &str| scaled(Exact::try_from(text.parse::<Amount>().unwrap()).unwrap(), 2);
        assert_eq!(of("12.345"), Some(1234));
        assert_eq!(of("12.355"), Some(1236));
        assert_eq!(of("12"), Some(1200));
        assert_eq!(of("-0.005"), Some(0));
        assert_eq!(of("92233720368547758.07"), Some(i64::MAX));
        assert_eq!(of("92233720368547758.08"), None);
        assert_eq!(amount(1234, 2).to_string(), "12.34");
    }
}
