//! Published token lists. Adding a publisher is a constant and a line of [`SOURCES`] in `publishers`.
//!
//! A list is downloaded as a whole, once a day, so its publisher learns nothing about users. Within a limit, its
//! tokens are looked for in accounts, and their metadata is used until the contracts have been read. URLs and shapes
//! follow the publishers' own pages and existing clients; no live run has confirmed them yet.

mod parse;
mod published;
mod publishers;
mod schema;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ports::{ChainId, token_list::TokenListSource};

use crate::{
    chain::rows::{ChainSpec, Status},
    http_client::HttpClient,
    source::build_all,
};

pub use parse::{KnownChains, parse};
pub use published::PublishedList;
pub use publishers::{CODES, SOURCES};

/// Where a publisher's lists are.
pub type Endpoint = crate::source::Endpoint;

/// The definition of a publisher.
pub type SourceSpec = crate::source::SourceSpec<TokenListParts, dyn TokenListSource>;

/// Publishers with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<TokenListParts, dyn TokenListSource>;

/// What a list needs: the outgoing client, and the chains.
pub type TokenListParts = (Arc<HttpClient>, Arc<ListChains>);

/// The chains for which there may be lists.
pub struct ListChains {
    known: Arc<KnownChains>,
    /// The chains that CoinGecko has a platform for.
    platforms: Vec<Platform>,
}

/// A chain under CoinGecko's name.
struct Platform {
    chain: ChainId,
    /// The display name of the chain.
    name: String,
    /// Its name at CoinGecko.
    slug: String,
}

impl ListChains {
    fn of(rows: &[ChainSpec]) -> Self {
        let read = rows.iter().filter(|row| row.status != Status::Dead);
        let platforms = read.filter_map(|row| {
            Some(Platform {
                chain: row.chain.id.clone(),
                name: row.chain.name.clone(),
                slug: row.price_names.coingecko.clone()?,
            })
        });
        Self {
            known: Arc::new(KnownChains::of(rows)),
            platforms: platforms.collect(),
        }
    }
}

/// Creates the lists of these publishers for these chains. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, rows: &[ChainSpec], sources: ConfiguredSources) -> Vec<Arc<dyn TokenListSource>> {
    build_all(sources, &(client.clone(), Arc::new(ListChains::of(rows))))
}
