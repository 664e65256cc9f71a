//! The balances of accounts at a past moment, from their histories: a later balance without what moved since.

mod unmoved_positions;

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, AccountReconciliation, AccountState, AssetId, Entry, Ports, RawAmount, Snapshot, StorageError,
    Timestamp,
    account::Activity,
    snapshot::{SnapshotId, SnapshotRow},
};

use self::unmoved_positions::are_unmoved;
use crate::valuation::inputs::{
    moved::{MovedAsset, moved},
    recipe::BodyAccount,
    types::AccountInput,
};

/// The most amounts of entries that a valuation keeps.
const MOST: usize = 500;

/// Returns the accounts with their balances at a moment; `None` unless the history of each of them covers it.
///
/// The later balances are those that the history was last compared with. A balance that the history does not explain, as
/// of a token that rebases, stands for what it was at the moment too, without what moved; its account is marked. So do positions in
/// protocols that no entry since changed.
pub async fn accounts_at_moment(
    ports: &Ports,
    accounts: &[AccountInput],
    at: Timestamp,
) -> Result<Option<Vec<BodyAccount>>, StorageError> {
    let read: Vec<(&AccountInput, &Snapshot)> = accounts
        .iter()
        .filter_map(|one| Some((one, one.snapshot.as_ref()?)))
        .collect();
    let ids: Vec<AccountId> = read.iter().map(|(account, _)| account.id.clone()).collect();
    let compared = ports.stores.reconciliations.latest(&ids).await?;
    let unmoved = unmoved(ports, &ids).await?;
    let mut found = Vec::with_capacity(read.len());
    let mut room = MOST;
    for (account, newest) in read {
        // The amounts of an exchange are positions, which are not derived from histories.
        if !newest.positions.is_empty() || account.id.chain.is_exchange() {
            return Ok(None);
        }
        let balances = match compared.iter().find(|one| one.account == account.id) {
            Some(compared) => balances(ports, (newest, compared), at, &mut room).await?,
            None => unmoved.contains(&account.id).then(|| (newest.id, Vec::new())),
        };
        let Some((snapshot, moved)) = balances else {
            return Ok(None);
        };
        found.push(BodyAccount {
            id: account.id.clone(),
            activity: account.activity,
            snapshot: Some(snapshot),
            failure: None,
            partial: false,
            unreconciled: account.unreconciled,
            moved,
        });
    }
    Ok(Some(found))
}

/// Returns the accounts in which nothing ever moved, whose history is therefore not read. Of addresses of keys the transactions
/// are counted: one that was emptied has no activity any more, and one that is used next is read often.
async fn unmoved(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeSet<AccountId>, StorageError> {
    let states = ports.stores.accounts.states(accounts).await?;
    let unmoved = |state: &AccountState| match state.transactions {
        Some(transactions) => transactions == 0,
        None => state.activity == Activity::Quiet,
    };
    Ok(states.into_iter().filter(unmoved).map(|state| state.id).collect())
}

/// Returns the snapshot of the later balances of an account, and what moved between the moment and it. `room` is the number of
/// amounts that may still be kept.
async fn balances(
    ports: &Ports,
    (newest, compared): (&Snapshot, &AccountReconciliation),
    at: Timestamp,
    room: &mut usize,
) -> Result<Option<(SnapshotId, Vec<MovedAsset>)>, StorageError> {
    // Where the history has not reached the block of the balances, nothing is compared, and their hash is left out.
    let is_behind = compared.compared == 0 && compared.balances.is_empty();
    if !compared.is_whole || is_behind {
        return Ok(None);
    }
    let Some(later) = compared_snapshot(ports, newest, compared).await? else {
        return Ok(None);
    };
    if !later.positions.is_empty() {
        return Ok(None);
    }
    // What moved between an earlier balance and the moment is not undone.
    if later.as_of() < at {
        return Ok(None);
    }
    let stored = ports.stores.entries.since(&compared.account, at).await?;
    let entries = stored.into_iter().map(|stored| stored.entry);
    let entries: Vec<Entry> = entries.filter(|entry| entry.block <= compared.block).collect();
    if !are_unmoved(&entries, &later, newest) {
        return Ok(None);
    }
    let amounts = entries.iter().map(|entry| entry.legs.len()).sum();
    let (Some(left), Some(mut moved)) = (room.checked_sub(amounts), moved(&entries, &later)) else {
        return Ok(None);
    };
    *room = left;
    add_decimals(ports, &mut moved).await?;
    Ok(Some((later.id, moved)))
}

/// Returns the stored snapshot whose balances were compared; `None` if it is gone.
async fn compared_snapshot(
    ports: &Ports,
    newest: &Snapshot,
    compared: &AccountReconciliation,
) -> Result<Option<Snapshot>, StorageError> {
    let snapshots = &ports.stores.snapshots;
    let ids = if newest.block.number == compared.block {
        vec![newest.id]
    } else {
        let of = std::slice::from_ref(&compared.account);
        snapshots.before(of, compared.checked_at).await?
    };
    let found = snapshots.find(&ids).await?.pop();
    Ok(found.filter(|snapshot| snapshot.block.number == compared.block))
}

async fn add_decimals(ports: &Ports, moved: &mut [MovedAsset]) -> Result<(), StorageError> {
    if moved.is_empty() {
        return Ok(());
    }
    let ids: Vec<AssetId> = moved.iter().map(|one| one.asset.clone()).collect();
    let known = ports.stores.assets.find(&ids).await?;
    for one in moved {
        let asset = known.iter().find(|asset| asset.id == one.asset);
        one.decimals = asset.and_then(|asset| asset.metadata.decimals);
    }
    Ok(())
}

/// Replaces the balances of these snapshots by those at the moment since which the movements of their accounts are
/// listed. `None` if the movements contradict them.
pub fn apply(accounts: &[BodyAccount], snapshots: &mut BTreeMap<SnapshotId, Snapshot>) -> Option<()> {
    for account in accounts.iter().filter(|account| !account.moved.is_empty()) {
        let Some(snapshot) = account.snapshot.and_then(|id| snapshots.get_mut(&id)) else {
            continue;
        };
        for moved in &account.moved {
            let row = snapshot.rows.iter_mut().find(|row| row.asset == moved.asset);
            let later = row.as_ref().map_or(RawAmount::ZERO, |row| row.raw);
            let raw = moved.before(later)?;
            match row {
                Some(row) => row.raw = raw,
                None => snapshot.rows.push(SnapshotRow {
                    asset: moved.asset.clone(),
                    raw,
                    decimals: moved.decimals,
                }),
            }
        }
    }
    Some(())
}

/// Returns the movements of these accounts, by account and asset.
pub fn by_holding(accounts: &[BodyAccount]) -> BTreeMap<(AccountId, AssetId), MovedAsset> {
    let all = accounts.iter().flat_map(|account| {
        let key = |moved: &MovedAsset| (account.id.clone(), moved.asset.clone());
        account.moved.iter().map(move |moved| (key(moved), moved.clone()))
    });
    all.collect()
}

#[cfg(test)]
mod tests;
