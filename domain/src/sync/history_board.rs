//! The progress of reading the histories of one user's accounts, updated from the jobs that change.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, HistoryProgress, Job, Ports, SourceId, StorageError, Timestamp, job::JobState};

use crate::job::READ_RECEIPTS;

/// Accounts per query. Other requests can be served between two queries.
const LOOKED_UP: usize = 1_000;
/// A rate is stated after this time at the earliest, because the first pages say little about it.
const RATE_AFTER_MILLIS: i64 = 2_000;
const MINUTE_MILLIS: i64 = 60_000;

/// How far the history of one account is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistorySync {
    /// The number of stored facts.
    pub facts: u64,
    /// The number of facts that the sources state; `None` where one of them does not state it.
    pub total: Option<u64>,
    /// The time of the earliest fact.
    pub oldest: Option<Timestamp>,
    /// Whether all of it is known.
    pub is_whole: bool,
    /// How many facts a minute are being read; `None` while it is not being read, or until that is known.
    pub rate: Option<u64>,
    /// The part of each source, in the order of their ids.
    pub sources: Vec<HistorySourceLine>,
}

/// What one source has reported of the history of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistorySourceLine {
    /// The source.
    pub source: SourceId,
    /// Its name.
    pub name: String,
    /// The number of stored facts.
    pub facts: u64,
    /// The number of facts that it states; `None` where it does not.
    pub total: Option<u64>,
    /// The time of the earliest fact.
    pub oldest: Option<Timestamp>,
}

/// The history of one account: the jobs that read it, and how far it is.
#[derive(Clone, Debug)]
pub(super) struct HistoryEntry {
    pub(super) job: Job,
    /// The job that reads the transaction receipts, where they are read apart.
    receipts: Option<Job>,
    pub(super) progress: Option<HistorySync>,
    /// When reading was first seen, with the number of facts at that time.
    began: Option<(Timestamp, u64)>,
}

/// The histories of a user's accounts, by the text of the account.
#[derive(Default)]
pub(super) struct HistoryBoard {
    entries: BTreeMap<String, HistoryEntry>,
    /// The accounts whose progress is to be loaded.
    pending: BTreeSet<AccountId>,
}

impl HistoryBoard {
    /// Returns every history with the text of its account.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&String, &HistoryEntry)> {
        self.entries.iter()
    }

    /// Applies a job that reads a history or its receipts, if it is newer than the known state. Returns whether it is. Receipts of
    /// an unknown history are ignored.
    pub(super) fn take(&mut self, job: &Job) -> bool {
        let Ok(account) = job.subject.parse::<AccountId>() else {
            return false;
        };
        let is_of_receipts = job.kind == READ_RECEIPTS.name;
        match self.entries.get_mut(&job.subject) {
            Some(entry) if is_of_receipts => match &entry.receipts {
                Some(known) if known.revision >= job.revision => return false,
                _ => entry.receipts = Some(job.clone()),
            },
            None if is_of_receipts => return false,
            Some(entry) if entry.job.revision >= job.revision => return false,
            Some(entry) => entry.job = job.clone(),
            None => {
                let entry = HistoryEntry {
                    job: job.clone(),
                    receipts: None,
                    progress: None,
                    began: None,
                };
                self.entries.insert(job.subject.clone(), entry);
            }
        }
        self.pending.insert(account);
        true
    }

    /// Keeps only the accounts that a user still watches.
    pub(super) fn retain(&mut self, is_watched: impl Fn(&str) -> bool) {
        self.entries.retain(|subject, _| is_watched(subject));
    }

    /// Loads the progress of the accounts whose jobs changed.
    pub(super) async fn load(&mut self, ports: &Ports) -> Result<(), StorageError> {
        let pending: Vec<AccountId> = std::mem::take(&mut self.pending).into_iter().collect();
        for some in pending.chunks(LOOKED_UP) {
            let mut found: BTreeMap<AccountId, Vec<HistoryProgress>> = BTreeMap::new();
            for one in ports.stores.history_progress.of_accounts(some).await? {
                found.entry(one.account.clone()).or_default().push(one);
            }
            for account in some {
                let streams = found.remove(account).unwrap_or_default();
                if let Some(entry) = self.entries.get_mut(&account.to_string()) {
                    entry.update(ports, &streams);
                }
            }
        }
        Ok(())
    }
}

