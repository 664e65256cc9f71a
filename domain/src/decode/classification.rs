//! What a decoder returns.

use std::collections::BTreeSet;

use ports::{
    Address,
    entry::{Decoding, EntryKind},
};

pub(super) use super::error::DecodeError;
use super::{event::EventLog, normalized::NormalizedTransaction};

/// A decoder: recognizes one kind of transaction.
#[derive(Clone, Copy)]
pub struct Decoder {
    /// Its stable name, which entries state.
    pub name: &'static str,
    /// Returns the classification; `None` where the transaction is not of its kind.
    pub(super) classify: fn(&NormalizedTransaction<'_>) -> Result<Option<Classification>, DecodeError>,
}

/// What a transaction is, by a decoder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Classification {
    /// The kind.
    pub kind: EntryKind,
    /// The protocol; `None` to use the label of the other side.
    pub protocol: Option<String>,
    /// The id by which a bridge names both sides.
    pub bridge_id: Option<String>,
    /// The other side; `None` to derive it from the movements.
    pub counterparty: Option<Address>,
    /// How certain it is.
    pub decoding: Decoding,
}

impl Classification {
    /// Returns a classification that a decoder is certain of.
    pub fn certain(kind: EntryKind) -> Self {
        Self {
            kind,
            protocol: None,
            bridge_id: None,
            counterparty: None,
            decoding: Decoding::Complete,
        }
    }

    /// Returns a classification by the amounts that moved.
    pub fn by_amounts(kind: EntryKind) -> Self {
        Self {
            decoding: Decoding::Generic,
            ..Self::certain(kind)
        }
    }

    /// Returns a certain classification of what several events say: their kind, or a mixed one; `None` without any. A reward that is
    /// paid beside something else does not change its kind.
    pub fn of_kinds(kinds: &BTreeSet<EntryKind>) -> Option<Self> {
        let is_other = |kind: &&EntryKind| kinds.len() == 1 || **kind != EntryKind::Reward;
        let mut all = kinds.iter().filter(is_other);
        let first = *all.next()?;
        Some(Self::certain(if all.next().is_some() {
            EntryKind::Mixed
        } else {
            first
        }))
    }

    /// Returns what the events of a market say about the account, named by the market's label or else by `name`.
    pub fn of_market(
        transaction: &NormalizedTransaction<'_>,
        name: &str,
        kind: impl Fn(EventLog<'_>) -> Result<Option<EntryKind>, DecodeError>,
    ) -> Result<Option<Self>, DecodeError> {
        let mut kinds = BTreeSet::new();
        let mut market: Option<&Address> = None;
        for event in &transaction.events {
            if let Some(kind) = kind(*event)? {
                kinds.insert(kind);
                market = market.or(Some(event.contract()));
            }
        }
        let protocol = market.map(|it| transaction.protocol_of(it).unwrap_or_else(|| name.to_owned()));
        let found = Self::of_kinds(&kinds);
        Ok(found.map(|found| found.of_protocol(protocol).with_counterparty(market.cloned())))
    }

    /// Sets the protocol.
    pub fn with_protocol(self, protocol: &str) -> Self {
        self.of_protocol(Some(protocol.to_owned()))
    }

    /// Sets the protocol, where it is known.
    pub fn of_protocol(mut self, protocol: Option<String>) -> Self {
        self.protocol = protocol;
        self
    }

    /// Sets the id of a bridge.
    pub fn with_bridge_id(mut self, id: Option<String>) -> Self {
        self.bridge_id = id;
        self
    }

    /// Sets the other side.
    pub fn with_counterparty(mut self, address: Option<Address>) -> Self {
        self.counterparty = address;
        self
    }
}
