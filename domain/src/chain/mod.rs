//! The known chains, and detecting what a pasted text is on them.

mod detect;
mod recognize;
mod support;

use std::sync::Arc;

use ports::{Ports, Profile};

pub use detect::{Detection, DetectionKind};
pub(crate) use recognize::{ParsedRow, TextForm, by_form, key, look_ups, recognize, unresolved};
pub use support::ChainSupport;

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
    pub fn support(&self) -> ChainSupport {
        ChainSupport::of(&self.ports)
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
