//! Reading the positions of accounts in one protocol.

use async_trait::async_trait;

use crate::{
    amount::RawAmount,
    ids::{account::AccountId, asset::AssetId, chain::ChainId},
    position::PositionPlace,
    protocol::{caller::ContractCaller, position::ProtocolPosition},
    source::RemoteError,
};

/// The description of a protocol on one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolProfile {
    /// Its name, which is the place of its positions: `Aave v3`.
    pub place: PositionPlace,
    /// The chain.
    pub chain: ChainId,
    /// The kind of its contracts, which decides how it is read: `lending-aave`.
    pub template: String,
    /// Its website.
    pub website: String,
    /// Where the addresses of its contracts are published.
    pub source: String,
    /// Its state.
    pub status: ProtocolStatus,
}

/// The state of a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolStatus {
    /// In use.
    Live,
    /// Closed, or it lost money of its users. What is left is shown with the reason, a sentence.
    Impaired(String),
}

/// Why the positions of an account in a protocol were not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// The node failed. The balances of the account fail with it.
    #[error(transparent)]
    Node(#[from] RemoteError),
    /// The contracts of the protocol did not answer as they must: a clause that follows a colon.
    #[error("{0}")]
    Contract(String),
}

/// Reads the positions of accounts in one protocol on one chain.
///
/// An implementer MUST verify before it believes an answer that the contracts are those of the protocol, MUST return amounts at the
/// caller's block only, in the smallest unit and rounded as the contract rounds them, MUST state debts as negative amounts, MUST leave
/// out amounts of zero, MUST name in [`ProtocolPosition::receipts`] each token whose balance its amounts stand for, and MUST fail with
/// [`ProtocolError::Contract`] rather than leave out a position that may exist. What is missing in a position that exists goes to
/// [`ProtocolPosition::unread`].
#[async_trait]
pub trait ProtocolReader: Send + Sync {
    /// Returns the description of the protocol.
    fn profile(&self) -> ProtocolProfile;

    /// Reads the positions of an account. `held` are its balances at the same block, which show receipts that it has.
    async fn positions(
        &self,
        account: &AccountId,
        held: &[(AssetId, RawAmount)],
        caller: &dyn ContractCaller,
    ) -> Result<Vec<ProtocolPosition>, ProtocolError>;
}
