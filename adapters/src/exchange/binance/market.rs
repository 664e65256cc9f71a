//! Binance's public market data, <https://developers.binance.com>: free, without a key, from the host that only serves
//! market data.
//!
//! Written from its documentation; no live run has confirmed the shape yet.
//!
//! - `GET /api/v3/ticker/24hr?symbols=["ETHUSDT",…]` returns `[{"symbol": "ETHUSDT", "bidPrice": "3180.1", "askPrice":
//!   "3180.2", "quoteVolume": "1234.5", "closeTime": 1700000000123, …}]`, with numbers as text and the time in
//!   milliseconds. Up to 20 symbols weigh 2 of the 6,000 per minute and IP address.
//! - An unknown symbol fails the whole request with status 400, so a failed request is repeated in halves.
//! - A suspended market has a bid and an ask of zero.
//!
//! Its markets are quoted in USDT, which is not the dollar: each price is converted with the agreed price of USDT.

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

/// The source, with 120 requests a minute, far below what its weights allow.
pub(crate) const SPEC: PriceSourceSpec = PriceSourceSpec {
    slug: Spot::SLUG,
    takes_key: false,
    base: "https://data-api.binance.vision/",
    fallbacks: &[],
    per_minute: 120,
    keyed_per_minute: None,
    limit: LimitRule::SHORT_BURSTS,
    chain_bases: None,
    build: |ports, endpoint| vec![Arc::new(Binance::new(ports, endpoint))],
};

/// The price source for Binance.
pub type Binance = Exchange<Spot>;

/// Binance's spot markets.
pub struct Spot;

#[async_trait]
impl Venue for Spot {
    const SLUG: &'static str = "binance";
    const NAME: &'static str = "Binance";
    const WEBSITE: &'static str = "https://www.binance.com";
    const MARKETS: usize = 20;
    const ASSETS: usize = 200;

    async fn request(exchange: &Exchange<Self>, batch: &[KeyedAssets]) -> Result<Option<Vec<AssetQuote>>, RemoteError> {
        let symbols: Vec<&str> = batch.iter().map(|(market, _)| market.as_str()).collect();
        let symbols = serde_json::Value::from(symbols).to_string();
        let url = exchange.url(&["api", "v3", "ticker", "24hr"], &[("symbols", &symbols)])?;
        let context = Exchange::<Self>::context();
        let rows = match exchange.client.json(&OutgoingRequest::get(url), &context).await {
            Ok(Json::Array(rows)) => rows,
            Ok(_) => return Err(context.malformed("no list of tickers")),
            Err(RemoteError::Refused { why, .. }) if why == "status 400" => return Ok(None),
            Err(error) => return Err(error),
        };
        let row = |market: &str| {
            rows.iter()
                .find(|row| row.get("symbol").is_some_and(|name| *name == market))
        };
        let quotes = |keyed: &KeyedAssets| exchange.quotes_for(keyed, row(&keyed.0).map(ticker).as_ref());
        Ok(Some(batch.iter().flat_map(quotes).collect()))
    }
}

fn ticker(row: &Json) -> Ticker<'_> {
    Ticker {
        bid: row.get("bidPrice"),
        ask: row.get("askPrice"),
        volume: Volume::OfQuote(row.get("quoteVolume")),
        millis: row.get("closeTime").and_then(Json::as_i64),
    }
}
