//! Coinbase Exchange's public market data, <https://docs.cdp.coinbase.com/exchange>: free, without a key.
//!
//! Written from its documentation; no live run has confirmed the shape yet.
//!
//! - `GET /products/ETH-USD/ticker` returns `{"bid": "3180.1", "ask": "3180.3", "volume": "1234.5", "time":
//!   "2026-08-05T11:59:58.123456Z", …}`: one market per request, numbers as text, the 24-hour volume in the base
//!   asset, and the time of the last trade. An unknown market is status 404, a delisted one status 400.
//! - About ten requests a second are allowed; this source sends three.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{json::Json, quote::AssetQuote, source::RemoteError};

use crate::{
    exchange::{
        market::{Exchange, Venue},
        ticker::{Ticker, Volume},
    },
    http_client::OutgoingRequest,
    source::{LimitRule, PriceSourceSpec, batch::KeyedAssets},
};

/// The source, with three requests a second.
pub(crate) const SPEC: PriceSourceSpec = PriceSourceSpec {
    slug: Products::SLUG,
    takes_key: false,
    base: "https://api.exchange.coinbase.com/",
    fallbacks: &[],
    per_minute: 180,
    keyed_per_minute: None,
    limit: LimitRule::SHORT_BURSTS,
    chain_bases: None,
    build: |ports, endpoint| vec![Arc::new(Coinbase::new(ports, endpoint))],
};

/// The price source for Coinbase Exchange.
pub type Coinbase = Exchange<Products>;

/// The products of Coinbase Exchange.
pub struct Products;

#[async_trait]
impl Venue for Products {
    const SLUG: &'static str = "coinbase";
    const NAME: &'static str = "Coinbase";
    const WEBSITE: &'static str = "https://exchange.coinbase.com";
    const MARKETS: usize = 1;
    const ASSETS: usize = 20;

    async fn request(exchange: &Exchange<Self>, batch: &[KeyedAssets]) -> Result<Option<Vec<AssetQuote>>, RemoteError> {
        let [keyed] = batch else {
            return Err(Exchange::<Self>::context().refused("it takes one market per request"));
        };
        let url = exchange.url(&["products", &keyed.0, "ticker"], &[])?;
        let context = Exchange::<Self>::context();
        match exchange.client.json(&OutgoingRequest::get(url), &context).await {
            Ok(row) if row.as_object().is_none() => Err(context.malformed("no ticker")),
            Ok(row) => Ok(Some(exchange.quotes_for(keyed, Some(&ticker(&row))))),
            Err(RemoteError::Refused { why, .. }) if why == "status 404" || why == "status 400" => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn ticker(row: &Json) -> Ticker<'_> {
    let traded = row.get("time").and_then(Json::as_str);
    Ticker {
        bid: row.get("bid"),
        ask: row.get("ask"),
        volume: Volume::OfAsset(row.get("volume")),
        // An invalid time becomes one long ago, so that the price does not count.
        millis: traded.map(|text| {
            text.parse::<jiff::Timestamp>()
                .map_or(0, jiff::Timestamp::as_millisecond)
        }),
    }
}
