//! Who is on a side of an entry: a wallet of the person, a labelled service, or an address.

use std::collections::BTreeMap;

use ports::{Address, ChainId, Day, LabelKind, LabelPlace, Labels};

/// A side of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The address.
    pub address: Address,
    /// What it is called: the person's nickname or the name of a wallet, the person's label, or the label of a service.
    pub name: Option<String>,
    /// Where the name comes from; `None` without one.
    pub source: Option<PartySource>,
}

/// Where the name of a party comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartySource {
    /// A wallet of the person.
    Own,
    /// The person's own label.
    OwnLabel,
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
    /// What the person calls addresses of others.
    pub own_labels: &'a BTreeMap<LabelPlace, String>,
    /// Services.
    pub labels: &'a Labels,
}

impl PartyNames<'_> {
    /// Returns the party at an address. Wallets of the person win over the person's labels, and these over the list.
    pub fn party(&self, chain: &ChainId, address: &Address) -> Party {
        let (name, source) = if let Some(name) = self.own.get(address) {
            (Some(name.clone()), Some(PartySource::Own))
        } else if let Some(text) = self.own_label(chain, address) {
            (Some(text.clone()), Some(PartySource::OwnLabel))
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

impl PartyNames<'_> {
    fn own_label(&self, chain: &ChainId, address: &Address) -> Option<&String> {
        // Most people have none, and a place costs two allocations.
        if self.own_labels.is_empty() {
            return None;
        }
        self.own_labels.get(&LabelPlace::of(chain, address))
    }
}

impl Party {
    /// Returns the text by which rows are sorted and searched.
    pub fn text(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.address.as_str())
    }
}
