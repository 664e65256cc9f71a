//! Where receipts are read apart from the histories.

use ports::{ChainId, Ports, Stream};

/// Returns whether the receipts of a chain are read apart from its histories: these include none, and a node serves them.
pub(super) fn is_read_apart(ports: &Ports, chain: &ChainId) -> bool {
    let covering = ports.histories.iter().filter(|reader| reader.chains().contains(chain));
    let mut covering = covering.map(|reader| reader.streams(chain)).peekable();
    let mut readers = ports.transaction_receipts.iter();
    covering.peek().is_some()
        && covering.all(|streams| !streams.contains(&Stream::Receipts))
        && readers.any(|reader| reader.chains().contains(chain))
}
