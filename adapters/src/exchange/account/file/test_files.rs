//! Reads files in unit tests.

use ports::{
    AccountId, ExchangeFileId, FileContent, FileProblem, RowReading,
    fact::{ExchangeAmount, FactBody},
};

use crate::exchange::account::{AccountSpec, ExchangeCodes};

/// Reads a file of an exchange.
pub(crate) fn read_file(spec: &AccountSpec, content: &str) -> Result<FileContent, FileProblem> {
    let account: AccountId = format!("{}:{}.4hK2mQ8tYzB1nW6rC3xVdE", spec.id(), spec.name)
        .parse()
        .unwrap();
    let source = ExchangeFileId::nil().source();
    spec.read_file(
        &ExchangeCodes::listed().unwrap(),
        (&account, &source),
        content.as_bytes(),
    )
}

/// Returns each row as `line event millis kind words: asset amount, asset fee`, `line none` or `line reason`.
pub(crate) fn shown(content: &FileContent) -> Vec<String> {
    let amount = |one: &ExchangeAmount| {
        let asset = one.asset.as_str().rsplit_once([':', '/']).unwrap().1;
        let fee = if one.is_fee { " fee" } else { "" };
        format!("{asset} {}{fee}", one.amount.in_units(18).unwrap())
    };
    let row = |row: &ports::FileRow| match &row.read {
        RowReading::NoChange => format!("{} none", row.line),
        RowReading::Unreadable(reason) => format!("{} {reason}", row.line),
        RowReading::Fact(fact) => {
            let FactBody::ExchangeRow(stated) = &fact.body else {
                panic!("{fact:?}");
            };
            let amounts: Vec<String> = stated.amounts.iter().map(amount).collect();
            let (event, millis) = (&fact.transaction, fact.block.time.millis());
            let (kind, words) = (stated.kind, &stated.words);
            format!("{} {event} {millis} {kind:?} {words}: {}", row.line, amounts.join(", "))
        }
    };
    content.rows.iter().map(row).collect()
}

/// Returns the ids of the rows, and of the rows of another reading of the same file.
pub(crate) fn row_ids(content: &FileContent) -> Vec<String> {
    let id = |row: &ports::FileRow| match &row.read {
        RowReading::Fact(fact) => match &fact.body {
            FactBody::ExchangeRow(stated) => Some(stated.id.clone()),
            _ => None,
        },
        _ => None,
    };
    content.rows.iter().filter_map(id).collect()
}
