//! The definition of a source of currency rates.

use std::sync::Arc;

use ports::{clock::Clock, currency::CurrencySource};

use crate::{http_client::HttpClient, source::LimitRule};

/// The rate limit of a currency source: one file a day, and a few more on the first day. The operator's own endpoints
/// are not limited.
pub(super) const LIMIT: LimitRule = LimitRule {
    max_burst: 3,
    is_half_minute: false,
    limits_own: false,
};

/// The definition of a currency source.
pub type SourceSpec = crate::source::SourceSpec<CurrencySourceParts, dyn CurrencySource>;

/// What a currency source needs: the outgoing client and the clock.
pub type CurrencySourceParts = (Arc<HttpClient>, Arc<dyn Clock>);
