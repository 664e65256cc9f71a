//! CoinGecko's API v3, <https://docs.coingecko.com>: without a key, or with a Demo or Pro key of the operator.
//!
//! Written from its documentation and from reports of clients; no live run has confirmed the shapes yet.
//!
//! - `GET /simple/price?ids=…&vs_currencies=usd` returns `{"ethereum": {"usd": 1.0, "last_updated_at": 1700000000}}`
//!   for coins by id; unknown ids are absent.
//! - `GET /simple/token_price/{platform}?contract_addresses=…` returns the same by contract, in lower case. Without a
//!   key it accepts one contract per request (otherwise error 10012), so tokens whose id is not known are requested
//!   only with a key; if several per request are refused then too, they are requested one by one.
//! - `GET /coins/{id}/market_chart/range?from=…&to=…` returns `{"prices": [[milliseconds, 1.0], …]}` for one coin, for
//!   the past 365 days unless a Pro key is used; a range of up to a day has about one point an hour.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    disclosure::DisclosedField,
    json::Json,
    quote::{AssetQuote, PriceSource},
    source::{CredentialField, Profile, RemoteError, SourceId, SourceKind},
};
use url::Url;

use super::{
    chart::nearest,
    error_reply,
    learns::LEARNS,
    raw_quote::{QuoteFields, RawQuote, unusable},
};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::{
        Endpoint, LimitRule, Names, PriceSourceSpec,
        batch::{KeyedAssets, batches, grouped, joined},
    },
};

/// The source. Without a key about five requests a minute are answered; a Demo key has 100.
pub(super) const SPEC: PriceSourceSpec = PriceSourceSpec {
    slug: SLUG,
    takes_key: true,
    base: "https://api.coingecko.com/api/v3/",
    fallbacks: &[],
    per_minute: 5,
    keyed_per_minute: Some(60),
    limit: LimitRule::SHORT_BURSTS,
    chain_bases: None,
    build: |ports, endpoint| vec![Arc::new(CoinGecko::new(ports, endpoint))],
};
pub(super) const SLUG: &str = "coingecko";
const NAME: &str = "CoinGecko";
/// The host for Pro keys.
const PRO: &str = "pro-api.coingecko.com";
const IDS: usize = 100;
const CHARACTERS: usize = 4_000;
/// The maximum number of coins with past prices. Each takes a request; more would exceed the limit of a minute.
const PAST_COINS: usize = 5;
const PAST: Duration = Duration::from_hours(24 * 365);
/// The maximum distance of a chart point from the requested moment.
const AROUND: Duration = Duration::from_hours(6);
const FIELDS: QuoteFields = QuoteFields {
    price: "usd",
    confidence: None,
    second: "last_updated_at",
};

/// The price source for CoinGecko.
pub struct CoinGecko {
    client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
    /// Whether a request with several contracts was refused.
    separately: AtomicBool,
}

impl CoinGecko {
    /// Creates the source at an endpoint.
    #[must_use]
    pub fn new(ports: (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>), endpoint: Endpoint) -> Self {
        let (client, clock, names) = ports;
        Self {
            client,
            clock,
            names,
            endpoint,
            separately: AtomicBool::new(false),
        }
    }

    fn is_pro(&self) -> bool {
        self.endpoint.base.host_str() == Some(PRO)
    }

    /// Builds a URL below the base URL.
    fn url(&self, path: &[&str], parameters: &[(&str, &str)]) -> Result<Url, RemoteError> {
        self.endpoint.url(&context(), path, parameters)
    }

    async fn request(&self, url: Url) -> Result<Json, RemoteError> {
        let request = OutgoingRequest::get(url);
        let header = if self.is_pro() {
            "x-cg-pro-api-key"
        } else {
            "x-cg-demo-api-key"
        };
        let request = match &self.endpoint.key {
            Some(key) => request.with_key(header, key.reveal().clone()),
            None => request,
        };
        let reply = self.client.json(&request, &context()).await?;
        if reply.as_object().is_none() {
            return Err(context().malformed("no object"));
        }
        match error_reply::code_of(&reply) {
            Some(code) => Err(error_reply::error(code, &context())),
            None => Ok(reply),
        }
    }

    /// Requests current prices of coins by id.
    async fn coins(&self, batch: &[KeyedAssets]) -> Result<Vec<AssetQuote>, RemoteError> {
        let ids = ("ids", &*joined(batch));
        let url = self.url(&["simple", "price"], &[ids, CURRENCY, UPDATED, PRECISION])?;
        Ok(read(&self.request(url).await?, batch, self.clock.now()))
    }

    /// Requests current prices of tokens by contract on one platform.
    async fn contracts(&self, platform: &str, all: &[KeyedAssets]) -> Result<Vec<AssetQuote>, RemoteError> {
        if !self.separately.load(Ordering::Relaxed) {
            match self.contract_batches(platform, all, IDS).await {
                Err(RemoteError::Refused { .. }) if all.len() > 1 => {}
                result => return result,
            }
        }
        let quoted = self.contract_batches(platform, all, 1).await?;
        self.separately.store(true, Ordering::Relaxed);
        Ok(quoted)
    }

    async fn contract_batches(
        &self,
        platform: &str,
        all: &[KeyedAssets],
        most: usize,
    ) -> Result<Vec<AssetQuote>, RemoteError> {
        let mut quoted = Vec::new();
        for batch in batches(all, most, CHARACTERS) {
            let contracts = ("contract_addresses", &*joined(batch));
            let path = ["simple", "token_price", platform];
            let url = self.url(&path, &[contracts, CURRENCY, UPDATED, PRECISION])?;
            quoted.extend(read(&self.request(url).await?, batch, self.clock.now()));
        }
        Ok(quoted)
    }

