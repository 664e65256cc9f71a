//! Recipes: what a valuation was made from. Results are not stored; any process computes them again.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use uuid::Uuid;

use crate::{clock::Timestamp, share::ViewId, storage::StorageError, user::UserId};

/// Names a recipe: 16 bytes of the SHA-256 of its owner and its body, so equal valuations are one row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValuationId(pub [u8; 16]);

/// Why a text is not a valuation id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a valuation id: 32 hex digits")]
pub struct ParseValuationIdError;

impl fmt::Display for ValuationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ValuationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for ValuationId {
    type Err = ParseValuationIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(ParseValuationIdError);
        }
        let mut bytes = [0; 16];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[at * 2..at * 2 + 2], 16).map_err(|_| ParseValuationIdError)?;
        }
        Ok(Self(bytes))
    }
}

/// Whom a valuation was made for: they alone can have its figures explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The person whose wallets they are.
    User(UserId),
    /// One look of a visitor. What was made for it ends with it.
    View(ViewId),
}

impl Owner {
    /// The id inside; no two owners have the same.
    #[must_use]
    pub const fn uuid(self) -> Uuid {
        match self {
            Self::User(id) => id.uuid(),
            Self::View(id) => id.uuid(),
        }
    }
}

/// A recipe as it is kept: the domain's own text, opaque to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Its name.
    pub id: ValuationId,
    /// Who may have its figures explained.
    pub owner: Owner,
    /// When it was first made.
    pub made_at: Timestamp,
    /// The inputs, written by the domain.
    pub body: String,
}

/// Reads and keeps recipes.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait RecipeStore: Send + Sync {
    /// The recipe of this owner; somebody else's is absent.
    async fn find(&self, id: ValuationId, owner: Owner) -> Result<Option<Recipe>, StorageError>;

    /// Keeps a recipe; one that is there already stays as it is. For a look that was ended meanwhile nothing is kept.
    async fn keep(&self, recipe: &Recipe) -> Result<(), StorageError>;

    /// Deletes recipes made before `before`.
    async fn forget(&self, before: Timestamp) -> Result<u64, StorageError>;
}
