//! The forms of the files of an exchange.

use std::iter::repeat_with;

use ports::{
    AccountId, ExchangeFileForm, Fact, FileContent, FilePart, FileProblem, FileRow, RowReading, SourceId, Stream,
};

use super::table::{FileTable, Record};
use crate::exchange::account::{codes::Codes, listed_row::ListedRow};

const NOT_READ: &str = "a row that was not read";

/// A form of the files of an exchange.
pub(crate) struct FormSpec {
    /// Its name as the exchange calls it.
    pub(crate) name: &'static str,
    /// Where people get such a file, as a sentence.
    pub(crate) place: &'static str,
    /// The columns by which it is recognized, in lower case; a file may have others.
    pub(crate) columns: &'static [&'static str],
    /// The lists that it replaces; empty where it has every change of the account.
    pub(crate) streams: &'static [Stream],
    /// The part of the account of which it has every change, and how many parts there are; `None` where that is no part of one.
    pub(crate) part: Option<(&'static str, u64)>,
    /// Reads the rows, one result for each record in their order.
    pub(crate) read: fn(&FileTable, &Codes<'_>) -> Vec<RowRead>,
}

/// What a record of a table is.
pub(crate) type RowRead = Result<Option<ListedRow>, &'static str>;

/// Of which account and which source a file states facts.
pub(crate) type FileScope<'a> = (&'a AccountId, &'a SourceId);

impl FormSpec {
    fn has(&self, header: &[String]) -> bool {
        self.columns
            .iter()
            .all(|column| header.iter().any(|name| name == column))
    }

    /// Returns what people need to know about it.
    pub(crate) fn form(&self) -> ExchangeFileForm {
        ExchangeFileForm {
            name: self.name.to_owned(),
            place: self.place.to_owned(),
        }
    }
}

/// Reads a file of an exchange with this name and these forms.
pub(crate) fn read(
    (title, forms): (&str, &[FormSpec]),
    codes: &Codes<'_>,
    scope: FileScope<'_>,
    content: &[u8],
) -> Result<FileContent, FileProblem> {
    if forms.is_empty() {
        return Err(FileProblem::NotRead(title.to_owned()));
    }
    let table = FileTable::read(content, |header| forms.iter().any(|form| form.has(header)))?;
    let table = table.ok_or_else(|| FileProblem::UnknownForm {
        exchange: title.to_owned(),
        forms: forms.iter().map(|form| form.name).collect::<Vec<_>>().join(", "),
    })?;
    let own = forms.iter().filter(|form| form.has(table.header()));
    // A form may have all columns of another one.
    let form = own.max_by_key(|form| form.columns.len()).ok_or(FileProblem::NotTable)?;
    // A row for which a form returns nothing is not left out.
    let read = (form.read)(&table, codes)
        .into_iter()
        .chain(repeat_with(|| Err(NOT_READ)));
    let rows: Vec<FileRow> = table.records().zip(read).map(|row| file_row(scope, row)).collect();
    if rows.is_empty() {
        return Err(FileProblem::Empty);
    }
    Ok(FileContent {
        form: form.name.to_owned(),
        streams: form.streams.to_vec(),
        part: form.part.map(|(name, of)| FilePart {
            name: name.to_owned(),
            of,
        }),
        rows,
    })
}

fn file_row((account, source): FileScope<'_>, (record, read): (Record<'_>, RowRead)) -> FileRow {
    let fact = |mut listed: ListedRow| {
        listed.row.list = Stream::ExchangeFiles;
        Fact {
            source: source.clone(),
            ..listed.into_fact(account)
        }
    };
    FileRow {
        line: record.line,
        read: match read {
            Ok(Some(listed)) => RowReading::Fact(Box::new(fact(listed))),
            Ok(None) => RowReading::NoChange,
            Err(reason) => RowReading::Unreadable(sentence(reason)),
        },
    }
}

/// Returns a reason as a sentence. Those of answers begin in lower case.
fn sentence(reason: &str) -> String {
    if reason.ends_with('.') {
        return reason.to_owned();
    }
    format!("This is {reason}.")
}
