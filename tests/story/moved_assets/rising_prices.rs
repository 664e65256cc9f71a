use std::sync::Mutex;

use async_trait::async_trait;
use ports::{
    AssetId, Day, PastPriceSource, Profile, RemoteError, SourceId, past_price::ClosingPrice, source::SourceKind,
};

const RISEN: &str = "2025-04-01";

/// A source that prices everything at two dollars, and at three from a day on. It records its requests.
#[derive(Default)]
pub(super) struct RisingPrices {
    pub(super) requests: Mutex<Vec<(AssetId, Day, Day)>>,
}

#[async_trait]
impl PastPriceSource for RisingPrices {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("rising-prices"), "Rising prices", SourceKind::Price)
    }

    fn covers(&self, _asset: &AssetId) -> bool {
        true
    }

    fn origin(&self, _asset: &AssetId) -> SourceId {
        SourceId::fixed("rising-prices")
    }

    fn days_per_request(&self) -> u32 {
        1_000
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        self.requests.lock().unwrap().push((asset.clone(), from, to));
        let days = (from.number()..=to.number()).map(|number| from.plus(number - from.number()));
        let close = |day: Day| ClosingPrice {
            day,
            price: if day < RISEN.parse().unwrap() { "2" } else { "3" }.parse().unwrap(),
            quoted_in: None,
            at: day.plus(1).start(),
            confidence: None,
        };
        Ok(days.map(close).collect())
    }
}
