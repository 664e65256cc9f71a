//! What sources share: the definition and the endpoint of a source of prices, currencies or token lists, or of an
//! explorer; the names of assets at the sources; and batches of assets.

pub(crate) mod batch;
mod markets;
mod names;

use std::sync::Arc;

use ports::{ChainId, PastPriceSource, PriceSource, RemoteError, secret::Secret};
use url::Url;

use crate::{
    chain::rows::{ChainSpec, RowError},
    http_client::{AllowedHost, HostRate, RequestContext, host_key},
};

/// The definition of a source. `P` are the ports that it needs; `S` is what it implements.
pub struct SourceSpec<P, S: ?Sized> {
    /// The id, which is also the name in the configuration.
    pub slug: &'static str,
    /// Whether the source accepts a key. A key for a source that does not is an error, so that it is not silently
    /// ignored.
    pub takes_key: bool,
    pub(crate) base: &'static str,
    /// Public base URLs that are used where the first one fails.
    pub(crate) fallbacks: &'static [&'static str],
    pub(crate) per_minute: u32,
    /// Requests a minute with a key, where that limit differs.
    pub(crate) keyed_per_minute: Option<u32>,
    pub(crate) limit: LimitRule,
    /// Where the service has a base URL for each chain. Such a source is used only for the chains that it returns.
    pub(crate) chain_bases: Option<ChainBases>,
    /// Creates the source: usually one, and one for each list where a publisher has several.
    pub(crate) build: fn(P, Endpoint) -> Vec<Arc<S>>,
}

/// The definition of a source of current prices.
pub type PriceSourceSpec = SourceSpec<PriceSourceParts, dyn PriceSource>;

/// The definition of a source of past prices.
pub type PastSourceSpec = SourceSpec<PriceSourceParts, dyn PastPriceSource>;

pub use self::{
    markets::{ListedMarket, listed_markets},
    names::{Names, PriceSourceParts},
};

/// Returns the base URL of each chain that a source serves with these settings.
pub(crate) type ChainBases = fn(&EndpointSettings, &[ChainSpec]) -> Result<Vec<(ChainId, Url)>, RowError>;

/// How the requests a minute of an endpoint become the rate limit of its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitRule {
    /// The maximum burst of requests.
    pub max_burst: u32,
    /// Whether a burst is at most half of the requests of a minute.
    pub is_half_minute: bool,
    /// Whether the operator's own endpoint is limited too.
    pub limits_own: bool,
}

/// What the operator configured about a source.
#[derive(Clone, Default)]
pub struct EndpointSettings {
    /// The base URL, in place of the public ones.
    pub base: Option<Url>,
    /// Whether that base URL is the operator's own.
    pub own: bool,
    /// The operator's key.
    pub key: Option<Arc<Secret<String>>>,
    /// The maximum number of requests a minute, in place of the usual one.
    pub per_minute: Option<u32>,
}

/// Where, and how often, a source is queried.
#[derive(Clone)]
pub struct Endpoint {
    /// The base URL, to whose path the paths of requests are appended.
    pub base: Url,
    /// Base URLs that are used where the first one fails.
    pub fallbacks: Vec<Url>,
    /// The base URL of each chain, where the service has several. Then they are used in place of the others.
    pub chain_bases: Vec<(ChainId, Url)>,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// The maximum number of requests a minute.
    pub per_minute: u32,
    /// The operator's key, where the source accepts one.
    pub key: Option<Arc<Secret<String>>>,
    /// How the requests a minute become a rate limit.
    pub limit: LimitRule,
}

