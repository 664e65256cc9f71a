//! Keeps what the entries of accounts add up to, so that a comparison with balances does not load all entries again.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use ports::{AccountId, Ports, StorageError, Timestamp, entry::LedgerHead};

use crate::ledger::replay::{Replays, replay};

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
        let has_all = self.newest <= self.through && self.newest <= through;
        self.revision == revision && (self.through == through || has_all)
    }
}

impl ReplayCache {
    /// Returns what the entries of an account up to a block add up to.
    pub(super) async fn load(
        &self,
        ports: &Ports,
        head: &LedgerHead,
        through: u64,
    ) -> Result<Arc<Replays>, StorageError> {
        let now = ports.clock.now();
        if let Some(kept) = self.kept(head, through, now) {
            return Ok(kept);
        }
        let changed = ports.stores.entries.changed(&head.account, 0).await?;
        let entries = changed.into_iter().filter(|one| !one.withdrawn).map(|one| one.entry);
        let mut newest = 0;
        let counted = entries.filter(|entry| {
            newest = entry.block.max(newest);
            entry.block <= through
        });
        let replays = Arc::new(replay(counted));
        let kept = KeptReplays {
            revision: head.revision,
            through,
            newest,
            replays: replays.clone(),
            used_at: now,
        };
        self.keep(&head.account, kept);
        Ok(replays)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(through: u64, newest: u64) -> KeptReplays {
        KeptReplays {
            revision: 7,
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
}
