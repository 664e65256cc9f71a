//! Where a chain is asked.

use std::fmt;

use ports::ChainId;
use serde::Deserialize;
use url::Url;

use super::{RowError, check, wrong};
use crate::http_client::{AllowedHost, Rate};

/// A service that allows no more requests in a minute than this is used only where no other answers.
const SLOW: u32 = 20;

/// A place where a chain can be asked. It has no `Debug` of its address: there may be a key in it.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The address, with any key.
    pub url: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// How it is asked.
    pub shape: Shape,
    /// The rate that it allows, where that is known; otherwise its shape's, or that of a public node.
    pub rate: Option<Rate>,
}

impl Endpoint {
    /// A place of the family's usual shape.
    #[must_use]
    pub fn new(url: Url, own: bool) -> Self {
        Self {
            url,
            own,
            shape: Shape::Usual,
            rate: None,
        }
    }

    /// Its host at the pace that it bears. `None` when the address names no host.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let host = AllowedHost::of(&self.url, self.own)?;
        Some(match self.rate() {
            Some(rate) => host.at(rate),
            None => host,
        })
    }

    /// The pace of a public service so slow that every question counts.
    #[must_use]
    pub fn pace(&self) -> Option<Rate> {
        self.rate().filter(|rate| rate.per_minute <= SLOW)
    }

    /// The pace of a public service, where its row or its shape says one.
    fn rate(&self) -> Option<Rate> {
        self.rate.or(self.shape.rate()).filter(|_| !self.own)
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
    /// Bitcore.
    Bitcore,
    /// Blockbook.
    Blockbook,
    /// Haskoin Store.
    Haskoin,
    /// Blockchair.
    Blockchair,
    /// BlockCypher.
    Blockcypher,
}

impl Shape {
    /// The shapes that an endpoint may name, by their words, in the rows and in the configuration.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("bitcore", Self::Bitcore),
        ("blockbook", Self::Blockbook),
        ("haskoin", Self::Haskoin),
        ("blockchair", Self::Blockchair),
        ("blockcypher", Self::Blockcypher),
    ];

    /// The rate that its public service allows. Bitcore answers some ten questions at once and then slows down; Blockchair has
    /// 1,440 in a day and blocks clients that send a handful at once, BlockCypher has 100 in an hour. What may go out at once is at
    /// least a reading, which books three questions: with fewer it would wait for its own pace and never begin.
    fn rate(self) -> Option<Rate> {
        match self {
            Self::Usual | Self::Haskoin => None,
            Self::Bitcore | Self::Blockbook => Some(Rate {
                per_minute: 60,
                burst: 8,
            }),
            Self::Blockchair => Some(Rate {
                per_minute: 1,
                burst: 3,
            }),
            Self::Blockcypher => Some(Rate {
                per_minute: 1,
                burst: 8,
            }),
        }
    }
}

/// An endpoint as a row writes it: its address, or its address with its shape and its pace.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Text {
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

impl Text {
    pub(super) fn read(&self, chain: &ChainId) -> Result<Endpoint, RowError> {
        let (text, shape, rate) = match self {
            Self::Plain(url) => (url, Shape::Usual, None),
            Self::Detailed(Detailed {
                url,
                shape,
                per_minute,
                burst,
            }) => {
                let shape = shape.as_ref().map(|shape| named(shape, chain)).transpose()?;
                let paired = per_minute.is_some() == burst.is_some();
                check(
                    chain,
                    "endpoints",
                    paired,
                    "has one of per_minute and burst without the other",
                )?;
                let rate = per_minute.zip(*burst);
                let rate = rate.map(|(per_minute, burst)| Rate { per_minute, burst });
                (url, shape.unwrap_or_default(), rate)
            }
        };
        let url = text
            .parse::<Url>()
            .map_err(|why| wrong(chain, "endpoints", format!("{text}: {why}")))?;
        check(chain, "endpoints", url.scheme() == "https", "is not an https address")?;
        Ok(Endpoint {
            url,
            own: false,
            shape,
            rate,
        })
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
