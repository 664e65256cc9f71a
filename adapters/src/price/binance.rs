//! Binance's public market data, <https://developers.binance.com>: free, without a key, at the host that serves market
//! data alone.
//!
//! Written from its documentation; no live run has confirmed the shape yet.
//!
//! - `GET /api/v3/ticker/24hr?symbols=["ETHUSDT",…]` answers `[{"symbol": "ETHUSDT", "bidPrice": "3180.1", "askPrice":
//!   "3180.2", "quoteVolume": "1234.5", "closeTime": 1700000000123, …}]`, numbers as text, the time in milliseconds. Up to 20
//!   symbols weigh 2 of the 6,000 that an address may use in a minute.
//! - A symbol that it does not know refuses the whole question with status 400, so a refused question is halved.
//! - A market that does not trade has a bid and an ask of zero.
//!
//! Its markets count in USDT, which is not the dollar: each price is converted with the agreed price of USDT.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{quote::AssetQuote, source::RemoteError};
use serde_json::Value;

use super::{
    Plug,
    exchange::{Exchange, Venue},
    market::{Said, Volume},
    question::Keyed,
};
use crate::http_client::Request;

/// The source, at 120 questions a minute: far below what its weights allow.
pub(super) const PLUG: Plug = Plug {
    slug: Spot::SLUG,
    takes_key: false,
    base: "https://data-api.binance.vision/",
    per_minute: 120,
    keyed_per_minute: None,
    make: |ports, at| Arc::new(Binance::new(ports, at)),
};

/// Asks Binance.
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

    async fn ask(exchange: &Exchange<Self>, piece: &[Keyed]) -> Result<Option<Vec<AssetQuote>>, RemoteError> {
        let symbols: Vec<&str> = piece.iter().map(|(market, _)| market.as_str()).collect();
        let symbols = Value::from(symbols).to_string();
        let url = exchange.address(&["api", "v3", "ticker", "24hr"], &[("symbols", &symbols)])?;
        let reply: Result<Vec<Value>, _> = exchange
            .client
            .json(&Request::get(url), &Exchange::<Self>::context())
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
        let about = |keyed: &Keyed| exchange.about(keyed, row(&keyed.0).map(said).as_ref());
        Ok(Some(piece.iter().flat_map(about).collect()))
    }
}

fn said(row: &Value) -> Said<'_> {
    Said {
        bid: row.get("bidPrice"),
        ask: row.get("askPrice"),
        volume: Volume::OfQuote(row.get("quoteVolume")),
        millis: row.get("closeTime").and_then(Value::as_i64),
    }
}
