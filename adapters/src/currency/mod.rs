//! Sources of currency rates. Adding one is a file here and a line in [`SOURCES`].
//!
//! Every server downloads the same files from a source, so no user data is disclosed.

pub mod ecb;

use std::sync::Arc;

use ports::{clock::Clock, currency::CurrencySource};
use url::Url;

use crate::http_client::{AllowedHost, HttpClient, Rate};

pub use ecb::Ecb;

/// The maximum burst of requests: one file a day, and a few more on the first day.
const BURST: u32 = 3;

/// Where a source is queried.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The base URL, to whose path file names are appended.
    pub base: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// The maximum number of requests a minute at a public host.
    pub per_minute: u32,
}

impl Endpoint {
    /// Returns the host with its rate limit.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let host = AllowedHost::of(&self.base, self.own)?;
        let rate = Rate {
            per_minute: self.per_minute,
            burst: BURST,
        };
        Some(if self.own { host } else { host.at(rate) })
    }
}

/// The definition of one source.
pub struct SourceSpec {
    /// The id, which is also the name in the configuration.
    pub slug: &'static str,
    base: &'static str,
    per_minute: u32,
    build: fn(Ports, Endpoint) -> Arc<dyn CurrencySource>,
}

type Ports = (Arc<HttpClient>, Arc<dyn Clock>);

/// All sources, in their default order.
pub static SOURCES: [&SourceSpec; 1] = [&ecb::SPEC];

impl SourceSpec {
    /// Returns the public endpoint.
    #[must_use]
    pub fn public(&self) -> Option<Endpoint> {
        Some(Endpoint {
            base: self.base.parse().ok()?,
            own: false,
            per_minute: self.per_minute,
        })
    }
}

/// Sources with their endpoints.
pub type ConfiguredSources = Vec<(&'static SourceSpec, Endpoint)>;

/// Creates the configured sources. Their hosts must be on the client's list.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    sources: ConfiguredSources,
) -> Vec<Arc<dyn CurrencySource>> {
    let ports = || (client.clone(), clock.clone());
    sources
        .into_iter()
        .map(|(spec, endpoint)| (spec.build)(ports(), endpoint))
        .collect()
}
