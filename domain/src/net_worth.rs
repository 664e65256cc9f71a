//! Net worth of an address in one call.

use crate::{tracker::Tracker, valuation::PortfolioReport, watch::WatchError};

impl Tracker {
    /// Returns the net worth of an address or a name, with its coverage, which lists what has no price or did not
    /// answer.
    ///
    /// Reads every network that the address is valid on and requests prices, in the calling task, and stores nothing.
    /// [`Tracker::watch`] returns a handle that can also explain the figures.
    pub async fn net_worth(&self, text: &str) -> Result<PortfolioReport, WatchError> {
        let watch = self.watch([text]).await?;
        let report = match watch.refresh_balances().await {
            Ok(_) => watch.value().await,
            Err(error) => Err(error),
        };
        watch.end().await?;
        report
    }
}
