//! Sources: what every plug-in says of itself, and how asking it can fail.

use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{account::Failure, chain::ChainId, clock::Timestamp, ids::text, storage::StorageError};

/// Characters of an id at most: a slug of forty, a colon, and a chain's id, which has at most forty-one (CAIP-2).
const LONGEST: usize = 82;

/// A source's id: a lower-case slug such as `defillama` or `evm`, or one as it reads a chain, such as `evm:eip155:1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(Arc<str>);

/// Why a text is not a source id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a source id such as defillama")]
pub struct ParseSourceIdError;

impl SourceId {
    /// The id of a source that ships with the product; the slug is written in its own file. A text that comes from
    /// anywhere else is parsed.
    #[must_use]
    pub fn fixed(slug: &'static str) -> Self {
        debug_assert!(slug.parse::<Self>().is_ok(), "{slug} is not a source id");
        Self(slug.into())
    }

    /// The source of prices that a person set by hand.
    #[must_use]
    pub fn manual() -> Self {
        Self("manual".into())
    }

    /// The source as it reads one chain, because one may fail while it reads the others.
    #[must_use]
    pub fn at(&self, chain: &ChainId) -> Self {
        let chain = chain.as_str().to_lowercase().replace('_', "-");
        Self(format!("{self}:{chain}").into())
    }

    /// The slug.
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

/// What a plug-in says of itself. The page draws its forms and its privacy list from this, so a provider is named in
/// its own file and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Stable id.
    pub id: SourceId,
    /// Name for people.
    pub name: String,
    /// What it does.
    pub kind: SourceKind,
    /// Its website, for people to read about it.
    pub website: String,
    /// What it learns about a person, in one true sentence.
    pub learns: String,
    /// What it can do, in short words: `balances`, `current prices`.
    pub capabilities: Vec<String>,
    /// How often it is asked at most, for people.
    pub rate_limit: String,
    /// The hosts it may be asked at.
    pub hosts: Vec<String>,
    /// What a person may give it, such as a key.
    pub credentials: Vec<CredentialField>,
}

impl Profile {
    /// A plug-in that asks no host and needs no key; set the other fields where it does.
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

/// What a plug-in does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// Reads balances from a chain.
    Chain,
    /// Quotes prices.
    Price,
    /// Resolves names.
    Name,
    /// Publishes lists of tokens.
    TokenList,
    /// Names tokens that an account may hold.
    Explorer,
    /// Publishes rates of currencies.
    Currency,
}

/// Something that a person may give a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialField {
    /// Key in the configuration.
    pub key: String,
    /// Label for people.
    pub label: String,
    /// Whether it is a secret.
    pub secret: bool,
    /// Where to get it.
    pub help: String,
}

/// A failure of a remote port. Rate-limited, unsupported, no price and worth zero are different things.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// It did not answer, or answered that it cannot now.
    #[error("{who} is not answering right now")]
    Unavailable {
        /// Name for people.
        who: String,
        /// What happened, for the health page; never a URL with a key.
        why: String,
        /// When it said to come back.
        retry_after: Option<Duration>,
    },
    /// It asked us to slow down.
    #[error("{who} is rate-limiting this server")]
    RateLimited {
        /// Name for people.
        who: String,
        /// When it said to come back.
        retry_after: Option<Duration>,
    },
    /// It was not asked: it is asked no faster than it bears, and others come first.
    #[error("{who} is rate limited; we will try again shortly")]
    Paced {
        /// Name for people.
        who: String,
        /// How long it is until it may be asked.
        wait: Duration,
    },
    /// It will not answer this question, now or later: a key is missing, the network is another one.
    #[error("{who} refused: {why}")]
    Refused {
        /// Name for people.
        who: String,
        /// Its known reason, never its free text.
        why: String,
    },
    /// It answers this only to those who have a key. That is no failure: it works, and was never promised without one.
    #[error("{who} needs an API key")]
    KeyRequired {
        /// Name for people.
        who: String,
    },
    /// It answers, but what it knows is not the chain as it is now.
    #[error("{who} {problem}: {why}")]
    NotCurrent {
        /// Name for people.
        who: String,
        /// What is wrong with it.
        problem: NodeProblem,
        /// How that shows, for people.
        why: String,
    },
    /// Its answer is not of the shape we know.
    #[error("{who} sent an unexpected answer: {what}")]
    Malformed {
        /// Name for people.
        who: String,
        /// What was wrong with it.
        what: String,
    },
    /// It cannot be asked this.
    #[error("{who} does not support this request: {what}")]
    Unsupported {
        /// Name for people.
        who: String,
        /// What it cannot do.
        what: String,
    },
}

/// Why a node is not believed although its answers are well formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NodeProblem {
    /// Its newest block is too old.
    Behind,
    /// Its newest block is too far in the future: its clock or this server's clock is wrong.
    Ahead,
    /// It says itself that it is syncing.
    Syncing,
    /// It has blocks and not their state: contracts that exist answer nothing.
    WithoutState,
}

impl NodeProblem {
    /// Stable code, as calls carry it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Behind => "node_behind",
            Self::Ahead => "node_ahead",
            Self::Syncing => "node_syncing",
            Self::WithoutState => "node_without_state",
        }
    }
}

impl fmt::Display for NodeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Behind => "is behind",
            Self::Ahead => "disagrees with this server's clock",
            Self::Syncing => "is still syncing",
            Self::WithoutState => "has no account data",
        })
    }
}

impl RemoteError {
    /// Stable code, as calls carry it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "unavailable",
            Self::RateLimited { .. } | Self::Paced { .. } => "rate_limited",
            Self::Refused { .. } => "refused",
            Self::KeyRequired { .. } => "key_required",
            Self::NotCurrent { problem, .. } => problem.code(),
            Self::Malformed { .. } => "malformed",
            Self::Unsupported { .. } => "unsupported",
        }
    }

    /// Whether asking again later may help.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        !matches!(self, Self::Unsupported { .. } | Self::KeyRequired { .. })
    }

    /// When the source said to come back, or may be asked.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Unavailable { retry_after, .. } | Self::RateLimited { retry_after, .. } => *retry_after,
            Self::Paced { wait, .. } => Some(*wait),
            Self::Refused { .. }
            | Self::KeyRequired { .. }
            | Self::NotCurrent { .. }
            | Self::Malformed { .. }
            | Self::Unsupported { .. } => None,
        }
    }
}

/// How a source last answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceState {
    /// Which source.
    pub id: SourceId,
    /// When it last answered well.
    pub ok_at: Option<Timestamp>,
    /// What went wrong since.
    pub failure: Option<Failure>,
}

/// Reads how sources answered.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait SourceStore: Send + Sync {
    /// Every source that was ever asked.
    async fn all(&self) -> Result<Vec<SourceState>, StorageError>;
}

/// Keeps how sources answered.
#[async_trait]
pub trait SourceWrites: Send {
    /// It answered.
    async fn answered(&mut self, id: &SourceId, at: Timestamp) -> Result<(), StorageError>;

    /// It failed; when it last answered stays known.
    async fn failed(&mut self, id: &SourceId, failure: &Failure) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the chain is called, its source's id is kept and found again.
        #[test]
        fn a_source_has_an_id_on_every_chain(slug in "[-a-z0-9]{1,40}", chain in "[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}") {
            let id = slug.parse::<SourceId>().unwrap().at(&chain.parse().unwrap());
            prop_assert_eq!(id.as_str().parse::<SourceId>().unwrap(), id);
        }
    }

    #[test]
    fn an_id_has_an_end() {
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
