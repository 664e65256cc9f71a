//! The entries of a person's accounts, loaded and paired.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Address, Amount, Annotation, Asset, AssetId, Entry, EntryId, LabelPlace, Ports, StorageError, UserId,
    annotation::AnnotationContent,
    entry::{LedgerHead, Leg, LegRole},
};

use crate::{
    ledger::{
        imitation,
        key_entries::{self, KeyAccounts, KeyEntries},
        latest_searches::LatestSearches,
        pricing::PastValues,
    },
    transfer_match::{MatchInput, MatchReason, MatchSettings, MatchedAsset, TransferLink, match_transfers},
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
    /// The user whose annotations apply; `None` for visitors, because annotations are private.
    pub user: Option<UserId>,
    /// Who shares a book that is kept.
    pub readers: BookReaders,
}

impl BookOwner {
    /// Returns whether both have the same book. Labels only name parties, so that they are no part of it.
    pub fn has_same_book(&self, other: &Self) -> bool {
        (&self.accounts, &self.own, &self.keys, self.user) == (&other.accounts, &other.own, &other.keys, other.user)
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
    /// Which entries stand for others.
    pub combined: KeyEntries,
    /// The rows, the newest first.
    pub rows: Vec<BookRow>,
    /// The assets of all legs.
    pub assets: BTreeMap<AssetId, Asset>,
    /// The prices of past days.
    pub past: PastValues,
    /// The annotations, by entry.
    pub annotations: BTreeMap<EntryId, Vec<AnnotationContent>>,
    /// Transfers with more than one possible other side.
    pub ambiguous: BTreeMap<EntryId, Vec<EntryId>>,
    /// The states of the accounts' ledgers at which it was loaded.
    pub heads: Vec<LedgerHead>,
    /// The rows of the latest searches.
    pub searches: LatestSearches,
}

/// A row: an entry, with the other side of an own transfer.
pub(super) struct BookRow {
    /// The entry; for an own transfer the one that gave.
    pub entry: Entry,
    /// The other side of an own transfer.
    pub partner: Option<Partner>,
    /// What came in, else what went out, in dollars of its own day; `None` where a price is unknown or nothing moved.
    pub value_then: Option<Amount>,
}

/// How the sides of a transfer between a person's own accounts belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnTransfer {
    /// One transaction is both sides.
    OneTransaction,
    /// Two transactions were matched, usually on two chains.
    Matched,
}

/// The other side of an own transfer.
pub(super) struct Partner {
    /// Further entries that gave, where one transaction spent from several accounts.
    pub given: Vec<Entry>,
    /// The entries that received.
    pub received: Vec<Entry>,
    /// Why they belong together.
    pub reason: MatchReason,
}

impl Partner {
    /// Returns all entries of the other side.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.given.iter().chain(&self.received)
    }

    /// Returns whether one transaction is both sides.
    pub fn is_same_transaction(&self, own: &Entry) -> bool {
        let own = &own.id;
        let is_same =
            |other: &Entry| other.id.transaction == own.transaction && other.id.account.chain == own.account.chain;
        self.entries().all(is_same)
    }
}

impl Book {
    /// Loads the entries of all accounts and pairs transfers between them.
    pub async fn load(ports: &Ports, owner: &BookOwner, heads: Vec<LedgerHead>) -> Result<Self, StorageError> {
        let mut entries = Vec::new();
        for head in &heads {
            let changed = ports.stores.entries.changed(&head.account, 0).await?;
            entries.extend(changed.into_iter().filter(|one| !one.withdrawn).map(|one| one.entry));
        }
        let (mut entries, combined) = key_entries::combine(ports, &owner.keys, entries).await?;
        imitation::mark(&mut entries, &owner.own);
        let mut annotations = match owner.user {
            Some(user) => ports.stores.annotations.of_user(user).await?,
            None => Vec::new(),
        };
        combined.annotate(&mut annotations);
        let assets = assets(ports, &entries).await?;
        let matched = |asset: &Asset| MatchedAsset {
            group: asset.group.clone(),
            decimals: asset.metadata.decimals,
        };
        let found = match_transfers(&MatchInput {
            entries: &entries,
            assets: &assets.iter().map(|(id, asset)| (id.clone(), matched(asset))).collect(),
            annotations: &annotations,
            settings: &MatchSettings::default(),
        });
        let past = PastValues::load(ports, &entries, &assets).await?;
        let ambiguous = found.ambiguous.into_iter().map(|one| (one.entry, one.candidates));
        Ok(Self {
            accounts: owner.accounts.clone(),
            own: owner.own.clone(),
            wallets: wallets(&owner.keys),
            combined,
            rows: rows(entries, found.links, &past),
            past,
            assets,
            annotations: by_entry(annotations),
            ambiguous: ambiguous.collect(),
            heads,
            searches: LatestSearches::default(),
        })
    }

