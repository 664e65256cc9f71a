//! The texts of explanations: the label and detail of each step. Nothing is computed here.

use ports::{Amount, AssetId, Currency, Fixing, RawAmount, Snapshot};

use crate::{
    currency::{self, ConversionBasis, NoRate},
    price::{Considered, Decision, Method, Priced},
    spam::HideRule,
    trace::{Measure, Node, NodeBlock, NodeSource, NodeSubject, Operation},
    valuation::{
        compute::{gap::Gap, held::HeldAmount, raw_answer},
        inputs::{decimals::Assumption, moved::MovedEntry, types::Inputs},
    },
};

/// What the line of a holding begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The wallet, if a line above names the asset.
    Wallet,
    /// The asset, if no line above names it.
    Asset,
}

/// Returns the node of a holding, without its value.
pub fn holding(inputs: &Inputs, snapshot: &Snapshot, held: HeldAmount<'_>, lead: Lead) -> Node {
    let position = held
        .position
        .map(|one| format!(", {}: {}", one.place, one.kind.name().to_lowercase()));
    node(inputs, snapshot, held.asset, lead, &position.unwrap_or_default())
}

/// Returns the node of an asset in an account. `position` is the end of the line of what is not simply held.
fn node(inputs: &Inputs, snapshot: &Snapshot, asset: &AssetId, lead: Lead, position: &str) -> Node {
    let chain = inputs.chain_name(&snapshot.account.chain);
    let place = format!("{} on {chain}", wallet_label(inputs, snapshot));
    let (label, detail, subject) = match lead {
        Lead::Wallet => {
            let symbol = symbol(inputs, asset);
            (wallet_label(inputs, snapshot), format!("{symbol} on {chain}"), symbol)
        }
        Lead::Asset => (name(inputs, asset), place.clone(), name(inputs, asset)),
    };
    let receipt = inputs
        .receipt(asset)
        .map(|receipt| format!(", receipt for {}", receipt.words));
    let mut node = Node::new(Operation::Product, label, inputs.conversion.currency.as_str());
    let added = if inputs.added.contains(asset) {
        ", added by you"
    } else {
        ""
    };
    let rest = position.to_owned() + &receipt.unwrap_or_default() + added;
    node.subject = Some(NodeSubject {
        label: subject,
        place: Some(place + &rest),
    });
    node.detail = Some(detail + &rest);
    node
}

/// Returns the name of an asset. A token that is hidden as spam is named by its contract: its own name advertises a
/// website or imitates another token and must not be shown or copied.
pub fn name(inputs: &Inputs, asset: &AssetId) -> String {
    spam_name(inputs, asset).unwrap_or_else(|| inputs.name(asset))
}

/// Returns the symbol of an asset; the shortened contract for a token that is hidden as spam.
fn symbol(inputs: &Inputs, asset: &AssetId) -> String {
    spam_name(inputs, asset).unwrap_or_else(|| inputs.symbol(asset))
}

fn spam_name(inputs: &Inputs, asset: &AssetId) -> Option<String> {
    let rule = inputs.hidden.get(asset)?;
    let contract = asset.contract().or_else(|| asset.minted_by());
    (*rule != HideRule::HiddenByYou)
        .then(|| contract.map_or_else(|| "Token".to_owned(), |contract| format!("Token {}", contract.short())))
}

/// Returns the node of a token whose balance could not be read.
pub fn unreadable(inputs: &Inputs, snapshot: &Snapshot, asset: &AssetId, lead: Lead) -> Node {
    let mut node = node(inputs, snapshot, asset, lead, "");
    node.operation = Operation::Gap;
    node.unit = symbol(inputs, asset);
    node.measuring(Measure::Quantity)
}

fn wallet_label(inputs: &Inputs, snapshot: &Snapshot) -> String {
    let own = inputs.accounts.iter().find(|one| one.id == snapshot.account);
    own.map_or_else(|| snapshot.account.address.short(), |one| one.label.clone())
}

