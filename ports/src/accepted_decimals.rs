//! Decimals that people accepted for tokens whose contracts do not state them.

use async_trait::async_trait;

use crate::{asset::AssetId, clock::Timestamp, storage::StorageError, user::UserId};

/// A person's decision to count a token with the decimals that a list states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedDecimals {
    /// Which token.
    pub asset: AssetId,
    /// The decimals that were accepted. The decision holds for this number only: a list that states another one later
    /// is not covered by it.
    pub decimals: u8,
}

/// Reads which decimals people accepted.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait AcceptedDecimalsStore: Send + Sync {
    /// Every decision of a user, sorted by asset.
    async fn of_user(&self, user: UserId) -> Result<Vec<AcceptedDecimals>, StorageError>;
}

/// Keeps which decimals people accepted.
#[async_trait]
pub trait AcceptedDecimalsWrites: Send {
    /// Keeps the decision about one token, in place of an earlier one.
    async fn accept(&mut self, user: UserId, accepted: &AcceptedDecimals, now: Timestamp) -> Result<(), StorageError>;

    /// Deletes the decision about a token; `false` when there was none.
    async fn withdraw(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}
