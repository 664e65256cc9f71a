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
use ports::{quote::AssetQuote, source::RemoteError};
use serde_json::Value;

use super::{
    LIMIT, SourceSpec,
    batch::KeyedAssets,
    exchange::{Exchange, Venue},
    market::{Ticker, Volume},
};
use crate::http_client::OutgoingRequest;

/// The source, with 120 requests a minute, far below what its weights allow.
pub(super) const SPEC: SourceSpec = SourceSpec {
    slug: Spot::SLUG,
    takes_key: false,
    base: "https://data-api.binance.vision/",
    per_minute: 120,
    keyed_per_minute: None,
    limit: LIMIT,
    build: |ports, endpoint| Arc::new(Binance::new(ports, endpoint)),
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
        let symbols = Value::from(symbols).to_string();
        let url = exchange.url(&["api", "v3", "ticker", "24hr"], &[("symbols", &symbols)])?;
        let reply: Result<Vec<Value>, _> = exchange
            .client
            .json(&OutgoingRequest::get(url), &Exchange::<Self>::context())
            .await;
        let rows = match reply {
            Ok(rows) => rows,
            Err(RemoteError::Refused { why, .. }) if why == "status 400" => return Ok(None),
            Err(error) => return Err(error),
        };
        let row = |market: &str| {
            rows.iter()
                .find(|row| row.get("symbol").is_some_and(|name| name == market))
        };
        let quotes = |keyed: &KeyedAssets| exchange.quotes_for(keyed, row(&keyed.0).map(ticker).as_ref());
        Ok(Some(batch.iter().flat_map(quotes).collect()))
    }
}

fn ticker(row: &Value) -> Ticker<'_> {
    Ticker {
        bid: row.get("bidPrice"),
        ask: row.get("askPrice"),
        volume: Volume::OfQuote(row.get("quoteVolume")),
        millis: row.get("closeTime").and_then(Value::as_i64),
    }
}
