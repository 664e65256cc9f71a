//! The steps of explanations that lead to sources: prices with their quotes, and exchange rates.

use ports::{
    Amount, AssetId, Currency, Day, Ports, Profile, SourceId, Timestamp, price_series::SeriesLink, quote::QuoteAnswer,
};
use serde_json::json;

use crate::{
    currency::{Conversion, ConversionBasis, per_euro},
    ledger::book::Book,
    price::{Considered, Decision, Method, PastBasis, PastDecision, PastEvidence, PastPriceIndex, PastPriced, Unit},
    trace::{Measure, Node, NodeSource, Operation},
};

/// Makes the steps of prices and rates.
pub struct PriceSteps<'a> {
    /// The ports.
    pub ports: &'a Ports,
    /// The book, for the symbols of assets.
    pub book: &'a Book,
    /// The descriptions of sources.
    pub profiles: Vec<Profile>,
    /// The prices of the past.
    pub past: PastPriceIndex<'a>,
}

impl<'a> PriceSteps<'a> {
    /// Returns what makes the steps of prices that follow from this evidence.
    pub fn of(ports: &'a Ports, book: &'a Book, evidence: &'a PastEvidence) -> Self {
        Self {
            ports,
            book,
            profiles: ports.profiles(),
            past: PastPriceIndex::new(ports, evidence, ports.clock.now()),
        }
    }

    /// Returns the price of an asset at a past moment in dollars; `None` where it is unknown.
    pub fn past_price(&self, asset: &AssetId, at: Timestamp) -> Option<Node> {
        let PastDecision::Priced(priced) = self.past.at(asset, at) else {
            return None;
        };
        let mut node = self.agreed(asset, &priced.considered);
        let (detail, observed_at) = match priced.basis {
            PastBasis::Moment(at) => ("near that moment".to_owned(), at),
            PastBasis::Close(day) => (format!("close of {day}"), day.plus(1).start()),
            PastBasis::CarriedFrom(day) => (format!("close of {day}, an earlier day"), day.plus(1).start()),
        };
        (node.detail, node.observed_at) = (Some(detail), Some(observed_at));
        Some(self.in_series(asset, &priced, Day::of(at), node))
    }

    /// Returns today's price of an asset in dollars.
    pub fn price_today(&self, asset: &AssetId, decision: &Decision) -> Option<Node> {
        let Decision::Priced(priced) = decision else {
            return None;
        };
        let mut node = match priced.method {
            Method::Manual => Node::new(Operation::Constant, "Price set by you", "USD").measuring(Measure::Price),
            _ => self.agreed(asset, &priced.considered),
        };
        node.detail = Some(format!("for 1 {}", self.symbol(asset)));
        (node.value, node.observed_at) = (Some(priced.value), Some(priced.as_of));
        Some(node)
    }

    /// Returns the rate of a conversion, in units of the currency for one dollar.
    pub fn rate(&self, conversion: &Conversion) -> Node {
        let code = conversion.currency.as_str();
        let mut node = Node::new(Operation::Quotient, "Rate", code).measuring(Measure::Rate);
        node.value = conversion.of_dollars(Amount::ONE);
        node.detail = Some("for 1 USD".to_owned());
        match &conversion.basis {
            ConversionBasis::Same => {
                (node.operation, node.detail) = (Operation::Constant, Some("No conversion needed".to_owned()));
            }
            ConversionBasis::Missing(why) => {
                (node.operation, node.reason) = (Operation::Gap, Some(why.reason(&conversion.currency)));
            }
            ConversionBasis::Fixing(fixing) => {
                node.detail = Some(format!("for 1 USD, rates of {}", fixing.day));
                node.children = vec![
                    self.per_euro(fixing, &conversion.currency),
                    self.per_euro(fixing, &Currency::usd()),
                ];
            }
            ConversionBasis::Coin(asset, decision) => {
                let mut one = Node::new(Operation::Constant, format!("1 {code}"), code).measuring(Measure::Rate);
                one.value = Some(Amount::ONE);
                node.children = std::iter::once(one).chain(self.price_today(asset, decision)).collect();
            }
        }
        node
    }

    /// Returns the name of a source.
    pub fn source(&self, id: &SourceId) -> NodeSource {
        let profile = self.profiles.iter().find(|profile| profile.id == *id);
        NodeSource {
            id: id.clone(),
            name: profile.map_or_else(|| id.to_string(), |profile| profile.name.clone()),
            host: None,
        }
    }

    /// Returns the symbol of an asset, or its id where it is not known.
    pub fn symbol(&self, asset: &AssetId) -> String {
        let known = self.book.assets.get(asset);
        known.map_or_else(|| asset.to_string(), |asset| asset.metadata.symbol.clone())
    }

