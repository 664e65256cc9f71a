//! What a row of an exchange changed.

use std::collections::HashMap;

use super::{
    notes::NotedExchange,
    written_row::{TOO_LONG, WrittenRow, signed},
};
use crate::exchange::account::{Codes, Quantity, Record, RecordChange, left, number_if_any};

/// What follows the currency in the names of columns of the oldest files.
const PRICE: &str = " spot price at transaction";

/// The sides that have a row, by the moment and the notes of an exchange.
pub(super) struct SideRows<'a> {
    sides: HashMap<(i64, &'a str), Vec<(&'a str, Quantity)>>,
}

impl<'a> SideRows<'a> {
    pub(super) fn of<'b>(lines: impl Iterator<Item = &'b WrittenRow<'a>>) -> Self
    where
        'a: 'b,
    {
        let mut sides: HashMap<_, Vec<_>> = HashMap::new();
        for line in lines.filter(|line| line.noted.is_some()) {
            let key = (line.time.millis(), line.notes);
            sides.entry(key).or_default().push((line.code, line.quantity));
        }
        Self { sides }
    }

    /// Returns the quantity of the row of the other side of an exchange.
    fn other(&self, line: &WrittenRow<'_>, code: &str) -> Option<Quantity> {
        let all = self.sides.get(&(line.time.millis(), line.notes))?;
        let row = all.iter().find(|(own, _)| *own == code);
        row.map(|(_, quantity)| *quantity)
    }
}

/// Returns what a row changed of which the notes state both sides.
pub(super) fn changes(
    (line, noted): (&WrittenRow<'_>, &NotedExchange<'_>),
    own: Quantity,
    sides: &SideRows<'_>,
    codes: &Codes<'_>,
) -> Result<Vec<RecordChange>, &'static str> {
    let (own_noted, other) = noted.sides(line.code);
    let other_change = signed(other.0, !noted.leaves(line.code))?;
    let own = (codes.asset(line.code)?, own, false);
    let other_asset = codes.asset(other.1)?;
    let Some(of_other_row) = sides.other(line, other.1) else {
        let fee = fee_in((line, other.1))?;
        let paid = other_change.sub(fee).map_err(|_| TOO_LONG)?;
        return Ok(vec![own, (other_asset.clone(), paid, false), (other_asset, fee, true)]);
    };
    let is_noted = is_same(of_other_row, other.0)? && is_same(line.quantity, own_noted.0)?;
    Ok(match (is_noted, noted.is_first(line.code)) {
        (true, true) => vec![own, (other_asset, other_change, false)],
        (true, false) => Vec::new(),
        // The notes are rounded, so that each row counts for its own side.
        (false, _) => vec![own],
    })
}

/// Returns the fee that is contained in the other side, negative. A fee that is stated in another currency remains a part of the amount.
fn fee_in((line, code): (&WrittenRow<'_>, &str)) -> Result<Quantity, &'static str> {
    if !currency(line.record).eq_ignore_ascii_case(code) {
        return Ok(Quantity::default());
    }
    left(number_if_any(fees(line.record))?)
}

fn is_same(one: Quantity, other: Quantity) -> Result<bool, &'static str> {
    Ok(left(one)?.at_exchange() == left(other)?.at_exchange())
}

/// Returns the currency of the prices and fees of a row.
pub(super) fn currency(record: Record<'_>) -> &str {
    let named = ["price currency", "spot price currency"].map(|column| record.text(column));
    let named = named.into_iter().find(|currency| !currency.is_empty());
    let of_column = || record.cells().find_map(|(column, _)| column.strip_suffix(PRICE));
    named.or_else(of_column).unwrap_or_default()
}

/// Returns the fees of a row as they are written.
pub(super) fn fees(record: Record<'_>) -> &str {
    let names = ["fees and/or spread", "fees/spread", "fees"];
    let is_fees = |column: &str| names.contains(&column) || column.ends_with(" fees");
    let cell = record.cells().find(|(column, _)| is_fees(column));
    cell.map(|(_, cell)| cell).unwrap_or_default()
}
