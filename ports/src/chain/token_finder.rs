//! Token finders: explorers that name the tokens an account may hold.
//!
//! A finder only names tokens, and may report how many addresses hold them. The balances are read from a node of the chain,
//! at one block, as for all other tokens.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, asset::AssetId, chain::ChainId},
    source::{Profile, RemoteError},
};

/// A token that a finder names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedToken {
    /// Which token.
    pub id: AssetId,
    /// The number of addresses that hold it; `None` where the finder does not report it, which differs from zero.
    pub holders: Option<u32>,
}

/// Names the tokens that an account may hold.
///
/// An implementer MUST return a [`RemoteError`], never an empty list, when a rate limit, a plan or a missing key prevents
/// an answer. It MUST NOT name contracts that only report the native balance again, MUST name each token once, and MUST
/// bound the number of its requests; tokens beyond that are left out. Its request discloses the address.
#[async_trait]
pub trait TokenFinder: Send + Sync {
    /// Returns the finder's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the chains it covers.
    fn chains(&self) -> Vec<ChainId>;

    /// Returns the tokens that the account holds or once held, the most likely held ones first.
    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError>;
}
