//! Adds new entries to a loaded book, so that one new transaction does not load a long history again.

use std::{collections::BTreeSet, sync::OnceLock};

use ports::{
    AssetId, Entry, EntryId, Ports, StorageError, Timestamp,
    annotation::AnnotationContent,
    entry::{EntryKind, LedgerHead},
    transfer_match::MatchSettings,
};

use crate::{
    ledger::{
        book::{Book, BookOwner, GrownBook, latest_searches::LatestSearches, matched_assets},
        table::{
            block_order, co_spent, imitation,
            pricing::{NeededPrices, PastValues},
        },
    },
    price::PastEvidence,
    transfer_match::{MatchInput, MatchReason, TransferLink, match_transfers, reach},
};

/// The most entries that are added to a book. With more of them, it is loaded anew.
const MOST_ADDED: u64 = 1024;

/// The entries that a new entry puts in another row, and the links of both.
struct ChangedLinks {
    numbers: Vec<u32>,
    links: Vec<TransferLink>,
}

impl Book {
    /// Adds the entries that were stored since the book was loaded. Returns `None` where entries changed, or where a new one may
    /// change what others mean: then the book has to be loaded anew.
    pub async fn grown(
        mut self,
        ports: &Ports,
        owner: &BookOwner,
        heads: Vec<LedgerHead>,
    ) -> Result<Option<GrownBook>, StorageError> {
        let Some(mut added) = added(ports, &self.heads, &heads).await? else {
            return Ok(None);
        };
        let table = self.rows.table();
        let is_apart = owner.keys.is_empty()
            && !added.iter().any(co_spent::is_shared)
            && block_order::never_back_added(table, &mut added)
            && imitation::mark_added(table, &mut added, &self.own);
        let Some(since) = added.iter().map(|entry| entry.time).min().filter(|_| is_apart) else {
            return Ok(None);
        };
        self.add_assets(ports, &added).await?;
        let Some(changed) = self.changed_links(&added, &ports.transfer_match) else {
            return Ok(None);
        };
        let table = self.rows.table();
        let times = changed.numbers.iter().filter_map(|number| table.time(*number));
        let since = times.fold(since, Timestamp::min);
        let mut needed = NeededPrices::since(PastEvidence::quotes_since(ports.clock.now()));
        for entry in &added {
            needed.add(entry);
        }
        self.past.add(PastValues::load(ports, needed, &self.assets).await?);
        let rows_before = self.rows.len();
        self.rows.add(&added, (&changed.numbers, changed.links), &self.past);
        self.heads = heads;
        self.searches = LatestSearches::default();
        self.filters = OnceLock::new();
        Ok(Some(GrownBook {
            book: self,
            rows_before,
            since,
        }))
    }

    /// Adds the assets that no entry had before. What is known of the others stays as it is, because the rows were made with it.
    async fn add_assets(&mut self, ports: &Ports, added: &[Entry]) -> Result<(), StorageError> {
        let legs = added.iter().flat_map(|entry| &entry.legs);
        let assets: BTreeSet<&AssetId> = legs.map(|leg| &leg.asset).collect();
        let table = self.rows.table();
        let new: Vec<AssetId> = assets.into_iter().filter(|id| !table.has_asset(id)).cloned().collect();
        let found = ports.stores.assets.find(&new).await?.into_iter();
        self.assets.extend(found.map(|asset| (asset.id.clone(), asset)));
        Ok(())
    }

    /// Returns the entries of the same transactions as new ones, with the links of both; `None` where a new entry may be in another
    /// kind of match.
    fn changed_links(&self, added: &[Entry], settings: &MatchSettings) -> Option<ChangedLinks> {
        let times = || added.iter().map(|entry| entry.time);
        let (first, last) = (
            times().min()?.minus(reach(settings)),
            times().max()?.plus(reach(settings)),
        );
        let table = self.rows.table();
        let numbers = table.in_transactions(added.iter().map(|entry| &entry.id));
        let known: Vec<Entry> = numbers.iter().filter_map(|number| table.get(*number)).collect();
        let is_open = |entry: &Entry| {
            let is_bridge = matches!(entry.kind, EntryKind::BridgeOut | EntryKind::BridgeIn);
            !is_bridge && entry.bridge_id.is_none() && !self.is_decided(&entry.id)
        };
        let is_simple = !table.has_bridge_between(first, last)
            && !table.has_other_side_between((first, last), added)
            && added.iter().all(is_open)
            && known.iter().all(is_open)
            && self
                .rows
                .reasons(&numbers)
                .all(|reason| *reason == MatchReason::SameTransaction);
        if !is_simple {
            return None;
        }
        let entries: Vec<Entry> = known.into_iter().chain(added.iter().cloned()).collect();
        let found = match_transfers(&MatchInput {
            entries: &entries,
            assets: &matched_assets(&self.assets),
            annotations: &[],
            settings,
        });
        let links = found.ambiguous.is_empty().then_some(found.links)?;
        Some(ChangedLinks { numbers, links })
    }

    /// Returns whether the person said anything about an entry, or it has several possible other sides.
    fn is_decided(&self, id: &EntryId) -> bool {
        let mut annotations = self.annotations.values().flatten();
        self.annotations.contains_key(id)
            || self.ambiguous.contains_key(id)
            || annotations.any(|one| matches!(one, AnnotationContent::Match { other, .. } if other == id))
    }
}

/// Returns the entries that were stored since these heads; `None` where they are many, or where any other entry changed.
async fn added(ports: &Ports, before: &[LedgerHead], now: &[LedgerHead]) -> Result<Option<Vec<Entry>>, StorageError> {
    let known = |head: &LedgerHead| before.iter().find(|one| one.account == head.account);
    let is_gone = |head: &LedgerHead| now.iter().all(|one| one.account != head.account);
    if before.iter().any(is_gone) {
        return Ok(None);
    }
    let changed = now.iter().filter(|head| known(head) != Some(head));
    let changed = changed.map(|head| {
        let (revision, entries) = known(head).map_or((0, 0), |known| (known.revision, known.entries));
        (head, revision, head.entries.checked_sub(entries))
    });
    let changed: Vec<_> = changed.collect();
    let sum = changed
        .iter()
        .try_fold(0_u64, |sum, (.., new)| sum.checked_add((*new)?));
    if sum.is_none_or(|sum| sum > MOST_ADDED) {
        return Ok(None);
    }
    let mut added = Vec::new();
    for (head, revision, new) in changed {
        let stored = ports.stores.entries.changed(&head.account, revision).await?;
        // A revision of a known entry changes no number of entries.
        let is_new = u64::try_from(stored.len()).ok() == new && stored.iter().all(|one| !one.withdrawn);
        if !is_new {
            return Ok(None);
        }
        added.extend(stored.into_iter().map(|one| one.entry));
    }
    Ok(Some(added))
}

#[cfg(test)]
pub(in crate::ledger) mod life;
#[cfg(test)]
pub(in crate::ledger) mod samples;
#[cfg(test)]
mod tests;
