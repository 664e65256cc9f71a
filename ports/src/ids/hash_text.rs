//! Texts that are usually hashes.

use std::{cmp::Ordering, fmt, sync::Arc};

use data_encoding::HEXLOWER;

/// A text that is usually a hash of 32 bytes, written as 64 hex digits in lower case with or without `0x`. Such a hash is kept as
/// its bytes, because long ledgers contain hundreds of thousands of them. It is ordered like its text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct HashText(HashForm);

/// The forms of a [`HashText`]. No text has two of them.
#[derive(Clone, PartialEq, Eq, Hash)]
enum HashForm {
    /// `0x` and 64 digits.
    Prefixed([u8; 32]),
    /// 64 digits.
    Digits([u8; 32]),
    /// Any other text.
    Other(Arc<str>),
}

/// What a [`HashText`] consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashParts<'a> {
    /// The bytes of `0x` and 64 digits.
    Prefixed(&'a [u8; 32]),
    /// The bytes of 64 digits.
    Digits(&'a [u8; 32]),
    /// A text that is no hash.
    Other(&'a str),
}

impl HashText {
    /// Makes the text of `0x` and the digits of these bytes.
    #[must_use]
    pub const fn prefixed(bytes: [u8; 32]) -> Self {
        Self(HashForm::Prefixed(bytes))
    }

    /// Makes the text of the digits of these bytes.
    #[must_use]
    pub const fn digits(bytes: [u8; 32]) -> Self {
        Self(HashForm::Digits(bytes))
    }

    /// Returns what it consists of.
    #[must_use]
    pub fn parts(&self) -> HashParts<'_> {
        match &self.0 {
            HashForm::Prefixed(bytes) => HashParts::Prefixed(bytes),
            HashForm::Digits(bytes) => HashParts::Digits(bytes),
            HashForm::Other(text) => HashParts::Other(text),
        }
    }
}

impl From<&str> for HashText {
    fn from(text: &str) -> Self {
        let (is_prefixed, digits) = match text.strip_prefix("0x") {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let mut bytes = [0; 32];
        let is_hash = digits.len() == 64 && HEXLOWER.decode_mut(digits.as_bytes(), &mut bytes).is_ok();
        Self(match (is_hash, is_prefixed) {
            (true, true) => HashForm::Prefixed(bytes),
            (true, false) => HashForm::Digits(bytes),
            (false, _) => HashForm::Other(text.into()),
        })
    }
}

impl From<String> for HashText {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl fmt::Display for HashText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, bytes) = match &self.0 {
            HashForm::Prefixed(bytes) => ("0x", bytes),
            HashForm::Digits(bytes) => ("", bytes),
            HashForm::Other(text) => return f.write_str(text),
        };
        let mut digits = [0; 64];
        HEXLOWER.encode_mut(bytes, &mut digits);
        f.write_str(prefix)?;
        f.write_str(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl fmt::Debug for HashText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Ord for HashText {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (HashForm::Prefixed(a), HashForm::Prefixed(b)) | (HashForm::Digits(a), HashForm::Digits(b)) => a.cmp(b),
            _ => self.to_string().cmp(&other.to_string()),
        }
    }
}

impl PartialOrd for HashText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_back_and_ordered_like_text() {
        let digits = "0aF".repeat(21) + "0";
        let mut texts = vec![
            format!("0x{}", digits.to_lowercase()),
            format!("0x{}", "ff".repeat(32)),
            digits.to_lowercase(),
            "e".repeat(64),
            format!("0x{digits}"),
            "withdrawal-7".to_owned(),
            String::new(),
            "0x".to_owned(),
        ];
        let mut hashes: Vec<HashText> = texts.iter().map(|text| text.as_str().into()).collect();
        texts.sort();
        hashes.sort();
        let printed: Vec<String> = hashes.iter().map(ToString::to_string).collect();
        assert_eq!(printed, texts);
    }

    #[test]
    fn a_hash_is_kept_as_its_bytes() {
        let hash = HashText::from(format!("0x{}", "0a".repeat(32)));
        assert_eq!(hash.parts(), HashParts::Prefixed(&[0x0a; 32]));
        assert_eq!(hash, HashText::prefixed([0x0a; 32]));
        assert_eq!(HashText::from("0a".repeat(32)), HashText::digits([0x0a; 32]));
        assert_eq!(
            HashText::from("0A".repeat(32)).parts(),
            HashParts::Other(&"0A".repeat(32))
        );
        assert_eq!(size_of::<HashText>(), 40);
    }
}
