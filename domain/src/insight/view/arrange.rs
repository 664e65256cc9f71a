//! Makes the view of rules from the report of a portfolio. Nothing is computed again.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, ChainId, PositionKind, Timestamp};

use crate::{
    approval::ApprovalReport,
    insight::{
        arithmetic::total,
        finding::NotEvaluated,
        view::{
            HoldingWorth, InsightHolding, InsightPosition, InsightPrice, InsightView, OLD_INPUT, UnreadInputs,
            spending::{EarlierHoldings, InsightCost, InsightSpending},
        },
    },
    price::{Considered, Method, Priced},
    spam::HideRule,
    valuation::{
        AssetLine, Coverage, Part, PortfolioReport, PositionLine, ProtocolLine, UNLISTED_TOKENS, UNREAD_PROTOCOL,
    },
};

/// What the ledger adds to the report of a portfolio.
pub struct LedgerPart {
    /// What was paid.
    pub spending: Result<InsightSpending, NotEvaluated>,
    /// What was held days ago.
    pub earlier: BTreeMap<u32, Result<EarlierHoldings, NotEvaluated>>,
    /// What is held and what it cost.
    pub costs: Result<Vec<InsightCost>, NotEvaluated>,
    /// How many costs are missing.
    pub missing_costs: Result<u32, NotEvaluated>,
    /// Why chains are ending, by chain.
    pub ending: BTreeMap<ChainId, String>,
}

/// Returns the view of a portfolio. `groups` has what the coins that receipts stand for have in common on several chains.
pub fn arrange(
    report: &PortfolioReport,
    groups: &BTreeMap<AssetId, String>,
    (at, approvals): (Timestamp, ApprovalReport),
    ledger: LedgerPart,
) -> InsightView {
    let prices = report
        .prices
        .iter()
        .map(|(asset, priced)| (asset.clone(), price(priced)));
    let prices: BTreeMap<AssetId, InsightPrice> = prices.collect();
    let unlocks = unlocks(report);
    let spam = report.hidden.iter().filter(|line| line.rule != HideRule::HiddenByYou);
    let context = HoldingContext {
        at,
        prices: &prices,
        groups,
        unlocks: &unlocks,
    };
    InsightView {
        at,
        currency: report.currency.clone(),
        dollar: report.dollar,
        valuation: (report.valuation, report.owner),
        net_worth: report.total,
        holdings: report.assets.iter().flat_map(|line| context.holdings(line)).collect(),
        positions: report.sheet.protocols.iter().flat_map(positions).collect(),
        spam: count(spam.count()),
        unread: unread(&report.coverage, at),
        spending: ledger.spending,
        earlier: ledger.earlier,
        costs: ledger.costs,
        missing_costs: ledger.missing_costs,
        approvals,
        ending: ledger.ending,
        prices,
    }
}

/// Returns a count, or the largest number.
pub fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn price(priced: &Priced) -> InsightPrice {
    let counted = priced.considered.iter().filter(|one| Considered::counts(one));
    let quotes = counted.filter_map(|one| Some((one.quote().source.to_string(), one.value?)));
    InsightPrice {
        price: priced.value,
        as_of: priced.as_of,
        is_manual: priced.method == Method::Manual,
        quotes: quotes.collect(),
    }
}

/// Returns when amounts in protocols can be withdrawn, by the text of the filter that selects them.
fn unlocks(report: &PortfolioReport) -> BTreeMap<String, Timestamp> {
    let positions = report.sheet.protocols.iter().flat_map(|line| &line.positions);
    let amounts = positions.flat_map(|position| &position.amounts);
    amounts
        .filter_map(|amount| Some((amount.part.filter().to_string(), amount.leg.as_ref()?.unlocks_at?)))
        .collect()
}

struct HoldingContext<'a> {
    at: Timestamp,
    prices: &'a BTreeMap<AssetId, InsightPrice>,
    groups: &'a BTreeMap<AssetId, String>,
    unlocks: &'a BTreeMap<String, Timestamp>,
}

