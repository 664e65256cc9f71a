//! Entries in the order of their blocks. Blocks of Bitcoin-like chains may state a time before that of an earlier block.

use std::collections::BTreeMap;

use ports::{AccountId, Entry};

use crate::ledger::entry_table::EntryTable;

/// Gives no entry of an account an earlier time than one of an earlier block has.
pub(super) fn never_back(entries: &mut [Entry]) {
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

/// Does the same for entries that are added to a table. Returns `false` where entries of the table would have to change.
pub(super) fn never_back_added(table: &EntryTable, added: &mut [Entry]) -> bool {
    for entry in added.iter_mut() {
        for (block, time) in table.blocks_of(&entry.id.account) {
            if block < entry.block {
                entry.time = entry.time.max(time);
            }
        }
    }
    never_back(added);
    let is_in_order = |entry: &Entry| {
        let mut known = table.blocks_of(&entry.id.account);
        known.all(|(block, time)| block <= entry.block || time >= entry.time)
    };
    added.iter().all(is_in_order)
}
