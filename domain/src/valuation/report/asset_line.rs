//! What is held of each asset, over all places, and what is hidden.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Amount, AssetId, ChainId, Ratio, Receipt, Timestamp};

use crate::{
    parallel,
    price::{Decision, Method},
    reason::Reason,
    spam::HideRule,
    valuation::{
        compute::{
            fold::Folded,
            gap::Gap,
            holding::{Holding, Outcome, known},
            labels,
        },
        inputs::{
            decimals::Assumption,
            types::{AccountInput, Inputs},
        },
        report::ranking::{self, Group, NAMED_ASSETS, NAMED_PLACES},
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
    /// What position elsewhere it is the receipt of, where that is known.
    pub receipt: Option<Receipt>,
    /// The sum of the quantities, where all are known.
    pub amount: Option<Amount>,
    /// The money that is known.
    pub value: Option<Amount>,
    /// The price of one whole unit of the largest part.
    pub price: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
    /// Whether a person set its price.
    pub manual: bool,
    /// What is odd about it.
    pub flags: Vec<Reason>,
    /// Whether it is worth next to nothing.
    pub dust: bool,
    /// Each holding, the most valuable first.
    pub parts: Vec<Part>,
    /// The places beyond the named ones.
    pub rest: Option<Rest>,
    /// By chain; empty where all of it lies on one.
    pub chains: Vec<AssetOnChain>,
}

/// The decimals that a list states for a token whose contract states none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// What the list states.
    pub assumption: Assumption,
    /// How much the holding is by that, in whole units, where it can be computed.
    pub amount: Option<Amount>,
    /// Whether the person accepted it, so that the holding is counted by it.
    pub accepted: bool,
}

/// What of an asset lies on one chain, over all wallets.
#[derive(Clone, Debug)]
pub struct AssetOnChain {
    /// Where.
    pub chain: ChainId,
    /// The asset of the largest part there.
    pub asset: AssetId,
    /// The sum of the quantities, where all are known.
    pub amount: Option<Amount>,
    /// The money that is known.
    pub value: Option<Amount>,
    /// Dollars for one whole unit of the largest part there.
    pub price: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
}

/// A holding of an asset line.
#[derive(Clone, Debug)]
pub struct Part {
    /// The decimals that a list states, where the contract states none.
    pub assumed: Option<Assumed>,
    /// The asset on this chain.
    pub asset: AssetId,
    /// Its own symbol: that of the line where it is the same.
    pub symbol: String,
    /// What position elsewhere it is the receipt of, where that is known.
    pub receipt: Option<Receipt>,
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
    /// The price of one whole unit.
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
    /// Whether the person added it by its contract address.
    pub added: bool,
    /// Whether it is a coin, or a token that a list names.
    pub listed: bool,
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

/// What a ranking leaves over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Beyond so many.
    pub after: u16,
    /// How many are left over.
    pub count: usize,
    /// What they are worth together.
    pub value: Option<Amount>,
    /// Of everything that is priced.
    pub share: Option<Ratio>,
}

/// What is worth next to nothing, together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dust {
    /// How many assets.
    pub count: usize,
    /// What they are worth together; `None` when there are none.
    pub value: Option<Amount>,
}

/// The accounts of a valuation, to look up.
type Accounts<'a> = BTreeMap<&'a AccountId, &'a AccountInput>;

