//! Sources of currency rates. Adding one is a file here and a line in [`SOURCES`].
//!
//! Every server downloads the same files from a source, so no user data is disclosed.

pub mod ecb;
mod source_spec;

use std::sync::Arc;

use ports::{clock::Clock, currency::CurrencySource};

use crate::{http_client::HttpClient, source::build_all};

pub use ecb::Ecb;
pub use source_spec::{CurrencySourceParts, SourceSpec};

/// Where, and how often, a currency source is queried.
pub type Endpoint = crate::source::Endpoint;

/// Currency sources with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<CurrencySourceParts, dyn CurrencySource>;

/// All sources, in their default order.
pub static SOURCES: [&SourceSpec; 1] = [&ecb::SPEC];

/// Creates the configured sources. Their hosts must be on the client's list.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    sources: ConfiguredSources,
) -> Vec<Arc<dyn CurrencySource>> {
    build_all(sources, &(client.clone(), clock.clone()))
}
