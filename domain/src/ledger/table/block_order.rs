//! Entries in the order of their blocks. Blocks of Bitcoin-like chains may state a time before that of an earlier block.

use std::collections::BTreeMap;

use ports::{AccountId, Entry};

/// Gives no entry of an account an earlier time than one of an earlier block has.
pub(in crate::ledger) fn never_back(entries: &mut [Entry]) {
    let mut accounts: BTreeMap<&AccountId, Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        accounts.entry(&entry.id.account).or_default().push(at);
    }
    let accounts: Vec<Vec<usize>> = accounts.into_values().collect();
    for mut places in accounts {
        places.sort_by_key(|at| entries.get(*at).map(|entry| entry.block));
        let mut latest = None;
        for at in places {
            if let Some(entry) = entries.get_mut(at) {
                entry.time = latest.map_or(entry.time, |latest| entry.time.max(latest));
                latest = Some(entry.time);
            }
        }
    }
}
