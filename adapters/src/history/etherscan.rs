//! Histories from Etherscan.

use async_trait::async_trait;
use ports::{
    ChainId, HistoryReader, Profile, RemoteError, Stream,
    history::{HistoryGap, HistoryPage, HistoryRequest},
};

use super::{CAPABILITY, LEARNS, has_withdrawals, pages::PagedLists, streams};
use crate::explorer::Etherscan;

/// The lists of Etherscan: the number of rows per page is the maximum of the free plan.
const LISTS: PagedLists = PagedLists {
    rows: 1_000,
    window: 10_000,
};

#[async_trait]
impl HistoryReader for Etherscan {
    fn profile(&self) -> Profile {
        self.0.client.profile(LEARNS, CAPABILITY)
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.client.chains()
    }

    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        let mut streams = streams(&self.0.client.chains(), chain);
        if !streams.is_empty() && has_withdrawals(chain) {
            streams.push(Stream::Withdrawals);
        }
        streams
    }

    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        Vec::new()
    }

    /// It does not state how far its index reaches. A page whose rows say that it ends before the requested blocks is
    /// an error.
    async fn head(&self, _chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        Ok(None)
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        LISTS.page(&self.0, request).await
    }
}
