//! How much of the history is known, on the wire.

use domain::ledger::{AccountHistory, HistoryCoverage, HistoryState};
use ports::Timestamp;

use super::bodies::{AccountHistoryRow, AccountHistoryState, HistoryCoverageBody, HistoryGapRow};
use crate::App;
use crate::routes::entry::count;

/// Returns how much of the history is known, on the wire.
pub fn coverage(app: &App, coverage: &HistoryCoverage) -> HistoryCoverageBody {
    let facts = |one: &AccountHistory| one.facts;
    let totals: Option<Vec<u64>> = coverage.accounts.iter().map(|one| one.total).collect();
    HistoryCoverageBody {
        complete: coverage.is_complete(),
        known_since: coverage.known_since.map(Into::into),
        accounts: count(coverage.accounts.len()),
        accounts_done: count(coverage.settled()),
        entries: number(coverage.accounts.iter().map(facts).sum()),
        total: totals.map(|totals| number(totals.iter().sum())),
        gaps: coverage
            .gaps
            .iter()
            .map(|gap| HistoryGapRow {
                kind: gap.code.to_owned(),
                text: gap.text.clone(),
                remedy: gap.remedy.map(str::to_owned),
                accounts: count(gap.accounts.len()),
            })
            .collect(),
        accounts_status: coverage
            .accounts
            .iter()
            .map(|one| account(app, coverage, one))
            .collect(),
    }
}

fn account(app: &App, coverage: &HistoryCoverage, one: &AccountHistory) -> AccountHistoryRow {
    let chain = app.tracker().ports().chains.get(&one.account.chain);
    let name = coverage.names.get(&one.account.address);
    AccountHistoryRow {
        account: one.account.to_string(),
        name: name.cloned().unwrap_or_else(|| one.account.address.short()),
        chain_name: chain.map_or_else(|| one.account.chain.to_string(), |chain| chain.name.clone()),
        state: account_state(one.state),
        facts: number(one.facts),
        total: one.total.map(number),
        percent: one.percent.map(i64::from),
        oldest: one.oldest.map(Timestamp::into),
        cap: one.cap.map(number),
        error: one.error.clone(),
        next_attempt: one.next_attempt.map(Timestamp::into),
    }
}

/// Returns the state of a history on the wire.
pub fn account_state(state: HistoryState) -> AccountHistoryState {
    match state {
        HistoryState::Waiting => AccountHistoryState::Waiting,
        HistoryState::Reading => AccountHistoryState::Reading,
        HistoryState::Whole => AccountHistoryState::Whole,
        HistoryState::Partial => AccountHistoryState::Partial,
        HistoryState::Capped => AccountHistoryState::Capped,
        HistoryState::Failed => AccountHistoryState::Failed,
        HistoryState::NoSource => AccountHistoryState::NoSource,
        HistoryState::NotRead => AccountHistoryState::NotRead,
    }
}

/// Returns a number of facts on the wire.
pub fn number(rows: u64) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}
