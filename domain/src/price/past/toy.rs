//! Sources of past prices for unit tests.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use ports::{
    AssetId, Day, PastPrice, PastPriceSource, Profile, RemoteError, SourceId, Timestamp, past_price::ClosingPrice,
    source::SourceKind,
};

/// A source that covers the assets whose ids contain one of these texts.
pub struct ToySource {
    pub id: &'static str,
    pub origin: &'static str,
    pub days: u32,
    pub covers: &'static [&'static str],
}

#[async_trait]
impl PastPriceSource for ToySource {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed(self.id), self.id, SourceKind::Price)
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.covers.iter().any(|text| asset.as_str().contains(text))
    }

    fn origin(&self, _: &AssetId) -> SourceId {
        SourceId::fixed(self.origin)
    }

    fn days_per_request(&self) -> u32 {
        self.days
    }

    async fn closes(&self, _: &AssetId, _: Day, _: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        Ok(Vec::new())
    }
}

/// Four sources in the order and with the page lengths of those that ship.
pub fn shipped() -> Vec<Arc<dyn PastPriceSource>> {
    let source = |id, origin, days, covers| -> Arc<dyn PastPriceSource> {
        Arc::new(ToySource {
            id,
            origin,
            days,
            covers,
        })
    };
    vec![
        source("bitstamp", "bitstamp", 1_000, &["slip44:1", "slip44:9"]),
        source("binance", "binance", 1_000, &["slip44:1", "slip44:2"]),
        source("defillama", "coingecko", 500, &["slip44"]),
        source("coinbase", "coinbase", 300, &["slip44:1", "slip44:2"]),
    ]
}

pub fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

pub fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// A stored answer; a price in dollars unless it ends with the number of a unit, as in `2 in 9`.
pub fn row(asset: &str, on: &str, source: &str, price: Option<&str>) -> PastPrice {
    let (price, unit) = match price.and_then(|price| price.split_once(" in ")) {
        Some((price, unit)) => (Some(price), Some(id(&format!("eip155:1/slip44:{unit}")))),
        None => (price, None),
    };
    PastPrice {
        asset: id(asset),
        day: day(on),
        source: source.parse().unwrap(),
        price: price.map(|price| price.parse().unwrap()),
        quoted_in: unit,
        at: day(on).plus(1).start(),
        confidence: None,
        read_at: Timestamp::from_millis(0),
    }
}

/// No source failed.
pub fn no_failures() -> BTreeMap<SourceId, ports::Failure> {
    BTreeMap::new()
}
