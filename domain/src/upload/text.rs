//! Decodes the bytes of a file.

use std::{borrow::Cow, fmt};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The most rows of one file.
pub const MOST_LINES: usize = 5000;

/// Why a file cannot be read, and what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnreadableUpload {
    /// A spreadsheet workbook or another archive.
    #[error("This is a spreadsheet or an archive. Save the sheet as \"CSV UTF-8\" and choose that file.")]
    Packed,
    /// Not a text file: it contains zero bytes, and is no UTF-16 text.
    #[error("This is not a text file. Choose a CSV or text file with one address or name per line.")]
    NotText,
    /// Bytes without a meaning in the encoding of the file.
    #[error("Line {line} is not {encoding}. Save the file as \"CSV UTF-8\" or as UTF-8 text and choose it again.")]
    InvalidText {
        /// The number of the first such line, starting at 1.
        line: usize,
        /// The encoding of the lines before it.
        encoding: TextEncoding,
    },
    /// No lines with content.
    #[error("This file is empty. Add one address or name per line.")]
    Empty,
    /// Too many rows.
    #[error("This file has more than {MOST_LINES} rows. Split it and upload the parts one by one.")]
    TooLong,
}

/// An encoding of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, the less significant byte of each unit first.
    Utf16Le,
    /// UTF-16, the more significant byte of each unit first.
    Utf16Be,
    /// Windows-1252, in which spreadsheets of Western Europe write "CSV". It has no mark, so any text that is not UTF-8 is read in
    /// it.
    Windows1252,
}

impl TextEncoding {
    const ALL: [Self; 4] = [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Windows1252];

    fn standard(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Windows1252 => WINDOWS_1252,
        }
    }

    /// Returns the text, or `None` if bytes have no meaning in this encoding.
    fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        let text = self
            .standard()
            .decode_without_bom_handling_and_without_replacement(bytes)?;
        (self != Self::Windows1252 || undefined(&text).is_none()).then_some(text)
    }

    /// Returns the number of the first line that cannot be decoded, starting at 1.
    fn invalid_line(self, bytes: &[u8]) -> usize {
        let mut text = String::with_capacity(bytes.len().saturating_mul(3).saturating_add(16));
        let mut decoder = self.standard().new_decoder_without_bom_handling();
        // The decoder stops at the first byte without a meaning.
        let _ = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
        let end = undefined(&text).filter(|_| self == Self::Windows1252);
        lines_in(&text[..end.unwrap_or(text.len())])
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Windows1252 => "Windows-1252",
        })
    }
}

/// Returns the text of a file without its byte order mark, and its encoding.
pub(super) fn read(file: &[u8]) -> Result<(Cow<'_, str>, TextEncoding), UnreadableUpload> {
    if file.starts_with(b"PK\x03\x04") || file.starts_with(b"\x1f\x8b") || file.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(UnreadableUpload::Packed);
    }
    let (encoding, file) = detect(file).ok_or(UnreadableUpload::NotText)?;
    match encoding.decode(file) {
        Some(text) if text.contains('\0') => Err(UnreadableUpload::NotText),
        Some(text) => Ok((text, encoding)),
        None => Err(UnreadableUpload::InvalidText {
            line: encoding.invalid_line(file),
            encoding,
        }),
    }
}

/// Returns the encoding of a file and its bytes without the mark, or `None` if it is not text.
fn detect(file: &[u8]) -> Option<(TextEncoding, &[u8])> {
    if let Some((standard, mark)) = Encoding::for_bom(file) {
        let marked = TextEncoding::ALL.into_iter().find(|one| one.standard() == standard)?;
        return Some((marked, &file[mark..]));
    }
    if file.contains(&0) {
        return Some((wide(file)?, file));
    }
    // A UTF-8 text with an error is not read as another encoding, in which each of its letters would become two.
    let has_utf8_letters = file.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    let encoding = if file.is_ascii() || has_utf8_letters {
        TextEncoding::Utf8
    } else {
        TextEncoding::Windows1252
    };
    Some((encoding, file))
}

/// Returns the UTF-16 encoding of a file without a mark: digits, separators and the letters of addresses, which are the most,
/// have a zero byte each, all on the same side.
fn wide(file: &[u8]) -> Option<TextEncoding> {
    let zeros = |first: usize| file.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let are_most = |one: usize, other: usize| one > file.len() / 4 && one > 4 * other;
    if are_most(odd, even) {
        Some(TextEncoding::Utf16Le)
    } else if are_most(even, odd) {
        Some(TextEncoding::Utf16Be)
    } else {
        None
    }
}