    fn per_euro(&self, fixing: &ports::Fixing, currency: &Currency) -> Node {
        let code = currency.as_str();
        let is_euro = *currency == Currency::eur();
        let operation = if is_euro {
            Operation::Constant
        } else {
            Operation::Observation
        };
        let mut node = Node::new(operation, format!("{code} for 1 EUR"), code).measuring(Measure::Rate);
        node.value = per_euro(fixing, currency).map(ports::Price::amount);
        if !is_euro {
            let source = self.source(&fixing.source);
            node.detail = Some(format!("{}, {}", source.name, fixing.day));
            node.source = Some(source);
            node.observed_at = Some(fixing.received_at);
        }
        node
    }

    /// Returns the price that the quotes agree on.
    fn agreed(&self, asset: &AssetId, considered: &[Considered]) -> Node {
        let counted = considered.iter().filter(|one| one.counts()).count();
        let (operation, label) = match counted {
            1 => (Operation::Average, "Price: one source".to_owned()),
            2 => (Operation::Average, "Price: average of 2 sources".to_owned()),
            _ => (Operation::Median, format!("Price: median of {counted} sources")),
        };
        let mut node = Node::new(operation, label, "USD").measuring(Measure::Price);
        node.children = considered.iter().map(|one| self.quote(one)).collect();
        node.value = node.recomputed();
        node.detail = Some(format!("for 1 {}", self.symbol(asset)));
        for child in &mut node.children {
            child.chosen = counted >= 3 && child.reason.is_none() && child.value == node.value;
        }
        node
    }

    fn quote(&self, one: &Considered) -> Node {
        let quote = one.quote();
        let source = self.source(&quote.source);
        let mut node = Node::new(Operation::Observation, &source.name, "USD").measuring(Measure::Price);
        node.source = Some(source);
        node.value = one.value;
        node.observed_at = Some(quote.source_time);
        node.reason = one.status.reason(one.value, None);
        let price = match &quote.answer {
            QuoteAnswer::Price { price, .. } => Some(price.amount()),
            QuoteAnswer::WorthZero => Some(Amount::ZERO),
            QuoteAnswer::NotListed | QuoteAnswer::Unusable { .. } => None,
        };
        let answer = json!({
            "asset": quote.asset.to_string(),
            "price": price.map(|price| price.to_string()),
            "source_time": quote.source_time.to_string(),
            "received_at": quote.received_at.to_string(),
        });
        node.raw = Some(answer.to_string());
        let is_converted = one.dollar_quote.redeemed.is_some() || matches!(one.dollar_quote.unit, Unit::Priced(..));
        if is_converted && one.value.is_some() {
            node.operation = Operation::Product;
            node.children = self.factors(one, price);
        }
        node
    }

    fn factors(&self, one: &Considered, price: Option<Amount>) -> Vec<Node> {
        let unit = match &one.dollar_quote.unit {
            Unit::Dollar => "USD".to_owned(),
            Unit::Priced(unit, _) | Unit::Unpriced(unit) => self.symbol(unit),
        };
        let mut quoted = Node::new(Operation::Observation, "Quote", &unit).measuring(Measure::Price);
        quoted.value = price;
        quoted.observed_at = Some(one.quote().source_time);
        let mut factors = vec![quoted];
        if let Unit::Priced(_, price) = &one.dollar_quote.unit {
            let mut node = Node::new(Operation::Constant, format!("Price of {unit}"), "USD").measuring(Measure::Price);
            node.value = Some(*price);
            node.detail = Some("from sources that quote in dollars".to_owned());
            factors.push(node);
        }
        if let Some((target, ratio)) = &one.dollar_quote.redeemed {
            let label = format!("{} for 1", self.symbol(target));
            let mut node = Node::new(Operation::Constant, label, "").measuring(Measure::Number);
            node.value = Some(*ratio);
            node.detail = Some("fixed ratio of a contract".to_owned());
            factors.push(node);
        }
        factors
    }

    /// Returns a price of a series as that of the asset: times the ratio at which it was renamed.
    fn in_series(&self, asset: &AssetId, priced: &PastPriced, day: Day, price: Node) -> Node {
        let Some((of, link)) = &priced.series else { return price };
        let mut price = price;
        let note = match link {
            SeriesLink::SameCoin => format!("price of {}, the same coin", self.symbol(of)),
            SeriesLink::Renamed(until) => format!("price of {}, renamed after {until}", self.symbol(of)),
        };
        let detail = price
            .detail
            .take()
            .map_or_else(|| note.clone(), |detail| format!("{detail}, {note}"));
        price.detail = Some(detail);
        let Some(ratio) = self.ports.price_series.on(asset, day).ok().map(|on| on.ratio) else {
            return price;
        };
        if ratio.over() == ratio.under() {
            return price;
        }
        let mut quotient = Node::new(Operation::Quotient, "Ratio", "").measuring(Measure::Number);
        let number = |label: &str, value: ports::Price| {
            let mut node = Node::new(Operation::Constant, label, "").measuring(Measure::Number);
            node.value = Some(value.amount());
            node
        };
        quotient.children = vec![number("New units", ratio.over()), number("Old units", ratio.under())];
        quotient.value = quotient.recomputed();
        let mut node = Node::new(Operation::Product, "Price", "USD").measuring(Measure::Price);
        node.value = Some(priced.value);
        node.children = vec![price, quotient];
        node
    }
}
