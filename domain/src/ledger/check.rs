//! Keeps the result of comparing an account's entries with its balances, so that a total can name the accounts that differ
//! without loading their entries.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{AccountId, AccountReconciliation, Ports, Snapshot, StorageError};
use sha2::{Digest, Sha256};

use crate::ledger::{
    difference_cause::DifferenceCause,
    reconcile::{Comparison, Universes, compare, reached, read_tokens},
    replay::replay,
    whole_ledger,
};

/// Compares the entries of an account with its newest balances and stores the result. Called when the history was read to its
/// end and when entries were derived again. Entries are not loaded where neither they nor the balances changed since.
pub(crate) async fn keep(ports: &Ports, account: &AccountId) -> Result<(), StorageError> {
    let of = std::slice::from_ref(account);
    let states = ports.stores.accounts.states(of).await?;
    let latest: Vec<_> = states.into_iter().filter_map(|state| state.latest).collect();
    let Some(snapshot) = ports.stores.snapshots.find(&latest).await?.pop() else {
        return Ok(());
    };
    let known = ports.stores.reconciliations.latest(of).await?.pop();
    let mut found = unchecked(ports, &snapshot).await?;
    let is_known = |known: &AccountReconciliation| {
        (known.ledger_revision, &known.balances) == (found.ledger_revision, &found.balances)
    };
    if let Some(known) = known.filter(is_known) {
        (found.compared, found.differing) = (known.compared, known.differing);
    } else {
        compare_with_entries(ports, &snapshot, &mut found).await?;
    }
    let mut work = ports.storage.begin().await?;
    match work.reconciliations().set(&found).await {
        Ok(()) => work.commit().await,
        // The account was erased meanwhile.
        Err(StorageError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns the comparison with a snapshot without its numbers.
async fn unchecked(ports: &Ports, snapshot: &Snapshot) -> Result<AccountReconciliation, StorageError> {
    let of = std::slice::from_ref(&snapshot.account);
    let progress = ports.stores.history_progress.of_accounts(of).await?;
    let heads = ports.stores.entries.heads(of).await?;
    Ok(AccountReconciliation {
        account: snapshot.account.clone(),
        ledger_revision: heads.first().map_or(0, |head| head.revision),
        block: snapshot.block.number,
        balances: hash(snapshot),
        compared: 0,
        differing: 0,
        is_whole: !progress.is_empty() && progress.iter().all(|one| one.is_whole),
        checked_at: ports.clock.now(),
    })
}

/// Counts the balances that were compared, and those that differ. Tokens whose balance is not read are in no total, so they are
/// left out. Where the history has not reached the block of the balances, they would differ by what happened since, so that
/// nothing is compared.
async fn compare_with_entries(
    ports: &Ports,
    snapshot: &Snapshot,
    found: &mut AccountReconciliation,
) -> Result<(), StorageError> {
    let of = std::slice::from_ref(&snapshot.account);
    let progress = ports.stores.history_progress.of_accounts(of).await?;
    if reached(progress.iter()) < Some(snapshot.block.number) {
        found.balances.clear();
        return Ok(());
    }
    let read = read_tokens(ports, snapshot, &mut Universes::new()).await?;
    let _turn = whole_ledger::turn().await;
    let entries = ports.stores.entries.changed(&snapshot.account, 0).await?;
    let entries = entries.into_iter().filter(|one| !one.withdrawn).map(|one| one.entry);
    let mut is_all = true;
    let until_block = entries.filter(|entry| {
        let is_within = entry.block <= snapshot.block.number;
        is_all &= is_within;
        is_within
    });
    let mut compared = compare(snapshot, &replay(until_block), &read, |_, _| DifferenceCause::Unknown);
    compared.retain(Comparison::is_read);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    found.compared = count(compared.len());
    found.differing = count(compared.iter().filter(|one| !one.is_equal()).count());
    if !is_all {
        found.balances.clear();
    }
    Ok(())
}

/// Returns a hash of the balances of a snapshot, whatever their order.
fn hash(snapshot: &Snapshot) -> String {
    let rows = snapshot.rows.iter().map(|row| format!("{} {}", row.asset, row.raw));
    let unread = snapshot.unreadable.iter().map(|(asset, _)| format!("{asset} unread"));
    let mut lines: Vec<String> = rows.chain(unread).collect();
    lines.sort();
    lines.push(format!("probe {}", snapshot.probe));
    URL_SAFE_NO_PAD.encode(Sha256::digest(lines.join("\n")))
}
