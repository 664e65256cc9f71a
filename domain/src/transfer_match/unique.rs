//! Candidates, and which of them are the only ones.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::EntryId;

use super::link::{AmbiguousTransfer, MatchReason, TransferLink};

/// Pairs of a departure and an arrival that may be one transfer.
#[derive(Default)]
pub(super) struct Candidates<'a>(BTreeMap<(&'a EntryId, &'a EntryId), MatchReason>);

impl<'a> Candidates<'a> {
    pub fn add(&mut self, sent: &'a EntryId, received: &'a EntryId, reason: MatchReason) {
        self.0.insert((sent, received), reason);
    }

    /// Returns matches of the pairs of which each side has no other candidate, and the candidates of all other entries.
    pub fn resolve(self) -> (Vec<TransferLink>, Vec<AmbiguousTransfer>) {
        let mut others: BTreeMap<&EntryId, BTreeSet<&EntryId>> = BTreeMap::new();
        for (sent, received) in self.0.keys() {
            others.entry(sent).or_default().insert(received);
            others.entry(received).or_default().insert(sent);
        }
        let is_only = |id: &EntryId| others.get(id).is_some_and(|candidates| candidates.len() == 1);
        let mut links = Vec::new();
        let mut matched: BTreeSet<&EntryId> = BTreeSet::new();
        for ((sent, received), reason) in self.0 {
            if is_only(sent) && is_only(received) {
                matched.extend([sent, received]);
                links.push(TransferLink {
                    sent: vec![sent.clone()],
                    received: vec![received.clone()],
                    reason,
                });
            }
        }
        let open = others.iter().filter(|(id, _)| !matched.contains(*id));
        let ambiguous = open.map(|(id, candidates)| AmbiguousTransfer {
            entry: (*id).clone(),
            candidates: candidates.iter().map(|id| (*id).clone()).collect(),
        });
        (links, ambiguous.collect())
    }
}

/// How much earlier than the departure the arrival may be, because the clocks of two chains differ.
pub(super) const CLOCK_DIFFERENCE: Duration = Duration::from_mins(5);
