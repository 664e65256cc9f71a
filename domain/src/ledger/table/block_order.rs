//! Entries in the order of their blocks. Blocks of Bitcoin-like chains may state a time before that of an earlier block.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Entry, Timestamp};

use crate::ledger::table::entry_table::EntryTable;

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

/// Does the same for entries that are added to a table. Returns `false` where entries of the table would have to change.
pub(in crate::ledger) fn never_back_added(table: &EntryTable, added: &mut [Entry]) -> bool {
    let accounts: BTreeSet<AccountId> = added.iter().map(|entry| entry.id.account.clone()).collect();
    let known: BTreeMap<AccountId, Vec<(u64, Timestamp)>> = accounts
        .into_iter()
        .map(|account| {
            let mut blocks: Vec<_> = table.blocks_of(&account).collect();
            blocks.sort_unstable();
            (account, blocks)
        })
        .collect();
    let blocks_of = |entry: &Entry| known.get(&entry.id.account).map_or(&[][..], Vec::as_slice);
    for entry in added.iter_mut() {
        let blocks = blocks_of(entry);
        let before = blocks.partition_point(|(block, _)| *block < entry.block);
        let latest = before.checked_sub(1).and_then(|last| blocks.get(last));
        entry.time = latest.map_or(entry.time, |(_, time)| entry.time.max(*time));
    }
    never_back(added);
    added.iter().all(|entry| {
        let blocks = blocks_of(entry);
        let after = blocks.partition_point(|(block, _)| *block <= entry.block);
        blocks.get(after).is_none_or(|(_, time)| *time >= entry.time)
    })
}
