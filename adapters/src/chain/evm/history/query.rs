//! One account at one node: sending the requests of a scan.

use ports::{AccountId, RemoteError, json::Json};

use super::refusal::{RangeHint, RangeRefusal, classify};
use crate::{
    chain::{
        evm::node::{EvmNode, Purpose},
        json_rpc::{NodeError, RpcRequest},
    },
    http_client::{RequestContext, TOO_LARGE},
};

/// The most requests in one batch. Some gateways allow ten.
pub(super) const BATCH: usize = 10;

/// An account whose history is read from a node.
pub(super) struct NodeQuery<'a> {
    pub account: &'a AccountId,
    pub node: &'a EvmNode,
    pub purpose: &'a Purpose,
    pub context: RequestContext,
}

/// Why a range of blocks was not read.
#[derive(Debug)]
pub(super) enum RangeError {
    /// A smaller range may be answered.
    TooWide(RangeHint),
    /// The node failed.
    Failed(RemoteError),
}

impl From<RemoteError> for RangeError {
    fn from(error: RemoteError) -> Self {
        match error {
            RemoteError::Malformed { what, .. } if what == TOO_LARGE => Self::TooWide(RangeHint::default()),
            error => Self::Failed(error),
        }
    }
}

impl<'a> NodeQuery<'a> {
    pub fn new(account: &'a AccountId, node: &'a EvmNode, purpose: &'a Purpose) -> Self {
        Self {
            account,
            node,
            purpose,
            context: node.context(purpose),
        }
    }

    /// Sends requests of which none may fail, in batches, and returns the results in their order.
    pub async fn all(&self, requests: &[RpcRequest]) -> Result<Vec<Json>, RemoteError> {
        let mut results = Vec::with_capacity(requests.len());
        for batch in requests.chunks(BATCH) {
            for answer in self.node.send(batch, self.purpose).await? {
                results.push(answer.map_err(|error| self.failed(&error))?);
            }
        }
        Ok(results)
    }

    /// Sends requests about a range of blocks in one batch.
    pub async fn of_range(&self, requests: &[RpcRequest], blocks: (u64, u64)) -> Result<Vec<Json>, RangeError> {
        let answers = self.node.send(requests, self.purpose).await?;
        let mut results = Vec::with_capacity(requests.len());
        for answer in answers {
            results.push(answer.map_err(|error| self.refused(&error, blocks))?);
        }
        Ok(results)
    }

    fn refused(&self, error: &NodeError, blocks: (u64, u64)) -> RangeError {
        match classify(error, blocks) {
            RangeRefusal::TooWide(hint) => RangeError::TooWide(hint),
            RangeRefusal::NoHistory | RangeRefusal::Other => RangeError::Failed(self.failed(error)),
        }
    }

    /// Converts an error about the history. A node that does not keep old blocks will not have them later either.
    fn failed(&self, error: &NodeError) -> RemoteError {
        match classify(error, (0, 0)) {
            RangeRefusal::NoHistory => self.context.refused("it does not serve the history of accounts"),
            RangeRefusal::TooWide(_) | RangeRefusal::Other => error.to_remote(&self.context),
        }
    }
}
