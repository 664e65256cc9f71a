//! Converts a board to the status that is shown: the most important lines, and the number of lines in each state.

use std::collections::BTreeMap;

use ports::{
    AccountId, Job, Ports, Timestamp, WalletId,
    job::{JobId, JobState},
};

use crate::sync::{
    board::{BoardEntry, JobOwner, ProgressBoard},
    history_board::HistoryEntry,
    key_status,
    line::{SyncCounts, SyncKind, SyncSource, SyncState, SyncStatus, key, state},
};

/// The most waiting lines that are listed in order.
const NEXT: usize = 20;

/// Returns the status of a board. If there are more than `most` lines, or more than `most` histories, those that failed,
/// run or wait are included first.
pub fn shown(ports: &Ports, board: &ProgressBoard, most: usize) -> SyncStatus {
    let mut lines: Vec<_> = own_lines(board).chain(key_lines(board)).collect();
    let mut counts = SyncCounts::default();
    for line in &lines {
        counts.count(line.state());
    }
    let settled = |line: &&LineDraft<'_>| matches!(line.state(), SyncState::Done | SyncState::Failed);
    let settled = lines.iter().filter(settled).map(LineDraft::revision).max().unwrap_or(0);
    let next = next(&lines);
    let left_out = lines.len().saturating_sub(most);
    if left_out > 0 {
        lines.sort_by_key(|line| (rank(line.state()), line.turn(), line.order()));
        lines.truncate(most);
    } else {
        lines.sort_by_key(LineDraft::order);
    }
    let sources = lines.into_iter().filter_map(|line| line.source(ports, board));
    let mut sources: Vec<SyncSource> = sources.collect();
    let (histories, histories_left_out) = histories(ports, board, most);
    sources.extend(histories);
    SyncStatus {
        sources,
        next,
        left_out: left_out + histories_left_out,
        counts,
        settled,
        revision: board.revision,
        layout: board.layout,
    }
}

/// Returns whether anything that `fits` accepts is being read or waits for it. A key is passed as its wallet, an
/// account as itself.
pub fn is_reading(board: &ProgressBoard, fits: impl Fn(Option<WalletId>, Option<&AccountId>) -> bool) -> bool {
    let under_way = |entry: &BoardEntry| {
        let state = entry.job.as_ref().map(state);
        matches!(state, Some(SyncState::Waiting | SyncState::Running))
    };
    let mut entries = board.entries.iter().filter(|(_, entry)| under_way(entry));
    entries.any(|(subject, entry)| match &entry.owner {
        JobOwner::Wallet(_) => subject
            .parse()
            .is_ok_and(|account: AccountId| fits(None, Some(&account))),
        JobOwner::Keys(keys) => keys
            .iter()
            .any(|at| fits(board.wallets.get(*at).map(|wallet| wallet.id), None)),
        JobOwner::Name | JobOwner::Source(_) => false,
    })
}

/// A line before its texts are built. There may be many lines, and only a few are shown.
enum LineDraft<'a> {
    Own(&'a BoardEntry, &'a Job),
    Key(usize, Box<SyncSource>),
}

impl LineDraft<'_> {
    fn state(&self) -> SyncState {
        match self {
            Self::Own(_, job) => state(job),
            Self::Key(_, source) => source.state,
        }
    }

    fn revision(&self) -> i64 {
        match self {
            Self::Own(_, job) => job.revision,
            Self::Key(_, source) => source.revision,
        }
    }

    fn order(&self) -> usize {
        match self {
            Self::Own(entry, _) => entry.order,
            Self::Key(order, _) => *order,
        }
    }

    /// Returns the sort key of a waiting line: when it runs.
    fn turn(&self) -> Option<(Timestamp, JobId)> {
        match self {
            Self::Own(_, job) if state(job) == SyncState::Waiting => Some((job.run_at, job.id)),
            Self::Own(..) | Self::Key(..) => None,
        }
    }

    fn source(self, ports: &Ports, board: &ProgressBoard) -> Option<SyncSource> {
        match self {
            Self::Own(entry, job) => source(ports, board, entry, job),
            Self::Key(_, source) => Some(*source),
        }
    }
}

fn own_lines(board: &ProgressBoard) -> impl Iterator<Item = LineDraft<'_>> {
    let own = board.entries.values();
    own.filter(|entry| !matches!(entry.owner, JobOwner::Keys(_)))
        .filter_map(|entry| Some(LineDraft::Own(entry, entry.job.as_ref()?)))
}

