//! The schema of published token lists, <https://github.com/Uniswap/token-lists> (`src/tokenlist.schema.json`, MIT):
//! the texts, numbers and extensions that it allows. Lengths are in characters.

use std::collections::BTreeMap;

use ports::json::Json;
use url::Url;

/// The maximum depth of nested extension objects.
const DEPTH: u32 = 2;
/// The maximum number of properties of an extension object.
const WIDTH: usize = 10;

/// Returns whether the length of a text is in the range and every character is allowed.
pub(super) fn text_fits(text: &str, length: std::ops::RangeInclusive<usize>, fits: fn(char) -> bool) -> bool {
    length.contains(&text.chars().count()) && text.chars().all(fits)
}

/// ASCII letters, digits and the underscore.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The same, and spaces.
pub(super) fn is_word_or_space(c: char) -> bool {
    is_word(c) || c == ' '
}

/// The characters of a tag's description.
pub(super) fn is_description_char(c: char) -> bool {
    is_word_or_space(c) || matches!(c, '.' | ',' | ':')
}

/// Anything but white space.
pub(super) fn is_solid(c: char) -> bool {
    !c.is_whitespace() && c != '\u{feff}'
}

/// The same, and spaces.
pub(super) fn is_solid_or_space(c: char) -> bool {
    is_solid(c) || c == ' '
}

/// The identifier of a tag.
pub(super) fn is_tag(text: &str) -> bool {
    text_fits(text, 1..=10, is_word)
}

/// An absolute URI of any scheme.
pub(super) fn is_uri(text: &str) -> bool {
    text.parse::<Url>().is_ok()
}

/// The address of a token: EVM, or Solana in base58.
pub(super) fn is_address(text: &str) -> bool {
    let evm = text.strip_prefix("0x");
    let evm = evm.is_some_and(|digits| digits.len() == 40 && digits.bytes().all(|b| b.is_ascii_hexdigit()));
    let base58 = |c: char| c.is_ascii_alphanumeric() && !matches!(c, '0' | 'O' | 'I' | 'l');
    evm || text_fits(text, 32..=44, base58)
}

/// A date and time as in RFC 3339: `2020-06-12T00:00:00+00:00`.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return false;
    };
    let Some(at) = time.find(['Z', 'z', '+', '-']) else {
        return false;
    };
    let (clock, offset) = time.split_at(at);
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let offset_fits = match offset.strip_prefix(['+', '-']) {
        Some(offset) => numbers_fit(offset, ':', &[(2, 0..=23), (2, 0..=59)]),
        None => offset.len() == 1,
    };
    numbers_fit(date, '-', &[(4, 0..=9999), (2, 1..=12), (2, 1..=31)])
        && numbers_fit(clock, ':', &[(2, 0..=23), (2, 0..=59), (2, 0..=60)])
        && !fraction.is_empty()
        && fraction.bytes().all(|b| b.is_ascii_digit())
        && offset_fits
}

/// Returns whether a text consists of numbers with fixed lengths and ranges, separated by `mark`.
fn numbers_fit(text: &str, mark: char, wanted: &[(usize, std::ops::RangeInclusive<u32>)]) -> bool {
    let parts: Vec<&str> = text.split(mark).collect();
    let fits = |(part, (length, bounds)): (&&str, &(usize, std::ops::RangeInclusive<u32>))| {
        let digits = part.len() == *length && part.bytes().all(|b| b.is_ascii_digit());
        digits && part.parse().is_ok_and(|number| bounds.contains(&number))
    };
    parts.len() == wanted.len() && parts.iter().zip(wanted).all(fits)
}

/// Returns whether extensions are within the limits: few, with short names, and plain values or objects of them.
pub(super) fn extensions_fit(extensions: &Json) -> bool {
    extensions.as_object().is_some_and(|fields| object_fits(fields, DEPTH))
}

fn object_fits(object: &BTreeMap<String, Json>, depth: u32) -> bool {
    let named = |(name, value): (&String, &Json)| text_fits(name, 1..=40, is_word) && value_fits(value, depth);
    object.len() <= WIDTH && object.iter().all(named)
}

fn value_fits(value: &Json, depth: u32) -> bool {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => true,
        Json::String(text) => (1..=42).contains(&text.chars().count()),
        Json::Object(object) => depth > 0 && object_fits(object, depth - 1),
        Json::Array(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::json;

    #[test]
    fn dates_and_times_are_recognized() {
        for good in [
            "2020-06-12T00:00:00+00:00",
            "2021-03-12T08:08:45.498Z",
            "2021-03-12t23:59:60-11:30",
        ] {
            assert!(is_date_time(good), "{good}");
        }
        for bad in [
            "",
            "abc",
            "2020-06-12",
            "2020-13-12T00:00:00Z",
            "2020-06-12T24:00:00Z",
            "2020-06-12T00:00:00",
            "2020-06-12T00:00:00.Z",
            "2020-06-12T00:00:00Zulu",
            "2020-06-12T00:00:00+0000",
            "+020-06-12T00:00:00Z",
        ] {
            assert!(!is_date_time(bad), "{bad}");
        }
    }

    #[test]
    fn extensions_are_limited_in_size_and_depth() {
        let fits = |value: Json| extensions_fit(&value);
        assert!(fits(json!({"a": 1, "b": {"1": {"c": "x", "d": null}}})));
        assert!(!fits(json!({"a": {"b": {"c": {"d": 1}}}})), "too deep");
        assert!(!fits(json!({"a": [1]})), "a list");
        assert!(!fits(json!({"a": "x".repeat(43)})) && !fits(json!({"a": ""})));
        assert!(!fits(json!({"a-b": 1})) && !fits(json!({"": 1})) && !fits(json!({"a".repeat(41): 1})));
        assert!(fits(json!({"a": 0.5, "b": -1})) && fits(crate::test_json::parsed("{\"a\":1e999}")));
        let many: BTreeMap<String, Json> = (0..11).map(|n| (n.to_string(), json!(n))).collect();
        assert!(!fits(Json::Object(many)) && !fits(json!([])) && !fits(Json::Null));
    }

    #[test]
    fn addresses_are_evm_or_solana() {
        assert!(is_address("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"));
        assert!(is_address("So11111111111111111111111111111111111111112"));
        for bad in [
            "0x12",
            "0x00000000000000000000000000000000000000_0",
            "",
            "O0Il",
            &"1".repeat(45),
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
