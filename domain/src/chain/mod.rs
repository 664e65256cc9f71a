//! The known chains, and detecting what a pasted text is on them.

mod detect;
mod reach;

use std::{collections::BTreeSet, sync::Arc};

use ports::{Chain, ChainId, Ports, Profile};

pub use detect::{Detection, DetectionKind};
pub use reach::Reach;

/// Use cases about chains and sources.
pub struct ChainDirectory {
    ports: Arc<Ports>,
}

impl ChainDirectory {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Returns every known chain with whether a reader covers it.
    #[must_use]
    pub fn reach(&self) -> Reach {
        Reach::of(&self.ports)
    }

    /// Returns the profiles of all sources: readers, names, prices, token lists, explorers, exchange rates.
    #[must_use]
    pub fn profiles(&self) -> Vec<Profile> {
        let readers = self.ports.readers.iter().map(|reader| reader.profile());
        let prices = self.ports.prices.iter().map(|source| source.profile());
        let lists = self.ports.lists.iter().map(|list| list.profile());
        let finders = self.ports.finders.iter().map(|finder| finder.profile());
        let rates = self.ports.currencies.iter().map(|source| source.profile());
        let names = [self.ports.names.profile()];
        readers
            .chain(names)
            .chain(prices)
            .chain(lists)
            .chain(finders)
            .chain(rates)
            .collect()
    }
}

/// Returns the chains that a reader covers, in their configured order.
pub(crate) fn readable(ports: &Ports) -> Vec<Chain> {
    let read = covered(ports);
    let chains = ports.chains.all().iter();
    chains.filter(|chain| read.contains(&chain.id)).cloned().collect()
}

/// Returns the ids of the chains that some reader covers, including chains that are not configured.
fn covered(ports: &Ports) -> BTreeSet<ChainId> {
    ports.readers.iter().flat_map(|reader| reader.chains()).collect()
}
