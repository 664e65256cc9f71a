//! Sharing: a link to a portfolio, and the looks that visitors take.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{address::Address, clock::Timestamp, storage::StorageError, token::letters, user::UserId};

crate::id!(
    /// A look's id.
    ViewId
);

const SLUG_LENGTH: usize = 22;

/// The last part of a share link: 22 base-62 characters (131 bits). It is neither an id nor a token: it is kept readable, can
/// be taken back, and grants a visitor's look alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(String);

/// Why a text is not a slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the last part of a share link: 22 letters and digits, such as 4hK2mQ8tYzB1nW6rC3xVdE")]
pub struct ParseSlugError;

impl Slug {
    /// A new slug out of 32 fresh random bytes. It never begins with `S`: one in 256 of those would read as a mini private
    /// key, which the page refuses wherever it is pasted.
    #[must_use]
    pub fn new(random: &[u8; 32]) -> Self {
        let text = letters(random, SLUG_LENGTH);
        Self(
            text.strip_prefix('S')
                .map_or_else(|| text.clone(), |rest| format!("s{rest}")),
        )
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Slug {
    type Err = ParseSlugError;

    fn from_str(text: &str) -> Result<Self, ParseSlugError> {
        let fits = text.len() == SLUG_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Self(text.to_owned())).ok_or(ParseSlugError)
    }
}

/// A portfolio that is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Whose.
    pub user: UserId,
    /// The end of its link.
    pub slug: Slug,
    /// Since when it has this link.
    pub created_at: Timestamp,
}

/// What a visitor looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The portfolio of this user, by its link.
    Portfolio(UserId),
    /// One public address, whoever watches it.
    Address(Address),
}

/// A look of one visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Which look.
    pub id: ViewId,
    /// What at.
    pub shown: Shown,
    /// When it began. A look at a bare address sees nothing that was read before.
    pub opened_at: Timestamp,
    /// After this it is none any more.
    pub expires_at: Timestamp,
}

/// Reads shares.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait ShareStore: Send + Sync {
    /// The look with this token hash, expired or not. One whose link was renewed or taken back is absent.
    async fn view(&self, token_hash: &[u8; 32]) -> Result<Option<View>, StorageError>;
}

/// Keeps shares and looks.
#[async_trait]
pub trait ShareWrites: Send {
    /// The share with this slug.
    async fn find(&mut self, slug: &Slug) -> Result<Option<Share>, StorageError>;

    /// Shares a portfolio under this slug. The link it had before, and every look by it, ends.
    async fn put(&mut self, share: &Share) -> Result<(), StorageError>;

    /// Shares a portfolio no more, and ends every look by its link.
    async fn remove(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Begins a look at a share, if its link still stands; the token itself is not kept. Whether it does.
    async fn open(&mut self, view: &View, slug: &Slug, token_hash: &[u8; 32]) -> Result<bool, StorageError>;

    /// Begins a look at one address.
    async fn open_address(&mut self, view: &View, address: &Address, token_hash: &[u8; 32])
    -> Result<(), StorageError>;

    /// Ends every look whose time is over.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_have_their_length_and_alphabet() {
        let slug = Slug::new(&[7; 32]);
        assert_eq!(slug.as_str().len(), 22);
        assert_eq!(slug.as_str().parse(), Ok(slug.clone()));
        assert_ne!(slug, Slug::new(&[8; 32]));
        for text in [
            "",
            "4hK2mQ8tYzB1nW6rC3xVd",
            "4hK2mQ8tYzB1nW6rC3xVdEE",
            "4hK2mQ8tYzB1nW6rC3xVd_",
        ] {
            assert_eq!(text.parse::<Slug>(), Err(ParseSlugError), "{text}");
        }
    }
}
