//! Published lists of tokens. Adding a publisher is a row in [`PUBLISHERS`].
//!
//! A list is asked for as a whole, once a day, and learns nothing about anybody. What it says widens what is looked for
//! in accounts, within a bound, until the contracts themselves have spoken. Addresses and shapes are those that the
//! publishers' own pages and their clients name; no live run has confirmed them yet.

mod parse;
mod published;
mod schema;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ports::{ChainId, token_list::TokenListSource};
use url::Url;

use crate::{
    chain::rows::{Row, Status},
    http_client::{AllowedHost, HttpClient, Rate},
};

pub use parse::{KnownChains, parse};
pub use published::Published;

/// The pace at a public host: some lists one after the other, once a day.
const PACE: Rate = Rate {
    per_minute: 30,
    burst: 10,
};

/// Who publishes lists.
#[derive(Clone, Copy, Debug)]
struct Publisher {
    /// The word for it in the configuration and in the ids of its lists.
    code: &'static str,
    /// Name for people.
    name: &'static str,
    /// Its website.
    website: &'static str,
    /// Where its lists are, unless configured otherwise: first its own place, then those that are used where it fails.
    bases: &'static [&'static str],
    /// Which lists below that.
    lists: Lists,
}

#[derive(Clone, Copy, Debug)]
enum Lists {
    /// One, at this path.
    One(&'static [&'static str]),
    /// One for each chain that CoinGecko has a platform for: `{platform}/all.json`.
    EachPlatform,
}

const PUBLISHERS: [Publisher; 4] = [
    Publisher {
        code: "uniswap",
        name: "Uniswap",
        website: "https://tokenlists.org",
        // The first is barred from some countries.
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

/// The words for the publishers in the configuration.
pub const CODES: [&str; PUBLISHERS.len()] = {
    let mut codes = [""; PUBLISHERS.len()];
    let mut at = 0;
    while at < codes.len() {
        codes[at] = PUBLISHERS[at].code;
        at += 1;
    }
    codes
};

/// Where a publisher's lists are asked for.
#[derive(Clone, Debug)]
pub struct Endpoint {
    publisher: Publisher,
    /// At least one; the others are fallbacks.
    bases: Vec<Url>,
    own: bool,
}

impl Endpoint {
    /// The publisher of this code at its public place, or at a mirror that may be the operator's own. `None` for a code
    /// that nobody has.
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

    /// Asked here too where the places before fail.
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

    /// The hosts for the outgoing client's list.
    pub fn allowed(&self) -> impl Iterator<Item = AllowedHost> {
        let hosts = self.bases.iter().filter_map(|base| AllowedHost::of(base, self.own));
        hosts.map(|host| if self.own { host } else { host.at(PACE) })
    }

    /// The lists there, each with what its id and its name end in, the path below the base, and its chain where it is of
    /// one alone.
    fn lists<'a>(&self, rows: &'a [Row]) -> Vec<(String, String, Vec<&'a str>, Option<ChainId>)> {
        let Publisher { code, name, .. } = self.publisher;
        match self.publisher.lists {
            Lists::One(path) => vec![(code.to_owned(), format!("{name}'s token list"), path.to_vec(), None)],
            Lists::EachPlatform => {
                let asked = rows.iter().filter(|row| row.status != Status::Dead);
                let list = |row: &'a Row| {
                    let platform = row.price_names.coingecko.as_deref()?;
                    let name = format!("{name}'s token list of {}", row.chain.name);
                    let chain = Some(row.chain.id.clone());
                    Some((format!("{code}:{platform}"), name, vec![platform, "all.json"], chain))
                };
                asked.filter_map(list).collect()
            }
        }
    }
}

/// Every list of these publishers over these chains. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, rows: &[Row], endpoints: &[Endpoint]) -> Vec<Arc<dyn TokenListSource>> {
    let chains = Arc::new(KnownChains::of(rows));
    let mut all: Vec<Arc<dyn TokenListSource>> = Vec::new();
    for endpoint in endpoints {
        for (id, name, path, chain) in endpoint.lists(rows) {
            let list = Published::new(client, &chains, endpoint, (&id, name), &path);
            all.extend(list.map(|list| -> Arc<dyn TokenListSource> { Arc::new(list.of_chain(chain)) }));
        }
    }
    all
}