impl HoldingContext<'_> {
    fn holdings<'a>(&'a self, line: &'a AssetLine) -> impl Iterator<Item = InsightHolding> + 'a {
        line.parts.iter().map(|part| self.holding(line, part))
    }

    fn holding(&self, line: &AssetLine, part: &Part) -> InsightHolding {
        let filter = part.filter();
        let receipt = part.receipt.as_ref();
        let underlying = receipt.map(|receipt| match self.groups.get(&receipt.of) {
            Some(group) => group.clone(),
            None => receipt.of.to_string(),
        });
        let of_position = part.position.as_ref().map(|(_, kind)| *kind);
        let kind = of_position.or_else(|| receipt.map(|receipt| receipt.kind));
        let in_protocol = part.leg.as_ref().map(|leg| leg.place.clone());
        InsightHolding {
            asset: part.asset.clone(),
            group: line.group.clone(),
            underlying: underlying.unwrap_or_else(|| line.group.clone()),
            symbol: part.symbol.clone(),
            account: part.account.clone(),
            chain_name: part.chain_name.clone(),
            place: in_protocol.or_else(|| receipt.map(|receipt| receipt.place.clone())),
            kind: kind.unwrap_or(PositionKind::Regular),
            role: part
                .leg
                .as_ref()
                .and_then(|leg| leg.leg.as_ref())
                .map(|(role, _)| *role),
            unlocks_at: self.unlocks.get(&filter.to_string()).copied(),
            quantity: part.amount,
            worth: self.worth(part),
            as_of: part.as_of,
            is_listed: part.listed,
            filter,
        }
    }

    fn worth(&self, part: &Part) -> HoldingWorth {
        let Some(value) = part.value else {
            return HoldingWorth::Unpriced;
        };
        let is_old = |at: Timestamp| self.at.since(at) > OLD_INPUT;
        let price = self.prices.get(&part.asset);
        let is_price_old = price.is_some_and(|price| !price.is_manual && is_old(price.as_of));
        if is_price_old || is_old(part.as_of) {
            return HoldingWorth::Old;
        }
        HoldingWorth::Known(value)
    }
}

fn positions(line: &ProtocolLine) -> impl Iterator<Item = InsightPosition> + '_ {
    line.positions.iter().map(move |position| {
        let debts = || position.amounts.iter().filter(|one| one.kind == PositionKind::Borrowed);
        InsightPosition {
            place: line.place.clone(),
            account: line.account.clone(),
            chain_name: line.chain_name.clone(),
            item: position.item.clone(),
            health: position.health,
            is_out_of_range: is_out_of_range(position),
            has_debt: debts().next().is_some(),
            value: position.value,
            debt: debt(position),
            impaired: line.impaired.clone(),
            as_of: line.as_of,
            is_old: line.stale,
            filter: line.filter_of(position),
            protocol_filter: line.filter(),
        }
    })
}

/// Positions within a range of prices are numbered. Other liquidity of one token, such as that of a pool with a single one, is not.
fn is_out_of_range(position: &PositionLine) -> bool {
    let is_numbered = position.item.as_ref().is_some_and(|item| item.starts_with('#'));
    is_numbered && position.is_one_sided
}

/// Returns what is owed; `None` where a part of it has no value.
fn debt(position: &PositionLine) -> Option<Amount> {
    let debts = position.amounts.iter().filter(|one| one.kind == PositionKind::Borrowed);
    let values: Option<Vec<Amount>> = debts.map(|one| one.part.value).collect();
    total(values?)
}

fn unread(coverage: &Coverage, at: Timestamp) -> UnreadInputs {
    let failed = coverage.failed.iter().filter(|source| source.account.is_some());
    let old = coverage.stale.iter().filter(|source| source.account.is_some());
    let old = old.filter(|source| at.since(source.as_of) > OLD_INPUT);
    UnreadInputs {
        failed: count(failed.count()),
        reading: coverage.reading,
        old: old.map(|source| (source.name.clone(), source.as_of)).collect(),
        differing: coverage.unreconciled.differing,
        caveats: caveats(coverage),
    }
}

fn caveats(coverage: &Coverage) -> Vec<String> {
    let mut caveats: Vec<String> = Vec::new();
    let of_code = |code: &'static str| coverage.not_looked_for.iter().filter(move |one| one.code == code);
    match of_code(UNLISTED_TOKENS).count() {
        0 => {}
        1 => caveats.push("On 1 network tokens that no list has are not detected.".to_owned()),
        networks => caveats.push(format!(
            "On {networks} networks tokens that no list has are not detected."
        )),
    }
    for one in of_code(UNREAD_PROTOCOL) {
        if let Some(place) = &one.protocol {
            caveats.push(format!("{place} on {} was not read.", one.chain_name));
        }
    }
    let others = coverage.not_looked_for.iter();
    let others = others.filter(|one| one.code != UNLISTED_TOKENS && one.code != UNREAD_PROTOCOL);
    match others.count() {
        0 => {}
        1 => caveats.push("On 1 network a list of tokens did not answer.".to_owned()),
        networks => caveats.push(format!("On {networks} networks a list of tokens did not answer.")),
    }
    match coverage.unread.len() {
        0 => {}
        1 => caveats.push("1 wallet is not read.".to_owned()),
        wallets => caveats.push(format!("{wallets} wallets are not read.")),
    }
    caveats
}
