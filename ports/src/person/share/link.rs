//! Share links.

use std::{fmt, str::FromStr};

use crate::secret::token::base62;

const SLUG_LENGTH: usize = 22;

/// The last part of a share link: 22 base-62 characters (131 bits). Unlike a token it is stored as plain text, because the
/// owner can display it again; it can be revoked, and only opens a visitor's session.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShareLink(String);

/// Why a text is not a share link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the last part of a share link: 22 letters and digits, such as 4hK2mQ8tYzB1nW6rC3xVdE")]
pub struct ParseShareLinkError;

impl ShareLink {
    /// Makes a link from 32 random bytes. It never begins with `S`, because one in 256 of those would look like a mini private
    /// key, which the page rejects wherever it is pasted.
    #[must_use]
    pub fn new(random: &[u8; 32]) -> Self {
        let text = base62(random, SLUG_LENGTH);
        Self(
            text.strip_prefix('S')
                .map_or_else(|| text.clone(), |rest| format!("s{rest}")),
        )
    }

    /// Returns the link as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ShareLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ShareLink {
    type Err = ParseShareLinkError;

    fn from_str(text: &str) -> Result<Self, ParseShareLinkError> {
        let fits = text.len() == SLUG_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| Self(text.to_owned())).ok_or(ParseShareLinkError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_have_their_length_and_alphabet() {
        let slug = ShareLink::new(&[7; 32]);
        assert_eq!(slug.as_str().len(), 22);
        assert_eq!(slug.as_str().parse(), Ok(slug.clone()));
        assert_ne!(slug, ShareLink::new(&[8; 32]));
        for text in [
            "",
            "4hK2mQ8tYzB1nW6rC3xVd",
            "4hK2mQ8tYzB1nW6rC3xVdEE",
            "4hK2mQ8tYzB1nW6rC3xVd_",
        ] {
            assert_eq!(text.parse::<ShareLink>(), Err(ParseShareLinkError), "{text}");
        }
    }
}
