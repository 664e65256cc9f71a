//! The texts of explanations about quotes and unused prices.

use ports::{Amount, AssetId, Timestamp, quote::QuoteAnswer};

use crate::{
    price::{Considered, QuoteStatus, Unit, Unpriced},
    reason::Reason,
    valuation::{
        compute::{
            raw_answer,
            trace::{Measure, Node, NodeSource, Operation},
        },
        inputs::types::Inputs,
    },
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
    node.reason = status_reason(one, decided);
    node.detail = quote.market.as_ref().map(|market| format!("market {}", market.name));
    let unit = match &one.dollar_quote.unit {
        Unit::Dollar => "USD".to_owned(),
        Unit::Priced(unit, _) | Unit::Unpriced(unit) => inputs.symbol(unit),
    };
    node.raw = Some(raw_answer::quote(quote, &unit));
}

/// Returns why a quote is not used; `decided` is the price that the other quotes agree on, if they do.
pub fn status_reason(one: &Considered, decided: Option<Amount>) -> Option<Reason> {
    let (code, text) = match one.status {
        QuoteStatus::Chosen | QuoteStatus::Counted => return None,
        QuoteStatus::TooOld => ("only_stale_quotes", "Not used: older than 24 hours.".to_owned()),
        QuoteStatus::Behind => ("outdated", "Not used: hours older than the latest price.".to_owned()),
        QuoteStatus::Unsure => ("unsure", "Not used: the source reports low confidence.".to_owned()),
        QuoteStatus::SameOrigin => (
            "same_origin",
            "Not used: repeats the price of another source.".to_owned(),
        ),
        QuoteStatus::HeldBack => ("held_back", contradiction(one, decided)),
        QuoteStatus::Leap => (
            "held_back",
            "Excluded: far from the last agreed price. A second source must agree.".to_owned(),
        ),
        QuoteStatus::Alone if one.value == Some(Amount::ZERO) => (
            "one_source",
            "Excluded: the only source that reports zero. A second source must agree.".to_owned(),
        ),
        QuoteStatus::Alone => (
            "one_source",
            "Excluded: the only source, and this amount needs a second one.".to_owned(),
        ),
        QuoteStatus::Thin => (
            "thin_market",
            "Not used: its market is too small for the amount held.".to_owned(),
        ),
        QuoteStatus::UnitUnpriced => (
            "other_unit",
            "Not used: its quote asset has no agreed price.".to_owned(),
        ),
        QuoteStatus::NotListed => ("not_listed", "The source has no price for it.".to_owned()),
        QuoteStatus::Unusable => ("unusable", "Not used: the source sent an invalid price.".to_owned()),
    };
    Some(Reason { code, text })
}

fn contradiction(one: &Considered, decided: Option<Amount>) -> String {
    let times = |high: Amount, low: Amount| high.div(low).ok().map(|times| times.rounded(1));
    let apart = one.value.zip(decided).and_then(|(quoted, agreed)| {
        if quoted < agreed {
            times(agreed, quoted).map(|times| format!("the other sources agree on {times} times as much"))
        } else {
            times(quoted, agreed).map(|times| format!("{times} times the price that the other sources agree on"))
        }
    });
    match apart {
        Some(apart) => format!("Excluded: {apart}."),
        None => "Excluded: the sources contradict each other.".to_owned(),
    }
}

fn alone(source: &str, quoted: Amount) -> String {
    if quoted.is_zero() {
        format!("Only {source} knows it and reports a price of zero. A second source must agree.")
    } else {
        format!("Only {source} has a price. This amount needs a second source.")
    }
}

/// Returns how old the last price is. It is not being requested, because no source has a newer one.
fn last_price(newest: Timestamp, at: Timestamp) -> String {
    match at.since(newest).as_secs() / (24 * 3600) {
        0 | 1 => "Last price is over a day old.".to_owned(),
        days => format!("Last price is {days} days old."),
    }
}

/// Returns why an asset has no price, with what helps if there is a price that is not used.
pub fn unpriced(inputs: &Inputs, why: &Unpriced) -> Reason {
    let (code, text) = match why {
        Unpriced::NotListed => ("not_listed", "No source lists a price.".to_owned()),
        Unpriced::Disagree { spread } => ("sources_disagree", format!("Sources differ by {}%.", spread.percent(0))),
        Unpriced::Leap { .. } => (
            "held_back",
            "One source reports a price far from the last agreed one. A second source must agree.".to_owned(),
        ),
        Unpriced::Alone { source, quoted } => ("one_source", alone(&inputs.source_name(source), *quoted)),
        Unpriced::Thin => (
            "thin_market",
            "Its markets are too small for the amount held.".to_owned(),
        ),
        Unpriced::UnitUnpriced => (
            "other_unit",
            "Its only quotes are in an asset without a price.".to_owned(),
        ),
        Unpriced::OnlyStale { newest } => ("only_stale_quotes", last_price(*newest, inputs.at)),
        Unpriced::Unsure => ("unsure", "Every source reports low confidence.".to_owned()),
        Unpriced::Unusable => ("unusable", "A source sent an invalid price.".to_owned()),
        Unpriced::RateLimited => (
            "rate_limited",
            "A price source is rate-limiting this server.".to_owned(),
        ),
        Unpriced::SourceFailed { source } => (
            "source_failed",
            format!("{} does not answer.", inputs.source_name(source)),
        ),
        Unpriced::Unsupported => ("unsupported", "No source can price it.".to_owned()),
        Unpriced::NotAskedYet => ("not_asked_yet", "Its price is being requested.".to_owned()),
    };
    Reason { code, text }
}
