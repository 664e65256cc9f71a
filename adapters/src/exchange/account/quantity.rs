//! Exact quantities as exchanges state them.

use ports::{
    Amount, RawAmount,
    amount::{AmountError, SignedRaw},
    fact::EXCHANGE_DECIMALS,
    json::{Json, JsonNumber},
};

/// An exact quantity, and the number of decimal places in which it was stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quantity {
    amount: Amount,
    decimals: u8,
}

impl Quantity {
    /// Reads a quantity that is a JSON number, or a text with one; `None` for anything else.
    pub(crate) fn read(value: &Json) -> Option<Self> {
        match value {
            Json::Number(number) => Self::of(number),
            Json::String(text) => Self::of(&text.parse().ok()?),
            _ => None,
        }
    }

    fn of(number: &JsonNumber) -> Option<Self> {
        let amount = number.to_amount().ok()?;
        let is_plain = !number.as_str().contains(['e', 'E']);
        let text = if is_plain {
            number.to_string()
        } else {
            amount.to_string()
        };
        let decimals = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        Some(Self {
            amount,
            decimals: u8::try_from(decimals).ok()?,
        })
    }

    pub(crate) fn is_zero(self) -> bool {
        self.amount.is_zero()
    }

    pub(crate) fn is_negative(self) -> bool {
        self.amount.is_negative()
    }

    /// Returns whether it is larger than another.
    pub(crate) fn exceeds(self, other: Self) -> bool {
        self.amount > other.amount
    }

    pub(crate) fn negated(self) -> Result<Self, AmountError> {
        Ok(Self {
            amount: Amount::ZERO.sub(self.amount)?,
            ..self
        })
    }

    pub(crate) fn add(self, other: Self) -> Result<Self, AmountError> {
        Ok(Self {
            amount: self.amount.add(other.amount)?,
            decimals: self.decimals.max(other.decimals),
        })
    }

    pub(crate) fn times(self, other: Self) -> Result<Self, AmountError> {
        Ok(Self {
            amount: self.amount.mul(other.amount)?,
            decimals: self.decimals.saturating_add(other.decimals),
        })
    }

    pub(crate) fn sub(self, other: Self) -> Result<Self, AmountError> {
        self.add(other.negated()?)
    }

    /// Returns it without the digits after this many places. A debt keeps its digits, so that nothing becomes larger.
    pub(crate) fn cut(self, places: u8) -> Result<Self, AmountError> {
        if self.decimals <= places || self.is_negative() {
            return Ok(self);
        }
        let text = self.amount.to_string();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, "0"));
        let kept: String = fraction.chars().take(usize::from(places)).collect();
        Ok(Self {
            amount: format!("{whole}.{kept}0").parse()?,
            decimals: places,
        })
    }

    /// Returns it in the decimal places of amounts at exchanges; `None` where it has more places or does not fit.
    pub(crate) fn at_exchange(self) -> Option<SignedRaw> {
        let (raw, decimals) = self.to_raw().ok()?;
        let zeros = EXCHANGE_DECIMALS.checked_sub(decimals)?;
        let size = raw.size().with_zeros(zeros).ok()?;
        Some(if raw.is_negative() {
            SignedRaw::owed(size)
        } else {
            size.into()
        })
    }

    /// Returns it in units of its last decimal place, and the number of places.
    pub(crate) fn to_raw(self) -> Result<(SignedRaw, u8), AmountError> {
        let text = self.amount.abs().to_string();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let digits = format!("{whole}{fraction:0<width$}", width = usize::from(self.decimals));
        let digits = digits.trim_start_matches('0');
        let size: RawAmount = if digits.is_empty() { "0" } else { digits }.parse()?;
        let raw = if self.is_negative() {
            SignedRaw::owed(size)
        } else {
            size.into()
        };
        Ok((raw, self.decimals))
    }
}