/// States in a node where it was read: at a block by a node, or with a key at an exchange, which has no blocks.
fn read_from(inputs: &Inputs, snapshot: &Snapshot, node: &mut Node) {
    let chain = &snapshot.account.chain;
    let name = inputs.chain_name(chain);
    let is_exchange = inputs.chains.get(chain).is_some_and(|row| row.exchange().is_some());
    if is_exchange {
        node.detail = Some("as the exchange states it".to_owned());
    } else {
        node.detail = Some(format!("block {}", snapshot.block.number));
        node.block = Some(block(inputs, snapshot));
    }
    node.source = Some(NodeSource {
        id: snapshot.source.clone(),
        name: if is_exchange { name } else { format!("{name} node") },
        host: Some(snapshot.host.clone()).filter(|host| !host.is_empty()),
    });
}

/// Returns the node of a quantity, with the block at which it was read.
pub fn quantity(inputs: &Inputs, snapshot: &Snapshot, held: HeldAmount<'_>, quantity: Option<Amount>) -> Node {
    let unit = symbol(inputs, held.asset);
    let mut node = Node::new(Operation::Observation, "Quantity", unit).measuring(Measure::Quantity);
    node.value = quantity;
    node.observed_at = Some(snapshot.as_of());
    read_from(inputs, snapshot, &mut node);
    if let Some((_, leg)) = held.protocol {
        let (block, function) = (snapshot.block.number, &leg.function);
        node.detail = Some(format!("block {block}, {function} of {}", leg.contract.short()));
    }
    let assumed = inputs.assumptions.get(held.asset);
    let assumed = assumed.filter(|one| held.decimals.is_none() || one.before.is_some());
    let accepted = assumed.filter(|_| inputs.accepted.contains_key(held.asset));
    if let Some(Assumption { decimals, by, .. }) = accepted {
        let block = snapshot.block.number;
        node.detail = Some(format!(
            "block {block}, {decimals} decimals as {by} states, accepted by you"
        ));
    }
    node.raw = Some(raw_answer::quantity(snapshot, held, assumed));
    node
}

/// Returns the node of a quantity before what moved since, without its parts.
pub fn quantity_before(inputs: &Inputs, asset: &AssetId, quantity: Option<Amount>) -> Node {
    let unit = symbol(inputs, asset);
    let mut node = Node::new(Operation::Sum, "Quantity at that time", unit).measuring(Measure::Quantity);
    node.value = quantity;
    node.detail = Some("the balance without what moved since".to_owned());
    node
}

/// Returns the node of what one transaction moved: subtracted where it arrived, added where it left.
pub fn movement(
    inputs: &Inputs,
    snapshot: &Snapshot,
    asset: &AssetId,
    entry: &MovedEntry,
    in_units: impl Fn(RawAmount) -> Option<Amount>,
) -> Node {
    let label = match (entry.arrived.is_zero(), entry.left.is_zero()) {
        (false, true) => "Arrived since",
        (true, _) => "Left since",
        (false, false) => "Moved since",
    };
    let unit = symbol(inputs, asset);
    let mut node = Node::new(Operation::Observation, label, unit).measuring(Measure::Quantity);
    let (left, arrived) = (in_units(entry.left), in_units(entry.arrived));
    node.value = left.zip(arrived).and_then(|(left, arrived)| left.sub(arrived).ok());
    node.detail = Some(format!("transaction {}", entry.transaction));
    node.observed_at = Some(entry.time);
    node.raw = Some(raw_answer::movement(snapshot, asset, entry));
    node
}

fn block(inputs: &Inputs, snapshot: &Snapshot) -> NodeBlock {
    let explorer = inputs
        .chains
        .get(&snapshot.account.chain)
        .and_then(|chain| chain.explorer.as_ref())
        .map(|explorer| &explorer.address);
    NodeBlock {
        number: snapshot.block.number,
        hash: snapshot.block.hash.clone(),
        time: snapshot.block.time,
        url: explorer.map(|pattern| pattern.replace("{}", snapshot.account.address.as_str())),
    }
}

/// Returns the node of a price, without its quotes.
pub fn price(inputs: &Inputs, asset: &AssetId, decision: &Decision) -> Node {
    match decision {
        Decision::Priced(priced) => decided(inputs, asset, priced),
        Decision::Unpriced { reason, .. } => {
            let mut node = Node::new(Operation::Gap, "Price", "USD").measuring(Measure::Price);
            node.reason = Some(inputs.unpriced_reason(reason));
            node
        }
    }
}

