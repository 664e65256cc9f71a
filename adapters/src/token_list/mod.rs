//! PublishedList token lists. Adding a publisher is a row in [`PUBLISHERS`].
//!
//! A list is downloaded as a whole, once a day, so its publisher learns nothing about users. Within a limit, its
//! tokens are looked for in accounts, and their metadata is used until the contracts have been read. URLs and shapes
//! follow the publishers' own pages and existing clients; no live run has confirmed them yet.

mod parse;
mod published;
mod schema;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ports::{ChainId, token_list::TokenListSource};
use url::Url;

use crate::{
    chain::rows::{ChainSpec, Status},
    http_client::{AllowedHost, HostRate, HttpClient},
};

pub use parse::{KnownChains, parse};
pub use published::PublishedList;

/// The rate limit at a public host: some lists in a row, once a day.
const RATE: HostRate = HostRate {
    per_minute: 30,
    burst: 10,
};

/// A publisher of token lists.
#[derive(Clone, Copy, Debug)]
struct Publisher {
    /// The name in the configuration and in the ids of its lists.
    code: &'static str,
    /// The display name.
    name: &'static str,
    /// Its website.
    website: &'static str,
    /// The default base URLs: the primary one, then the fallbacks.
    bases: &'static [&'static str],
    /// The lists below the base URL.
    lists: Lists,
}

#[derive(Clone, Copy, Debug)]
enum Lists {
    /// One list, at this path.
    One(&'static [&'static str]),
    /// A list for each chain that has a CoinGecko platform: `{platform}/all.json`.
    EachPlatform,
}

const PUBLISHERS: [Publisher; 4] = [
    Publisher {
        code: "uniswap",
        name: "Uniswap",
        website: "https://tokenlists.org",
        // The first is blocked in some countries.
        bases: &[
            "https://tokens.uniswap.org/",
            "https://gateway.ipfs.io/ipns/tokens.uniswap.org",
        ],
        lists: Lists::One(&[]),
    },
    Publisher {
        code: "coingecko",
        name: "CoinGecko",
        website: "https://www.coingecko.com",
        bases: &["https://tokens.coingecko.com/"],
        lists: Lists::EachPlatform,
    },
    Publisher {
        code: "optimism",
        name: "Optimism",
        website: "https://www.optimism.io",
        bases: &["https://static.optimism.io/"],
        lists: Lists::One(&["optimism.tokenlist.json"]),
    },
    Publisher {
        code: "arbitrum",
        name: "Arbitrum",
        website: "https://arbitrum.io",
        bases: &["https://tokenlist.arbitrum.io/"],
        lists: Lists::One(&["ArbTokenLists", "arbed_arb_whitelist_era.json"]),
    },
];

/// The names of the publishers in the configuration.
pub const CODES: [&str; PUBLISHERS.len()] = {
    let mut codes = [""; PUBLISHERS.len()];
    let mut at = 0;
    while at < codes.len() {
        codes[at] = PUBLISHERS[at].code;
        at += 1;
    }
    codes
};

/// The base URLs of a publisher's lists.
#[derive(Clone, Debug)]
pub struct PublisherEndpoint {
    publisher: Publisher,
    /// At least one; the others are fallbacks.
    bases: Vec<Url>,
    own: bool,
}

impl PublisherEndpoint {
    /// Returns the endpoint of the publisher with this code: public, or a mirror and whether it is the operator's own.
    /// Returns `None` for an unknown code.
    #[must_use]
    pub fn of(code: &str, mirror: Option<(Url, bool)>) -> Option<Self> {
        let publisher = PUBLISHERS.iter().find(|publisher| publisher.code == code)?;
        let (bases, own) = match mirror {
            Some((base, own)) => (vec![base], own),
            None => (
                publisher.bases.iter().filter_map(|base| base.parse().ok()).collect(),
                false,
            ),
        };
        Some(Self {
            publisher: *publisher,
            bases,
            own,
        })
    }

    /// Adds a fallback base URL.
    #[must_use]
    pub fn or(mut self, base: Url) -> Self {
        self.bases.push(base);
        self
    }

    /// Whether it is the operator's own.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// Returns the hosts with their rate limits.
    pub fn allowed(&self) -> impl Iterator<Item = AllowedHost> {
        let hosts = self.bases.iter().filter_map(|base| AllowedHost::of(base, self.own));
        hosts.map(|host| if self.own { host } else { host.at(RATE) })
    }

    /// Returns the lists of the publisher: the end of its id, its name, the path below the base URL, and its chain
    /// where all tokens are on one.
    fn lists<'a>(&self, rows: &'a [ChainSpec]) -> Vec<(String, String, Vec<&'a str>, Option<ChainId>)> {
        let Publisher { code, name, .. } = self.publisher;
        match self.publisher.lists {
            Lists::One(path) => vec![(code.to_owned(), format!("{name}'s token list"), path.to_vec(), None)],
            Lists::EachPlatform => {
                let live = rows.iter().filter(|row| row.status != Status::Dead);
                let list = |row: &'a ChainSpec| {
                    let platform = row.price_names.coingecko.as_deref()?;
                    let name = format!("{name}'s token list of {}", row.chain.name);
                    let chain = Some(row.chain.id.clone());
                    Some((format!("{code}:{platform}"), name, vec![platform, "all.json"], chain))
                };
                live.filter_map(list).collect()
            }
        }
    }
}

/// Creates the lists of these publishers for these chains. Their hosts must be on the client's list.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    rows: &[ChainSpec],
    endpoints: &[PublisherEndpoint],
) -> Vec<Arc<dyn TokenListSource>> {
    let chains = Arc::new(KnownChains::of(rows));
    let mut all: Vec<Arc<dyn TokenListSource>> = Vec::new();
    for endpoint in endpoints {
        for (id, name, path, chain) in endpoint.lists(rows) {
            let list = PublishedList::new(client, &chains, endpoint, (&id, name), &path);
            all.extend(list.map(|list| -> Arc<dyn TokenListSource> { Arc::new(list.of_chain(chain)) }));
        }
    }
    all
}
