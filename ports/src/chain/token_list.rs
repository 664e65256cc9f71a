//! Published token lists, which name the tokens whose balances are read in accounts.
//!
//! A list is no endorsement. Its metadata of a token is used until the contract itself was read, and a token that a list
//! drops is kept.

use async_trait::async_trait;

use crate::{
    chain::asset::Metadata,
    ids::{asset::AssetId, chain::ChainId, source::SourceId},
    source::{Profile, RemoteError},
    storage::StorageError,
};

/// A token of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedToken {
    /// Which token.
    pub id: AssetId,
    /// Symbol, name and decimals by the list.
    pub metadata: Metadata,
}

/// The content of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenList {
    /// The tokens of known chains, each once, in the list's own order.
    pub tokens: Vec<ListedToken>,
    /// The number of rejected rows: out of bounds, of a wrong type, or with an invalid address.
    pub left_out: u32,
}

/// Publishes a token list.
///
/// An implementer MUST have an id that begins with `list:`, which is also the origin of the assets it adds; MUST skip and
/// count invalid rows without failing; MUST fail as a whole when the response is not a list; and MUST NOT include contracts
/// that only report the native balance again. Its request discloses no user data.
#[async_trait]
pub trait TokenListSource: Send + Sync {
    /// Returns the source's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the chains whose tokens it contains; `None` where only the list itself determines them.
    fn chains(&self) -> Option<Vec<ChainId>> {
        None
    }

    /// Returns the current list.
    async fn tokens(&self) -> Result<TokenList, RemoteError>;
}

/// Writes which list names which token. Read by [`AssetReader::universe`](crate::chain::asset::AssetReader::universe).
#[async_trait]
pub trait TokenListWriter: Send {
    /// Stores the tokens of a list, in its order, in place of its previous ones. The assets must be stored before.
    async fn replace(&mut self, list: &SourceId, tokens: &[AssetId]) -> Result<(), StorageError>;

    /// Deletes the entries of all lists except these. The assets stay.
    async fn keep_only(&mut self, lists: &[SourceId]) -> Result<(), StorageError>;
}
