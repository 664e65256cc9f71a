//! The quotes of many assets, indexed by asset and converted to dollars.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use ports::{
    Amount, AssetId, PriceSource, Quote, Redeemables, SourceId, Timestamp,
    quote::{AgreedPrice, QuoteAnswer},
};

use crate::price::{
    agree::{PricingInput, decide},
    decision::{Decision, DollarQuote, Unit},
    evidence::Evidence,
    rules::Rules,
};

/// Only a quote younger than this prevents the price of the redemption target from being used instead. Older quotes are
/// loaded all the same, so that an asset whose last price is old is not reported as never requested.
const MEMORY: Duration = Duration::from_hours(720);

/// Decimal places of the price of a quote's unit. The price of a stablecoin is not known more precisely.
pub const UNIT_PLACES: i16 = 12;

/// The data indexed by asset and by unit.
pub struct QuoteIndex<'a> {
    redeemables: &'a Redeemables,
    sources: Vec<(SourceId, &'a dyn PriceSource)>,
    quotes: BTreeMap<&'a AssetId, Vec<&'a Quote>>,
    pub agreed: BTreeMap<&'a AssetId, &'a AgreedPrice>,
    units: BTreeMap<&'a AssetId, Option<Amount>>,
    at: Timestamp,
}

impl<'a> QuoteIndex<'a> {
    pub fn new(
        redeemables: &'a Redeemables,
        sources: &'a [Arc<dyn PriceSource>],
        evidence: &'a Evidence,
        at: Timestamp,
    ) -> Self {
        let sources = sources.iter().map(|source| (source.profile().id, source.as_ref()));
        let mut index = Self {
            redeemables,
            sources: sources.collect(),
            quotes: BTreeMap::new(),
            agreed: evidence.agreed.iter().map(|one| (&one.asset, one)).collect(),
            units: BTreeMap::new(),
            at,
        };
        for quote in &evidence.quotes {
            index.quotes.entry(&quote.asset).or_default().push(quote);
        }
        let in_unit = |quote: &'a Quote| quote.market.as_ref()?.quoted_in.as_ref();
        let units: BTreeSet<&AssetId> = evidence.quotes.iter().filter_map(in_unit).collect();
        index.units = units.into_iter().map(|unit| (unit, index.unit(unit, at))).collect();
        index
    }

    /// Returns the price of a quote's unit, decided from quotes in dollars only.
    fn unit(&self, unit: &AssetId, at: Timestamp) -> Option<Amount> {
        let own = self.quotes.get(unit).into_iter().flatten();
        let input = PricingInput {
            dollar_quotes: own
                .map(|quote| DollarQuote {
                    origin: self.origin(quote),
                    ..DollarQuote::in_dollars((*quote).clone())
                })
                .collect(),
            last: self.agreed.get(unit).copied(),
            ..PricingInput::default()
        };
        match decide(input, at, &Rules::CURRENT) {
            Decision::Priced(priced) => Some(priced.value.rounded(UNIT_PLACES)),
            Decision::Unpriced { .. } => None,
        }
    }

    /// Returns one quote per source: of the asset itself, or of its redemption target if it has none of the asset.
    pub fn dollar_quotes(&self, asset: &AssetId) -> Vec<DollarQuote> {
        let own = self.quotes.get(asset).cloned().unwrap_or_default();
        let redeemable = self.redeemables.of(asset);
        let other = redeemable.and_then(|row| self.quotes.get(&row.target));
        let is_price = |quote: &Quote| matches!(quote.answer, QuoteAnswer::Price { .. } | QuoteAnswer::WorthZero);
        let has_price = |quotes: &[&Quote], source: &SourceId| {
            let recent = |quote: &Quote| self.at.since(quote.source_time) <= MEMORY;
            quotes
                .iter()
                .any(|quote| quote.source == *source && is_price(quote) && recent(quote))
        };
        let target: Vec<&Quote> = other
            .into_iter()
            .flatten()
            .filter(|quote| is_price(quote) && !has_price(&own, &quote.source))
            .copied()
            .collect();
        let ratio = redeemable.map(|row| (row.target.clone(), row.ratio.amount()));
        let unanswered = own.iter().filter(|quote| !has_price(&target, &quote.source));
        let direct = unanswered.map(|quote| self.dollar_quote(quote, None));
        direct
            .chain(target.iter().map(|quote| self.dollar_quote(quote, ratio.clone())))
            .collect()
    }

