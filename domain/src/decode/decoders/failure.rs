//! Failed transactions, of which only the fee was paid.

use ports::{RawAmount, entry::EntryKind};

use crate::decode::{
    classification::{Classification, DecodeError, Decoder},
    normalized::NormalizedTransaction,
    topics,
};

pub(super) const DECODER: Decoder = Decoder {
    name: "failed",
    classify,
};

/// A failed transaction, or one that executed a failed operation of a smart account:
/// `UserOperationEvent(hash*, sender*, paymaster*, nonce, success, cost, gas)`.
fn classify(transaction: &NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError> {
    let mut has_failed = transaction.has_failed();
    for event in transaction.events_of(topics::USER_OPERATION) {
        if transaction.movements.is_empty() && event.topic_address(2)? == *transaction.account() {
            has_failed |= event.number(1)? == RawAmount::ZERO;
        }
    }
    Ok(has_failed.then(|| Classification::certain(EntryKind::Failed)))
}
