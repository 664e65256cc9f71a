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

/// Returns a file with this header and these rows.
pub(crate) fn file(head: &str, rows: &[&str]) -> String {
    format!("{head}\n{}\n", rows.join("\n"))
}

/// Fails unless a file has the rows of another one from this one on, with the same ids and events, and no id twice.
pub(crate) fn assert_continues(all: &FileContent, from: usize, later: &FileContent) {
    let ids = row_ids(all);
    let distinct: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
    assert_eq!(row_ids(later), ids[from..]);
    assert_eq!(events(later), events(all)[from..]);
}

/// Returns each row as `shown` does, without its event.
pub(crate) fn shown_without_events(content: &FileContent) -> Vec<String> {
    let row = |row: &String| match row.splitn(3, ' ').collect::<Vec<_>>()[..] {
        [line, _, rest] if row.contains(": ") || row.ends_with(':') => format!("{line} {rest}"),
        _ => row.clone(),
    };
    shown(content).iter().map(row).collect()
}

/// Returns the event of each row that states one.
pub(crate) fn events(content: &FileContent) -> Vec<String> {
    let event = |row: &ports::FileRow| match &row.read {
        RowReading::Fact(fact) => Some(fact.transaction.to_string()),
        _ => None,
    };
    content.rows.iter().filter_map(event).collect()
}

/// Returns what the rows changed of each asset, fees included, as `asset sum`.
pub(crate) fn sums(content: &FileContent) -> Vec<String> {
    let mut sums = std::collections::BTreeMap::new();
    for row in &content.rows {
        let RowReading::Fact(fact) = &row.read else { continue };
        let FactBody::ExchangeRow(stated) = &fact.body else {
            continue;
        };
        for one in &stated.amounts {
            let asset = one.asset.as_str().rsplit_once([':', '/']).unwrap().1.to_owned();
            let sum = sums.entry(asset).or_insert(ports::Amount::ZERO);
            *sum = sum.add(one.amount.in_units(18).unwrap()).unwrap();
        }
    }
    sums.into_iter().map(|(asset, sum)| format!("{asset} {sum}")).collect()
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
