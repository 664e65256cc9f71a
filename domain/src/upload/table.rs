//! Splits the text of a file into lines and cells.

use ports::{
    Address,
    pasted_secret::{self, PastedSecret},
};

use crate::upload::{
    headings::{Columns, header, is_address},
    text::{MOST_LINES, UnreadableUpload},
};

/// The most cells of a line that are read.
const MOST_CELLS: usize = 20;
/// Longer lines are not part of a recovery phrase with one or a few words per line.
const LONGEST_WORDS: usize = 200;

/// The lines of a file that have content.
pub(super) struct UploadTable {
    pub lines: Vec<FileLine>,
    /// The columns, if the first line is a header.
    pub columns: Option<Columns>,
    pub skipped: usize,
    pub has_header: bool,
}

pub(super) struct FileLine {
    /// Line number, starting at 1.
    pub number: u32,
    /// The trimmed cells; `None` if the line contains a secret.
    pub cells: Option<Vec<String>>,
}

/// Splits a text into lines and cells. Blank lines, lines with nothing but separators, and comments (`#` or `//`) are
/// skipped. The separator is the one stated by a spreadsheet's `sep=`, otherwise the first comma, semicolon or tab
/// outside of quotes.
pub(super) fn read(text: &str) -> Result<UploadTable, UnreadableUpload> {
    let text = text.replace("\r\n", "\n");
    let all = || (1..).zip(text.split(['\n', '\r']));
    let mut content: Vec<(u32, &str)> = all()
        .filter(|(_, line)| is_content(line))
        .take(MOST_LINES + 2)
        .collect();
    let declared = content.first().and_then(|(_, line)| declared_separator(line));
    if declared.is_some() {
        content.remove(0);
    }
    let separator = declared.or_else(|| content.iter().find_map(|(_, line)| first_separator(line)));
    let separator = separator.unwrap_or(b',');
    let columns = header(content.iter().map(|(_, line)| cells(line, separator)));
    if columns.is_some() {
        content.remove(0);
    }
    let hashes = columns.as_ref().map_or(&[][..], |columns| &columns.hashes);
    let secret = secrets(&content, separator, hashes);
    let lines = content.iter().zip(secret).map(|((number, line), is_secret)| FileLine {
        number: *number,
        cells: (!is_secret).then(|| cells(line, separator)),
    });
    let lines: Vec<_> = lines.filter(|line| !is_empty(line)).collect();
    match lines.len() {
        0 => Err(UnreadableUpload::Empty),
        count if count > MOST_LINES => Err(UnreadableUpload::TooLong),
        count => Ok(UploadTable {
            lines,
            skipped: all().count() - count,
            has_header: columns.is_some(),
            columns,
        }),
    }
}

fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#') && !line.starts_with("//")
}

fn is_empty(line: &FileLine) -> bool {
    line.cells
        .as_ref()
        .is_some_and(|cells| cells.iter().all(String::is_empty))
}

/// Parses `sep=;`, which spreadsheets write and read.
fn declared_separator(line: &str) -> Option<u8> {
    match line.strip_prefix("sep=")?.as_bytes() {
        [separator @ (b',' | b';' | b'\t')] => Some(*separator),
        _ => None,
    }
}

fn first_separator(line: &str) -> Option<u8> {
    let mut quoted = false;
    line.bytes().find(|byte| {
        quoted ^= *byte == b'"';
        !quoted && matches!(byte, b',' | b';' | b'\t')
    })
}

fn cells(line: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .trim(csv::Trim::All)
        .buffer_capacity(line.len().clamp(64, 8192))
        .from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(true) => record
            .iter()
            .take(MOST_CELLS)
            .map(|cell| unguarded(cell).to_owned())
            .collect(),
        // Reading from memory does not fail, and a line that is not blank is a record.
        Ok(false) | Err(_) => Vec::new(),
    }
}

/// Removes what keeps a spreadsheet from reading a cell as a number or a formula, as in `="0x12"` and `'=1+1`. Our own exports
/// contain the second form.
fn unguarded(cell: &str) -> &str {
    let inner = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    let cell = inner.map_or(cell, str::trim);
    match cell.strip_prefix('\'') {
        // Other texts, such as `'90s wallet`, begin with an apostrophe of their own.
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) || is_address(rest) => rest,
        _ => cell,
    }
}

