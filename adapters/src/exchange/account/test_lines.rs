//! Rows of lists as text, for tests.

use ports::fact::ExchangeAmount;

use super::{
    codes::{Codes, ExchangeCodes},
    listed_row::{ListedRow, ReadListedRow},
};
use crate::http_client::ANSWER;

/// Reads the rows of a list of an exchange, and returns each as `event kind words: asset amount, asset amount fee`.
pub(crate) fn lines(exchange: &str, rows: &str, read: ReadListedRow) -> Result<Vec<String>, &'static str> {
    let listed = ExchangeCodes::listed().unwrap();
    let codes = Codes {
        listed: &listed,
        exchange: format!("exchange:{exchange}").parse().unwrap(),
        name: spec_name(exchange),
    };
    let rows = ports::json::read(rows.as_bytes(), ANSWER).unwrap();
    let rows = rows.as_array().unwrap().iter().map(|row| read(row, &codes));
    let rows: Vec<Option<ListedRow>> = rows.collect::<Result<_, _>>()?;
    Ok(rows.iter().flatten().map(line).collect())
}

/// Returns why a row cannot be read.
pub(crate) fn row_error(exchange: &str, row: &str, read: ReadListedRow) -> &'static str {
    lines(exchange, &format!("[{row}]"), read).unwrap_err()
}

fn spec_name(exchange: &str) -> &'static str {
    let specs = crate::exchange::ACCOUNTS.iter();
    specs.map(|spec| spec.name).find(|name| *name == exchange).unwrap()
}

fn line(listed: &ListedRow) -> String {
    let amount = |one: &ExchangeAmount| {
        let asset = one.asset.as_str().rsplit_once([':', '/']).unwrap().1;
        let fee = if one.is_fee { " fee" } else { "" };
        format!("{asset} {}{fee}", one.amount.in_units(18).unwrap())
    };
    let amounts: Vec<String> = listed.row.amounts.iter().map(amount).collect();
    let line = format!(
        "{} {:?} {}: {}",
        listed.event,
        listed.row.kind,
        listed.row.words,
        amounts.join(", ")
    );
    line.trim_end().to_owned()
}
