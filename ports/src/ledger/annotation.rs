//! What users add to entries: notes, marks, costs, and decisions on transfers. Annotations belong to one user and are
//! erased with them.

use async_trait::async_trait;

use crate::{
    amount::Amount,
    ids::{asset::AssetId, currency::Currency, transaction::EntryId, user::UserId},
    storage::StorageError,
    time::clock::Timestamp,
};

/// A user's addition to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Whose.
    pub user: UserId,
    /// The entry.
    pub entry: EntryId,
    /// What it says.
    pub content: AnnotationContent,
    /// When it was set.
    pub set_at: Timestamp,
}

/// The content of an annotation. An entry has at most one of each [key](AnnotationContent::key).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnotationContent {
    /// A text of the user.
    Note(String),
    /// Why something arrived or left without an exchange.
    Mark(EntryMark),
    /// What an acquired asset cost in total.
    Cost {
        /// Which asset.
        asset: AssetId,
        /// The total cost, zero or above.
        amount: Amount,
        /// Its currency.
        currency: Currency,
    },
    /// Whether another entry is the other side of the same transfer.
    Match {
        /// The other entry.
        other: EntryId,
        /// `false` where the user rejected the match.
        matches: bool,
    },
}

/// Why something arrived or left without an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryMark {
    /// A gift.
    Gift,
    /// Income.
    Income,
    /// An airdrop.
    Airdrop,
}

impl AnnotationContent {
    /// Returns the key: setting another annotation with the same key replaces this one.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Note(_) => "note".to_owned(),
            Self::Mark(_) => "mark".to_owned(),
            Self::Cost { asset, .. } => format!("cost {asset}"),
            Self::Match { other, .. } => format!("match {other}"),
        }
    }
}

/// Reads annotations.
#[async_trait]
pub trait AnnotationReader: Send + Sync {
    /// Returns all annotations of a user, ordered by entry and key.
    async fn of_user(&self, user: UserId) -> Result<Vec<Annotation>, StorageError>;

    /// Returns a text that is another one after an annotation of a user was set, cleared or erased, also by another process. It takes
    /// less time than reading them.
    async fn revision(&self, user: UserId) -> Result<String, StorageError>;
}

/// Writes annotations.
#[async_trait]
pub trait AnnotationWriter: Send {
    /// Sets an annotation, in place of one with the same entry and key.
    async fn set(&mut self, annotation: &Annotation) -> Result<(), StorageError>;

    /// Removes an annotation by its key. Returns `false` where there was none.
    async fn clear(&mut self, user: UserId, entry: &EntryId, key: &str) -> Result<bool, StorageError>;
}
