//! Keeps what the entries of accounts add up to, so that a comparison with balances does not load all entries again.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use ports::{
    AccountId, Entry, Ports, StorageError, Timestamp,
    entry::{LedgerHead, StoredEntry},
};

use crate::ledger::derive::replay::{Replays, replay, replay_further};

/// The most sums that are kept for all accounts together; those of the account that was used last stay whatever their number.
const MOST_SUMS: usize = 100_000;

/// The sums of accounts whose balances were compared lately.
#[derive(Default)]
pub(crate) struct ReplayCache {
    accounts: Mutex<BTreeMap<AccountId, KeptReplays>>,
}

struct KeptReplays {
    /// The revision of the account's ledger.
    revision: u64,
    /// The number of its entries.
    entries: u64,
    /// The last block whose entries are in the sums.
    through: u64,
    /// The block of the newest entry, in the sums or not.
    newest: u64,
    replays: Arc<Replays>,
    used_at: Timestamp,
}

impl KeptReplays {
    /// Returns whether the sums are those of this revision up to this block.
    fn holds(&self, revision: u64, through: u64) -> bool {
        self.revision == revision && (self.through == through || self.is_whole(through))
    }

    /// Returns whether the sums are of all entries, which are all up to this block.
    fn is_whole(&self, through: u64) -> bool {
        self.newest <= self.through && self.newest <= through
    }
}

impl ReplayCache {
    /// Returns what the entries of an account up to a block add up to.
    pub(in crate::ledger) async fn load(
        &self,
        ports: &Ports,
        head: &LedgerHead,
        through: u64,
    ) -> Result<Arc<Replays>, StorageError> {
        let now = ports.clock.now();
        if let Some(kept) = self.kept(head, through, now) {
            return Ok(kept);
        }
        let (replays, newest) = match self.further(ports, head, through).await? {
            Some(found) => found,
            None => all(ports, head, through).await?,
        };
        let replays = Arc::new(replays);
        let kept = KeptReplays {
            revision: head.revision,
            entries: head.entries,
            through,
            newest,
            replays: replays.clone(),
            used_at: now,
        };
        self.keep(&head.account, kept);
        Ok(replays)
    }

    /// Adds the entries that were stored since the kept sums were made, so that one new entry does not load all others. Returns
    /// `None` without such sums, and where other entries changed.
    async fn further(
        &self,
        ports: &Ports,
        head: &LedgerHead,
        through: u64,
    ) -> Result<Option<(Replays, u64)>, StorageError> {
        let Some((revision, entries, newest, replays)) = self.whole(&head.account, through) else {
            return Ok(None);
        };
        let changed = ports.stores.entries.changed(&head.account, revision).await?;
        let new = head.entries.checked_sub(entries);
        // A revision of a known entry changes no number of entries.
        let are_new = u64::try_from(changed.len()).ok() == new && changed.iter().all(|one| !one.withdrawn);
        Ok(are_new.then(|| {
            let mut newest = newest;
            let counted = through_block(changed, through, &mut newest);
            (replay_further(&replays, counted), newest)
        }))
    }

    /// Returns the kept sums of an account if they are of all its entries, which are all up to this block.
    fn whole(&self, account: &AccountId, through: u64) -> Option<(u64, u64, u64, Arc<Replays>)> {
        let accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = accounts.get(account)?;
        kept.is_whole(through)
            .then(|| (kept.revision, kept.entries, kept.newest, kept.replays.clone()))
    }

    fn kept(&self, head: &LedgerHead, through: u64, now: Timestamp) -> Option<Arc<Replays>> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = accounts.get_mut(&head.account)?;
        kept.holds(head.revision, through).then(|| {
            kept.used_at = now;
            kept.replays.clone()
        })
    }

    fn keep(&self, account: &AccountId, kept: KeptReplays) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.insert(account.clone(), kept);
        while accounts.values().map(|kept| kept.replays.len()).sum::<usize>() > MOST_SUMS {
            let others = accounts.iter().filter(|(other, _)| *other != account);
            let oldest = others
                .min_by_key(|(_, kept)| kept.used_at)
                .map(|(other, _)| other.clone());
            let Some(oldest) = oldest else { break };
            accounts.remove(&oldest);
        }
    }
}

/// Returns what all entries up to a block add up to, with the block of the newest entry.
async fn all(ports: &Ports, head: &LedgerHead, through: u64) -> Result<(Replays, u64), StorageError> {
    let stored = ports.stores.entries.changed(&head.account, 0).await?;
    let mut newest = 0;
    let replays = replay(through_block(stored, through, &mut newest));
    Ok((replays, newest))
}

/// Returns the entries up to a block, and raises `newest` to the newest block of all.
fn through_block(stored: Vec<StoredEntry>, through: u64, newest: &mut u64) -> impl Iterator<Item = Entry> {
    let entries = stored.into_iter().filter(|one| !one.withdrawn).map(|one| one.entry);
    entries.filter(move |entry| {
        *newest = entry.block.max(*newest);
        entry.block <= through
    })
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;

    use super::*;
    use crate::ledger::cache::life::{HOUR, Life, START};

    fn kept(through: u64, newest: u64) -> KeptReplays {
        KeptReplays {
            revision: 7,
            entries: 3,
            through,
            newest,
            replays: Arc::default(),
            used_at: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn sums_are_used_again_for_the_same_entries_only() {
        let whole = kept(100, 90);
        assert!(whole.holds(7, 100) && whole.holds(7, 90) && whole.holds(7, 5000));
        assert!(!whole.holds(7, 89), "the newest entry is not in that balance");
        assert!(!whole.holds(8, 100), "an entry has changed");
        let partial = kept(100, 110);
        assert!(partial.holds(7, 100));
        assert!(!partial.holds(7, 110) && !partial.holds(7, 99));
    }

    #[test]
    fn sums_with_added_entries_equal_those_of_all() {
        block_on(compare_sums());
    }

    async fn compare_sums() {
        let mut life = Life::new(1).await;
        let kept = ReplayCache::default();
        for step in 0.. {
            let account = life.place_below(4);
            life.learn(account, 3).await;
            if step > 20 && life.below(6) == 0 {
                life.disturb(&life.loaded().await).await;
            }
            let heads = life.ports.stores.entries.heads(&life.owner.accounts).await.unwrap();
            for head in heads {
                let hours = life.below(800);
                let through = if hours.is_multiple_of(5) {
                    hours * HOUR.unsigned_abs()
                } else {
                    u64::MAX / 2
                };
                let through = START.unsigned_abs() + through;
                let sums = kept.load(&life.ports, &head, through).await.unwrap();
                let all = ReplayCache::default().load(&life.ports, &head, through).await.unwrap();
                assert_eq!(sums, all);
            }
            if life.unknown.values().all(Vec::is_empty) {
                break;
            }
        }
    }
}
