//! What an author of an adapter provides to the kit: the source, and the answers of its service.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{AssetId, PriceSource, Timestamp};

use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your source, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a source that sends requests to this base URL only. Use short timeouts: the kit waits for each of them.
    fn source(&self, base: &str) -> Arc<dyn PriceSource>;

    /// Returns the service's answer to a request, given these prices. Prices of a past time are dated with that time, current
    /// ones with [`MockPrices::at`].
    fn answer(&self, request: &Request, mock_prices: &MockPrices) -> Response;

    /// Returns the answer to a request for an asset that the service refuses, such as a delisted market. `None` if it leaves
    /// such an asset out of its usual answer.
    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        let _ = (request, asset);
        None
    }

    /// Returns the assets that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a source that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The assets that the kit requests.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Three assets that the source covers, each with its own price.
    pub listed: [AssetId; 3],
    /// An asset that it does not cover.
    pub uncovered: AssetId,
    /// Whether the service states the times of its prices.
    pub names_time: bool,
}

/// The prices of the mocked service.
#[derive(Clone, Debug)]
pub struct MockPrices {
    /// The decimal number to write for each asset, digit by digit.
    pub prices: BTreeMap<AssetId, String>,
    /// The time of the prices.
    pub at: Timestamp,
}
