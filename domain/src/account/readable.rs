//! The chains whose accounts can be read here.

use std::collections::BTreeSet;

use ports::{Chain, ChainId, Ports};

/// The chains that a reader covers, in their order.
pub(crate) fn readable(ports: &Ports) -> Vec<Chain> {
    let read = covered(ports);
    let chains = ports.chains.all().iter();
    chains.filter(|chain| read.contains(&chain.id)).cloned().collect()
}

/// The ids that some reader covers, whether or not they are known.
pub(crate) fn covered(ports: &Ports) -> BTreeSet<ChainId> {
    ports.readers.iter().flat_map(|reader| reader.chains()).collect()
}