/// By asset, in the order of the groups.
pub fn asset_lines(inputs: &Inputs, folded: &Folded, groups: &[Group<'_>]) -> Vec<AssetLine> {
    let accounts = inputs.by_account();
    parallel::par_map(groups, |_, group| asset_line((inputs, &accounts), folded, group))
}

/// The assets beyond the named ones; `None` when all are named.
pub fn rest_of_assets(folded: &Folded, groups: &[Group<'_>]) -> Option<Rest> {
    let rest: Vec<_> = ranking::rest_of_assets(groups, NAMED_ASSETS).collect();
    let holdings = rest.iter().flat_map(|group| group.holdings.iter().copied());
    left_over(folded, NAMED_ASSETS, rest.len(), known(holdings))
}

/// The assets that are dust.
pub fn dust(groups: &[Group<'_>]) -> Dust {
    let dust = || groups.iter().filter(|group| group.is_dust());
    Dust {
        count: dust().count(),
        value: known(dust().flat_map(|group| group.holdings.iter().copied())),
    }
}

fn left_over(folded: &Folded, after: u16, count: usize, value: Option<Amount>) -> Option<Rest> {
    (count > 0).then(|| Rest {
        after,
        count,
        value,
        share: folded.share(value),
    })
}

/// What is odd about the assets of a line, each thing once.
fn flags(inputs: &Inputs, group: &Group<'_>) -> Vec<Reason> {
    let mut flags: Vec<Reason> = Vec::new();
    for flag in group.holdings.iter().filter_map(|one| inputs.flags.get(&one.asset)) {
        if !flags.contains(flag) {
            flags.push(flag.clone());
        }
    }
    flags
}

fn asset_line((inputs, accounts): (&Inputs, &Accounts<'_>), folded: &Folded, group: &Group<'_>) -> AssetLine {
    let part = |one: &&Holding| part(inputs, accounts.get(&one.account).copied(), folded, one);
    let parts: Vec<_> = group.holdings.iter().map(part).collect();
    let asset = parts[0].asset.clone();
    let manual =
        matches!(inputs.decisions.get(&asset), Some(Decision::Priced(priced)) if priced.method == Method::Manual);
    let others: Vec<_> = ranking::rest_of_places(group, NAMED_PLACES).collect();
    let share = match parts.as_slice() {
        [one] => one.share,
        _ => folded.share(group.value),
    };
    AssetLine {
        group: group.name.to_owned(),
        symbol: inputs.symbol(&group.plainest),
        name: inputs.name(&group.plainest),
        receipt: inputs
            .receipt_of_all(group.holdings.iter().map(|one| &one.asset))
            .cloned(),
        amount: quantity(&group.holdings),
        value: group.value,
        price: parts[0].price,
        share,
        manual,
        flags: flags(inputs, group),
        dust: group.is_dust(),
        rest: left_over(folded, NAMED_PLACES, others.len(), known(others.into_iter())),
        chains: on_chains(inputs, folded, group),
        asset,
        parts,
    }
}

/// The sum of the quantities, where all are known.
fn quantity(holdings: &[&Holding]) -> Option<Amount> {
    let mut quantities = holdings.iter().map(|holding| holding.quantity);
    quantities.try_fold(Amount::ZERO, |total, quantity| total.add(quantity?).ok())
}

fn on_chains(inputs: &Inputs, folded: &Folded, group: &Group<'_>) -> Vec<AssetOnChain> {
    let chains: BTreeSet<_> = group.holdings.iter().map(|holding| &holding.account.chain).collect();
    if chains.len() < 2 {
        return Vec::new();
    }
    let on = |chain: &ChainId| {
        let held = group.holdings.iter().copied();
        let held: Vec<_> = held.filter(|holding| holding.account.chain == *chain).collect();
        let value = known(held.iter().copied());
        AssetOnChain {
            chain: chain.clone(),
            asset: held[0].asset.clone(),
            amount: quantity(&held),
            value,
            price: price(inputs, held[0]),
            share: folded.share(value),
        }
    };
    chains.into_iter().map(on).collect()
}

fn part(inputs: &Inputs, account: Option<&AccountInput>, folded: &Folded, holding: &Holding) -> Part {
    let value = holding.valued().map(|valued| valued.amount());
    let reason = match &holding.outcome {
        Outcome::Gap(gap) => Some(labels::reason(inputs, gap)),
        Outcome::Unconverted(why) => Some(labels::no_money(inputs, *why)),
        Outcome::Valued { .. } | Outcome::Hidden(_) => None,
    };
    let explorer = inputs
        .chains
        .get(&holding.account.chain)
        .and_then(|chain| chain.explorer.as_ref())
        .map(|explorer| &explorer.address);
    Part {
        assumed: assumed(inputs, holding),
        asset: holding.asset.clone(),
        symbol: inputs.symbol(&holding.asset),
        receipt: inputs.receipt(&holding.asset).cloned(),
        account: holding.account.clone(),
        chain_name: inputs.chain_name(&holding.account.chain),
        label: account.map_or_else(
            || holding.account.address.short(),
            |one| inputs.wallet_label(one).to_owned(),
        ),
        amount: holding.quantity,
        raw: if holding.quantity.is_none() {
            holding.raw.clone()
        } else {
            None
        },
        price: price(inputs, holding),
        value,
        share: folded.share(value),
        reason,
        as_of: holding.as_of,
        block: holding.block,
        added: inputs.added.contains(&holding.asset),
        listed: inputs.is_listed(&holding.asset),
        stale: account.is_some_and(|one| one.failure.is_some() || one.is_old(inputs.at)),
        explorer_url: explorer.map(|pattern| pattern.replace("{}", holding.account.address.as_str())),
    }
}

/// The decimals that a list states, where the holding is counted by them or would be.
pub fn assumed(inputs: &Inputs, holding: &Holding) -> Option<Assumed> {
    let (assumption, amount, accepted) = match &holding.outcome {
        Outcome::Gap(Gap::DecimalsAssumed(assumption, amount)) => (assumption, *amount, false),
        _ if inputs.accepted.contains_key(&holding.asset) => {
            (inputs.assumptions.get(&holding.asset)?, holding.quantity, true)
        }
        _ => return None,
    };
    Some(Assumed {
        assumption: assumption.clone(),
        amount,
        accepted,
    })
}

/// The price of one whole unit, in the currency. A holding may lack a value though its price is known: the decimals are
/// missing, or the product is too long.
pub fn price(inputs: &Inputs, holding: &Holding) -> Option<Amount> {
    match (&holding.outcome, inputs.decisions.get(&holding.asset)) {
        (Outcome::Valued { price, .. }, _) => inputs.conversion.of_dollars(*price),
        (Outcome::Gap(Gap::Unpriced(_)) | Outcome::Hidden(_), _) | (_, None | Some(Decision::Unpriced { .. })) => None,
        (Outcome::Gap(_) | Outcome::Unconverted(_), Some(Decision::Priced(priced))) => {
            inputs.conversion.of_dollars(priced.value)
        }
    }
}

/// A holding as one that is left out on purpose, if it is.
pub fn hidden_line(inputs: &Inputs, holding: &Holding) -> Option<HiddenLine> {
    let Outcome::Hidden(rule) = &holding.outcome else {
        return None;
    };
    Some(HiddenLine {
        asset: holding.asset.clone(),
        symbol: inputs.symbol(&holding.asset),
        name: inputs.name(&holding.asset),
        account: holding.account.clone(),
        amount: holding.quantity,
        rule: rule.clone(),
    })
}
