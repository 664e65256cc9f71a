//! Which entries matching needs, so that not all entries of a ledger have to be in memory while it runs.

use std::{
    collections::{BTreeSet, HashSet},
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use ports::{
    Annotation, Entry, EntryId, Timestamp, annotation::AnnotationContent, entry::EntryKind,
    transfer_match::MatchSettings,
};

use super::{
    can_match,
    input::{reach, window},
    stated_transaction::{transaction, without_prefix},
};

/// Collects what decides whether an entry can be in a match or have candidates. All entries are added first.
#[derive(Default)]
pub struct MatchFilter {
    hasher: RandomState,
    /// The hashes of all transactions, and of those of several accounts. A hash that two transactions share only keeps their
    /// entries.
    transactions: HashSet<u64>,
    shared: HashSet<u64>,
    /// The times of the entries of bridges.
    bridges: Vec<Timestamp>,
    has_bridge_ids: bool,
    /// The hashes of the transactions that exchanges state.
    stated: HashSet<u64>,
    /// Whether one of the entries is at an exchange.
    has_exchange: bool,
    /// The times of payments and of receipts, with the hashes of their chains.
    payments: Vec<(Timestamp, u64)>,
    receipts: Vec<(Timestamp, u64)>,
}

/// A filter to which all entries were added.
pub struct PreparedFilter<'a> {
    filter: &'a MatchFilter,
    /// The entries that the user decided about.
    decided: BTreeSet<&'a EntryId>,
    /// The times of the entries of bridges, sorted.
    bridges: Vec<Timestamp>,
    /// Payments and receipts, sorted by time.
    payments: Vec<(Timestamp, u64)>,
    receipts: Vec<(Timestamp, u64)>,
    settings: &'a MatchSettings,
}

impl MatchFilter {
    /// Adds an entry.
    pub fn add(&mut self, entry: &Entry) {
        if !can_match(entry) {
            return;
        }
        let transaction = self.transaction(entry);
        if !self.transactions.insert(transaction) {
            self.shared.insert(transaction);
        }
        if is_bridge(entry) {
            self.bridges.push(entry.time);
        }
        self.has_bridge_ids |= entry.bridge_id.is_some();
        if let Some(id) = entry.stated_transaction() {
            self.stated.insert(self.hasher.hash_one(without_prefix(id)));
        }
        self.has_exchange |= entry.id.account.chain.is_exchange();
        let plain = (entry.time, self.chain(entry));
        match entry.kind {
            EntryKind::Send => self.payments.push(plain),
            EntryKind::Receive => self.receipts.push(plain),
            _ => {}
        }
    }

    /// Prepares the filter for accepting entries; `None` where no entry can be in a match.
    #[must_use]
    pub fn prepared<'a>(
        &'a self,
        annotations: &'a [Annotation],
        settings: &'a MatchSettings,
    ) -> Option<PreparedFilter<'a>> {
        let decisions = annotations.iter().filter_map(|one| match &one.content {
            AnnotationContent::Match { other, .. } => Some([&one.entry, other]),
            _ => None,
        });
        let decided: BTreeSet<&EntryId> = decisions.flatten().collect();
        let mut bridges = self.bridges.clone();
        bridges.sort_unstable();
        let sorted = |mut times: Vec<(Timestamp, u64)>| {
            times.sort_unstable();
            times
        };
        let (payments, receipts) = (sorted(self.payments.clone()), sorted(self.receipts.clone()));
        let mut chains = payments.iter().chain(&receipts).map(|(_, chain)| chain);
        let first = chains.next();
        let is_one_chain = chains.all(|chain| Some(chain) == first);
        let is_empty =
            decided.is_empty() && bridges.is_empty() && self.shared.is_empty() && !self.has_bridge_ids && is_one_chain;
        (!is_empty).then_some(PreparedFilter {
            filter: self,
            decided,
            bridges,
            payments,
            receipts,
            settings,
        })
    }

    fn chain(&self, entry: &Entry) -> u64 {
        self.hasher.hash_one(&entry.id.account.chain)
    }

    fn transaction(&self, entry: &Entry) -> u64 {
        self.hasher.hash_one((&entry.id.account.chain, &entry.id.transaction))
    }
}

impl PreparedFilter<'_> {
    /// Returns whether matching needs an entry.
    #[must_use]
    pub fn accepts(&self, entry: &Entry) -> bool {
        can_match(entry)
            && (is_bridge(entry)
                || entry.bridge_id.is_some()
                || self.is_stated(entry)
                || self.is_near_bridge(entry)
                || self.is_near_other_side(entry)
                || self.filter.shared.contains(&self.filter.transaction(entry))
                || self.decided.contains(&entry.id))
    }

    /// Returns how far apart the two sides of a transfer can be.
    fn reach(&self) -> Duration {
        reach(self.settings).max(window(self.settings, self.filter.has_exchange))
    }

    /// Returns whether an exchange states the transaction of an entry.
    fn is_stated(&self, entry: &Entry) -> bool {
        let (stated, hasher) = (&self.filter.stated, &self.filter.hasher);
        !stated.is_empty() && stated.contains(&hasher.hash_one(transaction(&entry.id.transaction).as_str()))
    }

    /// Returns whether a payment or a receipt can be the other side of a bridge's entry.
    fn is_near_bridge(&self, entry: &Entry) -> bool {
        if !matches!(entry.kind, EntryKind::Send | EntryKind::Receive) {
            return false;
        }
        let window = self.reach();
        let first = entry.time.minus(window);
        let next = self.bridges.partition_point(|bridge| *bridge < first);
        self.bridges
            .get(next)
            .is_some_and(|bridge| *bridge <= entry.time.plus(window))
    }

    /// Returns whether there is a receipt on another chain at the time of a payment, or the other way round.
    fn is_near_other_side(&self, entry: &Entry) -> bool {
        let others = match entry.kind {
            EntryKind::Send => &self.receipts,
            EntryKind::Receive => &self.payments,
            _ => return false,
        };
        let window = self.reach();
        let chain = self.filter.chain(entry);
        let first = others.partition_point(|(time, _)| *time < entry.time.minus(window));
        let near = others.iter().skip(first);
        let mut near = near.take_while(|(time, _)| *time <= entry.time.plus(window));
        near.any(|(_, other)| *other != chain)
    }
}

fn is_bridge(entry: &Entry) -> bool {
    matches!(entry.kind, EntryKind::BridgeOut | EntryKind::BridgeIn)
}
