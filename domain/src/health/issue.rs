//! The defects of a user's figures, each with its cause and remedy.

use std::collections::BTreeMap;

use ports::{AssetId, ChainId, Currency, PositionPlace, Timestamp, Wallet};

use crate::{
    caller::Caller,
    chain::ChainSupport,
    health::{Health, Severity, node_fix::node_fix},
    reason::Remedy,
    valuation::{
        BalanceQuery, Coverage, FailedSource, Gap, HeldPrice, NotLookedFor, StaleSource, UNLISTED_TOKENS, Unconverted,
        UnpricedHolding, ValuationError, Valuations, held_prices,
    },
};

/// The state of one user's figures.
#[derive(Clone, Debug)]
pub struct PersonHealth {
    /// Everything that is wrong, the worst first.
    pub issues: Vec<Issue>,
    /// Known prices that are not used.
    pub held_prices: Vec<HeldPrice>,
    /// When the state was determined.
    pub at: Timestamp,
}

/// Something that is missing from a figure or outdated in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The kind of defect.
    pub kind: IssueKind,
    /// How bad it is.
    pub severity: Severity,
    /// What it concerns, as a heading to show.
    pub title: String,
    /// The cause as a stable code.
    pub code: String,
    /// The cause as a sentence to show.
    pub cause: String,
    /// What is incomplete because of it, as a sentence to show.
    pub affects: String,
    /// What the user can do.
    pub remedy: Remedy,
    /// The remedy as a sentence to show.
    pub fix: String,
    /// The asset it concerns, if it concerns one.
    pub asset: Option<AssetId>,
    /// The chain it concerns, if it concerns one.
    pub chain: Option<ChainId>,
    /// The address it concerns, or the text entered in its place, if it concerns one.
    pub address: Option<String>,
    /// When the data was last read successfully.
    pub good_at: Option<Timestamp>,
    /// When it is retried automatically.
    pub retry_at: Option<Timestamp>,
    /// How many accounts or holdings it concerns.
    pub count: u32,
}

/// The kind of an issue, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueKind {
    /// The address or name of a wallet cannot be read.
    Wallet,
    /// A source failed and there is no older data to use.
    Failed,
    /// A price is known but not used.
    HeldPrice,
    /// A holding has no price.
    Unpriced,
    /// The quantity or value of a holding is unknown.
    Gap,
    /// The last successful answer of a source is old.
    Stale,
    /// Not every token is looked for on a chain.
    NotLookedFor,
    /// A protocol could not be read.
    UnreadProtocol,
    /// The first answer is still outstanding.
    Partial,
}

impl Health {
    /// Returns the issues of the caller's own figures, with amounts in the given currency.
    pub async fn of(&self, caller: &Caller, currency: Currency) -> Result<PersonHealth, ValuationError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let valuations = Valuations::new(self.ports.clone());
        let query = BalanceQuery {
            currency,
            ..BalanceQuery::default()
        };
        let report = valuations.balance(caller, &query).await?;
        let support = ChainSupport::of(&self.ports);
        Ok(PersonHealth {
            issues: issues(&report.coverage, &wallets, &support),
            held_prices: held_prices(&report.coverage),
            at: self.ports.clock.now(),
        })
    }
}

/// Returns all issues, the worst first. Issues of the same cause in several places are merged.
fn issues(coverage: &Coverage, wallets: &[Wallet], support: &ChainSupport) -> Vec<Issue> {
    let mut found: Vec<_> = wallets.iter().filter_map(|wallet| unread(wallet, support)).collect();
    found.extend(merged(
        coverage.failed.iter().map(|one| (failed_key(one), failed(one))),
        support,
    ));
    found.extend(merged(
        coverage
            .unpriced
            .iter()
            .map(|one| (one.asset.to_string(), unpriced(one))),
        support,
    ));
    found.extend(held_back(coverage));
    found.extend(merged(
        coverage.stale.iter().map(|one| (stale_key(one), stale(one))),
        support,
    ));
    found.extend(coverage.not_looked_for.iter().map(not_looked_for));
    found.extend(reading(coverage.reading));
    found.extend(coverage.unconverted.as_ref().map(unconverted));
    found.sort_by_key(|issue| (issue.severity, issue.kind));
    found
}

