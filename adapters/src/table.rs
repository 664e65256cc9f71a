//! The tables of `data/`, in CSV.

use std::{fmt::Display, str::FromStr};

/// An invalid row of a data file that ships in the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, {row}, {column}: {why}")]
pub struct RowError {
    /// The file.
    pub file: &'static str,
    /// The row.
    pub row: String,
    /// The column.
    pub column: &'static str,
    /// What is wrong with it.
    pub why: String,
}

/// The position of a row, for error messages.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    file: &'static str,
    at: u64,
}

impl Line {
    /// Returns the first line of a file, for errors about all rows.
    pub fn first(file: &'static str) -> Self {
        Self { file, at: 1 }
    }

    /// Returns the error for a column.
    pub fn wrong(self, column: &'static str, why: impl ToString) -> RowError {
        RowError {
            file: self.file,
            row: format!("line {}", self.at),
            column,
            why: why.to_string(),
        }
    }

    /// Checks a column.
    pub fn check(self, column: &'static str, fits: bool, why: &str) -> Result<(), RowError> {
        if fits { Ok(()) } else { Err(self.wrong(column, why)) }
    }

    /// Parses a column.
    pub fn read<T: FromStr<Err: Display>>(self, column: &'static str, text: &str) -> Result<T, RowError> {
        text.parse().map_err(|why| self.wrong(column, why))
    }

    /// Checks that a column is not empty.
    pub fn check_not_empty(self, column: &'static str, text: &str) -> Result<(), RowError> {
        if text.is_empty() {
            return Err(self.wrong(column, "is empty"));
        }
        Ok(())
    }
}

/// Parses the rows below this header.
pub(crate) fn rows<T, const N: usize>(
    (file, head): (&'static str, &str),
    text: &str,
    row: impl Fn(Line, [&str; N]) -> Result<T, RowError>,
) -> Result<Vec<T>, RowError> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let first = Line::first(file);
    let found = reader.headers().map_err(|why| first.wrong("head", why))?;
    if !found.iter().eq(head.split(',')) {
        return Err(first.wrong("head", format!("must be {head}")));
    }
    reader
        .records()
        .map(|record| {
            let record = record.map_err(|why| first.wrong("any", why))?;
            let line = Line {
                file,
                at: record.position().map_or(0, csv::Position::line),
            };
            let fields: Vec<&str> = record.iter().collect();
            let count = fields.len();
            let fields = fields
                .try_into()
                .map_err(|_| line.wrong("any", format!("has {count} columns instead of {N}")))?;
            row(line, fields)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Vec<(u8, String)>, String> {
        let row = |line: Line, [number, words]: [&str; 2]| {
            line.check_not_empty("words", words)?;
            Ok((line.read("number", number)?, words.to_owned()))
        };
        rows(("numbers.csv", "number,words"), text, row).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn rows_are_parsed_and_errors_name_their_position() {
        assert_eq!(
            numbers("number,words\n1,one\n2,two\n"),
            Ok(vec![(1, "one".to_owned()), (2, "two".to_owned())])
        );
        for (text, wrong) in [
            ("", "numbers.csv, line 1, head: must be number,words"),
            ("words,number\n", "numbers.csv, line 1, head: must be number,words"),
            (
                "number,words\n1,one\n2\n",
                "numbers.csv, line 3, any: has 1 columns instead of 2",
            ),
            ("number,words\n1,", "numbers.csv, line 2, words: is empty"),
            (
                "number,words\nx,one",
                "numbers.csv, line 2, number: invalid digit found in string",
            ),
        ] {
            assert_eq!(numbers(text), Err(wrong.to_owned()), "{text:?}");
        }
    }
}
