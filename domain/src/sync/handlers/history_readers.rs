//! The readers of the histories of a chain.

use ports::{ChainId, HistoryReader, Ports, source::SourceKind};

/// Returns the readers that cover a chain, and those that report only what these do not serve at all: nodes where explorers cover it.
pub(super) fn readers<'a>(
    ports: &'a Ports,
    chain: &ChainId,
) -> (Vec<&'a dyn HistoryReader>, Vec<&'a dyn HistoryReader>) {
    let all = ports.histories.iter().map(AsRef::as_ref);
    let covering = all.filter(|reader: &&dyn HistoryReader| reader.chains().contains(chain));
    let (nodes, explorers): (Vec<_>, Vec<_>) = covering.partition(|reader| reader.profile().kind == SourceKind::Chain);
    if explorers.is_empty() {
        (nodes, explorers)
    } else {
        (explorers, nodes)
    }
}
