//! The progress of scanning extended public keys: one line per key, not one per derived address.

use ports::{Job, Wallet, extended_key::WalletExtendedKey};

use crate::{
    job::SCAN_KEY,
    sync::line::{SyncKind, SyncSource, SyncState, state},
};

/// Returns the progress line of a key; `None` until its first scan was enqueued.
pub fn line(wallet: &Wallet, extended: &WalletExtendedKey, jobs: &[&Job]) -> Option<SyncSource> {
    let newest = jobs.iter().max_by_key(|job| job.revision)?;
    let known = extended.derived.iter().filter(|one| one.transactions.is_some());
    let failed = jobs.iter().filter(|job| state(job) == SyncState::Failed);
    let failed = failed.max_by_key(|job| job.revision);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (done, total) = (count(known.count()), count(extended.derived.len()));
    Some(SyncSource {
        id: format!("{} {}", SCAN_KEY.name, wallet.id),
        wallet: Some(wallet.id),
        kind: SyncKind::Key,
        label: wallet.label(),
        account: None,
        chain_name: None,
        state: overall_state(jobs),
        done,
        total: (total > 0).then_some(total),
        attempts: failed.map_or(0, |job| job.attempts),
        next_try_at: failed.map(|job| job.run_at),
        last_error: failed.and_then(|job| job.last_error.clone()),
        finished_at: jobs.iter().filter_map(|job| job.finished_at).max(),
        updated_at: newest.updated_at,
        revision: newest.revision,
        history: None,
    })
}

/// Returns running while any of the jobs runs or waits, and otherwise failed if any has failed.
fn overall_state(jobs: &[&Job]) -> SyncState {
    let any = |wanted: SyncState| jobs.iter().any(|job| state(job) == wanted);
    if any(SyncState::Running) || any(SyncState::Waiting) {
        SyncState::Running
    } else if any(SyncState::Failed) {
        SyncState::Failed
    } else {
        SyncState::Done
    }
}
