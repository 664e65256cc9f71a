//! Keeps the result of comparing an account's entries with its balances, so that a total can name the accounts that differ
//! without loading their entries.

use ports::{AccountId, AccountReconciliation, Ports, Snapshot, StorageError};

use crate::ledger::reconcile::{Comparison, DifferenceCause, compare, replay};

/// Compares the entries of an account with its newest balances and stores the result. Called when the history was read to its
/// end and when entries were derived again. Nothing is loaded where neither entries nor balances changed since.
pub(crate) async fn keep(ports: &Ports, account: &AccountId) -> Result<(), StorageError> {
    let of = std::slice::from_ref(account);
    let progress = ports.stores.history_progress.of_accounts(of).await?;
    let states = ports.stores.accounts.states(of).await?;
    let latest: Vec<_> = states.into_iter().filter_map(|state| state.latest).collect();
    let Some(snapshot) = ports.stores.snapshots.find(&latest).await?.pop() else {
        return Ok(());
    };
    let heads = ports.stores.entries.heads(of).await?;
    let is_whole = !progress.is_empty() && progress.iter().all(|one| one.is_whole);
    let through = progress.iter().filter_map(|one| one.target).min();
    let mut found = AccountReconciliation {
        account: account.clone(),
        ledger_revision: heads.first().map_or(0, |head| head.revision),
        block: snapshot.block.number,
        compared: 0,
        differing: 0,
        is_whole,
        checked_at: ports.clock.now(),
    };
    if let Some(known) = ports.stores.reconciliations.latest(of).await?.pop()
        && (known.ledger_revision, known.block, known.is_whole) == (found.ledger_revision, found.block, is_whole)
        && known.compared > 0
    {
        return Ok(());
    }
    // Balances of a block that the history has not reached yet would differ by what happened since.
    if through.is_some_and(|through| snapshot.block.number <= through) {
        (found.compared, found.differing) = counts(ports, &snapshot).await?;
    }
    let mut work = ports.storage.begin().await?;
    match work.reconciliations().set(&found).await {
        Ok(()) => work.commit().await,
        // The account was erased meanwhile.
        Err(StorageError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns how many balances of a snapshot were compared, and how many differ. Tokens whose balance is not read are in no total,
/// so they are left out.
async fn counts(ports: &Ports, snapshot: &Snapshot) -> Result<(u32, u32), StorageError> {
    let entries = ports.stores.entries.changed(&snapshot.account, 0).await?;
    let entries = entries.into_iter().filter(|one| !one.withdrawn).map(|one| one.entry);
    let replays = replay(entries.filter(|entry| entry.block <= snapshot.block.number));
    let is_read = |one: &Comparison| one.asset.is_native() || snapshot.rows.iter().any(|row| row.asset == one.asset);
    let mut compared = compare(snapshot, replays, |_, _| DifferenceCause::Unknown);
    compared.retain(is_read);
    let differing = compared.iter().filter(|one| !one.is_equal()).count();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok((count(compared.len()), count(differing)))
}
