//! Token lists: tokens that others have published, so that they are looked for in accounts.
//!
//! A list is no endorsement. What it says of a token is shown until the contract itself has spoken, and a token that it
//! leaves out is not forgotten.

use async_trait::async_trait;

use crate::{
    asset::{AssetId, Metadata},
    chain::ChainId,
    source::{Profile, RemoteError, SourceId},
    storage::StorageError,
};

/// A token as a list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedToken {
    /// Which token.
    pub id: AssetId,
    /// What the list says of it.
    pub metadata: Metadata,
}

/// What a list says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenList {
    /// The tokens in the list's own order, each once, of chains that are known and no others.
    pub tokens: Vec<ListedToken>,
    /// How many rows could not be used: out of bounds, of a wrong type, or with an address that cannot be right.
    pub left_out: u32,
}

/// Publishes a list of tokens.
///
/// An implementer MUST name itself with an id that begins with `list:`, which is also the origin of the assets that it
/// brings; MUST leave out a row that it cannot use and count it, without failing for its sake; MUST fail as a whole when
/// the answer is no list; and MUST NOT name contracts that report the native balance once more. It is asked about no one:
/// its question tells nothing about anybody.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait TokenListSource: Send + Sync {
    /// Who this is and what it learns.
    fn profile(&self) -> Profile;

    /// The chains whose tokens it names; `None` when only the list itself says.
    fn chains(&self) -> Option<Vec<ChainId>> {
        None
    }

    /// The list as it is now.
    async fn tokens(&self) -> Result<TokenList, RemoteError>;
}

/// Keeps which list names which token. Read by [`AssetStore::universe`](crate::asset::AssetStore::universe).
#[async_trait]
pub trait TokenListWrites: Send {
    /// Keeps what a list names now, in its order, in place of what it named before. The assets are known already.
    async fn replace(&mut self, list: &SourceId, tokens: &[AssetId]) -> Result<(), StorageError>;

    /// Forgets what lists other than these name. The assets stay.
    async fn keep_only(&mut self, lists: &[SourceId]) -> Result<(), StorageError>;
}