/// Returns one line per key, combining the jobs of all addresses derived from it.
fn key_lines(board: &ProgressBoard) -> impl Iterator<Item = LineDraft<'_>> {
    let mut of_key: BTreeMap<usize, Vec<&Job>> = BTreeMap::new();
    for entry in board.entries.values() {
        let (JobOwner::Keys(keys), Some(job)) = (&entry.owner, &entry.job) else {
            continue;
        };
        for key in keys {
            of_key.entry(*key).or_default().push(job);
        }
    }
    of_key.into_iter().filter_map(|(at, jobs)| {
        let wallet = board.wallets.get(at)?;
        let line = key_status::line(wallet, wallet.extended.as_ref()?, &jobs)?;
        let order = board
            .entries
            .get(&wallet.id.to_string())
            .map_or(usize::MAX, |entry| entry.order);
        Some(LineDraft::Key(order, Box::new(line)))
    })
}

/// Returns the ids of the waiting lines that run next.
fn next(lines: &[LineDraft<'_>]) -> Vec<String> {
    let waiting = lines.iter().filter_map(|line| match line {
        LineDraft::Own(_, job) => line.turn().map(|turn| (turn, *job)),
        LineDraft::Key(..) => None,
    });
    let mut waiting: Vec<_> = waiting.collect();
    waiting.sort_by_key(|(turn, _)| *turn);
    waiting.into_iter().take(NEXT).map(|(_, job)| key(job)).collect()
}

fn rank(state: SyncState) -> u8 {
    match state {
        SyncState::Failed => 0,
        SyncState::Running => 1,
        SyncState::Waiting => 2,
        SyncState::Done => 3,
    }
}

fn source(ports: &Ports, board: &ProgressBoard, entry: &BoardEntry, job: &Job) -> Option<SyncSource> {
    let (kind, label, account, chain_name) = match &entry.owner {
        JobOwner::Wallet(at) => {
            let account: AccountId = job.subject.parse().ok()?;
            let chain = ports.chains.get(&account.chain).map(|chain| chain.name.clone());
            (SyncKind::Account, board.wallets.get(*at)?.label(), Some(account), chain)
        }
        JobOwner::Name => (SyncKind::Name, job.subject.clone(), None, None),
        JobOwner::Source(name) => (SyncKind::Prices, name.clone(), None, None),
        JobOwner::Keys(_) => return None,
    };
    let state = state(job);
    Some(SyncSource {
        id: key(job),
        wallet: None,
        kind,
        label,
        account,
        chain_name,
        state,
        done: job.done,
        total: job.total,
        attempts: job.attempts,
        next_try_at: (state == SyncState::Failed && job.state == JobState::Ready).then_some(job.run_at),
        last_error: job.last_error.clone(),
        finished_at: job.finished_at,
        updated_at: job.updated_at,
        revision: job.revision,
        history: None,
    })
}

/// Returns the lines of at most `most` histories, those that failed, run or wait first, and how many are left out.
fn histories(ports: &Ports, board: &ProgressBoard, most: usize) -> (Vec<SyncSource>, usize) {
    let known = board.histories.entries();
    let owned = known.filter_map(|(subject, entry)| Some((board.entries.get(subject)?, entry)));
    let mut owned: Vec<(&BoardEntry, &HistoryEntry)> = owned.collect();
    owned.sort_by_key(|(own, entry)| (rank(state(entry.shown())), own.order));
    let left_out = owned.len().saturating_sub(most);
    owned.truncate(most);
    let lines = owned
        .into_iter()
        .filter_map(|(own, entry)| history(ports, board, own, entry));
    (lines.collect(), left_out)
}

fn history(ports: &Ports, board: &ProgressBoard, own: &BoardEntry, entry: &HistoryEntry) -> Option<SyncSource> {
    let (job, progress) = (entry.shown(), &entry.progress);
    let wallet = match &own.owner {
        JobOwner::Wallet(at) => *at,
        JobOwner::Keys(keys) => *keys.first()?,
        JobOwner::Name | JobOwner::Source(_) => return None,
    };
    let account: AccountId = job.subject.parse().ok()?;
    let state = state(job);
    let number = |facts: u64| u32::try_from(facts).unwrap_or(u32::MAX);
    Some(SyncSource {
        id: key(&entry.job),
        wallet: None,
        kind: SyncKind::History,
        label: board.wallets.get(wallet)?.label(),
        chain_name: ports.chains.get(&account.chain).map(|chain| chain.name.clone()),
        account: Some(account),
        state,
        done: progress.as_ref().map_or(0, |progress| number(progress.facts)),
        total: progress.as_ref().and_then(|progress| progress.total.map(number)),
        attempts: job.attempts,
        next_try_at: (state == SyncState::Failed && job.state == JobState::Ready).then_some(job.run_at),
        last_error: job.last_error.clone(),
        finished_at: job.finished_at,
        updated_at: job.updated_at,
        revision: entry.revision(),
        history: progress.clone(),
    })
}
