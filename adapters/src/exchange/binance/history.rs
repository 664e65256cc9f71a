//! Binance's daily candles, from the host that only serves market data.
//!
//! Written from its documentation and from reports of its clients; no live run has confirmed the shape yet.
//!
//! - `GET /api/v3/klines?symbol=ETHUSDT&interval=1d&startTime=…&endTime=…&limit=1000`, with times in milliseconds, returns
//!   `[[1704067200000, "open", "high", "low", "close", "volume", 1704153599999, …], …]`, the oldest first: the start of the
//!   day in UTC, and numbers as text. The last candle may be of the current day. A request weighs 2 of 6,000 per minute.
//! - A market that does not exist, or that was removed, is status 400 with `{"code": -1121, "msg": "Invalid symbol."}`. Other
//!   codes are errors.
//!
//! Its markets are quoted in USDT, which is not the dollar.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{clock::Timestamp, day::Day, json::Json, source::RemoteError};

use super::market;
use crate::{
    exchange::{
        candle::{Candle, whole},
        history::{CandleVenue, Candles},
    },
    source::PastSourceSpec,
};

/// The source, at the host and with the limits of the current prices.
pub(crate) const SPEC: PastSourceSpec =
    market::SPEC.with_build(|ports, endpoint| vec![Arc::new(BinanceCandles::new(ports, endpoint))]);

/// The source of past prices of Binance.
pub type BinanceCandles = Candles<Klines>;

/// Binance's name for candles.
pub struct Klines;

fn is_unlisted(body: &Json) -> bool {
    body.get("code").is_some_and(|code| code.as_i64() == Some(-1121))
}

#[async_trait]
impl CandleVenue for Klines {
    const SLUG: &'static str = "binance";
    const NAME: &'static str = "Binance";
    const WEBSITE: &'static str = "https://www.binance.com";
    const DAYS: u32 = 1_000;

    async fn request(
        exchange: &Candles<Self>,
        market: &str,
        from: Day,
        to: Day,
    ) -> Result<Option<Vec<Candle>>, RemoteError> {
        let parameters = [
            ("symbol", market.to_owned()),
            ("interval", "1d".to_owned()),
            ("startTime", from.start().millis().to_string()),
            ("endTime", to.start().millis().to_string()),
            ("limit", Self::DAYS.to_string()),
        ];
        let url = exchange.url(&["api", "v3", "klines"], &parameters)?;
        exchange.list(url, is_unlisted, candle).await
    }
}

fn candle(row: &Json) -> Option<Candle> {
    let number = |at: usize| row.at(at).cloned();
    Some(Candle {
        opened: Timestamp::from_millis(whole(row.at(0)?)?),
        open: number(1)?,
        high: number(2)?,
        low: number(3)?,
        close: number(4)?,
        volume: number(5)?,
    })
}
