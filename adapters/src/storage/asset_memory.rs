//! What was read of assets and their prices, kept in memory until it changes.
//!
//! A person with thousands of holdings asks for tens of thousands of quotes with each call, and a batch of new ones changes
//! some hundred assets. So a unit of work that changes an asset's row, quotes or agreed price gives the asset a new revision
//! as the last thing it does, as with jobs; and every reading begins with the question which assets changed since those in
//! memory were read. Several processes on one database see each other's changes so: nothing is told from memory that changed before
//! the question.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ports::{Asset, AssetId, Quote, StorageError, quote::AgreedPrice};

use super::sql::{Sql, Tx, insert_many, sql};

/// So many assets are kept on a shelf at most: what the largest portfolios hold. With some quotes of each that is 10 MiB.
const ROOM: usize = 8192;

/// Gives assets of which something changed the next revision. It is the last thing a transaction does: the
/// counter's row is held until the commit, so a reader that has seen a revision has seen every one below it.
pub(super) async fn revise(tx: &mut Tx, changed: &BTreeSet<AssetId>) -> Result<(), StorageError> {
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

/// What is kept in memory.
#[derive(Debug, Default)]
pub(super) struct AssetMemory {
    /// The rows of assets.
    pub(super) rows: Shelf<(), Option<Asset>>,
    /// The newest quotes of each asset by their own time, whenever they were received.
    pub(super) newest: Shelf<(), Arc<[Quote]>>,
    /// The quotes nearest to one moment, and how far away they may be, in milliseconds.
    pub(super) around: Shelf<(i64, i64), Arc<[Quote]>>,
    /// What was agreed upon last.
    pub(super) agreed: Shelf<(), Option<AgreedPrice>>,
}

/// One thing about each of many assets, and `K`: what was asked.
#[derive(Debug, Default)]
pub(super) struct Shelf<K, T>(Mutex<Kept<K, T>>);

#[derive(Debug, Default)]
struct Kept<K, T> {
    /// Everything here is as new as this.
    revision: i64,
    asked: K,
    things: HashMap<AssetId, T>,
}

impl<K: Copy + PartialEq, T: Clone> Shelf<K, T> {
    /// What there is of each of these assets, in their order. `load` reads what is not here: one thing for each asset that
    /// it is given, in the same order.
    pub(super) async fn read(
        &self,
        on: &Sql,
        asked: K,
        assets: &[AssetId],
        load: impl AsyncFnOnce(&[AssetId]) -> Result<Vec<T>, StorageError>,
    ) -> Result<Vec<T>, StorageError> {
        let seen = self.forget_changed(on).await?;
        let (mut found, missing) = self.look(asked, assets);
        let loaded = if missing.is_empty() {
            vec![]
        } else {
            load(&missing).await?
        };
        self.keep((seen, asked), missing, &loaded);
        let mut loaded = loaded.into_iter();
        for thing in found.iter_mut().filter(|thing| thing.is_none()) {
            *thing = loaded.next();
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Forgets what changed since it was read; the answer is the newest revision that was seen.
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
        let mut kept = self.lock();
        kept.revision = kept.revision.max(seen);
        for asset in changed {
            kept.things.remove(&asset);
        }
        Ok(seen)
    }

    /// What is here of each asset, and the assets of which nothing is.
    fn look(&self, asked: K, assets: &[AssetId]) -> (Vec<Option<T>>, Vec<AssetId>) {
        let mut kept = self.lock();
        if kept.asked != asked {
            kept.asked = asked;
            kept.things.clear();
        }
        let found: Vec<_> = assets.iter().map(|asset| kept.things.get(asset).cloned()).collect();
        let missing = assets.iter().zip(&found).filter(|(_, thing)| thing.is_none());
        let missing = missing.map(|(asset, _)| asset.clone()).collect();
        (found, missing)
    }

    /// Keeps what was read after the revision was seen, unless somebody saw a later one meanwhile, which may have changed
    /// it, or asked for something else.
    fn keep(&self, (seen, asked): (i64, K), assets: Vec<AssetId>, things: &[T]) {
        let mut kept = self.lock();
        if kept.revision != seen || kept.asked != asked || assets.len() > ROOM {
            return;
        }
        if kept.things.len() + assets.len() > ROOM {
            kept.things.clear();
        }
        kept.things.extend(assets.into_iter().zip(things.iter().cloned()));
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
