//! Histories from Routescan.

use async_trait::async_trait;
use ports::{
    ChainId, HistoryReader, Profile, RemoteError, Stream,
    history::{HistoryGap, HistoryPage, HistoryRequest},
};

use super::{CAPABILITY, LEARNS, pages::PagedLists, streams};
use crate::explorer::Routescan;

/// The lists of Routescan. Sources disagree whether a page may have 5,000 or 10,000 rows; this is below both, and small
/// enough for answers with long inputs.
const LISTS: PagedLists = PagedLists {
    rows: 2_000,
    window: 10_000,
};

#[async_trait]
impl HistoryReader for Routescan {
    fn profile(&self) -> Profile {
        self.0.client.profile(LEARNS, CAPABILITY)
    }

    fn chains(&self) -> Vec<ChainId> {
        self.0.client.chains()
    }

    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        streams(&self.0.client.chains(), chain)
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
