//! The texts of explanations about quotes and unused prices.

use ports::{Amount, AssetId, quote::QuoteAnswer};

use crate::{
    price::{Considered, QuoteStatus, Unit},
    trace::{Measure, Node, NodeSource, Operation},
    valuation::{compute::raw_answer, inputs::types::Inputs},
};

/// Returns whether the dollar price of a quote is computed from several factors.
pub fn is_converted(one: &Considered) -> bool {
    one.value.is_some() && (one.dollar_quote.redeemed.is_some() || matches!(one.dollar_quote.unit, Unit::Priced(..)))
}

/// The decision that a quote is part of.
#[derive(Clone, Copy)]
pub struct Decided {
    /// The price that the other quotes agree on, if they do.
    pub value: Option<Amount>,
    /// How many quotes count. Only a median of three or more selects a quote; the average of two does not.
    pub counted: usize,
}

/// Returns the node of a quote.
pub fn quote(inputs: &Inputs, one: &Considered, decided: Decided) -> Node {
    let mut node = Node::new(Operation::Observation, "", "USD").measuring(Measure::Price);
    describe(&mut node, inputs, one, decided.value);
    node.chosen = one.status == QuoteStatus::Chosen && decided.counted >= 3;
    node.value = one.value;
    node
}

/// Returns the node of a quote that is converted to dollars, without its factors.
pub fn converted(inputs: &Inputs, one: &Considered, decided: Decided) -> Node {
    let mut node = quote(inputs, one, decided);
    node.operation = Operation::Product;
    node
}

/// Returns the node of the price that the source stated, in its own unit.
pub fn source_price(inputs: &Inputs, one: &Considered) -> Node {
    let unit = match &one.dollar_quote.unit {
        Unit::Dollar => "USD".to_owned(),
        Unit::Priced(unit, _) | Unit::Unpriced(unit) => inputs.symbol(unit),
    };
    let market = one.quote().market.as_ref().map(|market| market.name.clone());
    let label = market.map_or_else(|| "Quote".to_owned(), |name| format!("Market {name}"));
    let mut node = Node::new(Operation::Observation, label, unit).measuring(Measure::Price);
    node.value = match &one.quote().answer {
        QuoteAnswer::Price { price, .. } => Some(price.amount()),
        QuoteAnswer::WorthZero => Some(Amount::ZERO),
        QuoteAnswer::NotListed | QuoteAnswer::Unusable { .. } => None,
    };
    node.observed_at = Some(one.quote().source_time);
    node
}

/// Returns the node of the agreed price of a quote's unit.
pub fn unit(inputs: &Inputs, unit: &AssetId, price: Amount) -> Node {
    let label = format!("Price of {}", inputs.symbol(unit));
    let mut node = Node::new(Operation::Constant, label, "USD").measuring(Measure::Price);
    node.value = Some(price);
    node.detail = Some("from sources that quote in dollars".to_owned());
    node
}

/// Returns the node of the fixed ratio between the asset and its redemption target.
pub fn ratio(inputs: &Inputs, target: &AssetId, ratio: Amount) -> Node {
    let label = format!("{} for 1", inputs.symbol(target));
    let mut node = Node::new(Operation::Constant, label, "").measuring(Measure::Number);
    node.value = Some(ratio);
    node.detail = Some("fixed ratio of a contract".to_owned());
    node
}

fn describe(node: &mut Node, inputs: &Inputs, one: &Considered, decided: Option<Amount>) {
    let quote = one.quote();
    let name = inputs.source_name(&quote.source);
    node.label.clone_from(&name);
    node.source = Some(NodeSource {
        id: quote.source.clone(),
        name,
        host: None,
    });
    node.observed_at = Some(quote.source_time);
    node.reason = one.status.reason(one.value, decided);
    node.detail = quote.market.as_ref().map(|market| format!("market {}", market.name));
    let unit = match &one.dollar_quote.unit {
        Unit::Dollar => "USD".to_owned(),
        Unit::Priced(unit, _) | Unit::Unpriced(unit) => inputs.symbol(unit),
    };
    node.raw = Some(raw_answer::quote(quote, &unit));
}
