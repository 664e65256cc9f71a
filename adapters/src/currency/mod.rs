//! Sources of rates of currencies. Adding one is a file here and a line in [`all`].
//!
//! A source is asked for the same files from every server, so it learns nothing about anybody.

pub mod ecb;

use std::sync::Arc;

use ports::{clock::Clock, currency::CurrencySource};
use url::Url;

use crate::http_client::{AllowedHost, HttpClient, Rate};

pub use ecb::Ecb;

/// The pace at a public host: a file a day, and a few more on the first one.
const PACE: Rate = Rate {
    per_minute: 10,
    burst: 3,
};

/// Where a source is asked.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The base URL; names of files are added to its path.
    pub base: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
}

impl Endpoint {
    /// The host for the outgoing client's list.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let host = AllowedHost::of(&self.base, self.own)?;
        Some(if self.own { host } else { host.at(PACE) })
    }
}

/// Where the sources are asked; one that is `None` is not asked at all.
#[derive(Clone, Debug)]
pub struct Endpoints {
    /// The European Central Bank.
    pub ecb: Option<Endpoint>,
}

impl Endpoints {
    /// The public places.
    #[must_use]
    pub fn public() -> Self {
        let endpoint = |base: &str| {
            Some(Endpoint {
                base: base.parse().ok()?,
                own: false,
            })
        };
        Self {
            ecb: endpoint(ecb::BASE),
        }
    }

    /// The hosts for the outgoing client's list.
    #[must_use]
    pub fn hosts(&self) -> Vec<AllowedHost> {
        self.ecb.iter().filter_map(Endpoint::allowed).collect()
    }
}

/// Every source, in the order of preference. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, clock: &Arc<dyn Clock>, endpoints: Endpoints) -> Vec<Arc<dyn CurrencySource>> {
    let Endpoints { ecb } = endpoints;
    let ecb = ecb.map(|at| -> Arc<dyn CurrencySource> { Arc::new(Ecb::new(client.clone(), clock.clone(), at)) });
    ecb.into_iter().collect()
}
