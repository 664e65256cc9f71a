//! Who is on a side of an entry: a wallet of the person, a labelled service, or an address.

use std::collections::BTreeMap;

use ports::{Address, ChainId, Day, LabelKind, Labels};

/// A side of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The address.
    pub address: Address,
    /// What it is called: the person's nickname or the name of a wallet, or the label of a service.
    pub name: Option<String>,
    /// Where the name comes from; `None` without one.
    pub source: Option<PartySource>,
}

/// Where the name of a party comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartySource {
    /// A wallet of the person.
    Own,
    /// The list of labels.
    Label {
        /// The kind of service.
        kind: LabelKind,
        /// The list that states it, with its revision.
        source: String,
        /// The day of that revision.
        date: Day,
    },
}

/// The names that a person sees.
pub struct PartyNames<'a> {
    /// The person's own wallets, by address.
    pub own: &'a BTreeMap<Address, String>,
    /// Services.
    pub labels: &'a Labels,
}

impl PartyNames<'_> {
    /// Returns the party at an address. The person's own names win over labels.
    pub fn party(&self, chain: &ChainId, address: &Address) -> Party {
        let (name, source) = if let Some(name) = self.own.get(address) {
            (Some(name.clone()), Some(PartySource::Own))
        } else if let Some(label) = self.labels.of(chain, address) {
            let source = PartySource::Label {
                kind: label.kind,
                source: label.source.clone(),
                date: label.date,
            };
            (Some(label.owner.clone()), Some(source))
        } else {
            (None, None)
        };
        Party {
            address: address.clone(),
            name,
            source,
        }
    }
}

impl Party {
    /// Returns the text by which rows are sorted and searched.
    pub fn text(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.address.as_str())
    }
}
