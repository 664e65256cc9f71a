//! Coinbase Exchange's public market data, <https://docs.cdp.coinbase.com/exchange>: free, without a key.
//!
//! Written from its documentation; no live run has confirmed the shape yet.
//!
//! - `GET /products/ETH-USD/ticker` answers `{"bid": "3180.1", "ask": "3180.3", "volume": "1234.5", "time":
//!   "2026-08-05T11:59:58.123456Z", …}`: one market in a question, numbers as text, the volume of 24 hours in the asset, the
//!   time that of the last trade. A market that it does not know is status 404.
//! - About ten questions in a second are allowed; three are asked.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    quote::{PriceSource, Quoted},
    source::{Profile, RemoteError},
};
use serde_json::{Map, Value};

use super::{
    Endpoint,
    market::{Exchange, Said, Volume},
    names::Names,
    question::Keyed,
};
use crate::http_client::{HttpClient, Request};

/// Where it is asked unless configured otherwise.
pub const BASE: &str = "https://api.exchange.coinbase.com/";
/// Questions a minute.
pub const PER_MINUTE: u32 = 180;
/// Each market is a question of its own, so that a job says how far it is.
const ASSETS: usize = 20;

/// Asks Coinbase.
pub struct Coinbase(Exchange);

impl Coinbase {
    /// A source that asks at `endpoint`.
    #[must_use]
    pub fn new(ports: (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>), endpoint: Endpoint) -> Self {
        let (client, clock, names) = ports;
        Self(Exchange {
            slug: "coinbase",
            name: "Coinbase",
            website: "https://exchange.coinbase.com",
            client,
            clock,
            names,
            endpoint,
        })
    }

    async fn ask(&self, keyed: &Keyed) -> Result<Vec<Quoted>, RemoteError> {
        let url = self.0.address(&["products", &keyed.0, "ticker"], &[])?;
        let reply: Result<Map<String, Value>, _> = self.0.client.json(&Request::get(url), &self.0.errand()).await;
        match reply {
            Ok(row) => Ok(self.0.about(keyed, Some(&said(&row)))),
            Err(RemoteError::Refused { why, .. }) if why == "status 404" => Ok(self.0.about(keyed, None)),
            Err(error) => Err(error),
        }
    }
}

fn said(row: &Map<String, Value>) -> Said<'_> {
    let traded = row.get("time").and_then(Value::as_str);
    Said {
        bid: row.get("bid"),
        ask: row.get("ask"),
        volume: Volume::OfAsset(row.get("volume")),
        // A text that is no time reads as one long ago: its price does not count.
        millis: traded.map(|text| {
            text.parse::<jiff::Timestamp>()
                .map_or(0, jiff::Timestamp::as_millisecond)
        }),
    }
}

#[async_trait]
impl PriceSource for Coinbase {
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
        for keyed in &self.0.keyed(assets) {
            quoted.extend(self.ask(keyed).await?);
        }
        Ok(quoted)
    }
}
