//! Sources of currency rates. Adding one is a file here and a line in [`SOURCES`].
//!
//! Every server downloads the same files from a source, so no user data is disclosed.

pub mod ecb;

use std::sync::Arc;

use ports::{clock::Clock, currency::CurrencySource};

use crate::{
    http_client::HttpClient,
    source::{LimitRule, build_all},
};

pub use ecb::Ecb;

/// The rate limit of a currency source: one file a day, and a few more on the first day. The operator's own endpoints
/// are not limited.
const LIMIT: LimitRule = LimitRule {
    max_burst: 3,
    is_half_minute: false,
    limits_own: false,
};

/// Where, and how often, a currency source is queried.
pub type Endpoint = crate::source::Endpoint;

/// The definition of a currency source.
pub type SourceSpec = crate::source::SourceSpec<CurrencySourceParts, dyn CurrencySource>;

/// Currency sources with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<CurrencySourceParts, dyn CurrencySource>;

/// What a currency source needs: the outgoing client and the clock.
pub type CurrencySourceParts = (Arc<HttpClient>, Arc<dyn Clock>);

/// All sources, in their default order.
pub static SOURCES: [&SourceSpec; 1] = [&ecb::SPEC];

/// Creates the configured sources. Their hosts must be on the client's list.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    sources: ConfiguredSources,
) -> Vec<Arc<dyn CurrencySource>> {
    build_all(sources, || (client.clone(), clock.clone()))
}
