//! How far the history of one account is read.

use ports::{AccountId, HistoryProgress, Job, Timestamp, history::HistoryGapKind};

use crate::ledger::{book::unread::UnreadAccount, derive::filed::FiledHistory};

/// How far the history of one account is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountHistory {
    /// Which account.
    pub account: AccountId,
    /// How far it is.
    pub state: HistoryState,
    /// The number of stored facts.
    pub facts: u64,
    /// The number of facts that the sources state.
    pub total: Option<u64>,
    /// How far the reading is, in percent of the blocks.
    pub percent: Option<u8>,
    /// The time of its earliest fact.
    pub oldest: Option<Timestamp>,
    /// The number of facts of a stream at which reading stops.
    pub cap: Option<u64>,
    /// The last failure, until the next success.
    pub error: Option<String>,
    /// When it is tried again after a failure.
    pub next_attempt: Option<Timestamp>,
    /// When it last changed.
    pub updated_at: Option<Timestamp>,
}

/// How far the history of an account is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryState {
    /// Nothing was read so far.
    Waiting,
    /// It is being read.
    Reading,
    /// All of it is known.
    Whole,
    /// It is read, but a part of it is missing.
    Partial,
    /// Reading stopped at the cap.
    Capped,
    /// The last attempt failed.
    Failed,
    /// No source covers the chain.
    NoSource,
    /// The network has not answered, so that it is not known whether the account has transactions.
    NotRead,
}

/// Returns how far the history of an account is read. The job is one that failed.
pub(super) fn history(
    account: &AccountId,
    streams: &[&HistoryProgress],
    job: Option<&Job>,
    is_covered: bool,
) -> AccountHistory {
    let failure = job.and_then(|job| job.last_error.as_ref());
    let totals: Option<Vec<u64>> = streams.iter().map(|one| one.total).collect();
    AccountHistory {
        account: account.clone(),
        state: state(streams, failure.is_some(), is_covered),
        facts: streams.iter().map(|one| one.facts).sum(),
        total: totals
            .filter(|totals| !totals.is_empty())
            .map(|totals| totals.iter().sum()),
        percent: percent(streams),
        oldest: streams.iter().filter_map(|one| one.oldest).min(),
        cap: streams
            .iter()
            .filter(|one| is_capped(one))
            .filter_map(|one| one.cap)
            .max(),
        error: failure.map(|failure| failure.text.clone()),
        next_attempt: job.filter(|_| failure.is_some()).map(|job| job.run_at),
        updated_at: streams.iter().map(|one| one.updated_at).max(),
    }
}

/// Returns what is known of an account that was never read.
pub(super) fn not_read(one: &UnreadAccount) -> AccountHistory {
    AccountHistory {
        account: one.account.clone(),
        state: match one.failure {
            Some(_) => HistoryState::NotRead,
            None => HistoryState::Waiting,
        },
        facts: 0,
        total: None,
        percent: None,
        oldest: None,
        cap: None,
        error: one.failure.as_ref().map(|failure| failure.text.clone()),
        next_attempt: one.failure.as_ref().and_then(|failure| failure.retry_at),
        updated_at: one.failure.as_ref().map(|failure| failure.at),
    }
}

/// Returns what is known of an account that consists of imported files: never all of it, because it goes on without them.
pub(super) fn of_files(account: &AccountId, files: &FiledHistory) -> AccountHistory {
    AccountHistory {
        account: account.clone(),
        state: HistoryState::Partial,
        facts: files.rows,
        total: None,
        percent: None,
        oldest: files.start,
        cap: None,
        error: None,
        next_attempt: None,
        updated_at: files.imported_at,
    }
}

fn is_capped(progress: &HistoryProgress) -> bool {
    progress.gaps.iter().any(|gap| gap.kind == HistoryGapKind::Cap)
}

fn state(streams: &[&HistoryProgress], has_failed: bool, is_covered: bool) -> HistoryState {
    if !is_covered {
        HistoryState::NoSource
    } else if has_failed {
        HistoryState::Failed
    } else if streams.is_empty() {
        HistoryState::Waiting
    } else if streams.iter().all(|one| one.is_whole) {
        HistoryState::Whole
    } else if streams.iter().any(|one| is_capped(one)) {
        HistoryState::Capped
    } else if streams.iter().all(|one| one.is_whole || !one.gaps.is_empty()) {
        HistoryState::Partial
    } else {
        HistoryState::Reading
    }
}

/// Returns the part of the blocks that the slowest stream has covered; of a list that is read from its newest row, the part of the rows.
/// The last blocks of a whole stream are read again until they are final, which takes nothing from it.
fn percent(streams: &[&HistoryProgress]) -> Option<u8> {
    let part = |one: &&HistoryProgress| {
        if one.is_whole {
            return Some(100);
        }
        let (done, all) = match (one.through, one.total) {
            (None, Some(total)) => (u128::from(one.facts), u128::from(total.max(1))),
            (through, _) => (u128::from(through.unwrap_or_default()), u128::from(one.target?.max(1))),
        };
        u8::try_from((done * 100 / all).min(100)).ok()
    };
    streams.iter().map(part).collect::<Option<Vec<u8>>>()?.into_iter().min()
}
