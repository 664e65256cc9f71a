//! The scans of which some streams were not requested yet.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ports::{AccountId, Fact, Stream};
use tokio::time::Instant;

use super::scan::BlockScan;

/// How long a scan is kept for the other streams, which are requested right after the first one.
const AGE: Duration = Duration::from_mins(1);
/// The most accounts whose scans are kept.
const ACCOUNTS: usize = 64;

/// The part of a scan that belongs to one stream.
pub(super) struct ScanPart {
    pub facts: Vec<Fact>,
    pub through: u64,
    /// The first block that the scan covers.
    pub start: u64,
    pub has_native: bool,
    pub is_unconfirmed: bool,
}

struct KeptScan {
    at: Instant,
    blocks: (u64, u64),
    start: u64,
    scan: BlockScan,
    /// The streams that were returned. Each is returned once: another request is for newer blocks, or after a failure.
    returned: BTreeSet<Stream>,
}

impl KeptScan {
    fn part(&mut self, stream: Stream) -> ScanPart {
        self.returned.insert(stream);
        ScanPart {
            facts: self.scan.facts.remove(&stream).unwrap_or_default(),
            through: self.scan.through,
            start: self.start,
            has_native: self.scan.has_native,
            is_unconfirmed: self.scan.is_unconfirmed,
        }
    }
}

/// Keeps the last scan of each account.
#[derive(Default)]
pub(super) struct ScanCache(Mutex<HashMap<AccountId, KeptScan>>);

impl ScanCache {
    /// Returns a stream's part of the scan of these blocks, once.
    pub fn take(&self, account: &AccountId, blocks: (u64, u64), stream: Stream) -> Option<ScanPart> {
        let mut kept = self.lock();
        let scan = kept.get_mut(account)?;
        let is_usable = scan.blocks == blocks && scan.at.elapsed() < AGE && !scan.returned.contains(&stream);
        is_usable.then(|| scan.part(stream))
    }

    /// Keeps a scan of these blocks for the other streams, and returns the part of this one.
    pub fn put(
        &self,
        account: &AccountId,
        blocks: (u64, u64),
        scan: BlockScan,
        start: u64,
        stream: Stream,
    ) -> ScanPart {
        let mut scan = KeptScan {
            at: Instant::now(),
            blocks,
            start,
            scan,
            returned: BTreeSet::new(),
        };
        let part = scan.part(stream);
        let mut kept = self.lock();
        kept.retain(|_, scan| scan.at.elapsed() < AGE);
        if kept.len() < ACCOUNTS || kept.contains_key(account) {
            kept.insert(account.clone(), scan);
        }
        part
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<AccountId, KeptScan>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
