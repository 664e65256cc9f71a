//! Protocols that could not be read although an account may have positions in them.

use std::collections::BTreeMap;

use ports::{ChainId, PositionPlace, Snapshot};

use crate::valuation::inputs::{
    missed::{NotLookedFor, UNREAD_PROTOCOL},
    types::Inputs,
};

impl Inputs {
    /// Returns what is not looked for: tokens that are on no list, and protocols that could not be read or in part only, one line for each on each chain.
    #[must_use]
    pub fn not_looked_for(&self) -> Vec<NotLookedFor> {
        let snapshots = self.accounts.iter().filter_map(|account| account.snapshot.as_ref());
        let unread = snapshots.flat_map(of_snapshot);
        let unread: BTreeMap<(&ChainId, &PositionPlace), String> = unread.collect();
        let line = |((chain, place), text): ((&ChainId, &PositionPlace), String)| NotLookedFor {
            chain: chain.clone(),
            chain_name: self.chain_name(chain),
            protocol: Some(place.clone()),
            code: UNREAD_PROTOCOL.to_owned(),
            text,
        };
        let tokens = self.missed.not_looked_for.iter().cloned();
        tokens.chain(unread.into_iter().map(line)).collect()
    }
}

/// Returns what could not be read of the protocols of an account: a part of a position, or all of it.
fn of_snapshot(snapshot: &Snapshot) -> impl Iterator<Item = ((&ChainId, &PositionPlace), String)> {
    let chain = &snapshot.account.chain;
    let parts = snapshot.protocols.positions.iter();
    let parts = parts.filter(|position| !position.unread.is_empty()).map(move |of| {
        let text = format!("A part of {} could not be read. {}", of.place, of.unread.join(" "));
        ((chain, &of.place), text)
    });
    let whole = snapshot.protocols.unread.iter();
    let whole = whole.map(move |one| {
        let text = format!("{} could not be read: {}.", one.place, one.why);
        ((chain, &one.place), text)
    });
    parts.chain(whole)
}
