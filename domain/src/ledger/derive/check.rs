//! Keeps the result of comparing an account's entries with its balances, so that a total can name the accounts that differ
//! without loading their entries.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{
    AccountId, AccountReconciliation, HistoryProgress, Ports, Snapshot, StorageError, Stream, UnitOfWork,
    history::{HistoryGap, HistoryGapKind},
};
use sha2::{Digest, Sha256};

use crate::ledger::derive::{
    comparison::{Comparison, Universes, compare, reached, read_tokens},
    difference_cause::DifferenceCause,
    filed::FiledTimes,
    replay::replay,
    whole_ledger,
};

/// How long after a contradiction is found the history is read again for the first time. Until then a source that only lags has
/// reported what is missing.
const FIRST_REREAD: Duration = Duration::from_hours(1);

/// Compares the entries of an account with its newest balances and stores the result. Called when the history was read to its
/// end and when entries were derived again. Entries are not loaded where neither they nor the balances changed since.
///
/// `ended` are the streams that were just read to their end. They become whole here, unless a balance contradicts the entries: then
/// none is, because any of them may lack what is missing.
pub(crate) async fn keep(ports: &Ports, account: &AccountId, ended: &[Stream]) -> Result<(), StorageError> {
    let of = std::slice::from_ref(account);
    let states = ports.stores.accounts.states(of).await?;
    let latest: Vec<_> = states.into_iter().filter_map(|state| state.latest).collect();
    let snapshot = ports.stores.snapshots.find(&latest).await?.pop();
    let found = match snapshot {
        Some(snapshot) => Some(compared(ports, &snapshot, ended).await?),
        None => None,
    };
    let streams = judged(ports, account, ended, found.as_ref()).await?;
    let mut work = ports.storage.begin().await?;
    match set(work.as_mut(), found.as_ref(), &streams).await {
        Ok(()) => work.commit().await,
        // The account was erased meanwhile.
        Err(StorageError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn set(
    work: &mut dyn UnitOfWork,
    found: Option<&AccountReconciliation>,
    streams: &[HistoryProgress],
) -> Result<(), StorageError> {
    if let Some(found) = found {
        work.reconciliations().set(found).await?;
    }
    for progress in streams {
        work.history_progress().set(progress).await?;
    }
    Ok(())
}

/// Returns the streams whose wholeness or gap changes by a comparison.
async fn judged(
    ports: &Ports,
    account: &AccountId,
    ended: &[Stream],
    found: Option<&AccountReconciliation>,
) -> Result<Vec<HistoryProgress>, StorageError> {
    let contradicted = found.filter(|found| !found.contradictions.is_empty());
    let gap = contradicted.map(|found| HistoryGap {
        kind: HistoryGapKind::BalanceDiffers,
        blocks: Some((found.first_in_doubt(), found.block)),
    });
    let filed = FiledTimes::load(ports, std::slice::from_ref(account)).await?;
    let judge = |before: HistoryProgress| {
        let mut progress = before.clone();
        let was_ended = is_read_to_the_end(&progress, ended);
        progress.gaps.retain(|gap| !is_contradiction(gap));
        progress
            .gaps
            .extend(gap.filter(|_| progress.stream != Stream::Receipts));
        progress.is_whole = was_ended && filed.open_gaps(&progress).is_empty();
        (progress != before).then_some(progress)
    };
    let streams = ports
        .stores
        .history_progress
        .of_accounts(std::slice::from_ref(account))
        .await?;
    Ok(streams.into_iter().filter_map(judge).collect())
}

/// Compares the entries of an account with a snapshot of its balances, or takes over what was found before.
async fn compared(ports: &Ports, snapshot: &Snapshot, ended: &[Stream]) -> Result<AccountReconciliation, StorageError> {
    let of = std::slice::from_ref(&snapshot.account);
    let known = ports.stores.reconciliations.latest(of).await?.pop();
    let mut found = unchecked(ports, snapshot, ended).await?;
    let is_known = |known: &AccountReconciliation| {
        (known.ledger_revision, &known.balances) == (found.ledger_revision, &found.balances)
    };
    let is_known = known.as_ref().is_some_and(is_known);
    let is_compared = is_known || compare_with_entries(ports, snapshot, &mut found).await?;
    if let Some(known) = known {
        take_over(&mut found, known, is_known || !is_compared);
    }
    if is_compared && found.contradictions.is_empty() {
        (found.agreed, found.rereads) = (Some(found.block), 0);
    }
    let is_contradicted = !found.contradictions.is_empty();
    let first = found.checked_at.plus(FIRST_REREAD);
    found.reread_at = is_contradicted.then(|| found.reread_at.unwrap_or(first));
    Ok(found)
}

/// Takes over what was found before: the numbers where nothing was compared now, and since when balances agree.
fn take_over(found: &mut AccountReconciliation, known: AccountReconciliation, with_numbers: bool) {
    if with_numbers {
        (found.compared, found.differing) = (known.compared, known.differing);
        found.contradictions = known.contradictions;
    }
    (found.agreed, found.rereads, found.reread_at) = (known.agreed, known.rereads, known.reread_at);
}

/// Returns the comparison with a snapshot without its numbers.
async fn unchecked(
    ports: &Ports,
    snapshot: &Snapshot,
    ended: &[Stream],
) -> Result<AccountReconciliation, StorageError> {
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
        is_whole: !progress.is_empty() && progress.iter().all(|one| is_read_to_the_end(one, ended)),
        checked_at: ports.clock.now(),
        contradictions: Vec::new(),
        agreed: None,
        rereads: 0,
        reread_at: None,
    })
}

/// Returns whether nothing is known to be missing of a stream but what balances contradict.
fn is_read_to_the_end(progress: &HistoryProgress, ended: &[Stream]) -> bool {
    progress.is_whole
        || ended.contains(&progress.stream)
        || (!progress.gaps.is_empty() && progress.gaps.iter().all(is_contradiction))
}

fn is_contradiction(gap: &HistoryGap) -> bool {
    gap.kind == HistoryGapKind::BalanceDiffers
}

/// Counts the balances that were compared, and those that differ. Tokens whose balance is not read are in no total, so they are
/// left out. Where the history has not reached the block of the balances, they would differ by what happened since, so that
/// nothing is compared. Returns whether they were compared.
async fn compare_with_entries(
    ports: &Ports,
    snapshot: &Snapshot,
    found: &mut AccountReconciliation,
) -> Result<bool, StorageError> {
    let of = std::slice::from_ref(&snapshot.account);
    let progress = ports.stores.history_progress.of_accounts(of).await?;
    if reached(progress.iter()) < Some(snapshot.block.number) {
        found.balances.clear();
        return Ok(false);
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
    compared.retain(|one| !one.is_equal());
    found.differing = count(compared.len());
    compared.retain(|one| !ports.receipts.is_rebasing(&one.asset));
    found.contradictions = compared.iter().map(Comparison::contradiction).collect();
    if !is_all {
        found.balances.clear();
    }
    Ok(true)
}

/// Returns a hash of the balances of a snapshot, whatever their order.
fn hash(snapshot: &Snapshot) -> String {
    let rows = snapshot.rows.iter().map(|row| format!("{} {}", row.asset, row.raw));
    let positions = snapshot.positions.iter();
    let positions = positions.filter(|_| snapshot.account.chain.is_exchange());
    let positions = positions.map(|one| {
        format!(
            "{} {} {:?} {} {}",
            one.asset,
            one.raw,
            one.decimals,
            one.kind.name(),
            one.place
        )
    });
    let unread = snapshot.unreadable.iter().map(|(asset, _)| format!("{asset} unread"));
    let mut lines: Vec<String> = rows.chain(positions).chain(unread).collect();
    lines.sort();
    lines.push(format!("probe {}", snapshot.probe));
    URL_SAFE_NO_PAD.encode(Sha256::digest(lines.join("\n")))
}
