//! How far looking through extended public keys is: one line for a key, not one for each of its addresses.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Job, Wallet, WalletId, extended_key::Extended};

use crate::sync::{
    kind::{READ_ACCOUNT, SCAN_KEY},
    status::{SyncKind, SyncSource, SyncState, state},
};

/// The lines of keys, and the jobs that have lines of their own: the accounts of addresses that the person gave, names and
/// prices.
pub fn lines(wallets: &[Wallet], jobs: Vec<Job>) -> (Vec<SyncSource>, Vec<Job>) {
    let mut of_key: BTreeMap<String, BTreeSet<WalletId>> = BTreeMap::new();
    for wallet in wallets {
        let Some(extended) = &wallet.extended else { continue };
        of_key.entry(wallet.id.to_string()).or_default().insert(wallet.id);
        for one in &extended.derived {
            of_key.entry(one.account.to_string()).or_default().insert(wallet.id);
        }
    }
    let (derived, others): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(|job| {
        let is_reading = matches!(job.kind.as_str(), READ_ACCOUNT | SCAN_KEY);
        is_reading && of_key.contains_key(&job.subject)
    });
    let own = |wallet: &Wallet| {
        let is_own = |job: &&Job| of_key.get(&job.subject).is_some_and(|keys| keys.contains(&wallet.id));
        derived.iter().filter(is_own).collect::<Vec<_>>()
    };
    let keyed = wallets
        .iter()
        .filter_map(|wallet| Some((wallet, wallet.extended.as_ref()?)));
    let lines = keyed
        .filter_map(|(wallet, extended)| line(wallet, extended, &own(wallet)))
        .collect();
    (lines, others)
}

/// `None` until the key was wanted looked through for the first time.
fn line(wallet: &Wallet, extended: &Extended, jobs: &[&Job]) -> Option<SyncSource> {
    let newest = jobs.iter().max_by_key(|job| job.revision)?;
    let known = extended.derived.iter().filter(|one| one.transactions.is_some());
    let failed = jobs.iter().filter(|job| state(job) == SyncState::Failed);
    let failed = failed.max_by_key(|job| job.revision);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (done, total) = (count(known.count()), count(extended.derived.len()));
    Some(SyncSource {
        id: format!("{SCAN_KEY} {}", wallet.id),
        wallet: Some(wallet.id),
        kind: SyncKind::Key,
        label: wallet.label(),
        account: None,
        chain_name: None,
        state: together(jobs),
        done,
        total: (total > 0).then_some(total),
        place_in_line: None,
        attempts: failed.map_or(0, |job| job.attempts),
        next_try_at: failed.map(|job| job.run_at),
        last_error: failed.and_then(|job| job.last_error.clone()),
        finished_at: jobs.iter().filter_map(|job| job.finished_at).max(),
        updated_at: newest.updated_at,
        revision: newest.revision,
    })
}

/// Running while any of it runs or waits; failed when what is left has failed.
fn together(jobs: &[&Job]) -> SyncState {
    let any = |wanted: SyncState| jobs.iter().any(|job| state(job) == wanted);
    if any(SyncState::Running) || any(SyncState::Waiting) {
        SyncState::Running
    } else if any(SyncState::Failed) {
        SyncState::Failed
    } else {
        SyncState::Done
    }
}
