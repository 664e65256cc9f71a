//! How much of the history of a person's accounts is known.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Address, ChainId, HistoryProgress, Job, Ports, Timestamp,
    history::{HistoryGap, HistoryGapKind},
};

use crate::ledger::{
    book::BookOwner,
    history_gap::{numbers, sentence},
};

/// How much of the history of several accounts is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryCoverage {
    /// The names of the owner's addresses.
    pub names: BTreeMap<Address, String>,
    /// Each account, in the order of the person's wallets.
    pub accounts: Vec<AccountHistory>,
    /// What is missing, with the number of accounts that it affects.
    pub gaps: Vec<HistoryGapLine>,
    /// Since when the history of every account is known: the latest of the days up to which accounts have been read, where
    /// any is not read to its beginning; otherwise the earliest entry. `None` before anything was read.
    pub known_since: Option<Timestamp>,
}

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
}

/// A part of the history that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryGapLine {
    /// A stable code.
    pub code: &'static str,
    /// What is missing and why, as a sentence.
    pub text: String,
    /// What closes it, as a sentence.
    pub remedy: Option<&'static str>,
    /// The accounts that it affects.
    pub accounts: Vec<AccountId>,
}

impl HistoryCoverage {
    /// Computes the coverage of these accounts from their stored progress.
    pub(super) fn of(ports: &Ports, owner: &BookOwner, progress: &[HistoryProgress], jobs: &[Job]) -> Self {
        let failed = jobs.iter().filter(|job| job.last_error.is_some());
        let failed: BTreeMap<&str, &Job> = failed.map(|job| (job.subject.as_str(), job)).collect();
        let covered: BTreeSet<ChainId> = ports.histories.iter().flat_map(|reader| reader.chains()).collect();
        let mut streams: BTreeMap<&AccountId, Vec<&HistoryProgress>> = BTreeMap::new();
        for one in progress {
            streams.entry(&one.account).or_default().push(one);
        }
        let none = Vec::new();
        let own = |account| streams.get(account).unwrap_or(&none);
        let accounts: Vec<AccountHistory> = owner
            .accounts
            .iter()
            .map(|account| {
                let job = failed.get(account.to_string().as_str()).copied();
                history(account, own(account), job, covered.contains(&account.chain))
            })
            .collect();
        Self {
            names: owner.own.clone(),
            gaps: gaps(ports, &accounts, progress),
            known_since: known_since(&accounts),
            accounts,
        }
    }

    /// Returns whether the history of every account is complete. Without accounts nothing is known, so it is not.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.accounts.is_empty() && self.accounts.iter().all(|one| one.state == HistoryState::Whole)
    }

    /// Returns how many accounts are neither waiting nor being read.
    #[must_use]
    pub fn settled(&self) -> usize {
        let is_settled = |one: &&AccountHistory| !matches!(one.state, HistoryState::Waiting | HistoryState::Reading);
        self.accounts.iter().filter(is_settled).count()
    }
}

fn history(account: &AccountId, streams: &[&HistoryProgress], job: Option<&Job>, is_covered: bool) -> AccountHistory {
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

/// Returns the part of the blocks that the slowest stream has covered. The last blocks of a whole stream are read again until they
/// are final, which takes nothing from it.
fn percent(streams: &[&HistoryProgress]) -> Option<u8> {
    let part = |one: &&HistoryProgress| {
        if one.is_whole {
            return Some(100);
        }
        let (done, all) = (
            u128::from(one.through.unwrap_or_default()),
            u128::from(one.target?.max(1)),
        );
        u8::try_from((done * 100 / all).min(100)).ok()
    };
    streams.iter().map(part).collect::<Option<Vec<u8>>>()?.into_iter().min()
}

/// Histories are read from their first block on, so that an account is known from its first entry to where reading is now.
/// The earliest entry is the start of what is known; accounts that wait have no start.
fn known_since(accounts: &[AccountHistory]) -> Option<Timestamp> {
    accounts.iter().filter_map(|one| one.oldest).min()
}

/// Returns what is missing, once per kind.
fn gaps(ports: &Ports, accounts: &[AccountHistory], progress: &[HistoryProgress]) -> Vec<HistoryGapLine> {
    let mut found: BTreeMap<HistoryGapKind, BTreeSet<AccountId>> = BTreeMap::new();
    for one in progress {
        for HistoryGap { kind, .. } in &one.gaps {
            found.entry(*kind).or_default().insert(one.account.clone());
        }
    }
    let uncovered = accounts.iter().filter(|one| one.state == HistoryState::NoSource);
    let uncovered: BTreeSet<AccountId> = uncovered.map(|one| one.account.clone()).collect();
    if !uncovered.is_empty() {
        found.entry(HistoryGapKind::NoSource).or_default().extend(uncovered);
    }
    let line = |(kind, accounts): (HistoryGapKind, BTreeSet<AccountId>)| {
        let (code, mut text, remedy) = sentence(kind, &names(ports, &accounts));
        if let Some(numbers) = numbers(kind, progress) {
            text.push(' ');
            text.push_str(numbers);
        }
        HistoryGapLine {
            code,
            text,
            remedy,
            accounts: accounts.into_iter().collect(),
        }
    };
    found.into_iter().map(line).collect()
}

/// Returns the names of the chains of these accounts.
fn names(ports: &Ports, accounts: &BTreeSet<AccountId>) -> String {
    let chains: BTreeSet<&ChainId> = accounts.iter().map(|account| &account.chain).collect();
    let name = |chain: &&ChainId| {
        ports
            .chains
            .get(chain)
            .map_or_else(|| chain.to_string(), |row| row.name.clone())
    };
    chains.iter().map(name).collect::<Vec<_>>().join(", ")
}
