//! A cache of assets and their quotes, invalidated by revisions.
//!
//! A portfolio with thousands of holdings needs tens of thousands of quotes in each call, and a batch of new quotes changes
//! a few hundred assets. So a unit of work that changes an asset's row, quotes or consensus price gives the asset a new
//! revision as its last step, as with jobs, and every read first drops the assets that changed since they were cached. This
//! also works for several processes on one database: a read never returns data that changed before it began.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ports::{Asset, AssetId, Quote, StorageError, quote::AgreedPrice};

use super::sql::{Sql, Tx, insert_many, sql};

/// The maximum number of assets in each cache: those of the largest portfolios. With their quotes about 10 MiB.
const MAX_ASSETS: usize = 8192;

/// Gives changed assets the next revision. It must be the last step of a transaction: the counter's row is locked until the
/// commit, so that a reader that sees a revision sees all lower ones.
pub(crate) async fn revise(tx: &mut Tx, changed: &BTreeSet<AssetId>) -> Result<(), StorageError> {
    if changed.is_empty() {
        return Ok(());
    }
    let next = sql("UPDATE asset_revision SET newest = newest + 1 WHERE one = 1 RETURNING newest");
    let newest = next
        .fetch_one(&mut *tx)
        .await?
        .of("asset_revision", &[])
        .int("newest")?;
    let rows = changed.iter().map(|asset| vec![asset.as_str().into(), newest.into()]);
    let head = "INSERT INTO asset_changes (asset, revision)";
    let tail = "ON CONFLICT (asset) DO UPDATE SET revision = excluded.revision";
    insert_many(tx, head, rows.collect(), tail).await.map(drop)
}

/// Returns each of these assets once, in their order.
pub(crate) fn distinct(assets: &[AssetId]) -> Vec<AssetId> {
    let mut seen = BTreeSet::new();
    assets.iter().filter(|asset| seen.insert(*asset)).cloned().collect()
}

/// The caches.
#[derive(Debug, Default)]
pub(crate) struct AssetCache {
    /// The rows of assets.
    pub(crate) rows: RevisionCache<(), Option<Asset>>,
    /// The newest quotes of each asset by source time.
    pub(crate) newest: RevisionCache<(), Arc<[Quote]>>,
    /// The quotes nearest to a time, keyed by that time and the maximum distance in milliseconds.
    pub(crate) around: RevisionCache<(i64, i64), Arc<[Quote]>>,
    /// The last consensus prices.
    pub(crate) agreed: RevisionCache<(), Option<AgreedPrice>>,
}

/// A cache of one value per asset, for one query `K`.
#[derive(Debug, Default)]
pub(crate) struct RevisionCache<K, T>(Mutex<CachedRows<K, T>>);

#[derive(Debug, Default)]
struct CachedRows<K, T> {
    /// The revision up to which the cache is current.
    revision: i64,
    query: K,
    values: HashMap<AssetId, T>,
}

impl<K: Copy + PartialEq, T: Clone> RevisionCache<K, T> {
    /// Returns the value of each of these assets, in their order. They must be [`distinct`]. `load` reads the missing ones: one value for each asset it
    /// is given, in the same order.
    pub(crate) async fn read(
        &self,
        on: &Sql,
        query: K,
        assets: &[AssetId],
        load: impl AsyncFnOnce(&[AssetId]) -> Result<Vec<T>, StorageError>,
    ) -> Result<Vec<T>, StorageError> {
        let seen = self.forget_changed(on).await?;
        let (mut found, missing) = self.look_up(query, assets);
        let loaded = if missing.is_empty() {
            vec![]
        } else {
            load(&missing).await?
        };
        self.insert((seen, query), missing, &loaded);
        let mut loaded = loaded.into_iter();
        for value in found.iter_mut().filter(|value| value.is_none()) {
            *value = loaded.next();
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Drops the values that changed since they were cached. Returns the newest revision.
    async fn forget_changed(&self, on: &Sql) -> Result<i64, StorageError> {
        let known = self.lock().revision;
        let rows = sql("SELECT asset, revision FROM asset_changes WHERE revision > $1").bind(known);
        let mut seen = known;
        let mut changed = vec![];
        for row in rows.fetch_all(on).await? {
            let row = row.of("asset_changes", &["asset"]);
            seen = seen.max(row.int("revision")?);
            changed.push(row.parsed::<AssetId>("asset")?);
        }
        let mut cached = self.lock();
        cached.revision = cached.revision.max(seen);
        for asset in changed {
            cached.values.remove(&asset);
        }
        Ok(seen)
    }

    /// Returns the cached value of each asset, and the assets without one.
    fn look_up(&self, query: K, assets: &[AssetId]) -> (Vec<Option<T>>, Vec<AssetId>) {
        let mut cached = self.lock();
        if cached.query != query {
            cached.query = query;
            cached.values.clear();
        }
        let found: Vec<_> = assets.iter().map(|asset| cached.values.get(asset).cloned()).collect();
        let missing = assets.iter().zip(&found).filter(|(_, value)| value.is_none());
        let missing = missing.map(|(asset, _)| asset.clone()).collect();
        (found, missing)
    }

    /// Caches values that were read after revision `seen`, unless another reader has seen a later revision meanwhile, in which
    /// they may have changed, or the cache now holds another query.
    fn insert(&self, (seen, query): (i64, K), assets: Vec<AssetId>, values: &[T]) {
        let mut cached = self.lock();
        if cached.revision != seen || cached.query != query || assets.len() > MAX_ASSETS {
            return;
        }
        if cached.values.len() + assets.len() > MAX_ASSETS {
            cached.values.clear();
        }
        cached.values.extend(assets.into_iter().zip(values.iter().cloned()));
    }

    fn lock(&self) -> MutexGuard<'_, CachedRows<K, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
