//! Reading the fields of rows, whose scalars are texts or numbers.

use std::borrow::Cow;

use ports::{Address, RawAmount, Timestamp, json::Json};

/// A row without a field, or with another type of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldError(pub(super) &'static str);

pub(super) type FieldResult<T> = Result<T, FieldError>;

/// A row of a list.
#[derive(Clone, Copy)]
pub(super) struct RowFields<'a>(pub(super) &'a Json);

impl<'a> RowFields<'a> {
    /// Returns a scalar as text; `None` where it is missing, null or empty.
    pub(super) fn text(self, name: &'static str) -> FieldResult<Option<Cow<'a, str>>> {
        match &self.0[name] {
            Json::Null => Ok(None),
            Json::String(text) => Ok(Some(Cow::Borrowed(text.as_str())).filter(|text| !text.is_empty())),
            Json::Number(number) => Ok(Some(Cow::Owned(number.to_string()))),
            Json::Bool(_) | Json::Array(_) | Json::Object(_) => Err(FieldError(name)),
        }
    }

    /// Returns whether the row has this field, whatever its content.
    pub(super) fn has(self, name: &str) -> bool {
        self.0.get(name).is_some()
    }

    /// Returns a scalar that cannot be missing.
    pub(super) fn required(self, name: &'static str) -> FieldResult<Cow<'a, str>> {
        self.text(name)?.ok_or(FieldError(name))
    }

    /// Returns whether a scalar is 1 and not 0.
    pub(super) fn flag(self, name: &'static str) -> FieldResult<Option<bool>> {
        match self.text(name)?.as_deref() {
            None => Ok(None),
            Some("0") => Ok(Some(false)),
            Some("1") => Ok(Some(true)),
            Some(_) => Err(FieldError(name)),
        }
    }

    pub(super) fn number<T: std::str::FromStr>(self, name: &'static str) -> FieldResult<T> {
        self.optional_number(name)?.ok_or(FieldError(name))
    }

    pub(super) fn optional_number<T: std::str::FromStr>(self, name: &'static str) -> FieldResult<Option<T>> {
        let text = self.text(name)?;
        text.map(|text| text.parse().map_err(|_| FieldError(name))).transpose()
    }

    /// Returns a whole number of up to 256 bits.
    pub(super) fn amount(self, name: &'static str) -> FieldResult<RawAmount> {
        let text = self.required(name)?;
        whole_number(&text).ok_or(FieldError(name))
    }

    /// Returns an address, in whatever letter case it is written.
    pub(super) fn address(self, name: &'static str) -> FieldResult<Address> {
        self.optional_address(name)?.ok_or(FieldError(name))
    }

    pub(super) fn optional_address(self, name: &'static str) -> FieldResult<Option<Address>> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let address = text.to_ascii_lowercase().parse::<Address>().ok();
        let address = address.filter(Address::is_evm);
        address.map(Some).ok_or(FieldError(name))
    }

    /// Returns a time in seconds since 1970.
    pub(super) fn time(self, name: &'static str) -> FieldResult<Timestamp> {
        let second: u32 = self.number(name)?;
        Ok(Timestamp::from_seconds(second.into()))
    }

    /// Returns a hash of 32 bytes in lower case.
    pub(super) fn optional_hash(self, name: &'static str) -> FieldResult<Option<String>> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 64);
        let is_hash = digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        is_hash.then(|| Some(text.to_ascii_lowercase())).ok_or(FieldError(name))
    }
}

/// Parses a whole number: digits, or a decimal as Blockscout writes some of them: `5.0`, `1E+30`.
fn whole_number(text: &str) -> Option<RawAmount> {
    if let Ok(amount) = text.parse() {
        return Some(amount);
    }
    let (mantissa, exponent) = match text.split_once(['E', 'e']) {
        Some((mantissa, exponent)) => (mantissa, exponent.trim_start_matches('+').parse::<usize>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent.checked_sub(fraction.len()).filter(|zeros| *zeros <= 78)?;
    let digits = format!("{whole}{fraction}{}", "0".repeat(zeros));
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() && !digits.is_empty() {
        return Some(RawAmount::ZERO);
    }
    significant.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::{json, parsed};

    #[test]
    fn scalars_are_texts_or_numbers() {
        let row = parsed(
            r#"{ "a": "115792089237316195423570985008687907853269984665640564039457584007913129639935", "b": 12345678901234567890123456789,
                 "c": "1E+30", "d": 5.0, "e": "0", "f": "1.5", "g": "-1", "h": "", "i": null, "j": "0x10", "k": true, "m": 0.1000000000000000055511151231257827 }"#,
        );
        let fields = RowFields(&row);
        assert_eq!(fields.amount("a").unwrap().to_string(), row["a"].as_str().unwrap());
        assert_eq!(fields.amount("b").unwrap().to_string(), "12345678901234567890123456789");
        assert_eq!(fields.amount("c").unwrap().to_string(), format!("1{}", "0".repeat(30)));
        assert_eq!(fields.amount("d").unwrap().to_string(), "5");
        assert_eq!(fields.amount("e").unwrap(), RawAmount::ZERO);
        for name in ["f", "g", "h", "i", "j", "k", "l", "m"] {
            assert_eq!(fields.amount(name), Err(FieldError(name)));
        }
        let text = |name| fields.text(name).unwrap().unwrap().into_owned();
        assert_eq!([text("d"), text("m")], ["5.0", "0.1000000000000000055511151231257827"]);
        assert_eq!(fields.optional_number::<u64>("h"), Ok(None));
        assert_eq!(fields.optional_number::<u64>("j"), Err(FieldError("j")));
    }

    #[test]
    fn addresses_and_hashes_are_read_in_any_letter_case() {
        let hash = format!("0x{}", "aB".repeat(32));
        let row = json!({ "to": "0x225F137127D9067788314bc7fcc1f36746a3c3B5", "hash": hash, "bad": "0x12" });
        let fields = RowFields(&row);
        let address: Address = "0x225f137127d9067788314bc7fcc1f36746a3c3b5".parse().unwrap();
        assert_eq!(fields.address("to"), Ok(address));
        assert_eq!(fields.address("bad"), Err(FieldError("bad")));
        assert_eq!(fields.optional_address("missing"), Ok(None));
        assert_eq!(fields.optional_hash("hash"), Ok(Some(hash.to_lowercase())));
        assert_eq!(fields.optional_hash("bad"), Err(FieldError("bad")));
    }
}
