//! Sources of rates of currencies. Adding one is a file here and a line in [`SOURCES`].
//!
//! A source is asked for the same files from every server, so it learns nothing about anybody.

pub mod ecb;

use std::sync::Arc;

use ports::{clock::Clock, currency::CurrencySource};
use url::Url;

use crate::http_client::{AllowedHost, HttpClient, Rate};

pub use ecb::Ecb;

/// Questions that may go out at once after a silence: a file a day, and a few more on the first one.
const BURST: u32 = 3;

/// Where a source is asked.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The base URL; names of files are added to its path.
    pub base: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// Questions a minute at most, at a public host.
    pub per_minute: u32,
}

impl Endpoint {
    /// The host for the outgoing client's list.
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

/// What connects one source.
pub struct Plug {
    /// Its id, which is also its name in the configuration.
    pub slug: &'static str,
    base: &'static str,
    per_minute: u32,
    make: fn(Ports, Endpoint) -> Arc<dyn CurrencySource>,
}

type Ports = (Arc<HttpClient>, Arc<dyn Clock>);

/// Every source, in the order in which they are asked unless the configuration says otherwise.
pub static SOURCES: [&Plug; 1] = [&ecb::PLUG];

impl Plug {
    /// Its public place.
    #[must_use]
    pub fn public(&self) -> Option<Endpoint> {
        Some(Endpoint {
            base: self.base.parse().ok()?,
            own: false,
            per_minute: self.per_minute,
        })
    }
}

/// Sources with the place where each is asked.
pub type Asked = Vec<(&'static Plug, Endpoint)>;

/// The sources that ask at these places. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, clock: &Arc<dyn Clock>, asked: Asked) -> Vec<Arc<dyn CurrencySource>> {
    let ports = || (client.clone(), clock.clone());
    asked.into_iter().map(|(plug, at)| (plug.make)(ports(), at)).collect()
}
