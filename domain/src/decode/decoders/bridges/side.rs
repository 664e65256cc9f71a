//! What the decoders of bridges have in common: the side of a transfer that an account is on.

use ports::entry::EntryKind;

use crate::decode::{classification::Classification, normalized::NormalizedTransaction};

/// Returns a departure; `None` where nothing left the account.
pub(super) fn departure(
    transaction: &NormalizedTransaction<'_>,
    protocol: &str,
    id: Option<String>,
) -> Option<Classification> {
    let has_left = !transaction.net.out.is_empty();
    has_left.then(|| {
        Classification::certain(EntryKind::BridgeOut)
            .with_protocol(protocol)
            .with_bridge_id(id)
    })
}

/// Returns an arrival; `None` where nothing reached the account, or where something left it too.
pub(super) fn arrival(
    transaction: &NormalizedTransaction<'_>,
    protocol: &str,
    id: Option<String>,
) -> Option<Classification> {
    let has_arrived = !transaction.net.r#in.is_empty() && transaction.net.out.is_empty();
    has_arrived.then(|| {
        Classification::certain(EntryKind::BridgeIn)
            .with_protocol(protocol)
            .with_bridge_id(id)
    })
}

/// Returns the only id; `None` without one, and where several transfers of a bridge are in one transaction.
pub(super) fn only(mut ids: Vec<String>) -> Option<String> {
    ids.sort();
    ids.dedup();
    match ids.len() {
        1 => ids.pop(),
        _ => None,
    }
}