    /// Returns whether the value of a row is unknown although something moved.
    pub fn has_unknown_values(&self) -> bool {
        self.rows.iter().any(|row| row.value_then.is_none() && row.moved())
    }

    /// Returns a book without entries.
    #[cfg(test)]
    pub fn empty() -> Self {
        Self {
            accounts: Vec::new(),
            own: BTreeMap::new(),
            wallets: BTreeMap::new(),
            combined: KeyEntries::default(),
            rows: Vec::new(),
            assets: BTreeMap::new(),
            past: PastValues::of_closes(Vec::new()),
            annotations: BTreeMap::new(),
            ambiguous: BTreeMap::new(),
            heads: Vec::new(),
            searches: LatestSearches::default(),
        }
    }

    /// Returns the position of the row of an entry that is its own side.
    pub fn index_of(&self, entry: &Entry) -> Option<usize> {
        self.rows.binary_search_by(|row| newest_first(&row.entry, entry)).ok()
    }

    /// Returns the position of the row with this entry, on either side.
    pub fn position(&self, id: &EntryId) -> Option<usize> {
        let id = self.combined.shown(id);
        let is_partner = |row: &BookRow| row.others().any(|other| other.id == *id);
        self.rows.iter().position(|row| row.entry.id == *id || is_partner(row))
    }

    /// Returns the address that stands for the wallet with this one.
    pub fn wallet<'a>(&'a self, address: &'a Address) -> &'a Address {
        self.wallets.get(address).unwrap_or(address)
    }
}

impl BookRow {
    /// Returns how the sides belong together; `None` where only one belongs to the person.
    pub fn own_transfer(&self) -> Option<OwnTransfer> {
        let partner = self.partner.as_ref()?;
        Some(if partner.is_same_transaction(&self.entry) {
            OwnTransfer::OneTransaction
        } else {
            OwnTransfer::Matched
        })
    }

    /// Returns the entries of the other side.
    pub fn others(&self) -> impl Iterator<Item = &Entry> {
        self.partner.iter().flat_map(Partner::entries)
    }

    /// Returns the legs of both sides.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> {
        self.entry
            .legs
            .iter()
            .chain(self.others().flat_map(|other| &other.legs))
    }

    /// Returns the accounts of both sides.
    pub fn accounts(&self) -> impl Iterator<Item = &AccountId> {
        std::iter::once(&self.entry)
            .chain(self.others())
            .map(|entry| &entry.id.account)
    }

    /// Returns whether any amount besides the fee moved.
    pub fn moved(&self) -> bool {
        self.entry.legs.iter().any(|leg| leg.role != LegRole::Fee)
    }
}

/// Returns the assets of all legs that are known.
async fn assets(ports: &Ports, entries: &[Entry]) -> Result<BTreeMap<AssetId, Asset>, StorageError> {
    let legs = entries.iter().flat_map(|entry| &entry.legs);
    let ids: BTreeSet<AssetId> = legs.map(|leg| leg.asset.clone()).collect();
    let ids: Vec<AssetId> = ids.into_iter().collect();
    let found = ports.stores.assets.find(&ids).await?;
    Ok(found.into_iter().map(|asset| (asset.id.clone(), asset)).collect())
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

/// Combines the sides of matched transfers and sorts the rows, the newest first.
fn rows(entries: Vec<Entry>, links: Vec<TransferLink>, values: &PastValues) -> Vec<BookRow> {
    let mut entries: BTreeMap<EntryId, Entry> = entries.into_iter().map(|entry| (entry.id.clone(), entry)).collect();
    let mut rows = Vec::with_capacity(entries.len());
    for TransferLink { sent, received, reason } in links {
        let mut take = |ids: Vec<EntryId>| -> Vec<Entry> { ids.iter().filter_map(|id| entries.remove(id)).collect() };
        let (mut given, received) = (take(sent), take(received));
        if given.is_empty() {
            continue;
        }
        let entry = given.remove(0);
        rows.push(BookRow {
            value_then: values.of_entry(&entry),
            partner: Some(Partner {
                given,
                received,
                reason,
            }),
            entry,
        });
    }
    rows.extend(entries.into_values().map(|entry| BookRow {
        value_then: values.of_entry(&entry),
        partner: None,
        entry,
    }));
    rows.sort_by(|a, b| newest_first(&a.entry, &b.entry));
    rows
}

fn newest_first(a: &Entry, b: &Entry) -> std::cmp::Ordering {
    (b.time, b.position, &b.id).cmp(&(a.time, a.position, &a.id))
}
