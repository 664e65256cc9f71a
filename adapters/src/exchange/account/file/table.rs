//! A table of text with a header.

use csv::{ReaderBuilder, StringRecord, Trim};
use ports::{
    FileProblem,
    json::{self, Bounds, Json},
};

/// The most rows of a file.
pub(super) const MOST: usize = 200_000;
/// How many lines of text may precede the header.
const LINES_BEFORE: usize = 20;
/// What separates columns.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// A table with its header, in lower case.
pub(crate) struct FileTable {
    header: Vec<String>,
    records: Vec<(u64, StringRecord)>,
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    header: &'a [String],
    pub(crate) line: u64,
    cells: &'a StringRecord,
}

impl FileTable {
    /// Finds the header that `is_header` accepts, and the rows below it. Empty lines are left out.
    pub(super) fn read(content: &[u8], is_header: impl Fn(&[String]) -> bool) -> Result<Option<Self>, FileProblem> {
        let text = text(content).ok_or(FileProblem::NotTable)?;
        // One without its second would make a single cell of all rows after it.
        if !text.matches('"').count().is_multiple_of(2) {
            return Err(FileProblem::OpenQuotation);
        }
        let tables = DELIMITERS.into_iter().map(|delimiter| lines(&text, delimiter));
        for mut lines in tables {
            let mut heads = lines.iter().take(LINES_BEFORE);
            let Some(at) = heads.position(|(_, cells)| is_header(&header(cells))) else {
                continue;
            };
            let records = lines.split_off(at + 1);
            if records.len() > MOST {
                return Err(FileProblem::TooLong { most: MOST });
            }
            let header = header(&lines[at].1);
            return Ok(Some(Self { header, records }));
        }
        Ok(None)
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.records.iter().map(|(line, cells)| Record {
            header: &self.header,
            line: *line,
            cells,
        })
    }

    pub(super) fn header(&self) -> &[String] {
        &self.header
    }
}

impl<'a> Record<'a> {
    /// Returns a cell by the name of its column, in lower case; empty where there is none.
    pub(crate) fn text(&self, column: &str) -> &'a str {
        let at = self.header.iter().position(|name| name == column);
        at.and_then(|at| self.cells.get(at)).unwrap_or_default()
    }

    /// Returns the cells with their columns.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.header.iter().map(String::as_str).zip(self.cells.iter())
    }

    /// Returns the row as an object of texts.
    pub(crate) fn to_json(self) -> Json {
        let cells: std::collections::BTreeMap<&str, &str> = self.cells().collect();
        let text = serde_json::json!(cells).to_string();
        let bounds = Bounds {
            depth: 2,
            values: self.header.len() + 1,
        };
        json::read(text.as_bytes(), bounds).unwrap_or(Json::Null)
    }
}

fn header(cells: &StringRecord) -> Vec<String> {
    cells.iter().map(str::to_lowercase).collect()
}

/// Reads the lines with what separates them. A text that is no table with this delimiter has lines of one cell.
fn lines(text: &str, delimiter: u8) -> Vec<(u64, StringRecord)> {
    let mut builder = ReaderBuilder::new();
    let builder = builder.has_headers(false).flexible(true).trim(Trim::All);
    let mut reader = builder.delimiter(delimiter).from_reader(text.as_bytes());
    let records = reader.records().map_while(Result::ok);
    // A record begins with the empty lines before it.
    let line = |record: StringRecord| {
        let begin = record.position().map_or((0, 0), |at| (at.line(), at.byte()));
        let before = text
            .get(usize::try_from(begin.1).unwrap_or_default()..)
            .unwrap_or_default();
        let empty = before.bytes().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let empty = empty.filter(|byte| *byte == b'\n').count();
        (begin.0 + empty as u64, record)
    };
    let filled = records.filter(|record| record.iter().any(|cell| !cell.is_empty()));
    filled.map(line).take(LINES_BEFORE + MOST + 1).collect()
}

/// Decodes UTF-8, and UTF-16 that begins with its mark.
fn text(content: &[u8]) -> Option<String> {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks::<2>();
        let units: Vec<u16> = units.iter().map(|pair| unit(*pair)).collect();
        String::from_utf16(&units).ok().filter(|_| rest.is_empty())
    };
    let text = match content {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8(rest.to_vec()).ok()?,
        all => String::from_utf8(all.to_vec()).ok()?,
    };
    (!text.contains('\0')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &[u8]) -> Option<FileTable> {
        FileTable::read(content, |header| header.contains(&"amount".to_owned())).unwrap()
    }

    fn rows(content: &[u8]) -> Vec<(u64, String)> {
        let table = read(content).expect("a table");
        let row = |record: Record<'_>| (record.line, record.text("amount").to_owned());
        table.records().map(row).collect()
    }

    #[test]
    fn tables_are_read_in_every_usual_encoding() {
        let text = "Time,Amount\n2024,\"1,5\"\n\n2025, 2 \n";
        let expected = [(2, "1,5".to_owned()), (4, "2".to_owned())];
        let wide = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        for content in [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            [b"\xff\xfe".to_vec(), wide(u16::to_le_bytes)].concat(),
            [b"\xfe\xff".to_vec(), wide(u16::to_be_bytes)].concat(),
            text.replace('\n', "\r\n").into_bytes(),
        ] {
            assert_eq!(rows(&content), expected, "{content:?}");
        }
    }

    #[test]
    fn a_header_is_found_below_text_and_whatever_separates_columns() {
        assert_eq!(
            rows(b"Transactions\nUser,Ann,\n\nTIME;AMOUNT;FEE\n1;2;3\n"),
            [(5, "2".to_owned())]
        );
        assert_eq!(rows(b"time\tamount\n1\t7"), [(2, "7".to_owned())]);
        assert!(read(b"a,b\n1,2\n").is_none());
    }

    #[test]
    fn what_is_no_text_is_no_table() {
        for content in [&b"PK\x03\x04\xff\xff"[..], b"amount\0\n1", b"\xff\xfea"] {
            let table = FileTable::read(content, |_| true);
            assert_eq!(table.err(), Some(FileProblem::NotTable));
        }
        let open = FileTable::read(b"amount,note\n1,\"a\n2,b\n3,c\n", |_| true);
        assert_eq!(open.err(), Some(FileProblem::OpenQuotation));
        let long = format!("amount\n{}", "1\n".repeat(MOST + 1));
        let table = FileTable::read(long.as_bytes(), |header| header == ["amount"]);
        assert_eq!(table.err(), Some(FileProblem::TooLong { most: MOST }));
    }

    #[test]
    fn a_row_is_kept_as_it_was_written() {
        let table = read("Amount,Note\n007,\"ä \"\"quoted\"\"\"\n".as_bytes()).unwrap();
        let record = table.records().next().unwrap();
        assert_eq!(
            record.to_json().to_string(),
            r#"{"amount":"007","note":"ä \"quoted\""}"#
        );
        assert_eq!(record.text("nothing"), "");
    }
}
