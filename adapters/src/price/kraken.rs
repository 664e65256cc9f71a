//! Kraken's public market data, <https://docs.kraken.com/api>: free, without a key.
//!
//! Written from its documentation; no live run has confirmed the shape yet.
//!
//! - `GET /0/public/Ticker?pair=XETHZUSD,SOLUSD` answers `{"error": [], "result": {"XETHZUSD": {"a": ["3180.3", …], "b":
//!   ["3180.1", …], "v": ["today", "24 hours"], …}}}`: ask, bid and volume in the asset, numbers as text, no time. Pairs are
//!   asked by the names that answers carry (`XXBTZUSD`, not `BTCUSD`).
//! - Refusals come with status 200 in `error`: `EQuery:Unknown asset pair` for the whole question, so such a question is
//!   halved; `EAPI:Rate limit exceeded`, `EGeneral:Too many requests`, `EService:Unavailable` and others.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    quote::{PriceSource, Quoted},
    source::{Profile, RemoteError},
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    Endpoint,
    market::{Exchange, Said, Volume},
    names::Names,
    question::{Keyed, joined, pieces},
};
use crate::http_client::{Errand, HttpClient, Request};

/// Where it is asked unless configured otherwise.
pub const BASE: &str = "https://api.kraken.com/";
/// Questions a minute: clients report about one in a second.
pub const PER_MINUTE: u32 = 40;
const MARKETS: usize = 30;
const CHARACTERS: usize = 1_000;
const ASSETS: usize = 200;

/// Asks Kraken.
pub struct Kraken(Exchange);

#[derive(Deserialize)]
struct Reply {
    error: Vec<String>,
    #[serde(default)]
    result: HashMap<String, Value>,
}

/// What became of a question.
enum Answered {
    Rows(HashMap<String, Value>),
    UnknownPair,
}

impl Kraken {
    /// A source that asks at `endpoint`.
    #[must_use]
    pub fn new(ports: (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>), endpoint: Endpoint) -> Self {
        let (client, clock, names) = ports;
        Self(Exchange {
            slug: "kraken",
            name: "Kraken",
            website: "https://www.kraken.com",
            client,
            clock,
            names,
            endpoint,
        })
    }

    async fn ask(&self, piece: &[Keyed]) -> Result<Answered, RemoteError> {
        let url = self
            .0
            .address(&["0", "public", "Ticker"], &[("pair", &joined(piece))])?;
        let reply: Reply = self.0.client.json(&Request::get(url), &self.0.errand()).await?;
        let is = |error: &&String| error.starts_with('E');
        match reply.error.iter().find(is) {
            None => Ok(Answered::Rows(reply.result)),
            Some(error) if error.starts_with("EQuery:Unknown asset pair") => Ok(Answered::UnknownPair),
            Some(error) => Err(refused(error, &self.0.errand())),
        }
    }

    /// A question that is refused for one pair is asked again in halves, until the pair is alone.
    async fn piece(&self, piece: &[Keyed]) -> Result<Vec<Quoted>, RemoteError> {
        match (self.ask(piece).await?, piece) {
            (Answered::Rows(rows), _) => {
                let about = |keyed: &Keyed| self.0.about(keyed, rows.get(&keyed.0).map(said).as_ref());
                Ok(piece.iter().flat_map(about).collect())
            }
            (Answered::UnknownPair, [one]) => Ok(self.0.about(one, None)),
            (Answered::UnknownPair, many) => {
                let (left, right) = many.split_at(many.len() / 2);
                let mut quoted = Box::pin(self.piece(left)).await?;
                quoted.extend(Box::pin(self.piece(right)).await?);
                Ok(quoted)
            }
        }
    }
}

/// Its codes as our errors; its free text does not pass.
fn refused(error: &str, errand: &Errand) -> RemoteError {
    match error.split(':').collect::<Vec<_>>().as_slice() {
        ["EAPI", "Rate limit exceeded", ..] | ["EGeneral", "Too many requests", ..] => errand.rate_limited(None),
        ["EService", ..] | ["EGeneral", "Internal error", ..] => {
            errand.unavailable("it says that it is not available", None)
        }
        _ => errand.refused("it does not answer this question"),
    }
}

fn said(row: &Value) -> Said<'_> {
    let at = |field: &str, place: usize| row.get(field).and_then(|list| list.get(place));
    Said {
        bid: at("b", 0),
        ask: at("a", 0),
        volume: Volume::OfAsset(at("v", 1)),
        millis: None,
    }
}

#[async_trait]
impl PriceSource for Kraken {
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
