//! Where receipts are read apart from the histories.

use ports::{ChainId, Ports, Stream};

use crate::sync::handlers::history_readers;

/// Returns whether the receipts of a chain are read apart from its histories: these include none, and a node serves them.
pub(super) fn is_read_apart(ports: &Ports, chain: &ChainId) -> bool {
    let (covering, _) = history_readers::readers(ports, chain);
    let mut covering = covering.iter().map(|reader| reader.streams(chain)).peekable();
    let mut readers = ports.transaction_receipts.iter();
    covering.peek().is_some()
        && covering.all(|streams| !streams.contains(&Stream::Receipts))
        && readers.any(|reader| reader.chains().contains(chain))
}
