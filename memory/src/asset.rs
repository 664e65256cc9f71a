//! Assets.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use async_trait::async_trait;
use ports::{
    Asset, AssetId, ChainId, StorageError, Timestamp,
    added_token::ORIGIN as ADDED,
    asset::{AssetReader, AssetWriter, AssumedDecimals, CHANGED_BY_CONTRACT, HISTORY_ORIGIN, LOOKED_FOR, Metadata},
};

use crate::{
    rows::StoredAsset,
    storage::MemoryStorage,
    tables::{Tables, most},
    work::MemoryWork,
};

fn asset(tables: &Tables, row: &StoredAsset) -> Asset {
    let is_named = tables.listed_tokens.contains_key(&row.asset.id);
    Asset {
        listed: row.asset.ships() || is_named,
        assumed: row.assumed(),
        ..row.asset.clone()
    }
}

/// Returns whether assets of this origin are subject to the limit of the token universe: those of chains, lists and
/// explorers.
fn is_limited(origin: &str) -> bool {
    origin == "chain" || origin.starts_with("list:") || origin.starts_with("explorer:")
}

/// Returns whether assets of this origin are in no token universe.
fn is_excluded(origin: &str) -> bool {
    [ADDED, HISTORY_ORIGIN].contains(&origin)
}

/// The sort key of an asset in the token universe: first assets seen on a chain, then those named by an explorer, then those on
/// the most lists.
fn rank<'a>(tables: &Tables, asset: &'a Asset) -> (u8, Reverse<usize>, Option<i64>, &'a AssetId) {
    let class = match () {
        () if asset.confirmed => 0,
        () if !asset.origin.starts_with("list:") => 1,
        () => 2,
    };
    let lists = tables.listed_tokens.get(&asset.id);
    let position = lists.and_then(|lists| lists.values().min().copied());
    (class, Reverse(lists.map_or(0, BTreeMap::len)), position, &asset.id)
}

/// The assets within the limit of the token universe; the start list and held assets do not count towards it.
fn within_limit<'a>(tables: &'a Tables, chain: &ChainId, held: &BTreeSet<&AssetId>) -> BTreeSet<&'a AssetId> {
    let rows = tables.assets.values().map(|row| &row.asset);
    let candidates = rows.filter(|asset| asset.id.chain() == *chain && is_limited(&asset.origin));
    let is_readable =
        |asset: &&Asset| asset.confirmed || !asset.origin.starts_with("list:") || asset.unreadable_since.is_none();
    let candidates = candidates.filter(is_readable).filter(|asset| !held.contains(&asset.id));
    let mut candidates: Vec<&Asset> = candidates.collect();
    candidates.sort_by_key(|asset| rank(tables, asset));
    candidates
        .into_iter()
        .map(|asset| &asset.id)
        .take(most(LOOKED_FOR))
        .collect()
}

#[async_trait]
impl AssetReader for MemoryStorage {
    async fn find(&self, ids: &[AssetId]) -> Result<Vec<Asset>, StorageError> {
        let tables = self.tables();
        let ids: BTreeSet<&AssetId> = ids.iter().collect();
        let rows = ids.into_iter().filter_map(|id| tables.assets.get(id));
        Ok(rows.map(|row| asset(&tables, row)).collect())
    }

    async fn universe(&self, chain: &ChainId) -> Result<Vec<Asset>, StorageError> {
        let tables = self.tables();
        let held: BTreeSet<&AssetId> = tables.held_assets.values().flatten().collect();
        let candidates = within_limit(&tables, chain, &held);
        let is_looked_for = |row: &&StoredAsset| {
            let Asset { id, origin, .. } = &row.asset;
            let is_whole = !is_limited(origin) || held.contains(id);
            id.chain() == *chain
                && id.contract().is_some()
                && !is_excluded(origin)
                && (is_whole || candidates.contains(id))
        };
        let rows = tables.assets.values().filter(is_looked_for);
        let mut found: Vec<Asset> = rows.map(|row| asset(&tables, row)).collect();
        found.sort_by_key(|asset| asset.unreadable_since.is_some());
        Ok(found)
    }

    async fn with_symbol(&self, symbol: &str, limit: u32) -> Result<Vec<Asset>, StorageError> {
        let tables = self.tables();
        let has_it = |row: &&StoredAsset| {
            row.asset.metadata.symbol.eq_ignore_ascii_case(symbol) && !is_excluded(&row.asset.origin)
        };
        let rows = tables.assets.values().filter(has_it);
        let mut found: Vec<Asset> = rows.map(|row| asset(&tables, row)).collect();
        found.sort_by_key(|asset| !asset.listed);
        found.truncate(most(limit));
        Ok(found)
    }
}

/// Fills in fields that are missing from the first of two rows of one asset.
fn filled(known: &mut Asset, other: &Asset) {
    if known.metadata.symbol.is_empty() {
        known.metadata.symbol.clone_from(&other.metadata.symbol);
    }
    if known.metadata.name.is_empty() {
        known.metadata.name.clone_from(&other.metadata.name);
    }
    known.metadata.decimals = known.metadata.decimals.or(other.metadata.decimals);
    if known.group == known.id.as_str() {
        known.group.clone_from(&other.group);
    }
    known.holders = known.holders.take().or_else(|| other.holders.clone());
}

