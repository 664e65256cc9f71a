//! The chains whose accounts can be read here.

use std::collections::BTreeSet;

use ports::{Chain, ChainId, Ports};

/// Returns the chains that a reader covers, in their configured order.
pub(crate) fn readable(ports: &Ports) -> Vec<Chain> {
    let read = covered(ports);
    let chains = ports.chains.all().iter();
    chains.filter(|chain| read.contains(&chain.id)).cloned().collect()
}

/// Returns the ids of the chains that some reader covers, including chains that are not configured.
pub(crate) fn covered(ports: &Ports) -> BTreeSet<ChainId> {
    ports.readers.iter().flat_map(|reader| reader.chains()).collect()
}
