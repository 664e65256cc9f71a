//! Bitstamp's daily candles, <https://www.bitstamp.net/api/>: free, without a key, in dollars.
//!
//! Written from its documentation and from existing clients; no live run has confirmed the shape yet.
//!
//! - `GET /api/v2/ohlc/btcusd/?step=86400&limit=1000&start=…` returns `{"data": {"pair": "BTC/USD", "ohlc": [{"timestamp":
//!   "1704067200", "open": "…", "high": "…", "low": "…", "close": "…", "volume": "…"}, …]}}`: numbers as text, the start of the
//!   day in UTC in seconds, at most 1,000 candles from the start, which may include the current day. The candles of bitcoin
//!   begin on 2011-08-18.
//! - What it answers for a pair that it does not list is not known, so any refusal is an error.
//! - About 800 requests a minute are allowed; this source sends 120.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{day::Day, json::Json, source::RemoteError};

use crate::{
    exchange::{
        candle::{Candle, seconds},
        history::{CandleVenue, Candles},
    },
    http_client::OutgoingRequest,
    source::{LimitRule, PastSourceSpec},
};

/// The source.
pub(crate) const SPEC: PastSourceSpec = PastSourceSpec {
    slug: Ohlc::SLUG,
    takes_key: false,
    base: "https://www.bitstamp.net/",
    fallbacks: &[],
    per_minute: 120,
    keyed_per_minute: None,
    limit: LimitRule::SHORT_BURSTS,
    chain_bases: None,
    build: |ports, endpoint| vec![Arc::new(BitstampCandles::new(ports, endpoint))],
};

/// The source of past prices of Bitstamp.
pub type BitstampCandles = Candles<Ohlc>;

/// Bitstamp's name for candles.
pub struct Ohlc;

#[async_trait]
impl CandleVenue for Ohlc {
    const SLUG: &'static str = "bitstamp";
    const NAME: &'static str = "Bitstamp";
    const WEBSITE: &'static str = "https://www.bitstamp.net";
    const DAYS: u32 = 1_000;

    async fn request(
        exchange: &Candles<Self>,
        market: &str,
        from: Day,
        to: Day,
    ) -> Result<Option<Vec<Candle>>, RemoteError> {
        let days = to.number() - from.number() + 1;
        let parameters = [
            ("step", "86400".to_owned()),
            ("limit", days.to_string()),
            ("start", from.start().seconds().to_string()),
        ];
        let url = exchange.url(&["api", "v2", "ohlc", market, ""], &parameters)?;
        let context = Candles::<Self>::context();
        let reply = exchange.client.json(&OutgoingRequest::get(url), &context).await?;
        let rows = reply["data"]["ohlc"].as_array();
        let rows = rows.ok_or_else(|| context.malformed("no list of candles"))?;
        Candles::<Self>::read(rows, candle).map(Some)
    }
}

fn candle(row: &Json) -> Option<Candle> {
    let number = |name: &str| row.get(name).cloned();
    Some(Candle {
        opened: seconds(row.get("timestamp")?)?,
        open: number("open")?,
        high: number("high")?,
        low: number("low")?,
        close: number("close")?,
        volume: number("volume")?,
    })
}