/// Returns where a text decoded as Windows-1252 has a byte that this encoding does not define.
fn undefined(text: &str) -> Option<usize> {
    text.find(|letter| ('\u{80}'..='\u{9f}').contains(&letter))
}

/// Returns the number of the last line, starting at 1.
fn lines_in(text: &str) -> usize {
    let bytes = text.as_bytes();
    let breaks = (0..bytes.len()).filter(|at| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    breaks.count() + 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Letters of four scripts, one outside of the basic plane, and one whose less significant byte is zero.
    const TEXT: &str = "Adresse;Name\r\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045;Größe €\r\na.eth;адрес 一 😀\n";

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn with_mark(text: &str) -> String {
        format!("\u{feff}{text}")
    }

    #[test]
    fn each_encoding_is_recognized_with_and_without_a_mark() {
        for (file, expected) in [
            (TEXT.as_bytes().to_vec(), TextEncoding::Utf8),
            (with_mark(TEXT).into_bytes(), TextEncoding::Utf8),
            (utf16(TEXT, u16::to_le_bytes), TextEncoding::Utf16Le),
            (utf16(&with_mark(TEXT), u16::to_le_bytes), TextEncoding::Utf16Le),
            (utf16(TEXT, u16::to_be_bytes), TextEncoding::Utf16Be),
            (utf16(&with_mark(TEXT), u16::to_be_bytes), TextEncoding::Utf16Be),
        ] {
            assert_eq!(read(&file), Ok((TEXT.into(), expected)), "{file:?}");
        }
        let western = b"a.eth;Gr\xf6\xdfe \x80 caf\xe9\r\nb.eth;\x93two\x94";
        assert_eq!(
            read(western),
            Ok(("a.eth;Größe € café\r\nb.eth;“two”".into(), TextEncoding::Windows1252))
        );
        assert_eq!(read(b""), Ok(("".into(), TextEncoding::Utf8)));
    }

    #[test]
    fn a_byte_without_a_meaning_is_an_error_with_its_line() {
        let invalid = |line, encoding| Err(UnreadableUpload::InvalidText { line, encoding });
        let mut half = utf16("a.eth\nb.eth\nc", u16::to_le_bytes);
        half.extend([0x00, 0xd8, b'\n', 0]);
        let mut cut = utf16("a.eth\r\nb.eth", u16::to_be_bytes);
        cut.push(0);
        for (file, why) in [
            (
                &b"one \xc3\xa9\r\ntwo\rS\xe9bastien"[..],
                invalid(3, TextEncoding::Utf8),
            ),
            (b"\xef\xbb\xbfone\ncaf\xe9", invalid(2, TextEncoding::Utf8)),
            (b"one \xc3\xa9\ntwo \xc3", invalid(2, TextEncoding::Utf8)),
            (b"caf\xe9\ntwo\nthr\x81e", invalid(3, TextEncoding::Windows1252)),
            (&half, invalid(3, TextEncoding::Utf16Le)),
            (&cut, invalid(2, TextEncoding::Utf16Be)),
            (b"PK\x03\x04rest", Err(UnreadableUpload::Packed)),
            (b"abc\0", Err(UnreadableUpload::NotText)),
            (b"a long line with one\0", Err(UnreadableUpload::NotText)),
            (b"\xff\xfea\0\0\0b\0", Err(UnreadableUpload::NotText)),
            (b"\0\0\0\0", Err(UnreadableUpload::NotText)),
        ] {
            assert_eq!(read(file), why, "{file:?}");
        }
        let text = UnreadableUpload::InvalidText {
            line: 3,
            encoding: TextEncoding::Windows1252,
        };
        assert!(
            text.to_string()
                .starts_with("Line 3 is not Windows-1252. Save the file as")
        );
    }

    proptest! {
        /// No text is read with a letter that is not in the file.
        #[test]
        fn no_byte_is_replaced(file in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Ok((text, encoding)) = read(&file) {
                let unmarked = Encoding::for_bom(&file).map_or(&file[..], |(_, mark)| &file[mark..]);
                let again = match encoding {
                    TextEncoding::Utf16Le => utf16(&text, u16::to_le_bytes),
                    TextEncoding::Utf16Be => utf16(&text, u16::to_be_bytes),
                    other => other.standard().encode(&text).0.into_owned(),
                };
                prop_assert_eq!(again, unmarked);
            }
        }
    }
}
