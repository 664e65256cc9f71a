//! Where a chain is asked.

use std::fmt;

use ports::ChainId;
use serde::Deserialize;
use url::Url;

use super::{RowError, check, wrong};
use crate::http_client::{AllowedHost, Rate};

/// A place where a chain can be asked. It has no `Debug` of its address: there may be a key in it.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The address, with any key.
    pub url: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// How it is asked.
    pub shape: Shape,
}

impl Endpoint {
    /// A place of the family's usual shape.
    #[must_use]
    pub fn new(url: Url, own: bool) -> Self {
        let shape = Shape::Usual;
        Self { url, own, shape }
    }

    /// Its host at the pace that it bears. `None` when the address names no host.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let host = AllowedHost::of(&self.url, self.own)?;
        Some(match self.pace() {
            Some(rate) => host.at(rate),
            None => host,
        })
    }

    /// The pace that a public service of its shape bears, where that is slow: then every question counts.
    #[must_use]
    pub fn pace(&self) -> Option<Rate> {
        self.shape.rate().filter(|_| !self.own)
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url.host_str().unwrap_or("no host"))
    }
}

/// How a server is asked, where the chains of one family have servers of several kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The family's own: JSON-RPC, or Esplora's on chains like Bitcoin.
    #[default]
    Usual,
    /// Haskoin Store.
    Haskoin,
    /// Blockchair.
    Blockchair,
    /// BlockCypher.
    Blockcypher,
}

impl Shape {
    /// The shapes that an endpoint may name, by their words, in the rows and in the configuration.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("haskoin", Self::Haskoin),
        ("blockchair", Self::Blockchair),
        ("blockcypher", Self::Blockcypher),
    ];

    /// The pace that its public service bears, where it says so: Blockchair 30 in a minute and 1,440 in a day, BlockCypher
    /// 100 in an hour. What may go out at once is more than a reading books, which is four questions of a server that
    /// nobody knows yet: with fewer it would wait for its own pace and never begin.
    fn rate(self) -> Option<Rate> {
        match self {
            Self::Usual | Self::Haskoin => None,
            Self::Blockchair => Some(Rate {
                per_minute: 1,
                burst: 25,
            }),
            Self::Blockcypher => Some(Rate {
                per_minute: 1,
                burst: 8,
            }),
        }
    }
}

/// An endpoint as a row writes it: its address, or its address and shape.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Text {
    Plain(String),
    Shaped { url: String, shape: String },
}

impl Text {
    pub(super) fn read(&self, chain: &ChainId) -> Result<Endpoint, RowError> {
        let (text, shape) = match self {
            Self::Plain(url) => (url, Shape::Usual),
            Self::Shaped { url, shape } => (url, named(shape, chain)?),
        };
        let url = text
            .parse::<Url>()
            .map_err(|why| wrong(chain, "endpoints", format!("{text}: {why}")))?;
        check(chain, "endpoints", url.scheme() == "https", "is not an https address")?;
        Ok(Endpoint { url, own: false, shape })
    }
}

fn named(word: &str, chain: &ChainId) -> Result<Shape, RowError> {
    let found = Shape::NAMED.iter().find(|(name, _)| *name == word);
    let shape = found.map(|(_, shape)| *shape);
    shape.ok_or_else(|| wrong(chain, "endpoints", format!("{word} is no word of Shape::NAMED")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_in_an_endpoint_is_not_printed() {
        let url = "https://node.example/v3/secret".parse().unwrap();
        assert_eq!(format!("{:?}", Endpoint::new(url, true)), "node.example");
    }

    #[test]
    fn a_service_is_asked_at_the_pace_it_bears_and_ones_own_at_any() {
        let at = |own| Endpoint {
            shape: Shape::Blockcypher,
            ..Endpoint::new("https://node.example/".parse().unwrap(), own)
        };
        assert_eq!(at(false).allowed().unwrap().rate.per_minute, 1);
        assert_eq!(at(true).allowed().unwrap().rate, Rate::OWN);
    }
}
