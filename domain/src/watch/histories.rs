//! Requests the newest part of histories that were read before. A history that was never read is requested by the reading of its
//! account.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{AccountId, ChainId, Job, Ports, StorageError, Stream, Timestamp, job::JobState};

use crate::{job::READ_HISTORY, watch::status::jobs};

/// A request does not read a history again sooner than this.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// Requests the histories of these accounts that some source covers and that were not read lately. One that failed keeps its
/// back-off.
pub(super) async fn request(ports: &Ports, accounts: &[AccountId]) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let known = last_changes(ports, accounts).await?;
    let is_due = |(_, at): &(&AccountId, &Timestamp)| !now.within(AT_MOST_EVERY, **at);
    let subjects: Vec<String> = known
        .iter()
        .filter(is_due)
        .map(|(account, _)| account.to_string())
        .collect();
    let pending = jobs(ports, &[READ_HISTORY], &subjects).await?;
    let pending: BTreeSet<&str> = pending
        .iter()
        .filter(|job| matches!(job.state, JobState::Ready | JobState::Running))
        .map(|job: &Job| job.subject.as_str())
        .collect();
    let mut work = ports.storage.begin().await?;
    for subject in subjects.iter().filter(|subject| !pending.contains(subject.as_str())) {
        let wanted = READ_HISTORY.job(ports, subject, now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    work.commit().await
}

/// Returns when the history of each account last changed, of those that some source covers. Receipts do not count: they are read
/// after the other streams.
async fn last_changes(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeMap<AccountId, Timestamp>, StorageError> {
    let covered: BTreeSet<ChainId> = ports.histories.iter().flat_map(|reader| reader.chains()).collect();
    let mut changes: BTreeMap<AccountId, Timestamp> = BTreeMap::new();
    for one in ports.stores.history_progress.of_accounts(accounts).await? {
        if one.stream != Stream::Receipts && covered.contains(&one.account.chain) {
            let at = changes.entry(one.account).or_insert(one.updated_at);
            *at = one.updated_at.max(*at);
        }
    }
    Ok(changes)
}
