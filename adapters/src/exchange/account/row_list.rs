//! Lists of rows in which exchanges state balances.

use std::collections::BTreeSet;

use ports::json::Json;

use super::{quantity::Quantity, row_field::signed_quantity, signed_api::text_or_number};

/// Returns the rows of a list. Fails where one is repeated: two rows have the same texts or numbers in these fields.
pub(crate) fn distinct_rows<'a>(list: &'a Json, fields: &[&str]) -> Result<&'a [Json], &'static str> {
    let rows = list.as_array().ok_or("no list of balances")?;
    are_distinct(rows, fields)?;
    Ok(rows)
}

/// Fails where a row is repeated, as [`distinct_rows`] does.
pub(crate) fn are_distinct(rows: &[Json], fields: &[&str]) -> Result<(), &'static str> {
    let mut known = BTreeSet::new();
    for row in rows {
        let id: Option<Vec<String>> = fields.iter().map(|field| text_or_number(&row[*field])).collect();
        let is_new = known.insert(id.ok_or("a row without its id")?);
        if !is_new {
            return Err("a list that repeats a row");
        }
    }
    Ok(())
}

/// Reads a fee that was paid, as a negative quantity. It may be empty or missing.
pub(crate) fn fee_paid(row: &Json, field: &str) -> Result<Quantity, &'static str> {
    let fee = quantity_if_any(row, field)?.negated();
    fee.map_err(|_| "an amount that is too long")
}

/// Reads a quantity that is empty, or missing, where there is none. It may be negative.
pub(crate) fn quantity_if_any(row: &Json, field: &str) -> Result<Quantity, &'static str> {
    let value = &row[field];
    let is_empty = value.is_null() || value.as_str().is_some_and(str::is_empty);
    if is_empty {
        return Ok(Quantity::default());
    }
    signed_quantity(row, field)
}
