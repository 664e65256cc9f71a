//! Reads what a list of approvals is made of.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountAllowances, AccountId, Address, Asset, AssetId, Ports, RawAmount, Snapshot, StorageError,
    job::{Job, JobState},
    snapshot::SnapshotId,
};

use crate::{
    approval::{report::ApprovalGap, token::token},
    job::READ_ALLOWANCES,
    ledger::derive::comparison::{Universes, is_read, read_tokens},
    ledger::{AccountHistory, HistoryCoverage, HistoryState},
    valuation::PortfolioReport,
};

/// A reading older than this is a gap.
const OLD: Duration = Duration::from_hours(24);

/// What a list of approvals is made of.
pub(super) struct ApprovalInputs<'a> {
    /// What is held, with prices.
    pub report: &'a PortfolioReport,
    /// The tokens that are hidden.
    pub hidden: BTreeSet<&'a AssetId>,
    /// The names of the addresses.
    pub names: BTreeMap<Address, String>,
    pub allowances: Vec<AccountAllowances>,
    /// The newest balances of each account.
    pub balances: BTreeMap<AccountId, HeldBalances>,
    /// The tokens, as far as they are known.
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
    gaps.extend(old_gaps(ports, &allowances).await?);
    gaps.extend(incomplete_gap(&covered));
    gaps.extend(uncovered_gap(ports, &others));
    let balances = balances(ports, &allowances).await?;
    let tokens: BTreeSet<AssetId> = allowances.iter().flat_map(|one| tokens_of(ports, one)).collect();
    let tokens: Vec<AssetId> = tokens.into_iter().collect();
    let assets = ports.stores.assets.find(&tokens).await?;
    Ok(ApprovalInputs {
        report,
        hidden: report.hidden.iter().map(|line| &line.asset).collect(),
        names: coverage.names,
        balances,
        assets: assets.into_iter().map(|asset| (asset.id.clone(), asset)).collect(),
        allowances,
        gaps,
    })
}

fn is_covered(ports: &Ports, account: &AccountId) -> bool {
    let mut readers = ports.allowances.iter();
    readers.any(|reader| reader.chains().contains(&account.chain))
}

/// The newest balances of an account.
pub(super) struct HeldBalances {
    pub snapshot: Snapshot,
    /// The tokens of its approvals whose balance of zero was read.
    read: BTreeSet<AssetId>,
}

impl HeldBalances {
    /// Returns how much of a token the account holds; `None` where that is not read.
    pub fn of(&self, token: &AssetId) -> Option<RawAmount> {
        let row = self.snapshot.rows.iter().find(|row| row.asset == *token);
        let is_read = !self.snapshot.probe && is_read(&self.snapshot, &self.read, token);
        row.map(|row| row.raw).or_else(|| is_read.then(|| RawAmount::from(0)))
    }
}

fn tokens_of<'a>(ports: &'a Ports, one: &'a AccountAllowances) -> impl Iterator<Item = AssetId> + 'a {
    let approvals = one.reading.allowances.iter().map(|allowance| &allowance.approval);
    approvals.map(|approval| token(ports, &one.account.chain, &approval.contract))
}

async fn balances(
    ports: &Ports,
    allowances: &[AccountAllowances],
) -> Result<BTreeMap<AccountId, HeldBalances>, StorageError> {
    let accounts: Vec<AccountId> = allowances.iter().map(|one| one.account.clone()).collect();
    let states = ports.stores.accounts.states(&accounts).await?;
    let latest: Vec<SnapshotId> = states.iter().filter_map(|state| state.latest).collect();
    let found = ports.stores.snapshots.find(&latest).await?;
    let found: BTreeMap<AccountId, Snapshot> = found.into_iter().map(|one| (one.account.clone(), one)).collect();
    let (mut universes, mut balances) = (Universes::new(), BTreeMap::new());
    for one in allowances {
        let Some(snapshot) = found.get(&one.account).cloned() else {
            continue;
        };
        let is_held = |token: &AssetId| snapshot.rows.iter().any(|row| row.asset == *token);
        let unheld: BTreeSet<AssetId> = tokens_of(ports, one).filter(|token| !is_held(token)).collect();
        let mut read = BTreeSet::new();
        // Everything that is looked for on a chain is a long list.
        if !unheld.is_empty() {
            read = read_tokens(ports, &snapshot, &mut universes).await?;
            read.retain(|token| unheld.contains(token));
        }
        balances.insert(one.account.clone(), HeldBalances { snapshot, read });
    }
    Ok(balances)
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
            text: format!("The approvals of {} are still being read.", accounts_text(waiting)),
            why: None,
        });
    }
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for error in failed.iter().filter_map(|job| job.last_error.as_ref()) {
        *reasons.entry(error.text.as_str()).or_default() += 1;
    }
    gaps.extend(reasons.into_iter().map(|(why, count)| ApprovalGap {
        code: "failed",
        text: format!("The approvals of {} could not be read.", accounts_text(count)),
        why: Some(why.to_owned()),
    }));
    Ok(gaps)
}

/// Returns that accounts have newer transactions, or were read long ago because reading them fails.
async fn old_gaps(ports: &Ports, allowances: &[AccountAllowances]) -> Result<Vec<ApprovalGap>, StorageError> {
    let accounts: Vec<AccountId> = allowances.iter().map(|one| one.account.clone()).collect();
    let heads = ports.stores.entries.heads(&accounts).await?;
    let now = ports.clock.now();
    let is_old = |one: &&AccountAllowances| now.since(one.reading.block.time) > OLD;
    let is_behind = |one: &&AccountAllowances| {
        let mut heads = heads.iter();
        heads.any(|head| head.account == one.account && head.revision > one.ledger_revision)
    };
    let old = allowances.iter().filter(is_old).count();
    let behind = allowances.iter().filter(is_behind).filter(|one| !is_old(one)).count();
    let old = (old > 0).then(|| ApprovalGap {
        code: "old",
        text: format!("The approvals of {} were read more than a day ago.", accounts_text(old)),
        why: None,
    });
    let behind = (behind > 0).then(|| ApprovalGap {
        code: "reading",
        text: format!(
            "The approvals in the newest transactions of {} are still being read.",
            accounts_text(behind)
        ),
        why: None,
    });
    Ok(old.into_iter().chain(behind).collect())
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
            accounts_text(incomplete)
        ),
        why: None,
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
        why: None,
    })
}

fn accounts_text(count: usize) -> String {
    match count {
        1 => "1 account".to_owned(),
        count => format!("{count} accounts"),
    }
}
