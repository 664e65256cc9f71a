//! Calls of contracts at one block.

use async_trait::async_trait;

use crate::{address::Address, ids::asset::AssetId, source::RemoteError, time::clock::Timestamp};

/// A call of a contract that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractCall {
    /// The contract.
    pub to: Address,
    /// Selector and arguments, as the contract's interface encodes them.
    pub data: Vec<u8>,
}

/// The bytes that a contract returned, which are none where there is no contract; or why it returned nothing.
pub type ContractReply = Result<Vec<u8>, String>;

/// Calls contracts at the block at which the balances of an account are read.
#[async_trait]
pub trait ContractCaller: Send + Sync {
    /// Returns the time of the block.
    fn block_time(&self) -> Timestamp;

    /// Returns the coin of the chain.
    fn coin(&self) -> AssetId;

    /// Makes the calls and returns their answers in the same order, all of the same block. It fails as a whole where a node fails; a
    /// contract that reverts fails its own call alone.
    async fn call(&self, calls: Vec<ContractCall>) -> Result<Vec<ContractReply>, RemoteError>;
}
