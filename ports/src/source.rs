//! Sources: the description of each adapter, and its last success and failure.

use std::{str::FromStr, sync::Arc};

use async_trait::async_trait;

use crate::{chain::id::ChainId, clock::Timestamp, failure::Failure, ids::text, storage::StorageError};

pub use crate::remote_error::{NodeProblem, RemoteError};

/// The maximum length of an id: a slug of 40 characters, a colon, and a chain id of at most 41 (CAIP-2).
const LONGEST: usize = 82;

/// A source's id: a lower-case slug such as `defillama` or `evm`, or a slug with a chain, such as `evm:eip155:1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(Arc<str>);

/// Why a text is not a source id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a source id such as defillama")]
pub struct ParseSourceIdError;

impl SourceId {
    /// Returns the id of a built-in source, whose slug is a constant in its own file. Text from anywhere else is parsed.
    #[must_use]
    pub fn fixed(slug: &'static str) -> Self {
        debug_assert!(slug.parse::<Self>().is_ok(), "{slug} is not a source id");
        Self(slug.into())
    }

    /// Returns the source id of prices that users set.
    #[must_use]
    pub fn manual() -> Self {
        Self("manual".into())
    }

    /// Returns the id of this source on one chain, because it may fail on one chain and work on others.
    #[must_use]
    pub fn at(&self, chain: &ChainId) -> Self {
        let chain = chain.as_str().to_lowercase().replace('_', "-");
        Self(format!("{self}:{chain}").into())
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SourceId {
    type Err = ParseSourceIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=LONGEST).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b':');
        if fits {
            Ok(Self(text.into()))
        } else {
            Err(ParseSourceIdError)
        }
    }
}

text!(SourceId);

/// The description of an adapter. The page builds its forms and its privacy list from it, so that a provider is named in
/// its own file and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Stable id.
    pub id: SourceId,
    /// Display name.
    pub name: String,
    /// What it does.
    pub kind: SourceKind,
    /// Its website, shown to users.
    pub website: String,
    /// What it learns about a user, in one sentence.
    pub learns: String,
    /// Its capabilities, as short texts: `balances`, `current prices`.
    pub capabilities: Vec<String>,
    /// Its rate limit, as text for users.
    pub rate_limit: String,
    /// The hosts it may send requests to.
    pub hosts: Vec<String>,
    /// The credentials it accepts, such as an API key.
    pub credentials: Vec<CredentialField>,
}

impl Profile {
    /// Makes the profile of an adapter without hosts and credentials; set the other fields where it has them.
    #[must_use]
    pub fn new(id: SourceId, name: impl Into<String>, kind: SourceKind) -> Self {
        Self {
            id,
            name: name.into(),
            kind,
            website: String::new(),
            learns: "Nothing leaves this program.".to_owned(),
            capabilities: Vec::new(),
            rate_limit: "none".to_owned(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }
}

/// The kind of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// Reads balances from a chain.
    Chain,
    /// Quotes prices.
    Price,
    /// Resolves names.
    Name,
    /// Publishes token lists.
    TokenList,
    /// Names the tokens that an account may hold.
    Explorer,
    /// Publishes exchange rates.
    Currency,
}

/// A credential that the operator can configure for a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialField {
    /// Key in the configuration.
    pub key: String,
    /// Display label.
    pub label: String,
    /// Whether it must be kept secret.
    pub secret: bool,
    /// Where to get it.
    pub help: String,
}

/// The last success and the current failure of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceState {
    /// Which source.
    pub id: SourceId,
    /// When it last succeeded.
    pub ok_at: Option<Timestamp>,
    /// Its failure since then, if any.
    pub failure: Option<Failure>,
}

/// Reads the states of sources.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait SourceReader: Send + Sync {
    /// Returns the state of every source that was ever used.
    async fn all(&self) -> Result<Vec<SourceState>, StorageError>;
}

/// Writes the states of sources.
#[async_trait]
pub trait SourceWriter: Send {
    /// Records a success, which clears the failure.
    async fn answered(&mut self, id: &SourceId, at: Timestamp) -> Result<(), StorageError>;

    /// Records a failure; the time of the last success is kept.
    async fn failed(&mut self, id: &SourceId, failure: &Failure) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A source id with any chain id parses back to itself.
        #[test]
        fn a_source_has_an_id_on_every_chain(slug in "[-a-z0-9]{1,40}", chain in "[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}") {
            let id = slug.parse::<SourceId>().unwrap().at(&chain.parse().unwrap());
            prop_assert_eq!(id.as_str().parse::<SourceId>().unwrap(), id);
        }
    }

    #[test]
    fn ids_have_a_maximum_length() {
        assert!("a".repeat(LONGEST).parse::<SourceId>().is_ok());
        for bad in [
            String::new(),
            "a".repeat(LONGEST + 1),
            "A".into(),
            "a b".into(),
            "a_b".into(),
            "a%".into(),
        ] {
            assert!(bad.parse::<SourceId>().is_err(), "{bad}");
        }
    }
}