    /// Returns the origin of the quote's price. A market is its own origin, and so is an unconfigured source.
    fn origin(&self, quote: &Quote) -> SourceId {
        let source = self.sources.iter().find(|(id, _)| *id == quote.source);
        let source = source.filter(|_| quote.market.is_none());
        source.map_or_else(|| quote.source.clone(), |(_, source)| source.origin(&quote.asset))
    }

    fn dollar_quote(&self, quote: &Quote, redeemed: Option<(AssetId, Amount)>) -> DollarQuote {
        let unit = quote.market.as_ref().and_then(|market| market.quoted_in.clone());
        let unit = match unit {
            None => Unit::Dollar,
            Some(unit) => match self.units.get(&unit).copied().flatten() {
                Some(price) => Unit::Priced(unit, price),
                None => Unit::Unpriced(unit),
            },
        };
        DollarQuote {
            origin: self.origin(quote),
            quote: quote.clone(),
            unit,
            redeemed,
        }
    }
}

#[cfg(test)]
mod tests {
    use ports::{
        Redeemable,
        quote::{Market, QuoteId},
    };

    use super::*;
    use crate::price::quote_status::QuoteStatus;

    const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);
    const OLD: &str = "eip155:1/erc20:0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0";
    const NEW: &str = "eip155:137/slip44:966";
    const UNIT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";

    fn id(text: &str) -> AssetId {
        text.parse().unwrap()
    }

    /// A quote of a source for an asset; `None` means that the source does not list it.
    fn quoted_by(source: &str, asset: &str, price: Option<&str>, quoted_in: Option<&str>) -> Quote {
        let price = price.map(|text| QuoteAnswer::Price {
            price: text.parse().unwrap(),
            confidence: None,
        });
        Quote {
            id: QuoteId::new(serde_json::from_str("\"00000000-0000-7000-8000-000000000000\"").unwrap()),
            asset: id(asset),
            source: source.parse().unwrap(),
            answer: price.unwrap_or(QuoteAnswer::NotListed),
            source_time: NOW,
            received_at: NOW,
            market: quoted_in.map(|unit| Market {
                name: "M".to_owned(),
                quoted_in: Some(id(unit)),
                bid: Amount::ONE,
                ask: Amount::ONE,
                volume: "1000000".parse().unwrap(),
            }),
        }
    }

    fn evidence(quotes: Vec<Quote>) -> Evidence {
        Evidence { quotes, agreed: vec![] }
    }

    /// One unit of the old asset is redeemable for two of the new one.
    fn redeemables() -> Redeemables {
        let row = Redeemable {
            asset: id(OLD),
            target: id(NEW),
            ratio: "2".parse().unwrap(),
        };
        Redeemables::new([row], vec![id(UNIT)])
    }

    /// The quotes used for the old asset: the source, and whether the quote is of the redemption target.
    fn dollar_quotes(quotes: Vec<Quote>) -> Vec<(String, bool)> {
        let (redeemables, evidence) = (redeemables(), evidence(quotes));
        let dollar_quotes = QuoteIndex::new(&redeemables, &[], &evidence, NOW).dollar_quotes(&id(OLD));
        let quoted = dollar_quotes
            .iter()
            .map(|dollar_quote| (dollar_quote.quote.source.to_string(), dollar_quote.redeemed.is_some()));
        let mut quoted: Vec<_> = quoted.collect();
        quoted.sort();
        quoted
    }

    fn named(quoted: &[(&str, bool)]) -> Vec<(String, bool)> {
        quoted
            .iter()
            .map(|(name, redeemed)| ((*name).to_owned(), *redeemed))
            .collect()
    }

    #[test]
    fn each_source_speaks_once_of_the_thing_itself_where_it_can() {
        let own = |source| quoted_by(source, OLD, Some("1"), None);
        let none = |source| quoted_by(source, OLD, None, None);
        let other = |source| quoted_by(source, NEW, Some("0.5"), None);
        let unlisted = |source| quoted_by(source, NEW, None, None);
        for (quotes, expected) in [
            (vec![own("a"), other("a")], vec![("a", false)]),
            (vec![none("a"), other("a")], vec![("a", true)]),
            (vec![other("a")], vec![("a", true)]),
            (vec![none("a"), unlisted("a")], vec![("a", false)]),
            (vec![own("a"), unlisted("a")], vec![("a", false)]),
            (
                vec![own("a"), none("b"), other("a"), other("b"), other("c")],
                vec![("a", false), ("b", true), ("c", true)],
            ),
        ] {
            let case = format!("{quotes:?}");
            assert_eq!(dollar_quotes(quotes), named(&expected), "{case}");
        }
    }

    fn price_of(asset: &str, evidence: &Evidence) -> Decision {
        let redeemables = redeemables();
        let index = QuoteIndex::new(&redeemables, &[], evidence, NOW);
        let input = PricingInput {
            dollar_quotes: index.dollar_quotes(&id(asset)),
            ..PricingInput::default()
        };
        decide(input, NOW, &Rules::CURRENT)
    }

    fn value(decision: &Decision) -> Option<String> {
        match decision {
            Decision::Priced(priced) => Some(priced.value.to_string()),
            Decision::Unpriced { .. } => None,
        }
    }

    #[test]
    fn what_is_exchanged_for_two_is_worth_two() {
        let case = evidence(vec![
            quoted_by("a", NEW, Some("0.5"), None),
            quoted_by("b", OLD, Some("1.01"), None),
        ]);
        assert_eq!(value(&price_of(OLD, &case)).as_deref(), Some("1.005"));
        assert_eq!(
            value(&price_of(NEW, &case)).as_deref(),
            Some("0.5"),
            "and not the other way round"
        );
    }

    /// A price in another asset is converted by its dollar price, decided from dollar quotes only: cycles have none.
    #[test]
    fn a_price_in_a_coin_counts_by_the_coins_own_price() {
        let ether = "eip155:1/slip44:60";
        let in_unit = || quoted_by("a", ether, Some("3000"), Some(UNIT));
        let case = evidence(vec![in_unit(), quoted_by("b", UNIT, Some("0.9"), None)]);
        assert_eq!(value(&price_of(ether, &case)).as_deref(), Some("2700"));
        for unit in [
            vec![],
            vec![quoted_by("b", UNIT, None, None)],
            vec![quoted_by("b", UNIT, Some("1"), Some(ether))],
        ] {
            let case = evidence([vec![in_unit()], unit].concat());
            let Decision::Unpriced { considered, .. } = price_of(ether, &case) else {
                panic!("priced in what has no price");
            };
            assert_eq!(considered[0].status, QuoteStatus::UnitUnpriced);
        }
    }

    /// The last agreed price also protects assets that serve as units of other quotes.
    #[test]
    fn a_coin_that_leaps_alone_takes_no_price_along() {
        let ether = "eip155:1/slip44:60";
        let remembered = AgreedPrice {
            asset: id(UNIT),
            price: "1".parse().unwrap(),
            sources: 2,
            at: NOW,
        };
        let case = |unit: &str| Evidence {
            agreed: vec![remembered.clone()],
            ..evidence(vec![
                quoted_by("a", ether, Some("3000"), Some(UNIT)),
                quoted_by("b", UNIT, Some(unit), None),
            ])
        };
        assert_eq!(value(&price_of(ether, &case("1"))).as_deref(), Some("3000"));
        assert_eq!(value(&price_of(ether, &case("10"))), None);
        assert_eq!(value(&price_of(ether, &case("0.1"))), None);
    }
}
