//! What is held of each asset, over all places, and what is hidden.

use std::collections::BTreeMap;

use ports::{AccountId, Amount, AssetId, Ratio, Timestamp};

use crate::{
    price::{Decision, Method},
    valuation::{
        fold::Folded,
        holding::{Gap, Holding, Outcome, known},
        inputs::{HideRule, Inputs, OLD_READING},
        record::Reason,
        words,
    },
};

/// An asset over all places.
#[derive(Clone, Debug)]
pub struct AssetLine {
    /// The group: the same thing on other chains.
    pub group: String,
    /// The asset of the largest part.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// The sum of the quantities, where all are known.
    pub amount: Option<Amount>,
    /// The money that is known.
    pub value: Option<Amount>,
    /// Dollars for one whole unit of the largest part.
    pub price: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Whether a person set its price.
    pub manual: bool,
    /// Each holding.
    pub parts: Vec<Part>,
}

/// A holding of an asset line.
#[derive(Clone, Debug)]
pub struct Part {
    /// The asset on this chain.
    pub asset: AssetId,
    /// Where it lies.
    pub account: AccountId,
    /// Name of the chain.
    pub chain_name: String,
    /// What the person calls the wallet.
    pub label: String,
    /// How much, in whole units.
    pub amount: Option<Amount>,
    /// How much, in the smallest unit, where whole units are not known.
    pub raw: Option<String>,
    /// Dollars for one whole unit.
    pub price: Option<Amount>,
    /// The money.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Why it has no value.
    pub reason: Option<Reason>,
    /// When the balance was read.
    pub as_of: Timestamp,
    /// At which block.
    pub block: u64,
    /// Whether that reading is old or a later one failed.
    pub stale: bool,
    /// Where a person can check the balance.
    pub explorer_url: Option<String>,
}

/// A holding that is left out on purpose.
#[derive(Clone, Debug)]
pub struct HiddenLine {
    /// What.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Where.
    pub account: AccountId,
    /// How much.
    pub amount: Option<Amount>,
    /// Why.
    pub rule: HideRule,
}

/// By asset, most valuable first, those without a value last.
pub fn asset_lines(inputs: &Inputs, folded: &Folded) -> Vec<AssetLine> {
    let mut groups: BTreeMap<&str, Vec<&Holding>> = BTreeMap::new();
    let shown = folded
        .holdings
        .iter()
        .filter(|holding| !matches!(holding.outcome, Outcome::Hidden(_)));
    shown.for_each(|holding| groups.entry(&holding.group).or_default().push(holding));
    let mut lines: Vec<_> = groups
        .into_iter()
        .map(|(group, parts)| asset_line(inputs, folded, group, parts))
        .collect();
    lines.sort_by(|a, b| {
        b.value
            .cmp(&a.value)
            .then_with(|| a.symbol.cmp(&b.symbol))
            .then_with(|| a.group.cmp(&b.group))
    });
    lines
}

fn asset_line(inputs: &Inputs, folded: &Folded, group: &str, mut holdings: Vec<&Holding>) -> AssetLine {
    let money = |holding: &Holding| holding.valued().map(|valued| valued.amount());
    holdings.sort_by(|a, b| money(b).cmp(&money(a)).then_with(|| a.account.cmp(&b.account)));
    let parts: Vec<_> = holdings.iter().map(|holding| part(inputs, folded, holding)).collect();
    let value = known(holdings.iter().copied());
    let asset = holdings[0].asset.clone();
    let manual =
        matches!(inputs.decisions.get(&asset), Some(Decision::Priced(priced)) if priced.method == Method::Manual);
    let plainest = inputs
        .plainest(holdings.iter().map(|holding| &holding.asset))
        .unwrap_or(&asset);
    AssetLine {
        group: group.to_owned(),
        symbol: inputs.symbol(plainest),
        name: inputs.name(plainest),
        amount: parts
            .iter()
            .try_fold(Amount::ZERO, |total, part| total.add(part.amount?).ok()),
        value,
        price: parts[0].price,
        share: folded.share(value),
        manual,
        asset,
        parts,
    }
}

fn part(inputs: &Inputs, folded: &Folded, holding: &Holding) -> Part {
    let account = inputs.accounts.iter().find(|one| one.id == holding.account);
    let (price, value, reason) = match &holding.outcome {
        Outcome::Valued { value, price } => (Some(*price), Some(value.amount()), None),
        Outcome::Gap(gap) => (gap_price(inputs, holding, gap), None, Some(words::reason(inputs, gap))),
        Outcome::Hidden(_) => (None, None, None),
    };
    let explorer = inputs
        .chains
        .get(&holding.account.chain)
        .map(|chain| &chain.explorer.address);
    Part {
        asset: holding.asset.clone(),
        account: holding.account.clone(),
        chain_name: inputs.chain_name(&holding.account.chain),
        label: account.map_or_else(|| holding.account.address.short(), |one| one.label.clone()),
        amount: holding.quantity,
        raw: if holding.quantity.is_none() {
            holding.raw.clone()
        } else {
            None
        },
        price,
        value,
        share: folded.share(value),
        reason,
        as_of: holding.read_at,
        block: holding.block,
        stale: account.is_some_and(|one| one.failure.is_some() || inputs.at.since(holding.read_at) > OLD_READING),
        explorer_url: explorer.map(|pattern| pattern.replace("{}", holding.account.address.as_str())),
    }
}

/// A holding may lack a value though its price is known: the decimals are missing, or the product is too long.
fn gap_price(inputs: &Inputs, holding: &Holding, gap: &Gap) -> Option<Amount> {
    match (gap, inputs.decisions.get(&holding.asset)) {
        (Gap::Unpriced(_), _) | (_, None | Some(Decision::Unpriced { .. })) => None,
        (_, Some(Decision::Priced(priced))) => Some(priced.value),
    }
}

/// A holding as one that is left out on purpose, if it is.
pub fn hidden_line(inputs: &Inputs, holding: &Holding) -> Option<HiddenLine> {
    let Outcome::Hidden(rule) = holding.outcome else {
        return None;
    };
    Some(HiddenLine {
        asset: holding.asset.clone(),
        symbol: inputs.symbol(&holding.asset),
        name: inputs.name(&holding.asset),
        account: holding.account.clone(),
        amount: holding.quantity,
        rule,
    })
}
