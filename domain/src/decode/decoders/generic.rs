//! Any transaction, by the amounts that moved.

use ports::entry::EntryKind;

use crate::decode::{classification::Classification, normalized::NormalizedTransaction};

/// The name that entries state.
pub(super) const NAME: &str = "generic";

/// One asset out and another in is a swap; only in is received, only out is sent, and nothing is a call.
pub(super) fn classify(transaction: &NormalizedTransaction<'_>) -> Classification {
    let net = &transaction.net;
    Classification::by_amounts(match (net.out.is_empty(), net.r#in.is_empty()) {
        (false, false) => EntryKind::Swap,
        (false, true) => EntryKind::Send,
        (true, false) => EntryKind::Receive,
        (true, true) => EntryKind::Call,
    })
}
