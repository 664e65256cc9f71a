//! The rows of assets, each summed over all accounts, and the rows of hidden assets.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
};

use ports::{AccountId, Amount, AssetId, ChainId, PositionKind, PositionPlace, Ratio, Receipt, Timestamp};

use crate::{
    parallel,
    price::{Decision, Method},
    reason::Reason,
    valuation::{
        compute::{
            fold::Folded,
            gap::Gap,
            holding::{Holding, Outcome, known},
            protocol_part::ProtocolPart,
        },
        filter::{AssetSelection, Filter, PlaceSelection},
        inputs::{
            decimals::Assumption,
            types::{AccountInput, Inputs},
        },
        report::{
            ranking::{self, Group, NAMED_PLACES},
            rest::{Rest, left_over},
        },
        section::{InProtocol, SheetSection},
    },
};

/// An asset summed over all accounts.
#[derive(Clone, Debug)]
pub struct AssetLine {
    /// The group of assets that are the same on several chains.
    pub group: String,
    /// The asset of the largest part.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The position that the token is a receipt of, if known.
    pub receipt: Option<Receipt>,
    /// The sum of the quantities in whole units, if all are known.
    pub amount: Option<Amount>,
    /// The known value.
    pub value: Option<Amount>,
    /// The price of one whole unit of the largest part.
    pub price: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// Whether its price was set by the user.
    pub manual: bool,
    /// Warnings about the asset.
    pub flags: Vec<Reason>,
    /// Whether its value is below the dust limit.
    pub dust: bool,
    /// The holdings, the most valuable first.
    pub parts: Vec<OwnPart>,
    /// The holdings beyond the listed ones, combined.
    pub rest: Option<Rest>,
    /// One row per chain; empty if all of it is on one chain.
    pub chains: Vec<AssetOnChain>,
}

/// The decimals that a token list states for a token whose contract states none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumed {
    /// The decimals and the list that states them.
    pub assumption: Assumption,
    /// The quantity in whole units with these decimals, if it can be computed.
    pub amount: Option<Amount>,
    /// Whether the user accepted them, so that the holding counts.
    pub accepted: bool,
}

/// The part of an asset on one chain, over all wallets.
#[derive(Clone, Debug)]
pub struct AssetOnChain {
    /// The chain it concerns, if it concerns one.
    pub chain: ChainId,
    /// The asset of the largest part on the chain.
    pub asset: AssetId,
    /// The sum of the quantities in whole units, if all are known.
    pub amount: Option<Amount>,
    /// The known value.
    pub value: Option<Amount>,
    /// The price of one whole unit of the largest part on the chain.
    pub price: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
}

/// One holding of an asset, as its owner sees it.
#[derive(Clone, Debug)]
pub struct OwnPart {
    /// What visitors see as well.
    pub shown: Part,
    /// The decimals that a token list states, if the contract states none.
    pub assumed: Option<Assumed>,
    /// Whether the user added the token by its contract address.
    pub added: bool,
}

impl Deref for OwnPart {
    type Target = Part;

    fn deref(&self) -> &Part {
        &self.shown
    }
}

/// One holding of an asset, as everyone sees it. Nothing that only its owner may know belongs here.
#[derive(Clone, Debug)]
pub struct Part {
    /// The asset on its chain.
    pub asset: AssetId,
    /// Symbol of the asset on its chain; usually the same as that of the row.
    pub symbol: String,
    /// The position that the token is a receipt of, if known.
    pub receipt: Option<Receipt>,
    /// The position that it is; `None` for a balance.
    pub position: Option<(PositionPlace, PositionKind)>,
    /// Which amount of a position in a protocol it is; `None` elsewhere.
    pub leg: Option<InProtocol>,
    /// The account that holds it.
    pub account: AccountId,
    /// Name of the chain.
    pub chain_name: String,
    /// The wallet's label.
    pub label: String,
    /// Quantity in whole units, if known.
    pub amount: Option<Amount>,
    /// Quantity in the smallest unit, if the quantity in whole units is unknown.
    pub raw: Option<String>,
    /// The price of one whole unit.
    pub price: Option<Amount>,
    /// The value.
    pub value: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
    /// Why it has no value.
    pub reason: Option<Reason>,
    /// When the balance was read.
    pub as_of: Timestamp,
    /// The block number at which the balance was read.
    pub block: u64,
    /// Whether it is a coin, or a token on a token list.
    pub listed: bool,
    /// Whether that reading is old or a later one failed.
    pub stale: bool,
    /// Link to the account on a block explorer.
    pub explorer_url: Option<String>,
}

