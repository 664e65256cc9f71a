//! The definition and the endpoint of a source with one base URL: a price source or a currency source.

use std::sync::Arc;

use ports::secret::Secret;
use url::Url;

use crate::http_client::{AllowedHost, HostRate, host_key};

/// The definition of a source. `P` are the ports that it needs; `S` is the port that it implements.
pub struct SourceSpec<P, S: ?Sized> {
    /// The id, which is also the name in the configuration.
    pub slug: &'static str,
    /// Whether the source accepts a key. A key for a source that does not is an error, so that it is not silently
    /// ignored.
    pub takes_key: bool,
    pub(crate) base: &'static str,
    pub(crate) per_minute: u32,
    /// Requests a minute with a key, where that limit differs.
    pub(crate) keyed_per_minute: Option<u32>,
    pub(crate) limit: LimitRule,
    pub(crate) build: fn(P, Endpoint) -> Arc<S>,
}

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

/// Where, and how often, a source is queried.
#[derive(Clone)]
pub struct Endpoint {
    /// The base URL, to whose path the paths of requests are appended.
    pub base: Url,
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

impl<P, S: ?Sized> SourceSpec<P, S> {
    /// Returns the public endpoint, without a key.
    #[must_use]
    pub fn public(&self) -> Option<Endpoint> {
        Some(Endpoint {
            base: self.base.parse().ok()?,
            own: false,
            per_minute: self.per_minute,
            key: None,
            limit: self.limit,
        })
    }

    /// Returns the public endpoint with a key.
    #[must_use]
    pub fn with_key(&self, key: Arc<Secret<String>>) -> Option<Endpoint> {
        Some(Endpoint {
            per_minute: self.keyed_per_minute.unwrap_or(self.per_minute),
            key: Some(key),
            ..self.public()?
        })
    }
}

impl Endpoint {
    /// Returns the host with its rate limit.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let host = AllowedHost::of(&self.base, self.own)?;
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

    pub(crate) fn host(&self) -> Option<String> {
        host_key(&self.base)
    }

    pub(crate) fn rate_limit(&self) -> String {
        format!("at most {} requests a minute", self.per_minute)
    }
}

/// Creates the configured sources. Their hosts must be on the client's list.
pub(crate) fn build_all<P, S: ?Sized>(sources: ConfiguredSources<P, S>, ports: impl Fn() -> P) -> Vec<Arc<S>> {
    sources
        .into_iter()
        .map(|(spec, endpoint)| (spec.build)(ports(), endpoint))
        .collect()
}
