//! Fields of the rows in which exchanges state balances.

use ports::json::Json;

use super::quantity::Quantity;

/// Reads the code of an asset.
pub(crate) fn code<'a>(row: &'a Json, field: &str) -> Result<&'a str, &'static str> {
    row[field].as_str().ok_or("a row without its asset")
}

/// Reads a quantity that cannot be negative.
pub(crate) fn quantity(row: &Json, field: &str) -> Result<Quantity, &'static str> {
    let quantity = signed_quantity(row, field)?;
    if quantity.is_negative() {
        return Err("a quantity that is no number");
    }
    Ok(quantity)
}

/// Reads a quantity, which is negative where it is owed.
pub(crate) fn signed_quantity(row: &Json, field: &str) -> Result<Quantity, &'static str> {
    Quantity::read(&row[field]).ok_or("a quantity that is no number")
}

/// Reads a quantity that left the account, as a negative one.
pub(crate) fn quantity_left(row: &Json, field: &str) -> Result<Quantity, &'static str> {
    let left = quantity(row, field)?.negated();
    left.map_err(|_| "an amount that is too long")
}
