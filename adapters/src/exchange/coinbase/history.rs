//! Coinbase Exchange's daily candles.
//!
//! Written from its documentation and from reports of its clients; no live run has confirmed the shape yet.
//!
//! - `GET /products/ETH-USD/candles?granularity=86400&start=2024-01-01T00:00:00Z&end=…` returns `[[1704067200, low, high,
//!   open, close, volume], …]`, the newest first: the start of the day in UTC in seconds, and numbers. More than 300 candles
//!   are rejected, days without trades are missing, and candles before the start may be among them.
//! - An unknown product is status 404 with `{"message": "NotFound"}`, a delisted one status 400 with `{"message": "Not
//!   allowed for delisted products"}`. Other messages are errors.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{day::Day, json::Json, source::RemoteError};

use super::market;
use crate::{
    exchange::{
        candle::{Candle, seconds},
        history::{CandleVenue, Candles},
    },
    source::PastSourceSpec,
};

/// The source, at the host and with the limits of the current prices.
pub(crate) const SPEC: PastSourceSpec =
    market::SPEC.with_build(|ports, endpoint| vec![Arc::new(CoinbaseCandles::new(ports, endpoint))]);

/// The source of past prices of Coinbase Exchange.
pub type CoinbaseCandles = Candles<ProductCandles>;

/// The candles of the products of Coinbase Exchange.
pub struct ProductCandles;

fn is_unlisted(body: &Json) -> bool {
    let unlisted = ["NotFound", "Not allowed for delisted products"];
    body.get("message")
        .and_then(Json::as_str)
        .is_some_and(|message| unlisted.contains(&message))
}

#[async_trait]
impl CandleVenue for ProductCandles {
    const SLUG: &'static str = "coinbase";
    const NAME: &'static str = "Coinbase";
    const WEBSITE: &'static str = "https://exchange.coinbase.com";
    const DAYS: u32 = 300;

    async fn request(
        exchange: &Candles<Self>,
        market: &str,
        from: Day,
        to: Day,
    ) -> Result<Option<Vec<Candle>>, RemoteError> {
        let parameters = [
            ("granularity", "86400".to_owned()),
            ("start", from.start().to_string()),
            ("end", to.start().to_string()),
        ];
        let url = exchange.url(&["products", market, "candles"], &parameters)?;
        exchange.list(url, is_unlisted, candle).await
    }
}

fn candle(row: &Json) -> Option<Candle> {
    let number = |at: usize| row.at(at).cloned();
    Some(Candle {
        opened: seconds(row.at(0)?)?,
        low: number(1)?,
        high: number(2)?,
        open: number(3)?,
        close: number(4)?,
        volume: number(5)?,
    })
}
