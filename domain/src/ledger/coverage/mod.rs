//! How much of the history of a person's accounts is known.

pub(in crate::ledger) mod account_history;
pub(in crate::ledger) mod contradiction;
pub(in crate::ledger) mod history_gap;
mod market_gap;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, Address, ChainId, ExchangeProfile, HistoryProgress, Job, Ports, Stream, Timestamp,
    history::{HistoryGap, HistoryGapKind},
};

use crate::ledger::{
    book::BookOwner,
    coverage::{
        account_history::{AccountHistory, HistoryState, history, not_read, of_files},
        history_gap::{
            HistoryGapLine, chain_names, filed_gap, numbers, outdated_gap, retained_since, retention_text, sentence,
            sentence_of_exchange, unread_gaps,
        },
        market_gap::markets_text,
    },
    derive::filed::FiledHistory,
};

/// After this time without a reading newer transactions may be missing. It is read every quarter of an hour.
const OUTDATED_AFTER: Duration = Duration::from_hours(1);

/// How much of the history of several accounts is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryCoverage {
    /// The names of the owner's addresses.
    pub names: BTreeMap<Address, String>,
    /// Each account with activity in the order of the person's wallets, and after them those of which it is not known whether they
    /// have some.
    pub accounts: Vec<AccountHistory>,
    /// How many accounts were read and have no activity.
    pub quiet: usize,
    /// How many wallets are not read, or not known in full because their used addresses are still being looked for.
    pub unread_wallets: usize,
    /// What is missing, with the number of accounts that it affects.
    pub gaps: Vec<HistoryGapLine>,
    /// Since when the history of every account is known: where a source serves only the newest part of accounts, the latest start of
    /// such a part, otherwise the earliest transaction. `None` before anything was read.
    pub known_since: Option<Timestamp>,
}

impl HistoryCoverage {
    /// Computes the coverage of these accounts from their stored progress, the jobs that read them, what balances contradict, and what else
    /// is known of gaps.
    pub(super) fn of(
        ports: &Ports,
        owner: &BookOwner,
        (progress, jobs): (&[HistoryProgress], &[Job]),
        (contradictions, details): (Vec<HistoryGapLine>, &GapDetails),
    ) -> Self {
        let failed = jobs.iter().filter(|job| job.last_error.is_some());
        let failed: BTreeMap<&str, &Job> = failed.map(|job| (job.subject.as_str(), job)).collect();
        let covered: BTreeSet<ChainId> = ports.histories.iter().flat_map(|reader| reader.chains()).collect();
        let streams = streams_by_account(progress);
        let none = Vec::new();
        let own = |account| streams.get(account).unwrap_or(&none);
        let (mut outdated, now) = (BTreeSet::new(), ports.clock.now());
        let active = owner.accounts.iter().map(|account| {
            let job = failed.get(account.to_string().as_str()).copied();
            let is_covered = covered.contains(&account.chain);
            let files = details.filed.get(account).map(|files| of_files(account, files));
            let mut found = files.unwrap_or_else(|| history(account, own(account), job, is_covered));
            let is_replaceable = own(account).iter().any(|one| one.has_replaceable_facts());
            let is_followed = is_replaceable || owner.unread.followed.contains(account);
            if is_followed && found.state == HistoryState::Whole && is_outdated(own(account), now) {
                outdated.insert(account.clone());
                found.state = HistoryState::Partial;
            }
            found
        });
        let unread = &owner.unread;
        let accounts: Vec<AccountHistory> = active.chain(unread.accounts.iter().map(not_read)).collect();
        let mut gaps = gaps(ports, &accounts, (progress, details));
        gaps.extend(contradictions);
        gaps.extend(further_gaps(ports, outdated, (owner, details)));
        Self {
            names: owner.own.clone(),
            gaps,
            known_since: newest_start(progress, &details.filed).or_else(|| earliest(&accounts)),
            accounts,
            quiet: unread.quiet,
            unread_wallets: unread.wallets.len() + unread.scanned.len(),
        }
    }

    /// Returns whether the history of everything that it should cover is complete: each account was read, and that of each with
    /// activity to its end. Without accounts nothing is known, so it is not.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let is_any = self.quiet > 0 || !self.accounts.is_empty();
        is_any && self.unread_wallets == 0 && self.accounts.iter().all(|one| one.state == HistoryState::Whole)
    }

    /// Returns how many accounts are neither waiting nor being read.
    #[must_use]
    pub fn settled(&self) -> usize {
        let is_settled = |one: &&AccountHistory| !matches!(one.state, HistoryState::Waiting | HistoryState::Reading);
        self.accounts.iter().filter(is_settled).count()
    }
}

