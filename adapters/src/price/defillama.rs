//! DefiLlama's coins API, <https://coins.llama.fi>: free, without a key.
//!
//! Written from its documentation and from clients that are in use; no live run has confirmed the shapes yet.
//!
//! - `GET /prices/current/{coins}` and `GET /prices/historical/{second}/{coins}`, both with `searchWidth=4h`: at most 200
//!   coins and about 9,000 characters of path; 180 contracts were too long, so 100 are asked at once. A coin is
//!   `{chain}:{contract}` or `coingecko:{id}`; coins that it does not know are absent from the answer.
//! - `{"coins": {"ethereum:0x…": {"price": 1.0, "timestamp": 1700000000, "confidence": 0.99, "symbol": "USDC"}}}`; prices
//!   are dollars, the confidence is 0 to 1 and absent for some coins.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    disclosure::DisclosedField,
    quote::{AssetQuote, PriceSource},
    source::{Profile, RemoteError, SourceId, SourceKind},
};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::{
    Endpoint, LEARNS, Plug,
    answer::{Fields, Said},
    names::Names,
    question::{Keyed, joined, merged, pieces},
};
use crate::http_client::{HttpClient, Request, RequestContext};

/// The source: its own limit is not published; clients report some hundreds a minute.
pub(super) const PLUG: Plug = Plug {
    slug: SLUG,
    takes_key: false,
    base: "https://coins.llama.fi/",
    per_minute: 120,
    keyed_per_minute: None,
    make: |ports, at| Arc::new(DefiLlama::new(ports, at)),
};
const SLUG: &str = "defillama";
const NAME: &str = "DefiLlama";
const COINS: usize = 100;
const CHARACTERS: usize = 8_000;

/// Asks DefiLlama.
pub struct DefiLlama {
    client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
}

/// A row is read by itself: one that is odd does not spoil the others.
#[derive(Deserialize)]
pub(super) struct Reply {
    coins: HashMap<String, Value>,
}

const FIELDS: Fields = Fields {
    price: "price",
    confidence: Some("confidence"),
    second: "timestamp",
};

impl DefiLlama {
    /// A source that asks at `endpoint`.
    #[must_use]
    pub fn new(ports: (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>), endpoint: Endpoint) -> Self {
        let (client, clock, names) = ports;
        Self {
            client,
            clock,
            names,
            endpoint,
        }
    }

    async fn ask(&self, piece: &[Keyed], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let context = context();
        let url = address(&self.endpoint.base, piece, at)
            .ok_or_else(|| context.refused("its base URL must not have a path"))?;
        let reply = self.client.json(&Request::get(url), &context).await?;
        Ok(read(&reply, piece, self.clock.now()))
    }
}

fn context() -> RequestContext {
    RequestContext {
        who: NAME.to_owned(),
        source: SourceId::fixed(SLUG),
        purpose: "prices",
        disclosed: DisclosedField::Assets,
        chain: None,
    }
}

pub(super) fn address(base: &Url, piece: &[Keyed], at: Option<Timestamp>) -> Option<Url> {
    let mut url = base.clone();
    let coins = joined(piece);
    let mut path = url.path_segments_mut().ok()?;
    path.pop_if_empty().push("prices");
    match at {
        None => path.push("current"),
        Some(at) => path.push("historical").push(&at.seconds().to_string()),
    };
    path.push(&coins);
    drop(path);
    url.query_pairs_mut().append_pair("searchWidth", "4h");
    Some(url)
}

/// Keys are compared without regard to case: they come back as they were sent, or as the source writes them.
pub(super) fn read(reply: &Reply, piece: &[Keyed], now: Timestamp) -> Vec<AssetQuote> {
    let rows = reply.coins.iter();
    let rows: HashMap<String, &Value> = rows.map(|(key, row)| (key.to_ascii_lowercase(), row)).collect();
    let said = |key: &str| Said::row(rows.get(&key.to_ascii_lowercase()).copied(), &FIELDS);
    let answers = piece.iter().flat_map(|(key, assets)| said(key).about(assets, now));
    answers.collect()
}

#[async_trait]
impl PriceSource for DefiLlama {
    fn profile(&self) -> Profile {
        Profile {
            id: context().source,
            name: NAME.to_owned(),
            kind: SourceKind::Price,
            website: "https://defillama.com".to_owned(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["current prices".to_owned(), "past prices".to_owned()],
            rate_limit: self.endpoint.pace(),
            hosts: self.endpoint.host().into_iter().collect(),
            credentials: Vec::new(),
        }
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.names.defillama(asset).is_some()
    }

    fn batch(&self) -> usize {
        COINS
    }

    /// Coins are asked by CoinGecko's id, and tokens that CoinGecko knows may be answered with its number too: no answer says.
    fn origin(&self, asset: &AssetId) -> SourceId {
        if self.names.coin(asset).is_some() || self.names.contract(asset).is_some() {
            SourceId::fixed(super::coingecko::SLUG)
        } else {
            context().source
        }
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let keys = assets
            .iter()
            .filter_map(|asset| Some((self.names.defillama(asset)?, asset.clone())));
        let mut all = Vec::with_capacity(assets.len());
        let merged = merged(keys);
        for piece in pieces(&merged, COINS, CHARACTERS) {
            all.extend(self.ask(piece, at).await?);
        }
        Ok(all)
    }
}
