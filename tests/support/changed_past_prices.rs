//! Sources of past prices whose answers a test changes.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{AssetId, Day, PastPriceSource, Profile, RemoteError, SourceId, past_price::ClosingPrice};

/// The answer to a request.
pub type ClosesAnswer = Result<Vec<ClosingPrice>, RemoteError>;

/// What a test changes about the answers of a source.
pub trait AnswerChange: Send + Sync {
    /// Returns what is answered in the place of the source; `None` where the source is asked.
    fn instead(&self, asset: &AssetId, days: (Day, Day)) -> Option<ClosesAnswer>;

    /// Changes what the source answered.
    fn change(&self, _closes: &mut Vec<ClosingPrice>) {}
}

/// A source whose answers are changed.
pub struct ChangedPastPrices<C> {
    pub inner: Arc<dyn PastPriceSource>,
    pub change: C,
}

#[async_trait]
impl<C: AnswerChange> PastPriceSource for ChangedPastPrices<C> {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }

    fn origin(&self, asset: &AssetId) -> SourceId {
        self.inner.origin(asset)
    }

    fn days_per_request(&self) -> u32 {
        self.inner.days_per_request()
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> ClosesAnswer {
        if let Some(answer) = self.change.instead(asset, (from, to)) {
            return answer;
        }
        let mut closes = self.inner.closes(asset, from, to).await?;
        self.change.change(&mut closes);
        Ok(closes)
    }
}
