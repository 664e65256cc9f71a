//! What price sources state about the market of an asset.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Quote, quote::QuoteAnswer};

use crate::price::Rules;

/// The deepest market that any source knows for an asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarketDepth {
    /// No source was queried yet, or none has answered.
    #[default]
    Unasked,
    /// Sources answered, and none has a price.
    Missing,
    /// There are prices, but each source itself states a low confidence or a low volume.
    Shallow,
    /// At least one source has a price without such a reservation.
    Deep,
}

/// The markets of a set of assets.
#[derive(Clone, Debug, Default)]
pub struct MarketDepths<'a>(BTreeMap<&'a AssetId, MarketDepth>);

impl<'a> MarketDepths<'a> {
    /// Collects markets. For an asset that occurs several times, the deepest market is kept.
    #[must_use]
    pub fn new(known: impl IntoIterator<Item = (&'a AssetId, MarketDepth)>) -> Self {
        let mut markets = Self::default();
        for (asset, market) in known {
            let deepest = markets.0.entry(asset).or_default();
            *deepest = market.max(*deepest);
        }
        markets
    }

    /// Determines the markets from the newest quotes of the sources.
    #[must_use]
    pub fn from_quotes(quotes: impl IntoIterator<Item = &'a Quote>) -> Self {
        Self::new(quotes.into_iter().map(|quote| (&quote.asset, market_of(quote))))
    }

    /// Counts assets with a manual price as having a deep market, because the user has decided what they are worth.
    #[must_use]
    pub fn and_by_hand(mut self, assets: impl Iterator<Item = &'a AssetId>) -> Self {
        self.0.extend(assets.map(|asset| (asset, MarketDepth::Deep)));
        self
    }

    /// Returns the market of an asset; [`MarketDepth::Unasked`] if it is not in the set.
    #[must_use]
    pub fn of(&self, asset: &AssetId) -> MarketDepth {
        self.0.get(asset).copied().unwrap_or_default()
    }
}

/// Determines the market from one quote, with the limits for using a price (`price::Rules`). A source that states
/// neither confidence nor volume counts as deep, and so does a volume that is not in dollars.
fn market_of(quote: &Quote) -> MarketDepth {
    let rules = Rules::CURRENT;
    let confidence = match &quote.answer {
        QuoteAnswer::Unusable { .. } => return MarketDepth::Unasked,
        QuoteAnswer::NotListed | QuoteAnswer::WorthZero => return MarketDepth::Missing,
        QuoteAnswer::Price { confidence, .. } => confidence,
    };
    let is_unsure = confidence
        .as_ref()
        .is_some_and(|sure| sure.percent(6) < Amount::from(rules.least_confidence_percent));
    let in_dollars = quote.market.as_ref().filter(|market| market.quoted_in.is_none());
    let is_thin = in_dollars.is_some_and(|market| market.volume < Amount::from(rules.least_volume));
    if is_unsure || is_thin {
        MarketDepth::Shallow
    } else {
        MarketDepth::Deep
    }
}

#[cfg(test)]
mod tests {
    use ports::{Ratio, Timestamp, quote::QuoteId};

    use super::*;

    fn quote(answer: QuoteAnswer, market: Option<ports::quote::Market>) -> Quote {
        Quote {
            id: QuoteId::new(serde_json::from_str("\"00000001-0000-7000-8000-000000000000\"").unwrap()),
            asset: "eip155:1/slip44:60".parse().unwrap(),
            source: "somebody".parse().unwrap(),
            answer,
            source_time: Timestamp::from_seconds(0),
            received_at: Timestamp::from_seconds(0),
            market,
        }
    }

    fn price(confidence: Option<&str>) -> QuoteAnswer {
        QuoteAnswer::Price {
            price: "2.5".parse().unwrap(),
            confidence: confidence.map(|text| Ratio::new(text.parse().unwrap())),
        }
    }

    fn market(volume: &str, quoted_in: Option<&str>) -> ports::quote::Market {
        ports::quote::Market {
            name: "TIDEUSD".into(),
            quoted_in: quoted_in.map(|text| text.parse().unwrap()),
            bid: "2".parse().unwrap(),
            ask: "3".parse().unwrap(),
            volume: volume.parse().unwrap(),
        }
    }

    #[test]
    fn the_deepest_known_market_counts() {
        let ether = "eip155:1/slip44:60";
        let shallow = [
            quote(price(Some("0.3")), None),
            quote(price(None), Some(market("999", None))),
        ];
        let missing = [quote(QuoteAnswer::NotListed, None), quote(QuoteAnswer::WorthZero, None)];
        let unusable = [quote(QuoteAnswer::Unusable { what: "x".into() }, None)];
        let deep = [
            quote(price(None), None),
            quote(price(Some("0.5")), None),
            quote(price(None), Some(market("1000", None))),
            quote(price(None), Some(market("1", Some(ether)))),
        ];
        let market = |quotes: &[Quote]| MarketDepths::from_quotes(quotes).of(&ether.parse().unwrap());
        assert_eq!(market(&[]), MarketDepth::Unasked);
        let asset = ether.parse().unwrap();
        let by_hand = MarketDepths::from_quotes(&missing).and_by_hand([&asset].into_iter());
        assert_eq!(by_hand.of(&asset), MarketDepth::Deep);
        assert_eq!(market(&unusable), MarketDepth::Unasked);
        assert_eq!(market(&missing), MarketDepth::Missing);
        assert_eq!(
            market(&[shallow.as_slice(), &missing, &unusable].concat()),
            MarketDepth::Shallow
        );
        for one in deep {
            assert_eq!(
                market(&[shallow.as_slice(), &[one], &missing].concat()),
                MarketDepth::Deep
            );
        }
    }
}