impl Part {
    /// Returns the filter that selects exactly this holding.
    #[must_use]
    pub fn filter(&self) -> Filter {
        let position = self.position.as_ref();
        Filter {
            asset: Some(AssetSelection::Asset(self.asset.clone())),
            chain: Some(self.account.chain.clone()),
            address: Some(self.account.address.clone()),
            wallet: None,
            kind: position.map(|(_, kind)| *kind),
            place: Some(PlaceSelection::of(position.map(|(place, _)| place))),
            section: self.leg.clone().map(SheetSection::of),
        }
    }
}

/// The accounts of a valuation, indexed by id.
type Accounts<'a> = BTreeMap<&'a AccountId, &'a AccountInput>;

/// Returns one row per asset, in the order of the groups.
pub fn asset_lines(inputs: &Inputs, folded: &Folded, groups: &[Group<'_>]) -> Vec<AssetLine> {
    let accounts = inputs.by_account();
    parallel::par_map(groups, |_, group| asset_line((inputs, &accounts), folded, group))
}

/// Returns the warnings about the assets of a row, each once.
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
    let part = |one: &&Holding| own_part(inputs, accounts.get(&one.account).copied(), folded, one);
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

/// Returns the sum of the quantities, if all are known.
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

fn own_part(inputs: &Inputs, account: Option<&AccountInput>, folded: &Folded, holding: &Holding) -> OwnPart {
    OwnPart {
        shown: part(inputs, account, folded, holding),
        assumed: assumed(inputs, holding),
        added: inputs.added.contains(&holding.asset),
    }
}

/// Returns a holding as everyone sees it.
pub fn part(inputs: &Inputs, account: Option<&AccountInput>, folded: &Folded, holding: &Holding) -> Part {
    let value = holding.valued().map(|valued| valued.amount());
    let reason = match &holding.outcome {
        Outcome::Gap(gap) => Some(gap.reason(inputs)),
        Outcome::Unconverted(why) => Some(why.reason(&inputs.conversion.currency)),
        Outcome::Valued { .. } | Outcome::Hidden(_) => None,
    };
    let explorer = inputs
        .chains
        .get(&holding.account.chain)
        .and_then(|chain| chain.explorer.as_ref())
        .map(|explorer| &explorer.address);
    Part {
        asset: holding.asset.clone(),
        symbol: inputs.symbol(&holding.asset),
        receipt: inputs.receipt(&holding.asset).cloned(),
        position: holding.position().map(|(place, kind)| (place.clone(), kind)),
        leg: holding.protocol.as_ref().and_then(ProtocolPart::selection),
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
        listed: inputs.is_listed(&holding.asset),
        stale: account.is_some_and(|one| one.failure.is_some() || one.is_old(inputs.at)),
        explorer_url: explorer.map(|pattern| pattern.replace("{}", holding.account.address.as_str())),
    }
}

/// Returns the decimals that a token list states, if the holding is counted with them or could be.
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

/// Returns the price of one whole unit in the report's currency. A holding can have a price and no value: the decimals
/// may be unknown, or the product may have too many digits.
pub fn price(inputs: &Inputs, holding: &Holding) -> Option<Amount> {
    match (&holding.outcome, inputs.decisions.get(&holding.asset)) {
        (Outcome::Valued { price, .. }, _) => inputs.conversion.of_dollars(*price),
        (Outcome::Gap(Gap::Unpriced(_)) | Outcome::Hidden(_), _) | (_, None | Some(Decision::Unpriced { .. })) => None,
        (Outcome::Gap(_) | Outcome::Unconverted(_), Some(Decision::Priced(priced))) => {
            inputs.conversion.of_dollars(priced.value)
        }
    }
}
