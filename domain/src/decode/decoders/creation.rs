//! Transactions that create a contract.

use ports::entry::EntryKind;

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "creation",
    classify,
};

fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let created = transaction.call.and_then(|call| call.created);
    let is_part = transaction.is_sender() || created == Some(transaction.account());
    let other = created.filter(|created| *created != transaction.account());
    let found = created.filter(|_| is_part);
    Ok(found.map(|_| Classification::certain(EntryKind::CreateContract).with_counterparty(other.cloned())))
}
