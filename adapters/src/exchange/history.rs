//! Exchanges as sources of past prices: everything but the requests and responses, for which each exchange has a file in its
//! folder.
//!
//! A candle of an exchange opens at the start of its day in UTC, so its last trade is the price at the start of the next day.

use std::{marker::PhantomData, sync::Arc};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::Clock,
    day::Day,
    disclosure::DisclosedField,
    json::Json,
    past_price::{ClosingPrice, PastPriceSource},
    source::{Profile, RemoteError, SourceId, SourceKind},
};
use url::Url;

use super::candle::{Candle, closes};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::{Endpoint, Names, PriceSourceParts},
};

/// What an exchange learns from the requests.
const LEARNS: &str = "The names of markets, such as ETH-USD, and the years for which their daily prices are needed, for assets \
                      of accounts on this server, merged for all users. No address, and not who holds what.";

/// The API of daily candles of one exchange.
#[async_trait]
pub trait CandleVenue: Send + Sync + Sized + 'static {
    /// The id of the source, which is also the name of the exchange in `data/markets.csv`.
    const SLUG: &'static str;
    /// The display name.
    const NAME: &'static str;
    /// Its website.
    const WEBSITE: &'static str;
    /// The maximum number of days in one request.
    const DAYS: u32;

    /// Requests the candles of a market on the days `from` to `to`, inclusive. Candles of other days may be among them.
    /// Returns `None` where the exchange answers that it does not list the market.
    async fn request(
        exchange: &Candles<Self>,
        market: &str,
        from: Day,
        to: Day,
    ) -> Result<Option<Vec<Candle>>, RemoteError>;
}

/// A source of past prices over the daily candles of an exchange.
pub struct Candles<V> {
    pub(super) client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
    venue: PhantomData<V>,
}

impl<V: CandleVenue> Candles<V> {
    /// Creates the source of this exchange at an endpoint.
    #[must_use]
    pub fn new((client, clock, names): PriceSourceParts, endpoint: Endpoint) -> Self {
        Self {
            client,
            clock,
            names,
            endpoint,
            venue: PhantomData,
        }
    }

    pub(super) fn context() -> RequestContext {
        RequestContext {
            who: V::NAME.to_owned(),
            source: SourceId::fixed(V::SLUG),
            purpose: "past prices",
            disclosed: DisclosedField::Assets,
            chain: None,
        }
    }

    /// Builds a URL below the base URL.
    pub(super) fn url(&self, path: &[&str], parameters: &[(&str, String)]) -> Result<Url, RemoteError> {
        self.endpoint.url(&Self::context(), path, parameters)
    }

    /// Requests candles that are answered as a list of arrays. Returns `None` where the answer is the error of a market that is
    /// not listed.
    pub(super) async fn list(
        &self,
        url: Url,
        is_unlisted: fn(&Json) -> bool,
        candle: fn(&Json) -> Option<Candle>,
    ) -> Result<Option<Vec<Candle>>, RemoteError> {
        let request = OutgoingRequest::get(url).with_error_answer(is_unlisted);
        let context = Self::context();
        match self.client.json(&request, &context).await? {
            Json::Array(rows) => Self::read(&rows, candle).map(Some),
            body if is_unlisted(&body) => Ok(None),
            _ => Err(context.malformed("no list of candles")),
        }
    }

    /// Parses the candles of an answer. One without a readable day makes the whole answer unusable.
    pub(super) fn read<T>(rows: &[T], candle: impl Fn(&T) -> Option<Candle>) -> Result<Vec<Candle>, RemoteError> {
        let candles: Option<Vec<Candle>> = rows.iter().map(candle).collect();
        candles.ok_or_else(|| Self::context().malformed("a candle of another shape"))
    }
}

#[async_trait]
impl<V: CandleVenue> PastPriceSource for Candles<V> {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed(V::SLUG),
            name: V::NAME.to_owned(),
            kind: SourceKind::Price,
            website: V::WEBSITE.to_owned(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["daily past prices".to_owned()],
            rate_limit: self.endpoint.rate_limit(),
            hosts: self.endpoint.host().into_iter().collect(),
            credentials: Vec::new(),
        }
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.names.market(V::SLUG, asset).is_some()
    }

    /// A market is its own origin.
    fn origin(&self, _asset: &AssetId) -> SourceId {
        SourceId::fixed(V::SLUG)
    }

    fn days_per_request(&self) -> u32 {
        V::DAYS
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        if to.number().saturating_sub(from.number()) >= i64::from(V::DAYS) {
            return Err(Self::context().refused("one request has fewer days"));
        }
        let to = to.min(Day::of(self.clock.now()).plus(-1));
        let Some(market) = self.names.market(V::SLUG, asset).filter(|_| from <= to) else {
            return Ok(Vec::new());
        };
        let Some(candles) = V::request(self, &market.name, from, to).await? else {
            return Ok(Vec::new());
        };
        let mut found = closes(&candles, (from, to)).map_err(|what| Self::context().malformed(what))?;
        for close in &mut found {
            close.quoted_in.clone_from(&market.quoted_in);
        }
        Ok(found)
    }
}
