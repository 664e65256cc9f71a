//! A cache of snapshots. A snapshot never changes, so a cached one cannot be outdated; it can only be deleted from the
//! database after a newer one replaced it.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ports::{Snapshot, snapshot::SnapshotId};

/// The maximum number of cached balances: those of the largest portfolios, now and a day ago. About 4 MiB.
const MAX_BALANCES: usize = 16_384;

/// The cached snapshots.
#[derive(Clone, Debug, Default)]
pub(crate) struct SnapshotCache(Arc<Mutex<CachedSnapshots>>);

#[derive(Debug, Default)]
struct CachedSnapshots {
    weight: usize,
    snapshots: HashMap<SnapshotId, Arc<Snapshot>>,
}

/// The number of balances and positions of a snapshot; an empty one counts too.
fn weight(snapshot: &Snapshot) -> usize {
    1 + snapshot.rows.len() + snapshot.amounts_in_places().count() + snapshot.unreadable.len()
}

impl SnapshotCache {
    /// Returns the cached ones of these snapshots, and the ids of the others.
    pub(crate) fn look_up(&self, ids: &[SnapshotId]) -> (Vec<Snapshot>, Vec<SnapshotId>) {
        let ids: BTreeSet<SnapshotId> = ids.iter().copied().collect();
        let cached = self.lock();
        let (here, missing): (Vec<SnapshotId>, Vec<SnapshotId>) =
            ids.into_iter().partition(|id| cached.snapshots.contains_key(id));
        let here: Vec<Arc<Snapshot>> = here.iter().filter_map(|id| cached.snapshots.get(id).cloned()).collect();
        drop(cached);
        (here.iter().map(|snapshot| Snapshot::clone(snapshot)).collect(), missing)
    }

    /// Caches these; where there is no room for them, clears the cache first.
    pub(crate) fn insert(&self, snapshots: &[Snapshot]) {
        let more: usize = snapshots.iter().map(weight).sum();
        if more > MAX_BALANCES {
            return;
        }
        let mut cached = self.lock();
        if cached.weight + more > MAX_BALANCES {
            *cached = CachedSnapshots::default();
        }
        for snapshot in snapshots {
            if cached
                .snapshots
                .insert(snapshot.id, Arc::new(snapshot.clone()))
                .is_none()
            {
                cached.weight += weight(snapshot);
            }
        }
    }

    /// Clears the cache.
    pub(crate) fn clear(&self) {
        *self.lock() = CachedSnapshots::default();
    }

    fn lock(&self) -> MutexGuard<'_, CachedSnapshots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use ports::{AccountId, Timestamp, chain::Block};

    use super::*;

    fn id(n: u64) -> SnapshotId {
        format!("00000000-0000-7000-8000-{n:012}").parse().unwrap()
    }

    fn snapshot(n: u64, unreadable: usize) -> Snapshot {
        let account: AccountId = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045".parse().unwrap();
        let asset = ("eip155:1/slip44:60".parse().unwrap(), "why".to_owned());
        Snapshot {
            id: id(n),
            account,
            block: Block {
                number: n,
                hash: String::new(),
                time: Timestamp::from_seconds(1),
            },
            source: "a".parse().unwrap(),
            host: "h".to_owned(),
            taken_at: Timestamp::from_seconds(1),
            probe: false,
            rows: vec![],
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: vec![asset; unreadable],
        }
    }

    #[test]
    fn cached_snapshots_are_returned_once_and_the_others_named() {
        let cache = SnapshotCache::default();
        cache.insert(&[snapshot(1, 0), snapshot(2, 1)]);
        let (found, missing) = cache.look_up(&[id(2), id(3), id(2), id(3)]);
        assert_eq!((found, missing), (vec![snapshot(2, 1)], vec![id(3)]));
        cache.clear();
        assert_eq!(cache.look_up(&[id(1)]), (vec![], vec![id(1)]));
    }

    #[test]
    fn the_cache_does_not_exceed_its_size() {
        let cache = SnapshotCache::default();
        let here = |n| cache.look_up(&[id(n)]).0.len();
        cache.insert(&[snapshot(1, MAX_BALANCES / 2), snapshot(2, MAX_BALANCES / 2)]);
        assert_eq!((here(1), here(2)), (0, 0), "they do not fit together");
        cache.insert(&[snapshot(3, MAX_BALANCES / 2)]);
        cache.insert(&[snapshot(4, 0)]);
        assert_eq!((here(3), here(4)), (1, 1));
        cache.insert(&[snapshot(5, MAX_BALANCES / 2)]);
        assert_eq!((here(3), here(4), here(5)), (0, 0, 1));
    }
}
