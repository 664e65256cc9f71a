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
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    quote::{PriceSource, Quoted},
    source::{Profile, RemoteError},
};
use serde_json::Value;

use super::{
    Endpoint,
    market::{Exchange, Said, Volume},
    names::Names,
    question::{Keyed, pieces},
};
use crate::http_client::{HttpClient, Request};

/// Where it is asked unless configured otherwise.
pub const BASE: &str = "https://data-api.binance.vision/";
/// Questions a minute: far below what its weights allow.
pub const PER_MINUTE: u32 = 120;
const MARKETS: usize = 20;
const CHARACTERS: usize = 1_000;
const ASSETS: usize = 200;

/// Asks Binance.
pub struct Binance(Exchange);

impl Binance {
    /// A source that asks at `endpoint`.
    #[must_use]
    pub fn new(ports: (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>), endpoint: Endpoint) -> Self {
        let (client, clock, names) = ports;
        Self(Exchange {
            slug: "binance",
            name: "Binance",
            website: "https://www.binance.com",
            client,
            clock,
            names,
            endpoint,
        })
    }

    async fn ask(&self, piece: &[Keyed]) -> Result<Vec<Quoted>, RemoteError> {
        let symbols: Vec<&str> = piece.iter().map(|(market, _)| market.as_str()).collect();
        let symbols = Value::from(symbols).to_string();
        let url = self
            .0
            .address(&["api", "v3", "ticker", "24hr"], &[("symbols", &symbols)])?;
        let reply: Vec<Value> = self.0.client.json(&Request::get(url), &self.0.errand()).await?;
        let row = |market: &str| {
            reply
                .iter()
                .find(|row| row.get("symbol").is_some_and(|name| name == market))
        };
        let about = |keyed: &Keyed| self.0.about(keyed, row(&keyed.0).map(said).as_ref());
        Ok(piece.iter().flat_map(about).collect())
    }

    /// A question that is refused for one market is asked again in halves, until the market is alone.
    async fn piece(&self, piece: &[Keyed]) -> Result<Vec<Quoted>, RemoteError> {
        match self.ask(piece).await {
            Err(RemoteError::Refused { why, .. }) if why == "status 400" => match piece {
                [one] => Ok(self.0.about(one, None)),
                many => {
                    let (left, right) = many.split_at(many.len() / 2);
                    let mut quoted = Box::pin(self.piece(left)).await?;
                    quoted.extend(Box::pin(self.piece(right)).await?);
                    Ok(quoted)
                }
            },
            answered => answered,
        }
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

#[async_trait]
impl PriceSource for Binance {
    fn profile(&self) -> Profile {
        self.0.profile()
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.0.covers(asset)
    }

    fn batch(&self) -> usize {
        ASSETS
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<Quoted>, RemoteError> {
        if at.is_some() {
            return Err(self.0.only_now());
        }
        let mut quoted = Vec::with_capacity(assets.len());
        for piece in pieces(&self.0.keyed(assets), MARKETS, CHARACTERS) {
            quoted.extend(self.piece(piece).await?);
        }
        Ok(quoted)
    }
}