/// Returns which lines contain secrets as a whole: in their cells together, without those for hashes, or the words of a recovery
/// phrase over several lines.
fn secrets(lines: &[(u32, &str)], separator: u8, hashes: &[usize]) -> Vec<bool> {
    let is_secret = |line: &str| {
        let cells = cells(line, separator).into_iter().enumerate();
        let judged: Vec<_> = cells
            .filter(|(at, _)| !hashes.contains(at))
            .map(|(_, cell)| cell)
            .collect();
        pasted_secret::find(&judged.join(", ")).is_some()
    };
    let mut found: Vec<_> = lines.iter().map(|(_, line)| is_secret(line)).collect();
    let mut at = 0;
    while at < lines.len() {
        let run = lines[at..].iter().take_while(|(_, line)| is_of_words(line)).count();
        let words: Vec<_> = lines[at..at + run].iter().map(|(_, line)| *line).collect();
        // Lines with several cells have ordinary words, such as names of columns.
        let is_one_cell = |line: &&str| !line.as_bytes().contains(&separator);
        let words_found = if words.iter().all(is_one_cell) {
            pasted_secret::find_in_address(&words.join(" "))
        } else {
            pasted_secret::find(&words.join(" "))
        };
        if words_found.is_some() {
            found[at..at + run].fill(true);
        }
        at += run.max(1);
    }
    found
}

/// Returns whether a line consists only of words of recovery phrases: repeated six times it is then a phrase. A line
/// with an address is not, whatever is next to the address.
fn is_of_words(line: &str) -> bool {
    let six = || [line; 6].join(" ");
    let mut words = line.split([',', ';', '\t', ' ']);
    line.len() <= LONGEST_WORDS
        && !words.any(|word| word.parse::<Address>().is_ok())
        && pasted_secret::find_in_address(&six()) == Some(PastedSecret::SeedPhrase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(u32, String)> {
        let lines = read(text).unwrap().lines.into_iter();
        lines
            .map(|line| {
                (
                    line.number,
                    line.cells.map_or("secret".to_owned(), |cells| cells.join("|")),
                )
            })
            .collect()
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "# mine\r\n\r\na.eth,One\r\n // not this\n,,\n\"b.eth\",\"Two, or \"\"more\"\"\"\rc.eth\n";
        let expected = [(3, "a.eth|One"), (6, "b.eth|Two, or \"more\""), (7, "c.eth")];
        assert_eq!(shown(text), expected.map(|(line, cells)| (line, cells.to_owned())));
        assert_eq!(read(text).unwrap().skipped, 5);
    }

    #[test]
    fn separators_are_found() {
        for text in [
            "a.eth;One, two",
            "a.eth\tOne, two",
            "sep=;\na.eth;One, two",
            "\"a.eth\";\"One, two\"",
        ] {
            assert_eq!(shown(text)[0].1, "a.eth|One, two", "{text}");
        }
    }

    #[test]
    fn an_unclosed_quote_affects_only_its_own_line() {
        assert_eq!(shown("\"a.eth\nb.eth").len(), 2);
    }

    #[test]
    fn what_a_spreadsheet_writes_around_a_text_is_removed() {
        const KEY: &str = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
        let address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        for (text, expected) in [
            (format!("=\"{address}\";Cold"), format!("{address}|Cold")),
            (format!("\"=\"\"{address}\"\"\";Cold"), format!("{address}|Cold")),
            (format!("=\" {address} \";=\"Cold\""), format!("{address}|Cold")),
            (format!("'{address};Cold"), format!("{address}|Cold")),
            (format!("=\"'{address}\";Cold"), format!("{address}|Cold")),
            (format!("'{KEY};Cold"), format!("{KEY}|Cold")),
            ("a.eth;'=1+1".to_owned(), "a.eth|=1+1".to_owned()),
            ("a.eth;'90s wallet".to_owned(), "a.eth|'90s wallet".to_owned()),
        ] {
            assert_eq!(shown(&text)[0].1, expected, "{text}");
        }
    }

    #[test]
    fn a_phrase_over_several_lines_is_found() {
        let words = "abandon ability able about above absent absorb abstract absurd abuse access accident";
        let spread = format!("address\na.eth\n{}\nb.eth", words.replace(' ', "\n"));
        let shown = shown(&spread);
        assert_eq!(shown.iter().filter(|(_, cells)| cells == "secret").count(), 12);
        assert_eq!((shown[0].1.as_str(), shown[13].1.as_str()), ("a.eth", "b.eth"));
        assert_eq!(read(words).unwrap().lines[0].cells, None);
        assert_eq!(read("hello\nworld").unwrap().lines.len(), 2);
        let first = format!(
            "{}\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,Main",
            words.replace(' ', ",")
        );
        assert_eq!(read(&first).unwrap().lines[0].cells, None, "it is no header");
    }

    #[test]
    fn a_file_that_is_too_long_or_empty_is_rejected() {
        assert_eq!(read(&"a.eth\n".repeat(MOST_LINES)).unwrap().lines.len(), MOST_LINES);
        let refused = |text: &str| read(text).err();
        assert_eq!(
            refused(&"a.eth\n".repeat(MOST_LINES + 1)),
            Some(UnreadableUpload::TooLong)
        );
        for text in ["", "\n\n", "# only this", "address\n", ";;\n"] {
            assert_eq!(refused(text), Some(UnreadableUpload::Empty), "{text:?}");
        }
    }
}
