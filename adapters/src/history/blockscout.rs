//! Histories from Blockscout, by the lists that it shares with Etherscan: they are oldest first and can be limited to
//! blocks, unlike the lists of its second API. Only withdrawals of validators are in a list of the second one.

use async_trait::async_trait;
use ports::{
    ChainId, HistoryReader, Profile, RemoteError, Stream,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use super::{CAPABILITY, LEARNS, has_withdrawals, pages::PagedLists, streams, withdrawals};
use crate::explorer::Blockscout;

/// The lists of Blockscout. It allows pages of 10,000 rows, which would exceed the largest answer that is read.
const LISTS: PagedLists = PagedLists {
    rows: 2_000,
    window: 10_000,
};
/// The number of OP Mainnet.
const OP_MAINNET: u64 = 10;
/// The last block of OP Mainnet before the upgrade Bedrock. Blockscout has no traces of these blocks.
const LAST_BEFORE_BEDROCK: u64 = 105_235_062;

#[async_trait]
impl HistoryReader for Blockscout {
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

    fn gaps(&self, chain: &ChainId) -> Vec<HistoryGap> {
        let before_bedrock = HistoryGap {
            kind: HistoryGapKind::InternalTransfers,
            blocks: Some((0, LAST_BEFORE_BEDROCK)),
        };
        let has_gap = chain.evm_number() == Some(OP_MAINNET);
        has_gap.then_some(before_bedrock).into_iter().collect()
    }

    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        self.indexed(chain).await.map(Some)
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        if request.stream == Stream::Withdrawals && has_withdrawals(&request.account.chain) {
            return withdrawals::page(self, request).await;
        }
        LISTS.page(&self.0, request).await
    }
}