/// Returns the progress of the streams of each account.
pub(super) fn streams_by_account(progress: &[HistoryProgress]) -> BTreeMap<&AccountId, Vec<&HistoryProgress>> {
    let mut streams: BTreeMap<&AccountId, Vec<&HistoryProgress>> = BTreeMap::new();
    for one in progress {
        streams.entry(&one.account).or_default().push(one);
    }
    streams
}

/// Returns whether a history was not read again for too long, so that newer transactions may be missing.
fn is_outdated(streams: &[&HistoryProgress], now: Timestamp) -> bool {
    let read = streams.iter().filter(|one| one.stream != Stream::Receipts);
    let oldest = read.map(|one| one.updated_at).min();
    oldest.is_some_and(|at| now.since(at) > OUTDATED_AFTER)
}

/// Returns the latest time at which the known part of an account's history begins, of those whose source serves only the newest part, and
/// of those of files whose files do not begin with the account.
fn newest_start(progress: &[HistoryProgress], filed: &BTreeMap<AccountId, FiledHistory>) -> Option<Timestamp> {
    let is_part = |one: &&HistoryProgress| one.gaps.iter().any(|gap| gap.kind == HistoryGapKind::Window);
    let mut starts: BTreeMap<&AccountId, Timestamp> = BTreeMap::new();
    for one in progress.iter().filter(is_part) {
        if let Some(oldest) = one.oldest {
            let start = starts.entry(&one.account).or_insert(oldest);
            *start = oldest.min(*start);
        }
    }
    let retained = progress.iter().flat_map(|one| &one.gaps).filter_map(retained_since);
    let of_files = filed.values().filter_map(|files| files.start);
    let of_files = of_files.filter(|start| start.millis() > 0);
    starts.into_values().chain(retained).chain(of_files).max()
}

/// Other histories are read from their first block on, so that an account is known from its earliest transaction to where reading is now.
/// Accounts that wait have no start.
fn earliest(accounts: &[AccountHistory]) -> Option<Timestamp> {
    accounts.iter().filter_map(|one| one.oldest).min()
}

/// What is known of gaps beyond the progress of the streams.
pub(super) struct GapDetails {
    /// What sources refuse on chains.
    pub(super) refusals: BTreeMap<ChainId, String>,
    /// The names of the markets that were not read, by account and kind.
    pub(super) markets: BTreeMap<(AccountId, HistoryGapKind), Vec<String>>,
    /// What the files of accounts state that consist of nothing else.
    pub(super) filed: BTreeMap<AccountId, FiledHistory>,
}

/// Returns what is known beyond the kind of a gap: its numbers, since when an exchange has everything, and why nothing reports a stream.
fn details(
    (kind, accounts): (HistoryGapKind, &BTreeSet<AccountId>),
    progress: &[HistoryProgress],
    known: &GapDetails,
) -> Vec<String> {
    let numbers = numbers(kind, progress).map(str::to_owned);
    let since = retention_text(progress, accounts).filter(|_| kind == HistoryGapKind::Retention);
    let chains: BTreeSet<&ChainId> = accounts.iter().map(|account| &account.chain).collect();
    let is_unreported = matches!(kind, HistoryGapKind::Unreported(_));
    let refused = chains.into_iter().filter(|_| is_unreported);
    let refused = refused.filter_map(|chain| known.refusals.get(chain).cloned());
    let markets = markets_text((kind, accounts), &known.markets);
    numbers.into_iter().chain(since).chain(refused).chain(markets).collect()
}

/// Returns what is missing although no list states it.
fn further_gaps(
    ports: &Ports,
    outdated: BTreeSet<AccountId>,
    (owner, details): (&BookOwner, &GapDetails),
) -> impl Iterator<Item = HistoryGapLine> {
    let outdated = outdated_gap(ports, outdated).into_iter();
    let known = outdated.chain(filed_gap(ports, &details.filed));
    known.chain(unread_gaps(ports, &owner.unread))
}

