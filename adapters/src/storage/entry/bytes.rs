//! Numbers and byte strings in a compact binary form.

use ports::entry::{HashParts, HashText};

/// Appends values to a byte string.
#[derive(Default)]
pub(super) struct ByteWriter(Vec<u8>);

/// Reads values that a [`ByteWriter`] wrote. `None` where the bytes end too early or mean nothing.
pub(super) struct ByteReader<'a>(&'a [u8]);

impl ByteWriter {
    /// Writes seven bits in each byte, the lowest ones first; the highest bit says that more follow.
    pub(super) fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.0.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
            number >>= 7;
        }
        self.0.push(u8::try_from(number).unwrap_or_default());
    }

    /// Writes a number that may be negative: its sign is the lowest bit.
    pub(super) fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Writes bytes after their number.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Appends what another one wrote.
    pub(super) fn append(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl<'a> ByteReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        self.number()?.try_into().ok()
    }

    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.small()?;
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

const TEXT: u8 = 0;
const HASH: u8 = 1;
const EVM_HASH: u8 = 2;

/// Writes an id that is usually a hash: 64 hex digits in lower case, with or without `0x`, as 32 bytes.
pub(super) fn hash_bytes(text: &HashText) -> Vec<u8> {
    let (form, bytes) = match text.parts() {
        HashParts::Prefixed(bytes) => (EVM_HASH, &bytes[..]),
        HashParts::Digits(bytes) => (HASH, &bytes[..]),
        HashParts::Other(text) => (TEXT, text.as_bytes()),
    };
    [&[form], bytes].concat()
}

/// Reads what [`hash_bytes`] wrote.
pub(super) fn hash_text(bytes: &[u8]) -> Option<HashText> {
    let (form, bytes) = bytes.split_first()?;
    match *form {
        TEXT => Some(std::str::from_utf8(bytes).ok()?.into()),
        HASH => Some(HashText::digits(bytes.try_into().ok()?)),
        EVM_HASH => Some(HashText::prefixed(bytes.try_into().ok()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let signed = [0, 1, -1, 63, -64, 64, i64::MAX, i64::MIN];
        let mut to = ByteWriter::default();
        for number in numbers {
            to.number(number);
        }
        for number in signed {
            to.signed(number);
        }
        to.bytes(b"text");
        let bytes = to.into_bytes();
        let mut from = ByteReader::new(&bytes);
        assert_eq!(numbers.map(|_| from.number().unwrap()), numbers);
        assert_eq!(signed.map(|_| from.signed().unwrap()), signed);
        assert_eq!(from.bytes(), Some(&b"text"[..]));
        assert!(from.is_empty());
    }

    #[test]
    fn bytes_that_end_too_early_are_no_value() {
        assert_eq!(ByteReader::new(&[0x80]).number(), None);
        assert_eq!(ByteReader::new(&[0xff; 10]).number(), None, "more than 64 bits");
        assert_eq!(ByteReader::new(&[5, 1]).bytes(), None);
        assert_eq!(ByteReader::new(&[0xac, 0x02]).small::<u8>(), None, "300");
    }

    #[test]
    fn hashes_take_33_bytes_and_every_text_is_read_back() {
        let digits = "0aF".repeat(21) + "0";
        for (text, length) in [
            (format!("0x{}", digits.to_lowercase()), 33),
            (digits.to_lowercase(), 33),
            (format!("0x{digits}"), 67),
            ("withdrawal-7".to_owned(), 13),
            (String::new(), 1),
            ("0x".to_owned(), 3),
        ] {
            let bytes = hash_bytes(&text.as_str().into());
            assert_eq!(bytes.len(), length, "{text}");
            assert_eq!(hash_text(&bytes).map(|hash| hash.to_string()), Some(text));
        }
        assert_eq!(hash_text(&[]), None);
        assert_eq!(hash_text(&[9, 1]), None);
    }
}
