//! Exchanges as price sources: everything but the requests and responses, for which each exchange has a file in its
//! folder.

use std::{
    collections::HashMap,
    marker::PhantomData,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    disclosure::DisclosedField,
    quote::{AssetQuote, PriceSource, QuoteAnswer},
    source::{Profile, RemoteError, SourceId, SourceKind},
};
use url::Url;

use super::ticker::Ticker;
use crate::{
    http_client::{HttpClient, RequestContext},
    source::{
        Endpoint, Names, PriceSourceParts,
        batch::{KeyedAssets, batches, grouped},
    },
};

/// What an exchange learns from the requests.
const LEARNS: &str = "The names of markets, such as ETH-USD, for assets held on this server, merged for all users and \
                      shuffled. No address, and not who holds what.";
/// How long a market that the exchange rejected is not requested again.
const REJECTED_FOR: Duration = Duration::from_hours(24);
/// The maximum length of the market names in one request.
const CHARACTERS: usize = 1_000;

/// The API of one exchange.
#[async_trait]
pub trait Venue: Send + Sync + Sized + 'static {
    /// The id of the source, which is also the name of the exchange in `data/markets.csv`.
    const SLUG: &'static str;
    /// The display name.
    const NAME: &'static str;
    /// Its website.
    const WEBSITE: &'static str;
    /// The maximum number of markets in one request.
    const MARKETS: usize;
    /// The number of assets in one call of [`PriceSource::quotes`], so that a job can report its progress.
    const ASSETS: usize;

    /// Requests the tickers of these markets. Returns `None` where the exchange rejects the whole request because it
    /// does not know one of them.
    async fn request(exchange: &Exchange<Self>, batch: &[KeyedAssets]) -> Result<Option<Vec<AssetQuote>>, RemoteError>;
}

/// A price source over the tickers of an exchange.
pub struct Exchange<V> {
    pub(super) client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
    /// Markets that the exchange rejected, and when.
    rejected: Mutex<HashMap<String, Timestamp>>,
    venue: PhantomData<V>,
}

impl<V: Venue> Exchange<V> {
    /// Creates the source of this exchange at an endpoint.
    #[must_use]
    pub fn new((client, clock, names): PriceSourceParts, endpoint: Endpoint) -> Self {
        Self {
            client,
            clock,
            names,
            endpoint,
            rejected: Mutex::default(),
            venue: PhantomData,
        }
    }

    pub(super) fn context() -> RequestContext {
        RequestContext {
            who: V::NAME.to_owned(),
            source: SourceId::fixed(V::SLUG),
            purpose: "prices",
            disclosed: DisclosedField::Assets,
            chain: None,
        }
    }

    /// Groups the assets by market.
    fn keyed(&self, assets: &[AssetId]) -> Vec<KeyedAssets> {
        let named = assets.iter();
        grouped(named.filter_map(|asset| Some((self.names.market(V::SLUG, asset)?.name.clone(), asset.clone()))))
    }

    /// Builds a URL below the base URL.
    pub(super) fn url(&self, path: &[&str], parameters: &[(&str, &str)]) -> Result<Url, RemoteError> {
        self.endpoint.url(&Self::context(), path, parameters)
    }

    /// Converts a ticker into a quote for each asset of a market. Without a ticker the market is not listed.
    pub(super) fn quotes_for(&self, (market, assets): &KeyedAssets, ticker: Option<&Ticker<'_>>) -> Vec<AssetQuote> {
        let now = self.clock.now();
        let one = |asset: &AssetId| {
            let quoted_in = || self.names.market(V::SLUG, asset)?.quoted_in.clone();
            let validated = ticker.map(|ticker| Ok((ticker.validated(market, quoted_in())?, ticker.time(now)?)));
            let (answer, market, source_time) = match validated {
                None => (QuoteAnswer::NotListed, None, None),
                Some(Err(what)) => (
                    QuoteAnswer::Unusable {
                        what: str::to_owned(what),
                    },
                    None,
                    None,
                ),
                Some(Ok(((price, market), source_time))) => {
                    let confidence = None;
                    (QuoteAnswer::Price { price, confidence }, Some(market), source_time)
                }
            };
            AssetQuote {
                asset: asset.clone(),
                answer,
                source_time,
                market,
            }
        };
        assets.iter().map(one).collect()
    }

    fn rejected(&self) -> MutexGuard<'_, HashMap<String, Timestamp>> {
        self.rejected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the exchange rejected this market within a day. A rejection in the future comes from a wrong
    /// clock and is ignored.
    fn is_rejected(&self, market: &str) -> bool {
        let rejected = self.rejected().get(market).copied();
        rejected.is_some_and(|rejected| self.clock.now().within(REJECTED_FOR, rejected))
    }

    /// Requests a batch. A rejected batch is repeated in halves until the unknown market is isolated.
    async fn request_batch(&self, batch: &[KeyedAssets]) -> Result<Vec<AssetQuote>, RemoteError> {
        match (V::request(self, batch).await?, batch) {
            (Some(quoted), _) => Ok(quoted),
            (None, [one]) => {
                self.rejected().insert(one.0.clone(), self.clock.now());
                Ok(self.quotes_for(one, None))
            }
            (None, many) => {
                let (left, right) = many.split_at(many.len() / 2);
                let mut quoted = Box::pin(self.request_batch(left)).await?;
                quoted.extend(Box::pin(self.request_batch(right)).await?);
                Ok(quoted)
            }
        }
    }
}

#[async_trait]
impl<V: Venue> PriceSource for Exchange<V> {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed(V::SLUG),
            name: V::NAME.to_owned(),
            kind: SourceKind::Price,
            website: V::WEBSITE.to_owned(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["current prices".to_owned(), "depth of markets".to_owned()],
            rate_limit: self.endpoint.rate_limit(),
            hosts: self.endpoint.host().into_iter().collect(),
            credentials: Vec::new(),
        }
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.names.market(V::SLUG, asset).is_some()
    }

    fn batch(&self) -> usize {
        V::ASSETS
    }

    /// Past prices are not supported: the candle of a day is not the price at a moment.
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        if at.is_some() {
            return Err(RemoteError::Unsupported {
                who: V::NAME.to_owned(),
                what: "past prices".to_owned(),
            });
        }
        let mut quoted = Vec::with_capacity(assets.len());
        let (rejected, there): (Vec<KeyedAssets>, Vec<KeyedAssets>) = self
            .keyed(assets)
            .into_iter()
            .partition(|(market, _)| self.is_rejected(market));
        quoted.extend(rejected.iter().flat_map(|keyed| self.quotes_for(keyed, None)));
        for batch in batches(&there, V::MARKETS, CHARACTERS) {
            quoted.extend(self.request_batch(batch).await?);
        }
        Ok(quoted)
    }
}
