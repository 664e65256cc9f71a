//! What an author of an adapter provides to the kit: the source, and the answers of its service.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{AssetId, Day, PastPriceSource};

use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your source, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a source that sends requests to this base URL only. Use short timeouts: the kit waits for each of them.
    fn source(&self, base: &str) -> Arc<dyn PastPriceSource>;

    /// Returns the service's answer to a request, given these prices. They include the current day, which is not over: answer
    /// as the service does.
    fn answer(&self, request: &Request, mock_closes: &MockCloses) -> Response;

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
    /// Two assets that the source covers.
    pub listed: [AssetId; 2],
    /// The asset that the prices of these assets are in, where that is not the dollar.
    pub quoted_in: Option<AssetId>,
    /// An asset that it does not cover.
    pub uncovered: AssetId,
    /// Whether the service may state a price of zero or below; a candle has other numbers that contradict it.
    pub states_unusable: bool,
}

/// The prices of the mocked service.
#[derive(Clone, Debug)]
pub struct MockCloses {
    /// The decimal number to write for each asset and day, digit by digit. A day without a number has no price.
    pub closes: BTreeMap<AssetId, BTreeMap<Day, String>>,
}
