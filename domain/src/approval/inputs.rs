//! Reads what a list of approvals is made of.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountAllowances, AccountId, Address, Asset, AssetId, Ports, Snapshot, StorageError,
    job::{Job, JobState},
    snapshot::SnapshotId,
};

use crate::{
    approval::{report::ApprovalGap, token::token},
    job::READ_ALLOWANCES,
    ledger::{AccountHistory, HistoryCoverage, HistoryState},
    valuation::PortfolioReport,
};

/// What a list of approvals is made of.
pub(super) struct ApprovalInputs<'a> {
    /// What is held, with prices.
    pub report: &'a PortfolioReport,
    /// The tokens that are hidden.
    pub hidden: BTreeSet<&'a AssetId>,
    /// The names of the addresses.
    pub names: BTreeMap<Address, String>,
    pub allowances: Vec<AccountAllowances>,
    /// The newest reading of each account.
    pub snapshots: BTreeMap<AccountId, Snapshot>,
    /// The tokens whose balances are read.
    pub assets: BTreeMap<AssetId, Asset>,
    pub gaps: Vec<ApprovalGap>,
}

/// Reads them for the accounts of this coverage.
pub(super) async fn load<'a>(
    ports: &Ports,
    coverage: HistoryCoverage,
    report: &'a PortfolioReport,
) -> Result<ApprovalInputs<'a>, StorageError> {
    let histories: Vec<AccountHistory> = coverage.accounts;
    let on_chains = histories.iter().filter(|one| !one.account.chain.is_exchange());
    let (covered, others): (Vec<&AccountHistory>, Vec<&AccountHistory>) =
        on_chains.partition(|one| is_covered(ports, &one.account));
    let accounts: Vec<AccountId> = covered.iter().map(|one| one.account.clone()).collect();
    let allowances = ports.stores.allowances.of_accounts(&accounts).await?;
    let read: BTreeSet<&AccountId> = allowances.iter().map(|one| &one.account).collect();
    let unread: Vec<&AccountId> = accounts.iter().filter(|account| !read.contains(account)).collect();
    let mut gaps = unread_gaps(ports, &unread).await?;
    gaps.extend(incomplete_gap(&covered));
    gaps.extend(uncovered_gap(ports, &others));
    let contracts = allowances.iter().flat_map(|one| {
        let tokens = one
            .reading
            .allowances
            .iter()
            .map(|allowance| &allowance.approval.contract);
        tokens.map(|contract| token(ports, &one.account.chain, contract))
    });
    let contracts: BTreeSet<AssetId> = contracts.collect();
    let contracts: Vec<AssetId> = contracts.into_iter().collect();
    let assets = ports.stores.assets.find(&contracts).await?;
    Ok(ApprovalInputs {
        report,
        hidden: report.hidden.iter().map(|line| &line.asset).collect(),
        names: coverage.names,
        snapshots: snapshots(ports, &accounts).await?,
        assets: assets.into_iter().map(|asset| (asset.id.clone(), asset)).collect(),
        allowances,
        gaps,
    })
}

fn is_covered(ports: &Ports, account: &AccountId) -> bool {
    let mut readers = ports.allowances.iter();
    readers.any(|reader| reader.chains().contains(&account.chain))
}

async fn snapshots(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeMap<AccountId, Snapshot>, StorageError> {
    let states = ports.stores.accounts.states(accounts).await?;
    let latest: Vec<SnapshotId> = states.iter().filter_map(|state| state.latest).collect();
    let found = ports.stores.snapshots.find(&latest).await?;
    Ok(found.into_iter().map(|one| (one.account.clone(), one)).collect())
}

/// Returns why accounts were never read.
async fn unread_gaps(ports: &Ports, unread: &[&AccountId]) -> Result<Vec<ApprovalGap>, StorageError> {
    if unread.is_empty() {
        return Ok(Vec::new());
    }
    let subjects: Vec<String> = unread.iter().map(ToString::to_string).collect();
    let kinds = [READ_ALLOWANCES.name.to_owned()];
    let jobs = ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
    let failed: Vec<&Job> = jobs.iter().filter(|job| has_failed(job)).collect();
    let waiting = unread.len() - failed.len();
    let mut gaps = Vec::new();
    if waiting > 0 {
        gaps.push(ApprovalGap {
            code: "reading",
            text: format!("The approvals of {} are still being read.", accounts(waiting)),
        });
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for error in failed.iter().filter_map(|job| job.last_error.as_ref()) {
        *reasons.entry(error.text.as_str()).or_default() += 1;
    }
    gaps.extend(reasons.into_iter().map(|(why, count)| ApprovalGap {
        code: "failed",
        text: format!("The approvals of {} could not be read. {why}", accounts(count)),
    }));
    Ok(gaps)
}

fn has_failed(job: &Job) -> bool {
    job.last_error.is_some() && (job.state == JobState::Dead || job.attempts > 0)
}

/// Returns that the history of some accounts is not whole, so that they may have approvals that no entry names.
fn incomplete_gap(covered: &[&AccountHistory]) -> Option<ApprovalGap> {
    let incomplete = covered.iter().filter(|one| one.state != HistoryState::Whole).count();
    (incomplete > 0).then(|| ApprovalGap {
        code: "history_incomplete",
        text: format!(
            "The history of {} is not complete. Approvals in the missing part are not known.",
            accounts(incomplete)
        ),
    })
}

/// Returns on which networks approvals are not looked for.
fn uncovered_gap(ports: &Ports, others: &[&AccountHistory]) -> Option<ApprovalGap> {
    // An output of Bitcoin has no approvals; what can be approved is a token.
    let chains: BTreeSet<&str> = others
        .iter()
        .filter_map(|one| ports.chains.get(&one.account.chain))
        .filter(|chain| chain.id.evm_number().is_some() || chain.id.as_str().starts_with("solana:"))
        .map(|chain| chain.name.as_str())
        .collect();
    let names: Vec<&str> = chains.into_iter().collect();
    (!names.is_empty()).then(|| ApprovalGap {
        code: "network_not_covered",
        text: format!("Approvals on {} are not detected.", names.join(", ")),
    })
}

fn accounts(count: usize) -> String {
    match count {
        1 => "1 account".to_owned(),
        count => format!("{count} accounts"),
    }
}