/// Sources with their endpoints, in the order of their use.
pub type ConfiguredSources<P, S> = Vec<(&'static SourceSpec<P, S>, Endpoint)>;

impl LimitRule {
    /// The rule of price sources: bursts of at most five requests, for the operator's own endpoints too.
    pub(crate) const SHORT_BURSTS: Self = Self {
        max_burst: 5,
        is_half_minute: true,
        limits_own: true,
    };
}

impl<P, S: ?Sized> SourceSpec<P, S> {
    /// Returns the public endpoint, without a key and without base URLs of single chains.
    #[must_use]
    pub fn public(&self) -> Option<Endpoint> {
        let fallbacks = self.fallbacks.iter().filter_map(|base| base.parse().ok());
        Some(Endpoint {
            base: self.base.parse().ok()?,
            fallbacks: fallbacks.collect(),
            chain_bases: Vec::new(),
            own: false,
            per_minute: self.per_minute,
            key: None,
            limit: self.limit,
        })
    }

    /// Returns the definition of another use of the same service, with the same name, base URLs, key and rate limit.
    pub(crate) const fn with_build<T: ?Sized>(&self, build: fn(P, Endpoint) -> Vec<Arc<T>>) -> SourceSpec<P, T> {
        SourceSpec {
            slug: self.slug,
            takes_key: self.takes_key,
            base: self.base,
            fallbacks: self.fallbacks,
            per_minute: self.per_minute,
            keyed_per_minute: self.keyed_per_minute,
            limit: self.limit,
            chain_bases: self.chain_bases,
            build,
        }
    }

    /// Returns the endpoint with these settings. Returns `None` where the source serves none of these chains, as some
    /// do without a key.
    pub fn endpoint(&self, settings: EndpointSettings, rows: &[ChainSpec]) -> Result<Option<Endpoint>, RowError> {
        let Some(mut endpoint) = self.public() else {
            return Ok(None);
        };
        if let Some(chain_bases) = self.chain_bases {
            endpoint.chain_bases = chain_bases(&settings, rows)?;
            if endpoint.chain_bases.is_empty() {
                return Ok(None);
            }
        }
        if let Some(base) = settings.base {
            endpoint.base = base;
            endpoint.fallbacks.clear();
        }
        let keyed_per_minute = self.keyed_per_minute.filter(|_| settings.key.is_some());
        endpoint.own = settings.own;
        endpoint.per_minute = settings.per_minute.or(keyed_per_minute).unwrap_or(self.per_minute);
        endpoint.key = settings.key;
        Ok(Some(endpoint))
    }
}

impl Endpoint {
    /// Returns the host of the base URL with its rate limit.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        self.allowed_at(&self.base)
    }

    /// Returns every host that requests are sent to, each with its rate limit.
    pub fn hosts(&self) -> impl Iterator<Item = AllowedHost> {
        let chain_bases = self.chain_bases.iter().map(|(_, base)| base);
        let of_all = std::iter::once(&self.base).chain(&self.fallbacks);
        let of_all = of_all.filter(|_| self.chain_bases.is_empty());
        chain_bases.chain(of_all).filter_map(|base| self.allowed_at(base))
    }

    fn allowed_at(&self, base: &Url) -> Option<AllowedHost> {
        let host = AllowedHost::of(base, self.own)?;
        if self.own && !self.limit.limits_own {
            return Some(host);
        }
        let half_minute = self.per_minute.div_ceil(2);
        let burst = if self.limit.is_half_minute {
            self.limit.max_burst.min(half_minute)
        } else {
            self.limit.max_burst
        };
        Some(host.at(HostRate {
            per_minute: self.per_minute,
            burst,
        }))
    }

    /// Builds a URL below the base URL.
    pub(crate) fn url<T: AsRef<str>>(
        &self,
        context: &RequestContext,
        path: &[&str],
        parameters: &[(&str, T)],
    ) -> Result<Url, RemoteError> {
        let mut url = self.base.clone();
        let mut segments = url
            .path_segments_mut()
            .map_err(|()| context.refused("its base URL cannot be extended"))?;
        segments.pop_if_empty().extend(path);
        drop(segments);
        if !parameters.is_empty() {
            url.query_pairs_mut().extend_pairs(parameters);
        }
        Ok(url)
    }

    pub(crate) fn host(&self) -> Option<String> {
        host_key(&self.base)
    }

    pub(crate) fn rate_limit(&self) -> String {
        format!("at most {} requests a minute", self.per_minute)
    }
}

/// Creates the configured sources. Their hosts must be on the client's list.
pub(crate) fn build_all<P: Clone, S: ?Sized>(sources: ConfiguredSources<P, S>, ports: &P) -> Vec<Arc<S>> {
    let built = sources
        .into_iter()
        .flat_map(|(spec, endpoint)| (spec.build)(ports.clone(), endpoint));
    built.collect()
}
