//! DefiLlama's coins API, <https://coins.llama.fi>: free, without a key.
//!
//! Written from its documentation and from existing clients; no live run has confirmed the shapes yet.
//!
//! - `GET /prices/current/{coins}` and `GET /prices/historical/{second}/{coins}`, both with `searchWidth=4h`, accept
//!   at most 200 coins and about 9,000 characters of path; 180 contracts were too long, so a request has 100. A coin
//!   is `{chain}:{contract}` or `coingecko:{id}`; unknown coins are absent from the response.
//! - `{"coins": {"ethereum:0x…": {"price": 1.0, "timestamp": 1700000000, "confidence": 0.99, "symbol": "USDC"}}}`.
//!   Prices are in dollars; the confidence is between 0 and 1, and absent for some coins.

pub(super) mod past;

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    disclosure::DisclosedField,
    json::Json,
    quote::{AssetQuote, PriceSource},
    source::{Profile, RemoteError, SourceId, SourceKind},
};
use url::Url;

use super::{
    learns::LEARNS,
    raw_quote::{QuoteFields, RawQuote},
};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::{
        Endpoint, LimitRule, Names, PriceSourceSpec,
        batch::{KeyedAssets, batches, grouped, joined},
    },
};

/// The source. Its rate limit is not published; clients report some hundreds of requests a minute.
pub(super) const SPEC: PriceSourceSpec = PriceSourceSpec {
    slug: SLUG,
    takes_key: false,
    base: "https://coins.llama.fi/",
    fallbacks: &[],
    per_minute: 120,
    keyed_per_minute: None,
    limit: LimitRule::SHORT_BURSTS,
    chain_bases: None,
    build: |ports, endpoint| vec![Arc::new(DefiLlama::new(ports, endpoint))],
};
const SLUG: &str = "defillama";
const NAME: &str = "DefiLlama";
const COINS: usize = 100;
const CHARACTERS: usize = 8_000;

/// The price source for DefiLlama.
pub struct DefiLlama {
    client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
}

const FIELDS: QuoteFields = QuoteFields {
    price: "price",
    confidence: Some("confidence"),
    second: "timestamp",
};

impl DefiLlama {
    /// Creates the source at an endpoint.
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

    async fn request(&self, batch: &[KeyedAssets], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let context = context();
        let url =
            url(&self.endpoint.base, batch, at).ok_or_else(|| context.refused("its base URL cannot be extended"))?;
        let reply = self.client.json(&OutgoingRequest::get(url), &context).await?;
        read(&reply, batch, self.clock.now()).ok_or_else(|| context.malformed("no list of coins"))
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

/// Coins are requested by CoinGecko's id, and for tokens that CoinGecko lists the price may be CoinGecko's too; the reply
/// does not say.
fn origin(names: &Names, asset: &AssetId) -> SourceId {
    if names.coingecko(asset).is_some() || names.contract(asset).is_some() {
        SourceId::fixed(super::coingecko::SLUG)
    } else {
        context().source
    }
}

fn profile(endpoint: &Endpoint) -> Profile {
    Profile {
        id: context().source,
        name: NAME.to_owned(),
        kind: SourceKind::Price,
        website: "https://defillama.com".to_owned(),
        learns: LEARNS.to_owned(),
        capabilities: vec!["current prices".to_owned(), "past prices".to_owned()],
        rate_limit: endpoint.rate_limit(),
        hosts: endpoint.host().into_iter().collect(),
        credentials: Vec::new(),
    }
}

pub(super) fn url(base: &Url, batch: &[KeyedAssets], at: Option<Timestamp>) -> Option<Url> {
    let mut url = base.clone();
    let coins = joined(batch);
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

/// Parses a reply, or returns `None` where it has no coins. Rows are parsed one by one, so that an invalid one does not affect
/// the others. Keys are compared case-insensitively: the source may return them in its own notation.
pub(super) fn read(reply: &Json, batch: &[KeyedAssets], now: Timestamp) -> Option<Vec<AssetQuote>> {
    let rows = reply["coins"].as_object()?.iter();
    let rows: HashMap<String, &Json> = rows.map(|(key, row)| (key.to_ascii_lowercase(), row)).collect();
    let raw = |key: &str| RawQuote::row(rows.get(&key.to_ascii_lowercase()).copied(), &FIELDS);
    let answers = batch.iter().flat_map(|(key, assets)| raw(key).quotes(assets, now));
    Some(answers.collect())
}

#[async_trait]
impl PriceSource for DefiLlama {
    fn profile(&self) -> Profile {
        profile(&self.endpoint)
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.names.defillama(asset).is_some()
    }

    fn batch(&self) -> usize {
        COINS
    }

    fn origin(&self, asset: &AssetId) -> SourceId {
        origin(&self.names, asset)
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let keys = assets
            .iter()
            .filter_map(|asset| Some((self.names.defillama(asset)?, asset.clone())));
        let mut all = Vec::with_capacity(assets.len());
        let by_key = grouped(keys);
        for batch in batches(&by_key, COINS, CHARACTERS) {
            all.extend(self.request(batch, at).await?);
        }
        Ok(all)
    }
}
