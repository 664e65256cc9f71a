//! A row of a file, before the rows of both sides of an exchange are compared.

use ports::Timestamp;

use super::{
    kinds::{self, RowSign, RowType},
    notes::NotedExchange,
};
use crate::exchange::account::{Quantity, Record, arrived, code_of, left, number, time};

pub(super) const TOO_LONG: &str = "an amount with more digits than can be stored";
const NO_SIDE: &str = "This conversion does not state which of its sides the row is.";

/// A row of a file with what its type and its notes state.
pub(super) struct WrittenRow<'a> {
    pub(super) record: Record<'a>,
    pub(super) time: Timestamp,
    pub(super) code: &'a str,
    /// As it is written, with or without a sign.
    pub(super) quantity: Quantity,
    pub(super) r#type: RowType,
    pub(super) notes: &'a str,
    /// What the notes state, where they are about the asset.
    pub(super) noted: Option<NotedExchange<'a>>,
}

impl<'a> WrittenRow<'a> {
    pub(super) fn read(record: Record<'a>) -> Result<Self, &'static str> {
        let code = code_of(record.text("asset"))?;
        let notes = record.text("notes");
        let r#type = kinds::of(record.text("transaction type"), notes);
        let noted = NotedExchange::read(notes).filter(|noted| r#type.is_exchange() && noted.is_about(code));
        Ok(Self {
            record,
            time: time(record.text("timestamp"))?,
            code,
            quantity: number(record.text("quantity transacted"))?,
            r#type,
            notes,
            noted,
        })
    }

    /// Returns what the row changed of its asset.
    pub(super) fn own_change(&self) -> Result<Quantity, &'static str> {
        let leaves = match &self.noted {
            Some(noted) => noted.leaves(self.code),
            None => match self.r#type.sign {
                RowSign::Arrives => false,
                RowSign::Leaves => true,
                RowSign::Written => return Ok(self.quantity),
                // Older files have a row only for what was converted.
                RowSign::OfConversion if self.record.text("id").is_empty() => true,
                RowSign::OfConversion if self.quantity.is_negative() => true,
                RowSign::OfConversion => return Err(NO_SIDE),
            },
        };
        signed(self.quantity, leaves)
    }
}

/// Returns a quantity as what left or arrived.
pub(super) fn signed(quantity: Quantity, leaves: bool) -> Result<Quantity, &'static str> {
    if leaves { left(quantity) } else { arrived(quantity) }
}
