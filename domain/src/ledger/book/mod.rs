//! The entries of a person's accounts, loaded and paired.

pub(in crate::ledger) mod conditions;
pub(in crate::ledger) mod day_rates;
pub(in crate::ledger) mod filter_options;
pub(in crate::ledger) mod latest_searches;
pub(in crate::ledger) mod unread;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use ports::{
    AccountId, Address, Annotation, Asset, AssetId, CostRules, Entry, EntryId, LabelPlace, Ports, StorageError,
    TimeZone, UserId, annotation::AnnotationContent, entry::LedgerHead, transfer_match::MatchSettings,
};

use crate::{
    ledger::{
        book::{filter_options::EntryFilters, latest_searches::LatestSearches, unread::Unread},
        table::{
            block_order, co_spent,
            entry_table::EntryTable,
            imitation,
            key_entries::{self, KeyAccounts, KeyEntries},
            numbered_values::index,
            pricing::{NeededPrices, PastValues},
            row_table::RowTable,
        },
    },
    parallel::{PART, in_background, par_map},
    price::PastEvidence,
    reason::NOT_REQUESTED_YET,
    transfer_match::{MatchFilter, MatchInput, MatchedAsset, TransferLinks, match_transfers},
};

/// For whom a book is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookOwner {
    /// The accounts, in the order of the wallets.
    pub accounts: Vec<AccountId>,
    /// The names of the addresses that belong to the owner.
    pub own: BTreeMap<Address, String>,
    /// The accounts of each extended key. A transaction in several of them is one entry.
    pub keys: Vec<KeyAccounts>,
    /// What the owner calls addresses of others.
    pub own_labels: BTreeMap<LabelPlace, String>,
    /// What the history should cover and does not, because it was never read.
    pub unread: Unread,
    /// The rules of the cost basis.
    pub rules: CostRules,
    /// The zone of days and years.
    pub zone: TimeZone,
    /// The user whose annotations apply; `None` for visitors, because annotations are private.
    pub user: Option<UserId>,
    /// Who shares a book that is kept.
    pub readers: BookReaders,
}

impl BookOwner {
    /// Returns whether both have the same book. Labels only name parties, what was not read has no entries, and a book has several
    /// cost bases, so that they are no part of it.
    pub fn has_same_book(&self, other: &Self) -> bool {
        let whole = |one: &Self| (one.user, one.zone.clone());
        (&self.accounts, &self.own, &self.keys) == (&other.accounts, &other.own, &other.keys)
            && whole(self) == whole(other)
    }
}

/// Who shares a book that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BookReaders {
    /// A user.
    User(UserId),
    /// The visitors of the portfolio that a user shares.
    Visitors(UserId),
}

/// The entries of a person's accounts.
pub(super) struct Book {
    /// The accounts, in the order of the wallets.
    pub accounts: Vec<AccountId>,
    /// The names of the addresses that belong to the owner.
    pub own: BTreeMap<Address, String>,
    /// The addresses that stand for extended keys, by each address of the key.
    pub wallets: BTreeMap<Address, Address>,
    /// The zone of days and years.
    pub zone: TimeZone,
    /// Which entries stand for others.
    pub combined: KeyEntries,
    /// The rows, the newest first.
    pub rows: RowTable,
    /// The assets of all legs.
    pub assets: BTreeMap<AssetId, Asset>,
    /// The prices of past days.
    pub past: PastValues,
    /// The asset as which others continue, at last, by each of them.
    pub continued_as: BTreeMap<AssetId, AssetId>,
    /// The assets whose balances grow without transfers.
    pub rebasing: BTreeSet<AssetId>,
    /// The state of the annotations from which it was made; empty for visitors.
    pub annotated: String,
    /// The annotations, by entry.
    pub annotations: BTreeMap<EntryId, Vec<AnnotationContent>>,
    /// Transfers with more than one possible other side.
    pub ambiguous: BTreeMap<EntryId, Vec<EntryId>>,
    /// The states of the accounts' ledgers at which it was loaded.
    pub heads: Vec<LedgerHead>,
    /// The rows of the latest searches.
    pub searches: LatestSearches,
    /// What its rows can be filtered by, computed when it is first needed.
    pub filters: OnceLock<EntryFilters>,
    /// Whether it is awaiting prices, found when it is first needed.
    pub awaits_prices: OnceLock<bool>,
}

