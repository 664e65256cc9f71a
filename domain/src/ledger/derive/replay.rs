//! What the entries of an account add up to.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use ports::{
    AssetId, RawAmount, Timestamp,
    entry::{Decoding, Entry, EntryKind, LegRole},
};

/// What the entries of an account add up to, by asset.
pub(in crate::ledger) type Replays = BTreeMap<AssetId, Replay>;

/// What the entries of an account add up to for one asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ledger) struct Replay {
    pub arrived: RawSum,
    pub left: RawSum,
    pub first: Option<Timestamp>,
    pub is_uncertain: bool,
    /// Whether it was ever part of more than unasked arrivals, and of transfers that only a contract states: in a transaction that the
    /// account did not send, of an asset that never arrived.
    pub is_wanted: bool,
}

/// A sum that remembers whether it overflowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ledger) struct RawSum(pub Option<RawAmount>);

impl Default for RawSum {
    fn default() -> Self {
        Self(Some(RawAmount::ZERO))
    }
}

impl RawSum {
    fn add(&mut self, amount: RawAmount) {
        self.0 = self.0.and_then(|sum| sum.add(amount).ok());
    }
}

/// Adds up the amounts of entries by asset.
pub(in crate::ledger) fn replay(entries: impl Iterator<Item = Entry>) -> Replays {
    let mut replays = HashMap::new();
    add_entries(&mut replays, entries);
    replays.into_iter().collect()
}

/// Returns the sums with those of further entries.
pub(in crate::ledger) fn replay_further(known: &Replays, entries: impl Iterator<Item = Entry>) -> Replays {
    let mut replays: HashMap<AssetId, Replay> = known.iter().map(|(asset, sums)| (asset.clone(), *sums)).collect();
    add_entries(&mut replays, entries);
    replays.into_iter().collect()
}

/// Adds the amounts of entries to sums by asset. Tokens with ids are left out: their balance is not one number.
fn add_entries(replays: &mut HashMap<AssetId, Replay>, entries: impl Iterator<Item = Entry>) {
    for entry in entries {
        let is_unasked = matches!(entry.kind, EntryKind::Spam | EntryKind::Airdrop);
        let is_sent = entry.legs.iter().any(|leg| leg.role == LegRole::Fee);
        for leg in entry.legs.into_iter().filter(|leg| !leg.asset.is_collection()) {
            let replay = replays.entry(leg.asset).or_default();
            match leg.role {
                LegRole::In => replay.arrived.add(leg.amount),
                LegRole::Out | LegRole::Fee => replay.left.add(leg.amount),
            }
            replay.first = Some(replay.first.map_or(entry.time, |first| first.min(entry.time)));
            replay.is_uncertain |= entry.decoding != Decoding::Complete;
            replay.is_wanted |= !is_unasked && (is_sent || leg.role == LegRole::In);
        }
    }
}
