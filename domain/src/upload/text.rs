//! Decodes the bytes of a file.

/// The most rows of one file.
pub const MOST_LINES: usize = 5000;

/// Why a file cannot be read, and what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnreadableUpload {
    /// UTF-16 text, with two bytes per letter.
    #[error("This file is UTF-16 text. Save it as \"CSV UTF-8\" or as UTF-8 text and choose it again.")]
    Utf16,
    /// A spreadsheet workbook or another archive.
    #[error("This is a spreadsheet or an archive. Save the sheet as \"CSV UTF-8\" and choose that file.")]
    Packed,
    /// Not a text file: it contains zero bytes.
    #[error("This is not a text file. Choose a CSV or text file with one address or name per line.")]
    NotText,
    /// Text in another encoding than UTF-8.
    #[error("Line {line} is not UTF-8. Save the file as \"CSV UTF-8\" or as UTF-8 text and choose it again.")]
    NotUtf8 {
        /// The number of the first such line, starting at 1.
        line: usize,
    },
    /// No lines with content.
    #[error("This file is empty. Add one address or name per line.")]
    Empty,
    /// Too many rows.
    #[error("This file has more than {MOST_LINES} rows. Split it and upload the parts one by one.")]
    TooLong,
}

/// Returns the text of a file without its byte order mark.
pub(super) fn read(file: &[u8]) -> Result<&str, UnreadableUpload> {
    if file.starts_with(b"PK\x03\x04") || file.starts_with(b"\x1f\x8b") || file.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(UnreadableUpload::Packed);
    }
    if file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff") {
        return Err(UnreadableUpload::Utf16);
    }
    if file.contains(&0) {
        // ASCII letters in UTF-16 have one zero byte each.
        let is_wide = file.chunks_exact(2).take(32).all(|pair| pair.contains(&0));
        return Err(if is_wide {
            UnreadableUpload::Utf16
        } else {
            UnreadableUpload::NotText
        });
    }
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    std::str::from_utf8(file).map_err(|error| UnreadableUpload::NotUtf8 {
        line: lines_in(&file[..error.valid_up_to()]),
    })
}

/// Returns the number of the last line, starting at 1.
fn lines_in(bytes: &[u8]) -> usize {
    let breaks = (0..bytes.len()).filter(|at| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    breaks.count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_for_each_encoding_states_the_remedy() {
        for (file, why) in [
            (&b"\xff\xfe0\0x\0"[..], UnreadableUpload::Utf16),
            (b"\xfe\xff\0x", UnreadableUpload::Utf16),
            (b"0\0x\0a\0b\0", UnreadableUpload::Utf16),
            (b"PK\x03\x04rest", UnreadableUpload::Packed),
            (b"a long line with one\0", UnreadableUpload::NotText),
            (b"one\r\ntwo\rS\xe9bastien", UnreadableUpload::NotUtf8 { line: 3 }),
        ] {
            assert_eq!(read(file), Err(why), "{file:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(read("\u{feff}a,b".as_bytes()), Ok("a,b"));
        assert_eq!(read(b""), Ok(""));
    }
}