/// Merges the issues that have the same key, keeping the texts of the first.
fn merged(each: impl Iterator<Item = (String, Issue)>, support: &ChainSupport) -> Vec<Issue> {
    let mut order = Vec::new();
    let mut by_key: BTreeMap<String, Issue> = BTreeMap::new();
    for (key, issue) in each {
        if let Some(known) = by_key.get_mut(&key) {
            known.count += 1;
            known.good_at = known.good_at.min(issue.good_at);
            if known.address != issue.address {
                known.address = None;
            }
        } else {
            order.push(key.clone());
            by_key.insert(key, issue);
        }
    }
    let mut all: Vec<_> = order.iter().filter_map(|key| by_key.remove(key)).collect();
    for issue in all.iter_mut().filter(|issue| issue.count > 1 && issue.asset.is_none()) {
        let chain = issue.chain.as_ref();
        let known = chain.and_then(|id| support.all().iter().find(|(chain, _)| chain.id == *id));
        if let Some((chain, _)) = known {
            issue.title = format!("{} addresses on {}", issue.count, chain.name);
        }
    }
    all
}

fn failed_key(one: &FailedSource) -> String {
    let chain = one.account.as_ref().map(|account| &account.chain);
    format!("{} {chain:?} {}", one.source, one.failure.code)
}

fn stale_key(one: &StaleSource) -> String {
    let chain = one.account.as_ref().map(|account| &account.chain);
    format!("{} {chain:?} {}", one.source, one.text)
}

fn unread(wallet: &Wallet, support: &ChainSupport) -> Option<Issue> {
    let unreadable = || wallet.address.as_ref().and_then(|address| support.problem(address));
    let problem = wallet.problem.clone().or_else(unreadable)?;
    let is_supported = problem.code != "not_supported_yet";
    Some(Issue {
        severity: if is_supported { Severity::Bad } else { Severity::Warn },
        title: wallet.label(),
        code: problem.code,
        cause: problem.text,
        affects: "Nothing in this wallet is counted.".to_owned(),
        remedy: Remedy::FixWallet,
        fix: if wallet.is_frozen() {
            "Remove another wallet to make room.".to_owned()
        } else if is_supported {
            "Enter the correct address.".to_owned()
        } else {
            "We will read it once this server supports it. Until then, it is not in any total.".to_owned()
        },
        address: Some(wallet.key().to_owned()),
        ..blank(IssueKind::Wallet)
    })
}

fn failed(one: &FailedSource) -> Issue {
    let is_account = one.account.is_some();
    Issue {
        severity: Severity::Bad,
        title: one.name.clone(),
        code: one.failure.code.to_string(),
        cause: one.failure.text.clone(),
        affects: if is_account {
            "Holdings there are not in any total.".to_owned()
        } else {
            "Assets that only this source prices are not in any total.".to_owned()
        },
        remedy: if is_account { Remedy::Refresh } else { Remedy::Wait },
        fix: if is_account {
            let usual = "Refresh to try again, or configure your own endpoint for this network.";
            node_fix(one.failure.code.as_str()).unwrap_or(usual).to_owned()
        } else {
            "Retries automatically. An API key in the configuration raises the limit.".to_owned()
        },
        chain: one.account.as_ref().map(|account| account.chain.clone()),
        address: one.account.as_ref().map(|account| account.address.to_string()),
        good_at: one.last_good,
        retry_at: one.failure.retry_at,
        ..blank(IssueKind::Failed)
    }
}

/// The issue of holdings that have a dollar price but no amount in the chosen currency.
fn unconverted(one: &Unconverted) -> Issue {
    Issue {
        severity: Severity::Warn,
        title: "Exchange rate".to_owned(),
        code: one.reason.code.to_owned(),
        cause: one.reason.text.clone(),
        affects: "Amounts in this currency. Prices in US dollars are known.".to_owned(),
        remedy: Remedy::Wait,
        fix: "Retries automatically. Show amounts in another currency until then.".to_owned(),
        count: one.holdings,
        ..blank(IssueKind::Unpriced)
    }
}