impl Book {
    /// Loads the entries of all accounts and pairs transfers between them.
    pub async fn load(ports: &Ports, owner: &BookOwner, heads: Vec<LedgerHead>) -> Result<Self, StorageError> {
        let (loaded, combined) = LoadedEntries::load(ports, owner, &heads).await?;
        let mut annotations = match owner.user {
            Some(user) => ports.stores.annotations.of_user(user).await?,
            None => Vec::new(),
        };
        combined.annotate(&mut annotations);
        let assets = loaded.prices.assets().cloned().collect::<Vec<_>>();
        let assets = ports.stores.assets.find(&assets).await?.into_iter();
        let assets: BTreeMap<AssetId, Asset> = assets.map(|asset| (asset.id.clone(), asset)).collect();
        let (found, numbers) = loaded.matched(&assets, &annotations, &ports.transfer_match);
        let past = PastValues::load(ports, loaded.prices, &assets).await?;
        let ambiguous = found.ambiguous.into_iter().map(|one| (one.entry, one.candidates));
        Ok(Self {
            accounts: owner.accounts.clone(),
            own: owner.own.clone(),
            wallets: wallets(&owner.keys),
            zone: owner.zone.clone(),
            combined,
            rows: RowTable::new(loaded.entries, (found.links, &numbers), &past),
            past,
            continued_as: continued_as(ports, &assets),
            rebasing: assets
                .keys()
                .filter(|asset| ports.receipts.is_rebasing(asset))
                .cloned()
                .collect(),
            assets,
            annotated: String::new(),
            annotations: by_entry(annotations),
            ambiguous: ambiguous.collect(),
            heads,
            searches: LatestSearches::default(),
            filters: OnceLock::new(),
            awaits_prices: OnceLock::new(),
        })
    }

    /// Returns a book without entries.
    #[cfg(test)]
    pub fn empty() -> Self {
        Self {
            accounts: Vec::new(),
            own: BTreeMap::new(),
            wallets: BTreeMap::new(),
            zone: TimeZone::UTC,
            combined: KeyEntries::default(),
            rows: RowTable::default(),
            assets: BTreeMap::new(),
            past: PastValues::of_closes(Vec::new()),
            continued_as: BTreeMap::new(),
            rebasing: BTreeSet::new(),
            annotated: String::new(),
            annotations: BTreeMap::new(),
            ambiguous: BTreeMap::new(),
            heads: Vec::new(),
            searches: LatestSearches::default(),
            filters: OnceLock::new(),
            awaits_prices: OnceLock::new(),
        }
    }

    /// Returns whether a price that its entries need is being requested, or will be.
    pub fn is_awaiting_prices(&self) -> bool {
        *self.awaits_prices.get_or_init(|| {
            let mut reasons = self.past.reasons().flatten();
            reasons.any(|reason| reason.code == NOT_REQUESTED_YET)
        })
    }

    /// Returns the position of the row with this entry, on either side.
    pub fn position(&self, id: &EntryId) -> Option<usize> {
        self.rows.place_with(self.combined.shown(id))
    }

    /// Returns the address that stands for the wallet with this one.
    pub fn wallet<'a>(&'a self, address: &'a Address) -> &'a Address {
        self.wallets.get(address).unwrap_or(address)
    }
}

