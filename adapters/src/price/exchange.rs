//! Exchanges as sources of prices: everything but their own questions and answers, which each has a file for.

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
    quote::{Answer, AssetQuote, PriceSource},
    source::{Profile, RemoteError, SourceId, SourceKind},
};
use url::Url;

use super::{
    Endpoint,
    market::Said,
    names::Names,
    question::{Keyed, merged, pieces},
};
use crate::http_client::{HttpClient, RequestContext};

/// What every exchange here learns.
const LEARNS: &str = "The names of markets, such as ETH-USD, for assets held on this server, merged for all users and \
                      shuffled. No address, and not who holds what.";
/// How long a market that the exchange refused is not asked for again.
const GONE_FOR: Duration = Duration::from_hours(24);
/// Characters of the markets' names in one question.
const CHARACTERS: usize = 1_000;

/// What is one exchange's own.
#[async_trait]
pub trait Venue: Send + Sync + Sized + 'static {
    /// Id of the source, and the word for it in `data/markets.csv`.
    const SLUG: &'static str;
    /// Name for people.
    const NAME: &'static str;
    /// Where people read about it.
    const WEBSITE: &'static str;
    /// Markets in one question.
    const MARKETS: usize;
    /// Assets at once, so that a job says how far it is.
    const ASSETS: usize;

    /// What these markets say. `None` where the exchange refuses the whole question because it does not know one of them.
    async fn ask(exchange: &Exchange<Self>, piece: &[Keyed]) -> Result<Option<Vec<AssetQuote>>, RemoteError>;
}

/// An exchange that is asked what its markets say now.
pub struct Exchange<V> {
    pub(super) client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
    /// Markets that the exchange refused, and when.
    gone: Mutex<HashMap<String, Timestamp>>,
    venue: PhantomData<V>,
}

impl<V: Venue> Exchange<V> {
    /// A source that asks at `endpoint`.
    #[must_use]
    pub fn new(ports: (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>), endpoint: Endpoint) -> Self {
        let (client, clock, names) = ports;
        Self {
            client,
            clock,
            names,
            endpoint,
            gone: Mutex::default(),
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

    /// The markets of these assets, each once.
    fn keyed(&self, assets: &[AssetId]) -> Vec<Keyed> {
        let named = assets.iter();
        merged(named.filter_map(|asset| Some((self.names.market(V::SLUG, asset)?.name.clone(), asset.clone()))))
    }

    /// An address below the base.
    pub(super) fn address(&self, path: &[&str], parameters: &[(&str, &str)]) -> Result<Url, RemoteError> {
        let mut url = self.endpoint.base.clone();
        let mut segments = url
            .path_segments_mut()
            .map_err(|()| Self::context().refused("its base URL must not have a path"))?;
        segments.pop_if_empty().extend(path);
        drop(segments);
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        Ok(url)
    }

    /// What a market said as the answer about each of its assets. Silence is that the market is not there.
    pub(super) fn about(&self, (market, assets): &Keyed, said: Option<&Said<'_>>) -> Vec<AssetQuote> {
        let now = self.clock.now();
        let one = |asset: &AssetId| {
            let quoted_in = || self.names.market(V::SLUG, asset)?.quoted_in.clone();
            let judged = said.map(|said| Ok((said.judged(market, quoted_in())?, said.time(now)?)));
            let (answer, market, source_time) = match judged {
                None => (Answer::NotListed, None, None),
                Some(Err(what)) => (
                    Answer::Unusable {
                        what: str::to_owned(what),
                    },
                    None,
                    None,
                ),
                Some(Ok(((price, market), source_time))) => {
                    let confidence = None;
                    (Answer::Price { price, confidence }, Some(market), source_time)
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

    fn gone(&self) -> MutexGuard<'_, HashMap<String, Timestamp>> {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the exchange refused this market within a day. One that was refused in the future was refused by a wrong clock.
    fn is_gone(&self, market: &str) -> bool {
        let refused = self.gone().get(market).copied();
        refused.is_some_and(|refused| self.clock.now().within(GONE_FOR, refused))
    }

    /// A question that is refused for one market is asked again in halves, until the market is alone.
    async fn piece(&self, piece: &[Keyed]) -> Result<Vec<AssetQuote>, RemoteError> {
        match (V::ask(self, piece).await?, piece) {
            (Some(quoted), _) => Ok(quoted),
            (None, [one]) => {
                self.gone().insert(one.0.clone(), self.clock.now());
                Ok(self.about(one, None))
            }
            (None, many) => {
                let (left, right) = many.split_at(many.len() / 2);
                let mut quoted = Box::pin(self.piece(left)).await?;
                quoted.extend(Box::pin(self.piece(right)).await?);
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
            rate_limit: self.endpoint.pace(),
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

    /// Past prices are not asked: a day's candle is not the price of a moment.
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        if at.is_some() {
            return Err(RemoteError::Unsupported {
                who: V::NAME.to_owned(),
                what: "past prices".to_owned(),
            });
        }
        let mut quoted = Vec::with_capacity(assets.len());
        let (gone, there): (Vec<Keyed>, Vec<Keyed>) = self
            .keyed(assets)
            .into_iter()
            .partition(|(market, _)| self.is_gone(market));
        quoted.extend(gone.iter().flat_map(|keyed| self.about(keyed, None)));
        for piece in pieces(&there, V::MARKETS, CHARACTERS) {
            quoted.extend(self.piece(piece).await?);
        }
        Ok(quoted)
    }
}
