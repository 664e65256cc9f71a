//! What the user decided.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Annotation, Entry, EntryId, annotation::AnnotationContent};

use super::{
    departure::departs,
    link::{MatchReason, TransferLink},
};

/// The newest decision about each pair, whichever of the two entries it is stored with.
pub(super) struct Decisions<'a> {
    /// In the order of precedence: the newest first.
    newest: Vec<((&'a EntryId, &'a EntryId), bool)>,
    rejected: BTreeSet<(&'a EntryId, &'a EntryId)>,
}

impl<'a> Decisions<'a> {
    pub fn of(annotations: &'a [Annotation]) -> Self {
        let mut all: Vec<_> = annotations
            .iter()
            .filter_map(|one| match &one.content {
                AnnotationContent::Match { other, matches } if *other != one.entry => {
                    Some((one.set_at, pair(&one.entry, other), *matches))
                }
                _ => None,
            })
            .collect();
        all.sort_by(|one, other| other.cmp(one));
        let mut seen = BTreeSet::new();
        let newest: Vec<_> = all
            .into_iter()
            .filter(|(_, pair, _)| seen.insert(*pair))
            .map(|(_, pair, matches)| (pair, matches))
            .collect();
        let rejected = newest.iter().filter(|(_, matches)| !matches).map(|(pair, _)| *pair);
        Self {
            rejected: rejected.collect(),
            newest,
        }
    }

    /// Returns whether the user rejected a pair.
    pub fn reject(&self, one: &EntryId, other: &EntryId) -> bool {
        self.rejected.contains(&pair(one, other))
    }

    /// Returns the matches that the user made. Of two matches of one entry, the newer one counts.
    pub fn links(&self, entries: &[&Entry]) -> Vec<TransferLink> {
        let known: BTreeMap<&EntryId, &Entry> = entries.iter().map(|entry| (&entry.id, *entry)).collect();
        let mut used: BTreeSet<&EntryId> = BTreeSet::new();
        let mut links = Vec::new();
        for ((one, other), _) in self.newest.iter().filter(|(_, matches)| *matches) {
            let (Some(first), Some(second)) = (known.get(one), known.get(other)) else {
                continue;
            };
            if used.contains(one) || used.contains(other) {
                continue;
            }
            used.extend([*one, *other]);
            let order = |entry: &Entry| (!departs(entry), entry.time, entry.id.clone());
            let (sent, received) = if order(first) <= order(second) {
                (one, other)
            } else {
                (other, one)
            };
            links.push(TransferLink {
                sent: vec![(*sent).clone()],
                received: vec![(*received).clone()],
                reason: MatchReason::Decided,
            });
        }
        links
    }
}

fn pair<'a>(one: &'a EntryId, other: &'a EntryId) -> (&'a EntryId, &'a EntryId) {
    (one.min(other), one.max(other))
}
