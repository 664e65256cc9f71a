//! The endpoints of a chain.

use std::fmt;

use ports::ChainId;
use serde::Deserialize;
use url::Url;

use super::row_check::{check, wrong};
use crate::{
    chain::bitcoin_api::{self, ServerApi},
    http_client::{AllowedHost, HostRate},
    table::RowError,
};

/// A service that allows at most this number of requests a minute is used only where no other answers.
const MAX_LOW_RATE: u32 = 20;

/// An endpoint of a chain. Its `Debug` shows the host only, because the URL may contain a key.
#[derive(Clone, PartialEq, Eq)]
pub struct ChainEndpoint {
    /// The URL, with any key.
    pub url: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// The API that it serves, unless that is the usual one of its chain family.
    pub api: Option<&'static dyn ServerApi>,
    /// The rate limit of this endpoint where it is known; otherwise that of its API, or of a public node.
    pub rate: Option<HostRate>,
}

impl ChainEndpoint {
    /// Creates an endpoint that serves the usual API of its chain family.
    #[must_use]
    pub fn new(url: Url, own: bool) -> Self {
        Self {
            url,
            own,
            api: None,
            rate: None,
        }
    }

    /// Returns the host with its rate limit, or `None` when the URL names no host.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let host = AllowedHost::of(&self.url, self.own)?;
        Some(match self.rate() {
            Some(rate) => host.at(rate),
            None => host,
        })
    }

    /// Returns the rate limit of a public service that is too slow to be queried without need.
    #[must_use]
    pub fn low_rate(&self) -> Option<HostRate> {
        self.rate().filter(|rate| rate.per_minute <= MAX_LOW_RATE)
    }

    /// Returns the rate limit of a public service, where its row or its API defines one.
    fn rate(&self) -> Option<HostRate> {
        let of_api = || self.api.and_then(ServerApi::public_rate);
        self.rate.or_else(of_api).filter(|_| !self.own)
    }
}

impl fmt::Debug for ChainEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url.host_str().unwrap_or("no host"))
    }
}

/// An endpoint as a row writes it: a URL, or a table with the URL, its API and its rate limit.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum EndpointToml {
    Plain(String),
    Detailed(Detailed),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Detailed {
    url: String,
    shape: Option<String>,
    per_minute: Option<u32>,
    burst: Option<u32>,
}

impl EndpointToml {
    pub(super) fn read(&self, chain: &ChainId) -> Result<ChainEndpoint, RowError> {
        let (text, api, rate) = match self {
            Self::Plain(url) => (url, None, None),
            Self::Detailed(Detailed {
                url,
                shape,
                per_minute,
                burst,
            }) => {
                let api = shape.as_ref().map(|slug| named(slug, chain)).transpose()?;
                let paired = per_minute.is_some() == burst.is_some();
                check(
                    chain,
                    "endpoints",
                    paired,
                    "has one of per_minute and burst without the other",
                )?;
                let rate = per_minute.zip(*burst);
                let rate = rate.map(|(per_minute, burst)| HostRate { per_minute, burst });
                (url, api, rate)
            }
        };
        let url = text
            .parse::<Url>()
            .map_err(|why| wrong(chain, "endpoints", format!("{text}: {why}")))?;
        check(chain, "endpoints", url.scheme() == "https", "is not an https address")?;
        Ok(ChainEndpoint {
            url,
            own: false,
            api,
            rate,
        })
    }
}

fn named(slug: &str, chain: &ChainId) -> Result<&'static dyn ServerApi, RowError> {
    bitcoin_api::named(slug)
        .ok_or_else(|| wrong(chain, "endpoints", format!("{slug} is no word of bitcoin_api::NAMED")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_in_an_endpoint_is_not_printed() {
        let url = "https://node.example/v3/secret".parse().unwrap();
        assert_eq!(format!("{:?}", ChainEndpoint::new(url, true)), "node.example");
    }

    #[test]
    fn a_public_service_has_its_rate_limit_and_an_own_one_has_none() {
        let at = |own| ChainEndpoint {
            api: bitcoin_api::named("blockcypher"),
            ..ChainEndpoint::new("https://node.example/".parse().unwrap(), own)
        };
        assert_eq!(at(false).allowed().unwrap().rate.per_minute, 1);
        assert_eq!(at(true).allowed().unwrap().rate, HostRate::OWN);
    }
}
