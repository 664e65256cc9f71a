//! A case: what a person holds, and what rules find in it.

use std::collections::BTreeMap;

use ports::{AccountId, Address, Amount, AssetId, ChainId, Currency, Owner, PositionKind, Timestamp, ValuationId};

use crate::{
    approval::ApprovalReport,
    insight::{HoldingWorth, InsightHolding, InsightView, NotEvaluated, OpenSubjects, UnreadInputs, arithmetic::total},
    valuation::Filter,
};

/// The moment of every case.
pub const AT: Timestamp = Timestamp::from_seconds(1_790_000_000);

/// What a rule is expected to do.
#[derive(Debug)]
pub enum Outcome {
    /// It finds nothing, and can evaluate everything.
    None,
    /// It cannot evaluate everything, for the reason with this code.
    Skipped(String),
    /// It finds something about this subject, with this figure and severity.
    Found(String, Amount, String),
}

/// What is expected of one rule.
#[derive(Debug)]
pub struct Expectation {
    /// The id of the rule.
    pub rule: String,
    /// What it does.
    pub outcome: Outcome,
}

/// A case.
pub struct Case {
    pub name: String,
    pub view: InsightView,
    pub open: OpenSubjects,
    pub expected: Vec<Expectation>,
}

fn user() -> Owner {
    Owner::User(serde_json::from_str("\"00000000-0000-7000-8000-000000000001\"").unwrap())
}

impl Case {
    /// Returns a case of nothing, of which everything is known except the history.
    pub fn new(name: &str) -> Self {
        let unknown = || NotEvaluated::new("history_incomplete", "Not stated by the case.");
        Self {
            name: name.to_owned(),
            view: InsightView {
                at: AT,
                currency: Currency::usd(),
                dollar: Some(Amount::ONE),
                valuation: (ValuationId([7; 16]), user()),
                net_worth: None,
                holdings: Vec::new(),
                positions: Vec::new(),
                prices: BTreeMap::new(),
                spam: 0,
                unread: UnreadInputs::default(),
                spending: Err(unknown()),
                earlier: [14, 30].map(|days| (days, Err(unknown()))).into(),
                costs: Ok(Vec::new()),
                missing_costs: Ok(0),
                approvals: ApprovalReport::default(),
                ending: BTreeMap::new(),
            },
            open: OpenSubjects::new(),
            expected: Vec::new(),
        }
    }

    /// Sets the net worth to the sum of everything, unless the case states one.
    pub fn finish(mut self) -> Self {
        let values = self.view.holdings.iter().filter_map(InsightHolding::value);
        self.view.net_worth = self.view.net_worth.or_else(|| total(values));
        self
    }
}

/// Returns the account on a chain.
pub fn account(chain: &str) -> AccountId {
    AccountId {
        chain: chain.parse().unwrap(),
        address: Address::evm([1; 20]),
    }
}

/// Returns the asset of a group on a chain.
pub fn asset(group: &str, chain: &str) -> AssetId {
    if let Some(code) = group.strip_prefix("cash:") {
        return AssetId::of_currency(code).unwrap();
    }
    let chain: ChainId = chain.parse().unwrap();
    let chain = if chain.is_exchange() { ChainId::evm(1) } else { chain };
    let byte = group
        .bytes()
        .fold(7u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    AssetId::erc20(&chain, &Address::evm([byte; 20]))
}

/// Returns a balance of a group that is worth something; the quantity equals the value.
pub fn holding(group: &str, chain: &str, value: Amount) -> InsightHolding {
    let (asset, account) = (asset(group, chain), account(chain));
    InsightHolding {
        filter: Filter {
            chain: Some(account.chain.clone()),
            ..Filter::default()
        },
        asset,
        group: group.to_owned(),
        underlying: group.to_owned(),
        symbol: group.to_uppercase(),
        chain_name: chain.to_owned(),
        account,
        place: None,
        kind: PositionKind::Regular,
        role: None,
        unlocks_at: None,
        quantity: Some(value),
        worth: HoldingWorth::Known(value),
        as_of: AT,
        is_listed: true,
    }
}