/// Reads a time in seconds since 1970, with or without a fraction, as milliseconds.
pub(crate) fn millis(seconds: &Json) -> Option<i64> {
    let text = match seconds {
        Json::Number(number) => number.to_amount().ok()?.to_string(),
        Json::String(text) => text.parse::<Amount>().ok()?.to_string(),
        _ => return None,
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let whole: i64 = whole.parse().ok().filter(|whole| *whole >= 0)?;
    whole.checked_mul(1000)?.checked_add(thousandths.parse().ok()?)
}

/// Zero, stated without decimal places.
impl Default for Quantity {
    fn default() -> Self {
        Self {
            amount: Amount::ZERO,
            decimals: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use ports::json::{self, Bounds};

    use super::*;

    fn read(text: &str) -> Option<Quantity> {
        let bounds = Bounds { depth: 4, values: 10 };
        Quantity::read(&json::read(text.as_bytes(), bounds).unwrap())
    }

    fn raw(text: &str) -> Option<(String, u8)> {
        let (raw, decimals) = read(text)?.to_raw().ok()?;
        Some((raw.to_string(), decimals))
    }

    #[test]
    fn texts_and_numbers_keep_every_digit() {
        for (text, digits, decimals) in [
            ("\"1.2435000000\"", "12435000000", 10),
            ("1.2435", "12435", 4),
            ("\"0.123456789012345678\"", "123456789012345678", 18),
            ("1234567.123456789012345678", "1234567123456789012345678", 18),
            ("\"0.0000\"", "0", 4),
            ("0", "0", 0),
            ("\"25435.21\"", "2543521", 2),
            ("-0.5", "-5", 1),
            ("1e-8", "1", 8),
            ("\"1.50E-7\"", "15", 8),
            ("2E3", "2000", 0),
        ] {
            assert_eq!(raw(text), Some((digits.to_owned(), decimals)), "{text}");
        }
    }

    #[test]
    fn quantities_are_counted_in_the_places_of_exchanges() {
        let counted = |text: &str| read(text)?.at_exchange().map(|raw| raw.to_string());
        assert_eq!(counted("\"-1.5\"").as_deref(), Some("-1500000000000000000"));
        assert_eq!(counted("0.000000000000000001").as_deref(), Some("1"));
        assert_eq!(counted("\"0.0000000000000000001\""), None);
    }

    #[test]
    fn digits_are_cut_and_never_rounded_up() {
        let cut = |text: &str, places| {
            let (raw, decimals) = read(text).unwrap().cut(places).unwrap().to_raw().unwrap();
            raw.in_units(decimals).unwrap().to_string()
        };
        assert_eq!(cut("\"1.9999\"", 2), "1.99");
        assert_eq!(cut("\"0.0000000000000000009\"", 18), "0");
        assert_eq!(cut("\"1.5000\"", 2), "1.5");
        assert_eq!((cut("7", 0), cut("\"7.9\"", 0)), ("7".to_owned(), "7".to_owned()));
        assert_eq!(cut("\"-1.9999\"", 2), "-1.9999");
    }

    #[test]
    fn times_are_cut_to_milliseconds() {
        let bounds = Bounds { depth: 4, values: 10 };
        let time = |text: &str| millis(&json::read(text.as_bytes(), bounds).unwrap());
        assert_eq!(time("1688464484.1787"), Some(1_688_464_484_178));
        assert_eq!(time("\"1688464484\""), Some(1_688_464_484_000));
        assert_eq!(time("1389071942.02"), Some(1_389_071_942_020));
        for text in ["null", "-1.5", "\"soon\"", "1e30"] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_quantity() {
        for text in [
            "null",
            "true",
            "[]",
            "{}",
            "\"\"",
            "\"NaN\"",
            "\"1,5\"",
            "\" 1\"",
            "\"0x1\"",
            "\"1e999\"",
            "\"+1\"",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn sums_have_the_places_of_the_more_exact_one() {
        let (one, other) = (read("\"1.50\"").unwrap(), read("\"0.125\"").unwrap());
        let sum = one.add(other).unwrap().to_raw().unwrap();
        assert_eq!((sum.0.to_string(), sum.1), ("1625".to_owned(), 3));
        let rest = other.sub(one).unwrap().to_raw().unwrap();
        assert_eq!((rest.0.to_string(), rest.1), ("-1375".to_owned(), 3));
        assert!(one.exceeds(other) && !other.exceeds(one) && !one.exceeds(one));
    }

    #[test]
    fn no_digit_is_lost() {
        let digits = "98765432109876543210";
        for whole in ["0", "1", "1000", "18446744073709551615"] {
            for places in 1..=18 {
                let text = format!("{whole}.{}", &digits[..places]);
                let (raw, decimals) = read(&format!("\"{text}\"")).unwrap().to_raw().unwrap();
                assert_eq!(usize::from(decimals), places);
                assert_eq!(raw.in_units(decimals), text.parse(), "{text}");
            }
        }
    }
}
