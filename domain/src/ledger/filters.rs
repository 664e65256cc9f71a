//! The values that rows of the ledger can be filtered by.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Address, AssetId, ChainId, Day,
    entry::{EntryKind, EntryMethod},
};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner, BookRow},
    },
};

/// The values that a person's rows can be filtered by, each with the number of its rows.
#[derive(Clone, Debug, Default)]
pub struct EntryFilters {
    /// Years, the newest first.
    pub years: Vec<(i32, usize)>,
    /// Methods.
    pub methods: Vec<(EntryMethod, usize)>,
    /// Finer kinds, the most frequent first.
    pub kinds: Vec<(EntryKind, usize)>,
    /// Groups of assets, the most frequent first.
    pub assets: Vec<FilterOption>,
    /// Wallets, by address.
    pub wallets: Vec<FilterOption>,
    /// Chains, by id.
    pub chains: Vec<FilterOption>,
}

/// A value that rows can be filtered by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterOption {
    /// The value to send.
    pub value: String,
    /// The text to show.
    pub label: String,
    /// The asset whose mark is shown.
    pub asset: Option<AssetId>,
    /// The number of rows.
    pub count: usize,
}

impl Ledgers {
    /// Returns the values that the caller's rows can be filtered by.
    pub async fn filters(&self, caller: &Caller) -> Result<EntryFilters, LedgerError> {
        let owner = self.owner(caller).await?;
        self.filters_of(&owner).await
    }

    /// Returns the values that an owner's rows can be filtered by.
    pub(crate) async fn filters_of(&self, owner: &BookOwner) -> Result<EntryFilters, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let mut counts = FilterCounts::default();
        for row in &book.rows {
            counts.add(&book, row);
        }
        Ok(self.options(&book, counts))
    }

    /// Returns the options with their labels.
    fn options(&self, book: &Book, counts: FilterCounts<'_>) -> EntryFilters {
        let chain_name = |chain: &ChainId| {
            let known = self.ports.chains.get(chain);
            known.map_or_else(|| chain.to_string(), |row| row.name.clone())
        };
        let wallet = |(address, count): (&Address, usize)| FilterOption {
            value: address.to_string(),
            label: book.own.get(address).cloned().unwrap_or_else(|| address.short()),
            asset: None,
            count,
        };
        let chain = |(chain, count): (&ChainId, usize)| FilterOption {
            label: chain_name(chain),
            value: chain.to_string(),
            asset: None,
            count,
        };
        let assets = counts
            .assets
            .into_iter()
            .map(|(group, counted)| asset_option(book, group, counted));
        EntryFilters {
            years: counts.years.into_iter().rev().collect(),
            methods: counts.methods.into_iter().collect(),
            kinds: most_frequent(counts.kinds.into_iter().collect(), |kind| kind.1),
            assets: most_frequent(assets.collect(), |option| option.count),
            wallets: most_frequent(counts.wallets.into_iter().map(wallet).collect(), |option| option.count),
            chains: most_frequent(counts.chains.into_iter().map(chain).collect(), |option| option.count),
        }
    }
}

fn asset_option(book: &Book, group: &str, (asset, count): (&AssetId, usize)) -> FilterOption {
    let known = book.assets.get(asset);
    let symbol = known
        .map(|known| known.metadata.symbol.clone())
        .filter(|symbol| !symbol.is_empty());
    FilterOption {
        label: symbol.unwrap_or_else(|| asset.to_string()),
        value: group.to_owned(),
        asset: Some(asset.clone()),
        count,
    }
}

fn most_frequent<T>(mut options: Vec<T>, count: impl Fn(&T) -> usize) -> Vec<T> {
    options.sort_by_key(|option| std::cmp::Reverse(count(option)));
    options
}

/// The number of rows with each value.
#[derive(Default)]
struct FilterCounts<'a> {
    years: BTreeMap<i32, usize>,
    methods: BTreeMap<EntryMethod, usize>,
    kinds: BTreeMap<EntryKind, usize>,
    assets: BTreeMap<&'a str, (&'a AssetId, usize)>,
    wallets: BTreeMap<&'a Address, usize>,
    chains: BTreeMap<&'a ChainId, usize>,
}

impl<'a> FilterCounts<'a> {
    fn add(&mut self, book: &'a Book, row: &'a BookRow) {
        let group = |asset: &'a AssetId| book.assets.get(asset).map_or(asset.as_str(), |known| &known.group);
        *self.years.entry(Day::of(row.entry.time).year()).or_default() += 1;
        *self.methods.entry(row.entry.kind.method()).or_default() += 1;
        *self.kinds.entry(row.entry.kind).or_default() += 1;
        let accounts: Vec<&AccountId> = row.accounts().collect();
        let (addresses, chains): (BTreeSet<&Address>, BTreeSet<&ChainId>) = accounts
            .into_iter()
            .map(|account| (book.wallet(&account.address), &account.chain))
            .unzip();
        for address in addresses {
            *self.wallets.entry(address).or_default() += 1;
        }
        for chain in chains {
            *self.chains.entry(chain).or_default() += 1;
        }
        let groups: BTreeMap<&str, &AssetId> = row.legs().map(|leg| (group(&leg.asset), &leg.asset)).collect();
        for (group, asset) in groups {
            self.assets.entry(group).or_insert((asset, 0)).1 += 1;
        }
    }
}
