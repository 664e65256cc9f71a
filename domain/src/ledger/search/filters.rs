//! The values that rows of the ledger can be filtered by.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Address, AssetId, ChainId, entry::EntryMethod};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{
            Book, BookOwner,
            conditions::RowKind,
            filter_options::{EntryFilters, FilterOption},
        },
        search::found_rows::row_kind,
    },
};

impl Ledgers {
    /// Returns the values that the caller's rows can be filtered by.
    pub async fn filters(&self, caller: &Caller) -> Result<EntryFilters, LedgerError> {
        let owner = self.owner(caller).await?;
        self.filters_of(&owner).await
    }

    /// Returns the values that an owner's rows can be filtered by.
    pub(crate) async fn filters_of(&self, owner: &BookOwner) -> Result<EntryFilters, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let count = || {
            let mut counts = FilterCounts::default();
            (0..book.rows.len()).for_each(|at| counts.add(&book, at));
            self.options(&book, counts)
        };
        Ok(book.filters.get_or_init(count).clone())
    }

    /// Returns the options with their labels.
    fn options(&self, book: &Book, counts: FilterCounts) -> EntryFilters {
        let chain_name = |chain: &ChainId| {
            let known = self.ports.chains.get(chain);
            known.map_or_else(|| chain.to_string(), |row| row.name.clone())
        };
        let wallet = |(address, count): (Address, usize)| FilterOption {
            value: address.to_string(),
            label: book.own.get(&address).cloned().unwrap_or_else(|| address.short()),
            asset: None,
            count,
        };
        let chain = |(chain, count): (ChainId, usize)| FilterOption {
            label: chain_name(&chain),
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

fn asset_option(book: &Book, group: String, (asset, count): (AssetId, usize)) -> FilterOption {
    let known = book.assets.get(&asset);
    let symbol = known
        .map(|known| known.metadata.symbol.clone())
        .filter(|symbol| !symbol.is_empty());
    FilterOption {
        label: symbol.unwrap_or_else(|| asset.to_string()),
        value: group,
        asset: Some(asset),
        count,
    }
}

/// Sorts options, the most frequent first.
pub(in crate::ledger) fn most_frequent<T>(mut options: Vec<T>, count: impl Fn(&T) -> usize) -> Vec<T> {
    options.sort_by_key(|option| std::cmp::Reverse(count(option)));
    options
}

/// The number of rows with each value.
#[derive(Default)]
struct FilterCounts {
    years: BTreeMap<i32, usize>,
    methods: BTreeMap<EntryMethod, usize>,
    kinds: BTreeMap<RowKind, usize>,
    assets: BTreeMap<String, (AssetId, usize)>,
    wallets: BTreeMap<Address, usize>,
    chains: BTreeMap<ChainId, usize>,
}

impl FilterCounts {
    fn add(&mut self, book: &Book, at: usize) {
        let rows = &book.rows;
        let (Some(time), Some(kind)) = (rows.time(at), rows.kind(at)) else {
            return;
        };
        *self.years.entry(book.zone.day(time).year()).or_default() += 1;
        *self.methods.entry(kind.method()).or_default() += 1;
        if let Some(shown) = row_kind(book, at) {
            *self.kinds.entry(shown).or_default() += 1;
        }
        let (addresses, chains): (BTreeSet<&Address>, BTreeSet<&ChainId>) = rows
            .accounts(at)
            .map(|account| (book.wallet(&account.address), &account.chain))
            .unzip();
        for address in addresses {
            count(&mut self.wallets, address);
        }
        for chain in chains {
            count(&mut self.chains, chain);
        }
        let groups = rows.assets(at).map(|asset| {
            let known = book.assets.get(asset);
            (known.map_or(asset.as_str(), |known| known.group.as_str()), asset)
        });
        for (group, asset) in groups.collect::<BTreeMap<_, _>>() {
            match self.assets.get_mut(group) {
                Some((_, count)) => *count += 1,
                None => {
                    self.assets.insert(group.to_owned(), (asset.clone(), 1));
                }
            }
        }
    }
}

/// Counts a row with a value. Values are copied when they are first found only.
fn count<T: Clone + Ord>(counts: &mut BTreeMap<T, usize>, value: &T) {
    match counts.get_mut(value) {
        Some(count) => *count += 1,
        None => {
            counts.insert(value.clone(), 1);
        }
    }
}
