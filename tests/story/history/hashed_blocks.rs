//! Blocks with hashes: the nodes that state them, and sources whose facts are in such blocks.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use ports::{
    AccountId, ChainId, HistoryReader, Profile, RemoteError, SourceId, Stream, TransactionReceiptReader,
    history::{HistoryGap, HistoryPage, HistoryRequest},
    source::SourceKind,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

use super::MockSource;

/// The hashes of a chain, which a test can replace from a block on.
#[derive(Clone)]
pub struct Branch(Arc<Mutex<Vec<(u64, &'static str)>>>);

impl Branch {
    /// A chain whose hashes begin with two hexadecimal digits.
    pub fn new(digits: &'static str) -> Self {
        Self(Arc::new(Mutex::new(vec![(0, digits)])))
    }

    /// Replaces all blocks from this one on.
    pub fn fork(&self, block: u64, digits: &'static str) {
        let mut parts = self.0.lock().unwrap();
        parts.retain(|(from, _)| *from < block);
        parts.push((block, digits));
    }

    fn hash(&self, block: u64) -> String {
        let parts = self.0.lock().unwrap();
        let (_, digits) = parts.iter().rev().find(|(from, _)| *from <= block).unwrap();
        format!("0x{digits}{block:062x}")
    }
}

/// Nodes with the blocks of a branch, or without old blocks, and without receipts.
pub struct NodesWithBlocks(pub Option<Branch>);

#[async_trait]
impl TransactionReceiptReader for NodesWithBlocks {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("nodes"), "Nodes", SourceKind::Chain)
    }
    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(1)]
    }
    async fn block_hash(&self, _chain: &ChainId, number: u64) -> Result<Option<String>, RemoteError> {
        Ok(self.0.as_ref().map(|branch| branch.hash(number)))
    }
    async fn receipts(
        &self,
        _account: &AccountId,
        transactions: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError> {
        let missing = transactions.iter().map(|one| one.id.clone()).collect();
        Ok(FoundReceipts {
            facts: Vec::new(),
            missing,
        })
    }
}

/// A source whose blocks are those of a branch, with hashes in capital letters.
pub struct SourceOfBranch(pub MockSource, pub Branch);

#[async_trait]
impl HistoryReader for SourceOfBranch {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }
    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        self.0.streams(chain)
    }
    fn gaps(&self, chain: &ChainId) -> Vec<HistoryGap> {
        self.0.gaps(chain)
    }
    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        self.0.head(chain).await
    }
    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let mut page = self.0.page(request).await?;
        for fact in &mut page.facts {
            let hash = self.1.hash(fact.block.number);
            fact.block.hash = Some(hash.to_uppercase().replace("0X", "0x"));
        }
        Ok(page)
    }
}