fn decided(inputs: &Inputs, asset: &AssetId, priced: &Priced) -> Node {
    let counted = priced.considered.iter().filter(|one| Considered::counts(one)).count();
    let (operation, label) = match priced.method {
        Method::Manual => (Operation::Constant, "Price set by you".to_owned()),
        Method::Median if counted == 1 => (Operation::Average, "Price: one source".to_owned()),
        Method::Median if counted == 2 => (Operation::Average, "Price: average of 2 sources".to_owned()),
        Method::Median => (Operation::Median, format!("Price: median of {counted} sources")),
    };
    let mut node = Node::new(operation, label, "USD").measuring(Measure::Price);
    node.value = Some(priced.value);
    node.detail = match priced.spread {
        Some(spread) => Some(format!("spread {}%", spread.percent(2))),
        None => Some(format!("for 1 {}", inputs.symbol(asset))),
    };
    node.observed_at = Some(priced.as_of);
    node
}

/// Returns the node of the rate for dollars, which are not converted.
pub fn no_conversion() -> Node {
    let mut node = Node::new(Operation::Constant, "Rate", "USD").measuring(Measure::Rate);
    node.value = Some(Amount::ONE);
    node.detail = Some("No conversion needed".to_owned());
    node
}

/// Returns the node of a missing rate.
pub fn no_rate(inputs: &Inputs, why: NoRate) -> Node {
    let mut node = Node::new(Operation::Gap, "Rate", inputs.conversion.currency.as_str()).measuring(Measure::Rate);
    node.reason = Some(why.reason(&inputs.conversion.currency));
    node.subject = Some(NodeSubject {
        label: node.label.clone(),
        place: None,
    });
    node
}

/// Returns the node of a rate, in units of the currency for one dollar, without its factors.
pub fn rate(inputs: &Inputs) -> Node {
    let mut node = Node::new(Operation::Quotient, "Rate", inputs.conversion.currency.as_str()).measuring(Measure::Rate);
    node.value = inputs.conversion.of_dollars(Amount::ONE);
    node.detail = Some(match &inputs.conversion.basis {
        ConversionBasis::Fixing(fixing) => format!("for 1 USD, rates of {}", fixing.day),
        ConversionBasis::Coin(..) | ConversionBasis::Same | ConversionBasis::Missing(_) => "for 1 USD".to_owned(),
    });
    node
}

/// Returns the node of the units of a currency for one euro, as published by its source for a day.
pub fn per_euro(inputs: &Inputs, fixing: &Fixing, currency: &Currency) -> Node {
    if *currency == Currency::eur() {
        let mut node = Node::new(Operation::Constant, "EUR for 1 EUR", "EUR").measuring(Measure::Rate);
        node.value = Some(Amount::ONE);
        return node;
    }
    let mut node = Node::new(
        Operation::Observation,
        format!("{currency} for 1 EUR"),
        currency.as_str(),
    )
    .measuring(Measure::Rate);
    let name = inputs.source_name(&fixing.source);
    node.value = currency::per_euro(fixing, currency).map(ports::Price::amount);
    node.detail = Some(format!("{name}, {}", fixing.day));
    node.source = Some(NodeSource {
        id: fixing.source.clone(),
        name,
        host: None,
    });
    node.observed_at = Some(currency::fixed_at(fixing.day));
    node.raw = Some(raw_answer::per_euro(fixing, currency, node.value));
    node
}

/// Returns the node of one unit of the coin that amounts are shown in.
pub fn one_coin(inputs: &Inputs) -> Node {
    let code = inputs.conversion.currency.as_str();
    let mut node = Node::new(Operation::Constant, format!("1 {code}"), code).measuring(Measure::Rate);
    node.value = Some(Amount::ONE);
    node
}

/// Marks the node of a holding as not counted.
pub fn turn_into_gap(node: &mut Node, inputs: &Inputs, gap: &Gap) {
    node.operation = Operation::Gap;
    node.reason = Some(gap.reason(inputs));
}

/// Marks the node of a priced holding as not convertible to the currency.
pub fn turn_into_unconverted(node: &mut Node, inputs: &Inputs, why: NoRate) {
    node.operation = Operation::Gap;
    node.reason = Some(why.reason(&inputs.conversion.currency));
}

/// Marks the node of a holding as hidden.
pub fn turn_into_hidden(node: &mut Node, rule: &HideRule) {
    node.operation = Operation::Hidden;
    node.reason = Some(rule.reason());
}
