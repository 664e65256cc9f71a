//! JSON numbers as exact decimals.

use ports::amount::{Amount, AmountError};
use serde_json::Number;

/// The maximum exponent. Larger ones are neither a price nor an amount.
const SHIFT: u32 = 77;

/// Converts a JSON number digit by digit, never through a binary fraction: `1e-12` becomes `0.000000000001`.
pub(crate) fn exact(number: &Number) -> Result<Amount, AmountError> {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().map_err(|_| AmountError::OutOfRange)?;
    if exponent.unsigned_abs() > SHIFT {
        return Err(AmountError::OutOfRange);
    }
    shifted(mantissa, exponent).parse()
}

/// Moves the decimal point of a plain decimal text by `places` to the right.
fn shifted(text: &str, places: i32) -> String {
    let (sign, body) = text.strip_prefix('-').map_or(("", text), |body| ("-", body));
    let (whole, fraction) = body.split_once('.').unwrap_or((body, ""));
    let digits = format!("{whole}{fraction}");
    let point = i32::try_from(whole.len()).unwrap_or(i32::MAX).saturating_add(places);
    match usize::try_from(point) {
        Ok(point) if point >= digits.len() => format!("{sign}{digits:0<point$}"),
        Ok(point) if point > 0 => format!("{sign}{}.{}", &digits[..point], &digits[point..]),
        _ => {
            let zeros = usize::try_from(point.unsigned_abs()).unwrap_or(0);
            format!("{sign}0.{}{digits}", "0".repeat(zeros))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_of_every_notation_is_kept() {
        for (json, shown) in [
            ("1", "1"),
            ("0", "0"),
            ("-0.0", "0"),
            ("3180.120000", "3180.12"),
            ("1e-12", "0.000000000001"),
            ("1.2345678901234567e-08", "0.000000012345678901234567"),
            ("1.5E3", "1500"),
            ("12345.678e-3", "12.345678"),
            ("12345.678e-5", "0.12345678"),
            ("12345.678e1", "123456.78"),
            ("0.1e1", "1"),
            ("-2.5e-1", "-0.25"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("9007199254740993", "9007199254740993"),
        ] {
            let number: Number = serde_json::from_str(json).unwrap();
            assert_eq!(exact(&number).unwrap().to_string(), shown, "{json}");
        }
    }

    #[test]
    fn absurd_numbers_are_refused() {
        for json in [
            "1e78",
            "1e-78",
            "1e999999999999",
            "-1e400",
            "1e-2147483648",
            "1e2147483647",
        ] {
            let number: Number = serde_json::from_str(json).unwrap();
            assert_eq!(exact(&number), Err(AmountError::OutOfRange), "{json}");
        }
    }
}
