//! What the numbers of accounts and assets in movements stand for.

use std::collections::BTreeMap;

use hashbrown::HashMap;
use ports::{AccountId, AssetId, Currency, entry::Leg};

use crate::{
    accounting::{AccountRow, AssetForm, AssetPool, AssetRow, LedgerTables},
    ledger::book::Book,
};

/// An asset of a cost basis: tokens with ids are assets of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasisAsset {
    /// Which asset.
    pub asset: AssetId,
    /// The id within the contract for tokens that have one.
    pub token_id: Option<String>,
    /// The decimals of its quantities.
    pub decimals: u8,
}

/// The accounts and assets of a book by number. Assets without known decimals have no quantities, so they are not in it.
pub struct BookTables {
    /// For the replay and its explanations.
    pub ledger: LedgerTables,
    /// The assets, by number.
    pub assets: Vec<BasisAsset>,
    accounts: HashMap<AccountId, u32>,
    numbers: HashMap<AssetId, u32>,
    with_ids: HashMap<AssetId, HashMap<String, u32>>,
    /// The first asset of each group, whose number is that of the group's pool.
    groups: HashMap<String, u32>,
}

impl BookTables {
    /// Numbers the accounts and assets of all entries.
    pub fn of(book: &Book, currency: &Currency) -> Self {
        let mut tables = Self {
            ledger: LedgerTables {
                currency: currency.to_string(),
                ..LedgerTables::default()
            },
            assets: Vec::new(),
            accounts: HashMap::new(),
            numbers: HashMap::new(),
            with_ids: HashMap::new(),
            groups: HashMap::new(),
        };
        let mut chains = BTreeMap::new();
        for account in book.rows.distinct_accounts() {
            tables.add_account(book, account, &mut chains);
        }
        for (id, token_id) in book.rows.distinct_assets() {
            tables.add_asset(book, id, token_id);
        }
        tables
    }

    /// Adds the asset that stands for what was deposited of another one at a place, and returns its number.
    pub fn add_position(&mut self, deposited: u32, place: &str) -> Option<u32> {
        let number = u32::try_from(self.assets.len()).ok()?;
        let symbol = format!("{} in {place}", self.ledger.symbol(deposited));
        self.assets.push(self.of_number(deposited)?.clone());
        self.ledger.assets.push(AssetRow {
            symbol,
            pool: AssetPool::With(number),
            form: AssetForm::Position,
        });
        Some(number)
    }

    /// Returns the number of an account.
    pub fn account(&self, account: &AccountId) -> Option<u32> {
        self.accounts.get(account).copied()
    }

    /// Returns the number of the asset of a leg; `None` without known decimals.
    pub fn asset(&self, leg: &Leg) -> Option<u32> {
        self.number(&leg.asset, leg.token_id.as_deref())
    }

    /// Returns the number of an asset, or of a token of it with an id; `None` without known decimals.
    pub fn number(&self, asset: &AssetId, token_id: Option<&str>) -> Option<u32> {
        match token_id {
            None => self.numbers.get(asset).copied(),
            Some(id) => self.with_ids.get(asset)?.get(id).copied(),
        }
    }

    /// Returns the asset of a number.
    pub fn of_number(&self, number: u32) -> Option<&BasisAsset> {
        self.assets.get(usize::try_from(number).ok()?)
    }

    /// Returns the asset that stands for a pool: the native one of a chain, such as ether for its wrapped forms, else the first.
    pub fn main_asset(&self, pool: u32) -> Option<u32> {
        let of_pool = (0..)
            .zip(&self.assets)
            .filter(|(number, _)| self.ledger.pool(*number) == Some(pool));
        let mut native = of_pool.filter(|(_, one)| one.asset.is_native());
        native
            .next()
            .map(|(number, _)| number)
            .or_else(|| self.of_number(pool).map(|_| pool))
    }

    fn add_account(&mut self, book: &Book, account: &AccountId, chains: &mut BTreeMap<String, u32>) {
        let next = u32::try_from(chains.len()).unwrap_or(u32::MAX);
        let chain = *chains.entry(account.chain.to_string()).or_insert(next);
        let label = book.own.get(&account.address);
        let number = u32::try_from(self.accounts.len()).unwrap_or(u32::MAX);
        self.accounts.insert(account.clone(), number);
        self.ledger.accounts.push(AccountRow {
            label: label.cloned().unwrap_or_else(|| account.address.short()),
            chain,
        });
    }

    fn add_asset(&mut self, book: &Book, id: &AssetId, token_id: Option<&str>) {
        let asset = book.assets.get(id);
        let stated = asset.and_then(|asset| asset.metadata.decimals);
        let Some(decimals) = (if id.is_collection() { Some(0) } else { stated }) else {
            return;
        };
        let number = u32::try_from(self.assets.len()).unwrap_or(u32::MAX);
        // A token with an id is exchangeable with no other, so it has a pool of its own.
        let pool = match (token_id, asset) {
            (None, Some(asset)) => *self.groups.entry(asset.group.clone()).or_insert(number),
            _ => number,
        };
        match token_id {
            None => {
                self.numbers.insert(id.clone(), number);
            }
            Some(token_id) => {
                let tokens = self.with_ids.entry(id.clone()).or_default();
                tokens.insert(token_id.to_owned(), number);
            }
        }
        self.ledger.assets.push(AssetRow {
            symbol: asset.map(|asset| asset.metadata.symbol.clone()).unwrap_or_default(),
            pool: AssetPool::With(pool),
            form: if book.rebasing.contains(id) {
                AssetForm::Rebasing
            } else {
                AssetForm::Plain
            },
        });
        self.assets.push(BasisAsset {
            asset: id.clone(),
            token_id: token_id.map(ToOwned::to_owned),
            decimals,
        });
    }
}