impl HistoryEntry {
    /// Returns the job whose state is shown: that of the receipts once the other streams are read.
    pub(super) fn shown(&self) -> &Job {
        let receipts = self.receipts.as_ref().filter(|job| job.state != JobState::Done);
        receipts
            .filter(|_| self.job.state == JobState::Done)
            .unwrap_or(&self.job)
    }

    /// Returns the newest revision of its jobs.
    pub(super) fn revision(&self) -> i64 {
        let receipts = self.receipts.as_ref().map_or(0, |job| job.revision);
        self.job.revision.max(receipts)
    }

    fn update(&mut self, ports: &Ports, streams: &[HistoryProgress]) {
        let mut progress = summary(ports, streams);
        // Between two runs the job is ready to run again.
        let job = self.shown();
        let updated_at = job.updated_at;
        let is_read = matches!(job.state, JobState::Running | JobState::Ready) && job.last_error.is_none();
        if is_read && !progress.is_whole {
            let began = *self.began.get_or_insert((updated_at, progress.facts));
            progress.rate = rate(began, (updated_at, progress.facts));
        } else {
            self.began = None;
        }
        self.progress = Some(progress);
    }
}

/// Returns the facts a minute between two moments.
fn rate((from, before): (Timestamp, u64), (to, after): (Timestamp, u64)) -> Option<u64> {
    let millis = to.millis().checked_sub(from.millis())?;
    if millis < RATE_AFTER_MILLIS {
        return None;
    }
    let facts = u128::from(after.checked_sub(before)?);
    let millis = u128::try_from(millis).ok()?;
    u64::try_from(facts * u128::try_from(MINUTE_MILLIS).ok()? / millis).ok()
}

fn summary(ports: &Ports, streams: &[HistoryProgress]) -> HistorySync {
    let mut by_source: BTreeMap<&SourceId, Vec<&HistoryProgress>> = BTreeMap::new();
    for one in streams {
        if let Some(source) = &one.source {
            by_source.entry(source).or_default().push(one);
        }
    }
    let name = |source: &SourceId| {
        let histories = ports.histories.iter().map(|reader| reader.profile());
        let receipts = ports.transaction_receipts.iter().map(|reader| reader.profile());
        let own = histories.chain(receipts).find(|profile| profile.id == *source);
        own.map_or_else(|| source.to_string(), |profile| profile.name)
    };
    let line = |(source, own): (&SourceId, Vec<&HistoryProgress>)| HistorySourceLine {
        source: source.clone(),
        name: name(source),
        facts: own.iter().map(|one| one.facts).sum(),
        total: total(own.iter().copied()),
        oldest: own.iter().filter_map(|one| one.oldest).min(),
    };
    HistorySync {
        facts: streams.iter().map(|one| one.facts).sum(),
        total: total(streams.iter()),
        oldest: streams.iter().filter_map(|one| one.oldest).min(),
        is_whole: !streams.is_empty() && streams.iter().all(|one| one.is_whole),
        rate: None,
        sources: by_source.into_iter().map(line).collect(),
    }
}

/// Returns the sum of the totals, if every stream states one.
fn total<'a>(streams: impl Iterator<Item = &'a HistoryProgress>) -> Option<u64> {
    let totals: Option<Vec<u64>> = streams.map(|one| one.total).collect();
    totals
        .filter(|totals| !totals.is_empty())
        .map(|totals| totals.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    #[test]
    fn a_rate_is_stated_after_two_seconds_and_never_guessed() {
        assert_eq!(rate((at(0), 100), (at(1), 500)), None, "too early");
        assert_eq!(rate((at(0), 100), (at(30), 700)), Some(1200));
        assert_eq!(rate((at(0), 100), (at(30), 100)), Some(0));
        assert_eq!(rate((at(0), 100), (at(30), 50)), None, "facts were counted again");
        assert_eq!(rate((at(9), 1), (at(0), 2)), None, "the clock was set back");
    }
}