impl StoredAsset {
    fn new(asset: Asset) -> Self {
        Self {
            assumed_by: asset.origin.clone(),
            assumed_decimals: None,
            asset: Asset {
                listed: false,
                assumed: None,
                ..asset
            },
        }
    }

    /// Fills in missing fields. Decimals that the contract left out are only assumed from a list; a later holder count
    /// replaces an earlier one.
    fn fill(&mut self, other: &Asset) {
        let stated = other.metadata.decimals;
        let known = &mut self.asset;
        if known.metadata.decimals.is_none() {
            if self.assumed_decimals.is_none() && stated.is_some() {
                self.assumed_by.clone_from(&other.origin);
            }
            if known.confirmed {
                self.assumed_decimals = self.assumed_decimals.or(stated);
            }
        }
        let own_decimals = known.metadata.decimals;
        filled(known, other);
        if known.confirmed {
            known.metadata.decimals = own_decimals;
        }
        if (known.origin.starts_with("list:") || is_excluded(&known.origin)) && !is_excluded(&other.origin) {
            known.origin.clone_from(&other.origin);
        }
        if other.holders.is_some() {
            known.holders.clone_from(&other.holders);
        }
    }

    /// Returns the decimals that are in doubt.
    fn assumed(&self) -> Option<AssumedDecimals> {
        let assumed = |decimals| AssumedDecimals {
            decimals,
            by: self.assumed_by.clone(),
        };
        self.assumed_decimals.map(assumed)
    }

    /// Returns the decimals that the contract stated before, if it now states others.
    fn decimals_before(&self, stated: u8) -> Option<u8> {
        let known = self.asset.metadata.decimals.filter(|_| self.asset.confirmed);
        let before = known.or_else(|| self.assumed()?.before());
        before.filter(|before| *before != stated)
    }

    /// Stores the metadata of the contract. Decimals that the contract does not state become unknown, and decimals of other
    /// origins become an assumption, as do those of a contract that stated others before.
    fn confirm(&mut self, stated: &Metadata) {
        let before = stated.decimals.and_then(|decimals| self.decimals_before(decimals));
        let Asset {
            metadata, confirmed, ..
        } = &mut self.asset;
        if !stated.symbol.is_empty() {
            metadata.symbol.clone_from(&stated.symbol);
        }
        if !stated.name.is_empty() {
            metadata.name.clone_from(&stated.name);
        }
        match stated.decimals {
            Some(decimals) if before.is_some() => {
                metadata.decimals = None;
                self.assumed_decimals = Some(decimals);
            }
            Some(decimals) => {
                metadata.decimals = Some(decimals);
                self.assumed_decimals = None;
            }
            None if *confirmed => {}
            None => self.assumed_decimals = metadata.decimals.take(),
        }
        *confirmed = true;
        if let Some(before) = before {
            self.assumed_by = format!("{CHANGED_BY_CONTRACT}{before}");
        }
    }
}

/// Adds new rows, and fills in missing fields of known ones.
pub(crate) fn add(tables: &mut Tables, assets: impl IntoIterator<Item = Asset>) {
    let mut once: BTreeMap<AssetId, Asset> = BTreeMap::new();
    for asset in assets {
        match once.get_mut(&asset.id) {
            Some(known) => filled(known, &asset),
            None => {
                once.insert(asset.id.clone(), asset);
            }
        }
    }
    for (id, asset) in once {
        match tables.assets.get_mut(&id) {
            Some(known) => known.fill(&asset),
            None => {
                tables.assets.insert(id, StoredAsset::new(asset));
            }
        }
    }
}

#[async_trait]
impl AssetWriter for MemoryWork {
    async fn add(&mut self, assets: &[Asset]) -> Result<(), StorageError> {
        add(&mut self.tables, assets.iter().cloned());
        Ok(())
    }

    async fn confirm(&mut self, assets: &[(AssetId, Metadata)]) -> Result<(), StorageError> {
        for (id, stated) in assets {
            if let Some(row) = self.tables.assets.get_mut(id) {
                row.confirm(stated);
            }
        }
        Ok(())
    }

    async fn mark_unreadable(&mut self, ids: &[AssetId], since: Option<Timestamp>) -> Result<(), StorageError> {
        for id in ids {
            if let Some(row) = self.tables.assets.get_mut(id) {
                row.asset.unreadable_since = since;
            }
        }
        Ok(())
    }
}

impl MemoryStorage {
    /// Returns a storage that contains these assets and nothing else.
    #[must_use]
    pub fn with_assets(assets: impl IntoIterator<Item = Asset>) -> Self {
        let storage = Self::new();
        let mut tables = Tables::default();
        add(&mut tables, assets);
        storage.commit(tables);
        storage
    }
}