    async fn current(&self, assets: &[AssetId]) -> Result<Vec<AssetQuote>, RemoteError> {
        let mut quoted = Vec::with_capacity(assets.len());
        for batch in batches(&self.by_coin(assets), IDS, CHARACTERS) {
            quoted.extend(self.coins(batch).await?);
        }
        for (platform, tokens) in self.by_platform(assets) {
            quoted.extend(self.contracts(&platform, &tokens).await?);
        }
        Ok(quoted)
    }

    fn by_coin(&self, assets: &[AssetId]) -> Vec<KeyedAssets> {
        let named = assets
            .iter()
            .filter_map(|asset| Some((self.names.coingecko(asset)?.to_owned(), asset.clone())));
        grouped(named)
    }

    /// Groups the assets that are only known by their contract by platform.
    fn by_platform(&self, assets: &[AssetId]) -> Vec<(String, Vec<KeyedAssets>)> {
        let unnamed = assets.iter().filter(|asset| self.names.coingecko(asset).is_none());
        let platforms =
            grouped(unnamed.filter_map(|asset| Some((self.names.contract(asset)?.0.to_owned(), asset.clone()))));
        let keyed = |assets: Vec<AssetId>| {
            let contracts = assets.into_iter();
            grouped(contracts.filter_map(|asset| Some((self.names.contract(&asset)?.1, asset))))
        };
        platforms
            .into_iter()
            .map(|(platform, assets)| (platform, keyed(assets)))
            .collect()
    }

    async fn past(&self, assets: &[AssetId], at: Timestamp) -> Result<Vec<AssetQuote>, RemoteError> {
        let coins = self.by_coin(assets);
        let count: usize = coins.iter().map(|(_, assets)| assets.len()).sum();
        if count < assets.iter().filter(|asset| self.covers(asset)).count() {
            return Err(unsupported("past prices of tokens listed by contract"));
        }
        if coins.len() > PAST_COINS {
            return Err(unsupported("past prices of more than five coins at once"));
        }
        if !self.is_pro() && at < self.clock.now().minus(PAST) {
            return Err(unsupported("prices older than a year without a Pro key"));
        }
        let mut quoted = Vec::with_capacity(count);
        for (coin, assets) in &coins {
            quoted.extend(self.past_of(coin, assets, at).await?);
        }
        Ok(quoted)
    }

    async fn past_of(&self, coin: &str, assets: &[AssetId], at: Timestamp) -> Result<Vec<AssetQuote>, RemoteError> {
        let (from, to) = (
            at.minus(AROUND).seconds().to_string(),
            at.plus(AROUND).seconds().to_string(),
        );
        let parameters = [("vs_currency", "usd"), ("from", &from), ("to", &to), PRECISION];
        let url = self.url(&["coins", coin, "market_chart", "range"], &parameters)?;
        let reply = self.request(url).await?;
        let points = reply["prices"].as_array();
        let points = points.ok_or_else(|| context().malformed("no list of prices"))?;
        let Some((moment, price)) = nearest(points, at, AROUND) else {
            return Ok(if points.is_empty() {
                RawQuote::default().quotes(assets, at)
            } else {
                unusable(assets, "its chart has no point near the requested time")
            });
        };
        let mut quoted = RawQuote::point(price).quotes(assets, at);
        for quoted in &mut quoted {
            quoted.source_time = Some(moment);
        }
        Ok(quoted)
    }
}

const CURRENCY: (&str, &str) = ("vs_currencies", "usd");
const UPDATED: (&str, &str) = ("include_last_updated_at", "true");
const PRECISION: (&str, &str) = ("precision", "full");

pub(super) fn context() -> RequestContext {
    RequestContext {
        who: NAME.to_owned(),
        source: SourceId::fixed(SLUG),
        purpose: "prices",
        disclosed: DisclosedField::Assets,
        chain: None,
    }
}

fn unsupported(what: &str) -> RemoteError {
    RemoteError::Unsupported {
        who: NAME.to_owned(),
        what: what.to_owned(),
    }
}

pub(super) fn read(reply: &Json, batch: &[KeyedAssets], now: Timestamp) -> Vec<AssetQuote> {
    let answers = batch
        .iter()
        .flat_map(|(key, assets)| RawQuote::row(reply.get(key), &FIELDS).quotes(assets, now));
    answers.collect()
}

#[async_trait]
impl PriceSource for CoinGecko {
    fn profile(&self) -> Profile {
        Profile {
            id: context().source,
            name: NAME.to_owned(),
            kind: SourceKind::Price,
            website: "https://www.coingecko.com".to_owned(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["current prices".to_owned(), "past prices of a year".to_owned()],
            rate_limit: self.endpoint.rate_limit(),
            hosts: self.endpoint.host().into_iter().collect(),
            credentials: vec![CredentialField {
                key: "key".to_owned(),
                label: "API key".to_owned(),
                secret: true,
                help: if self.endpoint.key.is_some() {
                    "A paid plan at coingecko.com raises the limit.".to_owned()
                } else {
                    "Add a free Demo key from coingecko.com to raise the limit and to price tokens by their contract."
                        .to_owned()
                },
            }],
        }
    }

    /// Covers coins whose id is certain, and with a key also any token of a known platform.
    fn covers(&self, asset: &AssetId) -> bool {
        let by_contract = || self.endpoint.key.is_some() && self.names.contract(asset).is_some();
        self.names.coingecko(asset).is_some() || by_contract()
    }

    fn batch(&self) -> usize {
        IDS
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let covered: Vec<AssetId> = assets.iter().filter(|asset| self.covers(asset)).cloned().collect();
        match at {
            None => self.current(&covered).await,
            Some(at) => self.past(&covered, at).await,
        }
    }
}
