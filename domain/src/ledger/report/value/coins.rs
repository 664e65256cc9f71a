//! The coins of a book: assets that are the same coin on one chain are one.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AssetId, ChainId};

use crate::{
    accounting::AssetForm,
    ledger::{book::Book, cost::BookTables},
};

/// A coin on one chain.
#[derive(Clone, Debug)]
pub struct ChainCoin {
    /// What the same coin on other chains has in common with it.
    pub group: String,
    /// The chain.
    pub chain: ChainId,
    /// The numbers of its assets, the native one first.
    pub members: Vec<u32>,
    /// Its assets in the same order.
    pub assets: Vec<AssetId>,
}

impl ChainCoin {
    /// Returns what tells it from other coins.
    pub fn key(&self) -> (String, ChainId) {
        (self.group.clone(), self.chain.clone())
    }
}

/// The coins of a book, in the order of their numbers.
pub struct CoinIndex {
    /// The coins.
    pub coins: Vec<ChainCoin>,
    /// By the number of an asset, that of its coin. Tokens with ids have no market price, and what is deposited without a token is not
    /// in the accounts, so that both have none.
    of_asset: Vec<Option<usize>>,
    /// The collections of tokens with ids, by the numbers of their tokens.
    collections: BTreeMap<u32, AssetId>,
}

impl CoinIndex {
    /// Finds the coins of a book.
    pub fn of(book: &Book, tables: &BookTables) -> Self {
        let mut numbers: BTreeMap<(String, ChainId), usize> = BTreeMap::new();
        let mut coins: Vec<ChainCoin> = Vec::new();
        let mut of_asset = vec![None; tables.assets.len()];
        let collections = (0_u32..)
            .zip(&tables.assets)
            .filter(|(number, one)| one.token_id.is_some() && tables.ledger.form(*number) != AssetForm::Position);
        let collections = collections.map(|(number, one)| (number, one.asset.clone())).collect();
        for ((number, one), place) in (0_u32..).zip(&tables.assets).zip(&mut of_asset) {
            let is_counted = one.token_id.is_none() && tables.ledger.form(number) != AssetForm::Position;
            let Some(asset) = book.assets.get(&one.asset).filter(|_| is_counted) else {
                continue;
            };
            let key = (asset.group.clone(), one.asset.chain());
            let coin = *numbers.entry(key).or_insert(coins.len());
            if coin == coins.len() {
                coins.push(ChainCoin {
                    group: asset.group.clone(),
                    chain: one.asset.chain(),
                    members: Vec::new(),
                    assets: Vec::new(),
                });
            }
            *place = Some(coin);
            if let Some(coin) = coins.get_mut(coin) {
                let at = if one.asset.is_native() { 0 } else { coin.members.len() };
                coin.members.insert(at, number);
                coin.assets.insert(at, one.asset.clone());
            }
        }
        Self {
            coins,
            of_asset,
            collections,
        }
    }

    /// Returns these coins, whose assets have their numbers.
    #[cfg(test)]
    pub fn of_coins(coins: Vec<ChainCoin>) -> Self {
        Self {
            of_asset: (0..coins.len()).map(Some).collect(),
            coins,
            collections: BTreeMap::new(),
        }
    }

    /// Returns the coin of an asset.
    pub fn coin(&self, asset: u32) -> Option<usize> {
        let asset = usize::try_from(asset).ok()?;
        self.of_asset.get(asset).copied().flatten()
    }

    /// Returns what movements of an asset are named by: the group of its coin, or the collection of a token with an id; `None` for what
    /// is deposited without a token.
    pub fn group(&self, asset: u32) -> Option<&str> {
        let coin = self.coin(asset).and_then(|coin| self.coins.get(coin));
        let collection = || self.collections.get(&asset).map(AssetId::as_str);
        coin.map(|coin| coin.group.as_str()).or_else(collection)
    }

    /// Returns every coin and collection by what its movements are named, with its asset that was used first.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &AssetId)> {
        let coins = self.coins.iter();
        let coins = coins.filter_map(|coin| Some((coin.group.as_str(), coin.assets.first()?)));
        let collections: BTreeSet<&AssetId> = self.collections.values().collect();
        coins.chain(collections.into_iter().map(|asset| (asset.as_str(), asset)))
    }

    /// Returns the chains of all of them.
    pub fn chains(&self) -> BTreeSet<ChainId> {
        let coins = self.coins.iter().map(|coin| coin.chain.clone());
        coins.chain(self.collections.values().map(AssetId::chain)).collect()
    }
}
