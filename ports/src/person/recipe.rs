//! Recipes: the inputs of a valuation. Results are not stored; any process can compute them again from the recipe.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use uuid::Uuid;

use crate::{ids::user::UserId, person::share::ShareSessionId, storage::StorageError, time::clock::Timestamp};

/// The id of a recipe: 16 bytes of the SHA-256 of its owner and its body, so that equal valuations share one row.
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

/// For whom a valuation was computed; only they can have its figures explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user who owns the wallets.
    User(UserId),
    /// A visitor's session; its recipes are deleted with it.
    ShareSession(ShareSessionId),
}

impl Owner {
    /// Returns the id of the owner; no two owners have the same.
    #[must_use]
    pub const fn uuid(self) -> Uuid {
        match self {
            Self::User(id) => id.uuid(),
            Self::ShareSession(id) => id.uuid(),
        }
    }
}

/// A stored recipe; its body is opaque to storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Its id.
    pub id: ValuationId,
    /// Who may have its figures explained.
    pub owner: Owner,
    /// When it was first stored.
    pub made_at: Timestamp,
    /// The inputs, serialized by the domain.
    pub body: String,
}

/// Reads and writes recipes.
#[async_trait]
pub trait RecipeStore: Send + Sync {
    /// Returns the recipe, if it belongs to this owner.
    async fn find(&self, id: ValuationId, owner: Owner) -> Result<Option<Recipe>, StorageError>;

    /// Stores a recipe; an existing one is left unchanged. Stores nothing for a visitor's session that has ended.
    async fn keep(&self, recipe: &Recipe) -> Result<(), StorageError>;

    /// Deletes recipes made before `before`. Returns how many.
    async fn forget(&self, before: Timestamp) -> Result<u64, StorageError>;
}
