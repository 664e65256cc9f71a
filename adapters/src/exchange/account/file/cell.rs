//! Numbers and times as exchanges write them into files.

use jiff::{civil::DateTime, tz::TimeZone};
use ports::{Timestamp, json::Json};

use crate::exchange::account::quantity::Quantity;

const NUMBER: &str = "This is no number as the exchange writes it.";
const COMMA: &str = "This number has a comma that may be a decimal mark. Export the file again in English, and do not save it in a spreadsheet.";
const TIME: &str = "This is no time as the exchange writes it. Do not save the file in a spreadsheet.";
const TOO_LONG: &str = "an amount with more digits than can be stored";
const NO_ASSET: &str = "a row without its asset";
/// What may stand before or after a number.
const CURRENCY_SIGNS: [char; 4] = ['$', '€', '£', '¥'];

/// Reads a number. A comma is read as a mark of thousands only where a point and three digits after each comma make that certain.
pub(crate) fn number(text: &str) -> Result<Quantity, &'static str> {
    let (sign, digits) = match text.trim().strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.trim().trim_start_matches('+')),
    };
    let digits = digits.trim_matches(CURRENCY_SIGNS).trim();
    let plain = if digits.contains(',') {
        without_thousands(digits).ok_or(COMMA)?
    } else {
        digits.to_owned()
    };
    // Files write `.5` and `5.`, which JSON does not have.
    let plain = match plain.split_once('.') {
        Some(("", fraction)) => format!("0.{fraction}"),
        Some((whole, "")) => whole.to_owned(),
        _ => plain,
    };
    let plain = plain.trim_start_matches('0');
    let plain = if plain.starts_with(|c: char| c.is_ascii_digit()) {
        plain.to_owned()
    } else {
        format!("0{plain}")
    };
    if digits.is_empty() {
        return Err(NUMBER);
    }
    Quantity::read(&Json::String(format!("{sign}{plain}"))).ok_or(NUMBER)
}

/// Reads a number where there may be none, which is zero: an empty cell, or dashes.
pub(crate) fn number_if_any(text: &str) -> Result<Quantity, &'static str> {
    if text.chars().all(|c| c == '-' || c.is_whitespace()) {
        return Ok(Quantity::default());
    }
    number(text)
}

/// Returns a quantity as what arrived, whatever the sign with which it was written.
pub(crate) fn arrived(quantity: Quantity) -> Result<Quantity, &'static str> {
    if quantity.is_negative() {
        return quantity.negated().map_err(|_| TOO_LONG);
    }
    Ok(quantity)
}

/// Returns a quantity as what left, whatever the sign with which it was written.
pub(crate) fn left(quantity: Quantity) -> Result<Quantity, &'static str> {
    if quantity.is_negative() {
        return Ok(quantity);
    }
    quantity.negated().map_err(|_| TOO_LONG)
}

/// Returns the code of an asset, which every row has.
pub(crate) fn code_of(text: &str) -> Result<&str, &'static str> {
    Some(text).filter(|code| !code.is_empty()).ok_or(NO_ASSET)
}

fn without_thousands(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.')?;
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_grouped = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    (is_grouped && !fraction.contains(',')).then(|| format!("{}.{fraction}", whole.replace(',', "")))
}

/// Reads a date and a time in UTC, such as `2021-04-15 12:09:16`, `2021-04-15T12:09:16Z` or `2021-04-15 12:09:16 UTC`.
pub(crate) fn time(text: &str) -> Result<Timestamp, &'static str> {
    let plain = text.trim();
    let plain = [" UTC", "Z", "+00:00", " +0000 UTC"]
        .into_iter()
        .find_map(|zone| plain.strip_suffix(zone))
        .unwrap_or(plain);
    let time: DateTime = plain.parse().map_err(|_| TIME)?;
    let time = time.to_zoned(TimeZone::UTC).map_err(|_| TIME)?.timestamp();
    if time.as_millisecond() <= 0 {
        return Err(TIME);
    }
    Ok(Timestamp::from_millis(time.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly_or_refused() {
        for (text, expected) in [
            ("0.000000000000000001", "0.000000000000000001"),
            ("-24.50", "-24.5"),
            (" +3 ", "3"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("7.", "7"),
            ("007.10", "7.1"),
            ("0", "0"),
            ("0.00", "0"),
            ("1E-8", "0.00000001"),
            ("$1,234.56", "1234.56"),
            ("-€1,234,567.8", "-1234567.8"),
        ] {
            let stated = |text: &str| Quantity::read(&Json::String(text.to_owned())).unwrap().at_exchange();
            assert_eq!(number(text).map(Quantity::at_exchange), Ok(stated(expected)), "{text}");
        }
        for text in ["1,5", "1,234", "1.234,56", "1,23.4", "12,34,567.8"] {
            assert_eq!(number(text).map(Quantity::at_exchange), Err(COMMA), "{text}");
        }
        for text in ["", "-", "abc", "1.2.3", "0x10", "NaN", "1 000", "$", "--1"] {
            assert_eq!(number(text).map(Quantity::at_exchange), Err(NUMBER), "{text}");
        }
    }

    #[test]
    fn a_number_may_be_missing_and_a_sign_may_be_known_from_elsewhere() {
        let shown = |quantity: Quantity| quantity.at_exchange().unwrap().in_units(18).unwrap().to_string();
        assert_eq!(
            ["", "--", " - "].map(|text| number_if_any(text).map(shown)),
            ["0", "0", "0"].map(|zero| Ok(zero.to_owned()))
        );
        assert_eq!(number_if_any("1,5").map(shown), Err(COMMA));
        for text in ["2", "-2"] {
            let quantity = number(text).unwrap();
            assert_eq!(
                (shown(arrived(quantity).unwrap()), shown(left(quantity).unwrap())),
                ("2".to_owned(), "-2".to_owned())
            );
        }
        assert_eq!((code_of("BTC"), code_of("")), (Ok("BTC"), Err(NO_ASSET)));
    }

    #[test]
    fn times_are_those_of_the_exchange_or_refused() {
        for text in [
            "2021-04-15 12:09:16",
            "2021-04-15T12:09:16Z",
            "2021-04-15 12:09:16 UTC",
            "2021-04-15T12:09:16.000+00:00",
        ] {
            assert_eq!(time(text).map(Timestamp::seconds), Ok(1_618_488_556), "{text}");
        }
        for text in [
            "",
            "15/04/2021 12:09",
            "4/15/21 12:09",
            "44301.5",
            "2021-04-15 12:09:16 +0200",
            "1969-01-01 00:00:00",
        ] {
            assert_eq!(time(text), Err(TIME), "{text}");
        }
    }
}
