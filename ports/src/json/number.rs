//! JSON numbers as text and as exact amounts.

use std::{fmt, str::FromStr};

use crate::amount::{Amount, AmountError};

/// The maximum exponent of an amount.
const MAX_EXPONENT: u32 = 77;

/// A number as it is written in JSON, for example `1.10` or `1E+30`. Numbers that are written differently are not equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonNumber(String);

/// A text that is no JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a JSON number, such as 1.5")]
pub struct NotJsonNumber;

impl JsonNumber {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the exact amount: `1e-12` is `0.000000000001`. Exponents beyond 77 belong to neither a price nor an amount.
    pub fn to_amount(&self) -> Result<Amount, AmountError> {
        let (mantissa, exponent) = self.0.split_once(['e', 'E']).unwrap_or((&self.0, "0"));
        let exponent: i32 = exponent.parse().map_err(|_| AmountError::OutOfRange)?;
        if exponent.unsigned_abs() > MAX_EXPONENT {
            return Err(AmountError::OutOfRange);
        }
        shifted(mantissa, exponent).parse()
    }
}

impl FromStr for JsonNumber {
    type Err = NotJsonNumber;

    fn from_str(text: &str) -> Result<Self, NotJsonNumber> {
        let is_number = is_number(text.as_bytes());
        is_number.then(|| Self(text.to_owned())).ok_or(NotJsonNumber)
    }
}

impl fmt::Display for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether a text follows the grammar of numbers in RFC 8259.
fn is_number(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let (whole, rest) = digits(unsigned);
    let (fraction, rest) = match rest.strip_prefix(b".") {
        Some(rest) => digits(rest),
        None => (&b"0"[..], rest),
    };
    let exponent = match rest {
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => exponent,
        [] => b"0",
        _ => return false,
    };
    let has_leading_zero = whole.len() > 1 && whole[0] == b'0';
    let is_whole = !whole.is_empty() && !has_leading_zero;
    is_whole && !fraction.is_empty() && !exponent.is_empty() && digits(exponent).1.is_empty()
}

/// Splits a text after its leading digits.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
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