/// Returns as which asset each of these continues at last, where that is another one: what it was renamed to, and what a contract
/// exchanges it for at a fixed ratio.
fn continued_as(ports: &Ports, assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, AssetId> {
    let last = |asset: &AssetId| {
        let target = ports.redeemables.of(asset).map_or(asset, |row| &row.target);
        ports.price_series.root(target).clone()
    };
    let each = assets.keys().map(|asset| (asset.clone(), last(asset)));
    each.filter(|(asset, last)| asset != last).collect()
}

/// Returns the first address of each key, by all its addresses.
fn wallets(keys: &[KeyAccounts]) -> BTreeMap<Address, Address> {
    let first = keys.iter().filter_map(|key| Some((key.first()?, key)));
    let each = first.flat_map(|(first, key)| key.addresses().map(|address| (address.clone(), first.clone())));
    each.collect()
}

fn by_entry(annotations: Vec<Annotation>) -> BTreeMap<EntryId, Vec<AnnotationContent>> {
    let mut found: BTreeMap<EntryId, Vec<AnnotationContent>> = BTreeMap::new();
    for one in annotations {
        found.entry(one.entry).or_default().push(one.content);
    }
    found
}

/// Returns what matching knows of these assets.
pub(super) fn matched_assets(assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, MatchedAsset> {
    let matched = |asset: &Asset| MatchedAsset {
        group: asset.group.clone(),
        symbol: asset.metadata.symbol.clone(),
        listed: asset.listed,
        decimals: asset.metadata.decimals,
    };
    assets.iter().map(|(id, asset)| (id.clone(), matched(asset))).collect()
}

/// The most entries for which memory is reserved before they are read, because a damaged number may be large.
const MOST_RESERVED: usize = 1_000_000;

/// Returns the entries of an account that count.
async fn entries_of(ports: &Ports, head: &LedgerHead) -> Result<Vec<Entry>, StorageError> {
    let changed = ports.stores.entries.changed(&head.account, 0).await?;
    let counting = changed.into_iter().filter(|one| !one.withdrawn);
    Ok(counting.map(|one| one.entry).collect())
}

/// The entries of a book while it is loaded.
struct LoadedEntries {
    entries: EntryTable,
    /// When the price of each asset is needed.
    prices: NeededPrices,
    /// Which entries can be matched.
    matches: MatchFilter,
}

impl LoadedEntries {
    /// Loads the entries of one account after the other, so that only the compact form of all of them is in memory: one account is
    /// made compact while the next one is read. Entries of extended keys are combined across accounts, which needs all of them at
    /// once.
    async fn load(ports: &Ports, owner: &BookOwner, heads: &[LedgerHead]) -> Result<(Self, KeyEntries), StorageError> {
        let entries: u64 = heads.iter().map(|head| head.entries).sum();
        let mut loaded = Self {
            entries: EntryTable::with_capacity(usize::try_from(entries).unwrap_or(MOST_RESERVED).min(MOST_RESERVED)),
            prices: NeededPrices::since(PastEvidence::quotes_since(ports.clock.now())),
            matches: MatchFilter::default(),
        };
        let own = Arc::new(owner.own.clone());
        let mut read = Vec::new();
        for head in heads {
            if owner.keys.is_empty() {
                let (next, with_read) = futures::join!(entries_of(ports, head), loaded.with(read, own.clone()));
                loaded = with_read;
                read = co_spent::with_co_owners(ports, (&owner.accounts, &[]), next?).await?;
            } else {
                read.extend(entries_of(ports, head).await?);
            }
        }
        let (read, combined) = key_entries::combine(ports, &owner.keys, read).await?;
        let read = co_spent::with_co_owners(ports, (&owner.accounts, &owner.keys), read).await?;
        loaded.add(read, &own);
        loaded.entries.complete();
        Ok((loaded, combined))
    }

    /// Adds entries, many of them on another thread.
    async fn with(mut self, entries: Vec<Entry>, own: Arc<BTreeMap<Address, String>>) -> Self {
        if entries.len() < PART {
            self.add(entries, &own);
            return self;
        }
        in_background(move || {
            self.add(entries, &own);
            self
        })
        .await
    }

    fn add(&mut self, mut entries: Vec<Entry>, own: &BTreeMap<Address, String>) {
        block_order::never_back(&mut entries);
        imitation::mark(&mut entries, own);
        for entry in &entries {
            self.prices.add(entry);
            self.matches.add(entry);
        }
        self.entries.extend(&entries);
    }

    /// Returns the matches, with the numbers of the entries that can be in them.
    fn matched(
        &self,
        assets: &BTreeMap<AssetId, Asset>,
        annotations: &[Annotation],
        settings: &MatchSettings,
    ) -> (TransferLinks, BTreeMap<EntryId, u32>) {
        let Some(filter) = self.matches.prepared(annotations, settings) else {
            return (TransferLinks::default(), BTreeMap::new());
        };
        let (mut numbers, mut entries) = (Vec::new(), Vec::new());
        let all: Vec<u32> = (0..index(self.entries.len())).collect();
        for part in all.chunks(PART) {
            let accepted = |_, number: &u32| self.entries.get(*number).filter(|entry| filter.accepts(entry));
            for (number, entry) in part.iter().zip(par_map(part, accepted)) {
                if let Some(entry) = entry {
                    numbers.push(*number);
                    entries.push(entry);
                }
            }
        }
        let found = match_transfers(&MatchInput {
            entries: &entries,
            assets: &matched_assets(assets),
            annotations,
            settings,
        });
        let ids = entries.into_iter().map(|entry| entry.id);
        (found, ids.zip(numbers).collect())
    }
}