fn stale(one: &StaleSource) -> Issue {
    let is_account = one.account.is_some();
    Issue {
        severity: Severity::Warn,
        title: one.name.clone(),
        code: one.code.clone(),
        cause: one.text.clone(),
        affects: "Counted at its last known value.".to_owned(),
        remedy: if is_account { Remedy::Refresh } else { Remedy::Wait },
        fix: if is_account {
            node_fix(&one.code).unwrap_or("Refresh to try again.").to_owned()
        } else {
            "Retries automatically.".to_owned()
        },
        chain: one.account.as_ref().map(|account| account.chain.clone()),
        address: one.account.as_ref().map(|account| account.address.to_string()),
        good_at: Some(one.as_of),
        ..blank(IssueKind::Stale)
    }
}

fn unpriced(one: &UnpricedHolding) -> Issue {
    let kind = match &one.gap {
        Gap::Unpriced(why) if why.held_back() => IssueKind::HeldPrice,
        Gap::Unpriced(_) => IssueKind::Unpriced,
        _ => IssueKind::Gap,
    };
    let (remedy, fix) = one.gap.remedy();
    Issue {
        severity: if kind == IssueKind::HeldPrice {
            Severity::Bad
        } else {
            Severity::Warn
        },
        title: format!("{} ({})", one.name, one.symbol),
        code: one.reason.code.to_owned(),
        cause: one.reason.text.clone(),
        affects: "Not in any total.".to_owned(),
        remedy,
        fix: fix.to_owned(),
        asset: Some(one.asset.clone()),
        chain: Some(one.account.chain.clone()),
        address: Some(one.account.address.to_string()),
        ..blank(kind)
    }
}

fn held_back(coverage: &Coverage) -> impl Iterator<Item = Issue> {
    coverage.held_back.iter().map(|one| Issue {
        severity: Severity::Warn,
        title: format!("{} ({})", one.name, one.symbol),
        code: one.reason.code.to_owned(),
        cause: format!("{}: {}", one.source_name, one.reason.text),
        affects: "Counted at the price that the other sources agree on.".to_owned(),
        fix: "No action needed. Its price is used again once it agrees with the others.".to_owned(),
        asset: Some(one.asset.clone()),
        ..blank(IssueKind::HeldPrice)
    })
}

fn not_looked_for(one: &NotLookedFor) -> Issue {
    if let Some(protocol) = &one.protocol {
        return unread_protocol(one, protocol);
    }
    let is_failure = one.code != UNLISTED_TOKENS;
    Issue {
        severity: Severity::Warn,
        title: "Unlisted tokens".to_owned(),
        code: one.code.clone(),
        cause: one.text.clone(),
        affects: "Tokens you hold there may be missing from your total.".to_owned(),
        remedy: Remedy::AddToken,
        fix: if is_failure {
            "Retries automatically. You can also add a token by its contract address.".to_owned()
        } else {
            "Add a token by its contract address.".to_owned()
        },
        chain: Some(one.chain.clone()),
        ..blank(IssueKind::NotLookedFor)
    }
}

fn unread_protocol(one: &NotLookedFor, protocol: &PositionPlace) -> Issue {
    Issue {
        severity: Severity::Warn,
        title: protocol.to_string(),
        code: one.code.clone(),
        cause: one.text.clone(),
        affects: "What could not be read is missing from your total.".to_owned(),
        fix: "Retries automatically.".to_owned(),
        chain: Some(one.chain.clone()),
        ..blank(IssueKind::UnreadProtocol)
    }
}

fn reading(accounts: u32) -> Option<Issue> {
    (accounts > 0).then(|| Issue {
        severity: Severity::Warn,
        title: if accounts == 1 {
            "Loading 1 account".to_owned()
        } else {
            format!("Loading {accounts} accounts")
        },
        code: "not_read_yet".to_owned(),
        cause: "Their first balances have not arrived yet.".to_owned(),
        affects: "Totals grow as balances arrive.".to_owned(),
        fix: "No action needed.".to_owned(),
        count: accounts,
        ..blank(IssueKind::Partial)
    })
}

fn blank(kind: IssueKind) -> Issue {
    Issue {
        kind,
        severity: Severity::Warn,
        title: String::new(),
        code: String::new(),
        cause: String::new(),
        affects: String::new(),
        remedy: Remedy::Wait,
        fix: String::new(),
        asset: None,
        chain: None,
        address: None,
        good_at: None,
        retry_at: None,
        count: 1,
    }
}