/// Returns what is missing, once per kind, and apart at exchanges.
fn gaps(
    ports: &Ports,
    accounts: &[AccountHistory],
    (progress, known): (&[HistoryProgress], &GapDetails),
) -> Vec<HistoryGapLine> {
    let mut found: BTreeMap<(HistoryGapKind, bool), BTreeSet<AccountId>> = BTreeMap::new();
    let mut add = |kind: HistoryGapKind, account: &AccountId| {
        let of_kind = found.entry((kind, account.chain.is_exchange())).or_default();
        of_kind.insert(account.clone());
    };
    for one in progress {
        // What balances contradict is named with its amounts.
        let gaps = one.gaps.iter().filter(|gap| gap.kind != HistoryGapKind::BalanceDiffers);
        for HistoryGap { kind, .. } in gaps {
            add(*kind, &one.account);
        }
    }
    for one in accounts.iter().filter(|one| one.state == HistoryState::NoSource) {
        add(HistoryGapKind::NoSource, &one.account);
    }
    let line = |((kind, is_exchange), accounts): ((HistoryGapKind, bool), BTreeSet<AccountId>)| {
        let chains = chain_names(ports, accounts.iter());
        let (code, mut text, remedy) = if is_exchange {
            sentence_of_exchange(kind, &chains, reads_files(ports, &accounts))
        } else {
            sentence(kind, &chains)
        };
        for detail in details((kind, &accounts), progress, known) {
            text.push(' ');
            text.push_str(&detail);
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

/// Returns whether files of the exchanges of all these accounts can be imported.
fn reads_files(ports: &Ports, accounts: &BTreeSet<AccountId>) -> bool {
    let profiles: Vec<ExchangeProfile> = ports.exchanges.iter().map(|reader| reader.profile()).collect();
    accounts.iter().all(|account| {
        let mut own = profiles.iter().filter(|profile| profile.id == account.chain);
        own.any(|profile| !profile.files.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(account: &str, stream: Stream, gap: Option<HistoryGapKind>, oldest: Option<i64>) -> HistoryProgress {
        let account = format!("eip155:1:{account}").parse().unwrap();
        HistoryProgress {
            oldest: oldest.map(Timestamp::from_seconds),
            gaps: gap.map(|kind| HistoryGap { kind, blocks: None }).into_iter().collect(),
            ..HistoryProgress::unread(&account, stream, Timestamp::from_seconds(0))
        }
    }

    #[test]
    fn a_history_without_its_beginning_is_known_since_its_newest_part() {
        const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        const OTHER: &str = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
        let (window, native) = (Some(HistoryGapKind::Window), Some(HistoryGapKind::NativeTransfers));
        let since = |all: &[HistoryProgress]| newest_start(all, &BTreeMap::new()).map(Timestamp::seconds);
        let whole = [
            progress(ONE, Stream::Transactions, native, Some(10)),
            progress(OTHER, Stream::Transactions, None, Some(20)),
        ];
        assert_eq!(since(&whole), None);
        let parts = [
            progress(ONE, Stream::Transactions, window, Some(500)),
            progress(ONE, Stream::TokenTransfers, window, Some(700)),
            progress(ONE, Stream::NftTransfers, window, None),
            progress(OTHER, Stream::Transactions, None, Some(20)),
        ];
        assert_eq!(since(&parts), Some(500));
        let later = progress(OTHER, Stream::Transactions, window, Some(600));
        assert_eq!(since(&[parts.to_vec(), vec![later]].concat()), Some(600));
    }
    #[test]
    fn an_exchange_that_forgets_is_known_since_the_moment_that_it_states() {
        const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        let gap = |last| HistoryGap {
            kind: HistoryGapKind::Retention,
            blocks: Some((0, last)),
        };
        let of = |stream, last| HistoryProgress {
            gaps: vec![gap(last)],
            ..progress(ONE, stream, None, Some(5_000))
        };
        let both = [
            of(Stream::ExchangeLedger, 1_699_999_999_999),
            of(Stream::MarketTrades, 1_599_999_999_999),
        ];
        assert_eq!(
            newest_start(&both, &BTreeMap::new()).map(Timestamp::seconds),
            Some(1_700_000_000)
        );
        let accounts = BTreeSet::from([both[0].account.clone()]);
        assert_eq!(
            retention_text(&both, &accounts).as_deref(),
            Some("What happened before 2023-11-14 is missing.")
        );
        assert_eq!(retention_text(&both, &BTreeSet::new()), None);
    }
}
