//! Finders: explorers that name the tokens which an account may hold.
//!
//! A finder only names, and may say how many addresses hold what it names. What an account holds is read at a node of the chain, at one block, like everything else.

use async_trait::async_trait;

use crate::{
    account::AccountId,
    asset::AssetId,
    chain::ChainId,
    source::{Profile, RemoteError},
};

/// A token that a finder names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedToken {
    /// Which token.
    pub id: AssetId,
    /// How many addresses hold it, where the finder says so. `None` is unknown and never zero.
    pub holders: Option<u32>,
}

/// Names the tokens that an account may hold.
///
/// An implementer MUST tell an account of which nothing is known from a refusal: a limit, a plan or a missing key is a
/// [`RemoteError`] and never an empty list. It MUST NOT name contracts that report the native balance once more, MUST name
/// each token once, and MUST bound its questions: what lies beyond the bound is left out. It is told the address.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait TokenFinder: Send + Sync {
    /// Who this is and what it learns.
    fn profile(&self) -> Profile;

    /// The chains that it can be asked about.
    fn chains(&self) -> Vec<ChainId>;

    /// Tokens that the account holds or once touched, those that are most likely held first.
    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError>;
}
