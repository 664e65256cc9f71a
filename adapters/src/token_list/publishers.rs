//! The publishers of token lists.

use std::sync::Arc;

use ports::token_list::TokenListSource;

use super::{Endpoint, ListChains, PublishedList, SourceSpec, TokenListParts, published::ListLocation};
use crate::source::LimitRule;

/// The rate limit at a public host: some lists in a row, once a day. The operator's own endpoints are not limited.
const LIMIT: LimitRule = LimitRule {
    max_burst: 10,
    is_half_minute: false,
    limits_own: false,
};

/// All publishers, in their default order.
pub static SOURCES: [&SourceSpec; 4] = [
    &SourceSpec {
        // The first is blocked in some countries.
        fallbacks: &["https://gateway.ipfs.io/ipns/tokens.uniswap.org"],
        ..spec(&UNISWAP, "https://tokens.uniswap.org/", |ports, endpoint| {
            UNISWAP.build(ports, &endpoint)
        })
    },
    &spec(&COINGECKO, "https://tokens.coingecko.com/", |ports, endpoint| {
        COINGECKO.build(ports, &endpoint)
    }),
    &spec(&OPTIMISM, "https://static.optimism.io/", |ports, endpoint| {
        OPTIMISM.build(ports, &endpoint)
    }),
    &spec(&ARBITRUM, "https://tokenlist.arbitrum.io/", |ports, endpoint| {
        ARBITRUM.build(ports, &endpoint)
    }),
];

/// The names of the publishers in the configuration.
pub const CODES: [&str; SOURCES.len()] = {
    let mut codes = [""; SOURCES.len()];
    let mut at = 0;
    while at < codes.len() {
        codes[at] = SOURCES[at].slug;
        at += 1;
    }
    codes
};

pub(super) const UNISWAP: Publisher = Publisher {
    code: "uniswap",
    name: "Uniswap",
    website: "https://tokenlists.org",
    lists: Lists::One(&[]),
};
pub(super) const COINGECKO: Publisher = Publisher {
    code: "coingecko",
    name: "CoinGecko",
    website: "https://www.coingecko.com",
    lists: Lists::EachPlatform,
};
pub(super) const OPTIMISM: Publisher = Publisher {
    code: "optimism",
    name: "Optimism",
    website: "https://www.optimism.io",
    lists: Lists::One(&["optimism.tokenlist.json"]),
};
pub(super) const ARBITRUM: Publisher = Publisher {
    code: "arbitrum",
    name: "Arbitrum",
    website: "https://arbitrum.io",
    lists: Lists::One(&["ArbTokenLists", "arbed_arb_whitelist_era.json"]),
};

/// A publisher of token lists.
pub(super) struct Publisher {
    /// The name in the configuration and in the ids of its lists.
    pub(super) code: &'static str,
    /// The display name.
    name: &'static str,
    /// Its website.
    pub(super) website: &'static str,
    /// The lists below the base URL.
    pub(super) lists: Lists,
}

#[derive(Clone, Copy)]
pub(super) enum Lists {
    /// One list, at this path.
    One(&'static [&'static str]),
    /// A list for each chain that has a CoinGecko platform: `{platform}/all.json`.
    EachPlatform,
}

const fn spec(
    publisher: &Publisher,
    base: &'static str,
    build: fn(TokenListParts, Endpoint) -> Vec<Arc<dyn TokenListSource>>,
) -> SourceSpec {
    SourceSpec {
        slug: publisher.code,
        takes_key: false,
        base,
        fallbacks: &[],
        per_minute: 30,
        keyed_per_minute: None,
        limit: LIMIT,
        chain_bases: None,
        build,
    }
}

impl Publisher {
    pub(super) fn locations<'a>(&self, chains: &'a ListChains) -> Vec<ListLocation<'a>> {
        let Self { code, name, .. } = self;
        match self.lists {
            Lists::One(path) => vec![ListLocation {
                id: (*code).to_owned(),
                name: format!("{name}'s token list"),
                path: path.to_vec(),
                chain: None,
            }],
            Lists::EachPlatform => {
                let locations = chains.platforms.iter().map(|platform| ListLocation {
                    id: format!("{code}:{}", platform.slug),
                    name: format!("{name}'s token list of {}", platform.name),
                    path: vec![&platform.slug, "all.json"],
                    chain: Some(platform.chain.clone()),
                });
                locations.collect()
            }
        }
    }

    fn build(&self, (client, chains): TokenListParts, endpoint: &Endpoint) -> Vec<Arc<dyn TokenListSource>> {
        let locations = self.locations(&chains).into_iter();
        let lists = locations
            .filter_map(|location| PublishedList::new(&client, &chains.known, endpoint, self.website, location));
        lists
            .map(|list| -> Arc<dyn TokenListSource> { Arc::new(list) })
            .collect()
    }
}
