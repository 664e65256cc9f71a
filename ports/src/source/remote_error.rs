//! How a request to a remote source can fail.

use std::{fmt, time::Duration};

use crate::source::key_problem::KeyProblem;

/// A failure of a remote port. "No price" and "worth zero" are no failures but answers (see [`Answer`](crate::market::quote::QuoteAnswer)).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// The source did not answer, or answered that it cannot serve requests now.
    #[error("{who} is not answering right now")]
    Unavailable {
        /// The source's display name.
        who: String,
        /// What happened, for the health page; never contains a URL with a key.
        why: String,
        /// When the source asked to retry.
        retry_after: Option<Duration>,
    },
    /// The source is rate limiting this server.
    #[error("{who} is rate-limiting this server")]
    RateLimited {
        /// The source's display name.
        who: String,
        /// When the source asked to retry.
        retry_after: Option<Duration>,
    },
    /// No request was sent, because this server's own rate limit for the source is used up.
    #[error("{who} is rate limited; we will try again shortly")]
    Throttled {
        /// The source's display name.
        who: String,
        /// How long until a request is allowed.
        wait: Duration,
    },
    /// The source will not serve this request now or later: a key is missing, or it serves another network.
    #[error("{who} refused: {why}")]
    Refused {
        /// The source's display name.
        who: String,
        /// One of the known reasons; never the source's own free text.
        why: String,
    },
    /// The source serves this request only with an API key. It is working and needs no retry.
    #[error("{who} needs an API key")]
    KeyRequired {
        /// The source's display name.
        who: String,
    },
    /// The exchange does not answer to a person's key.
    #[error("{who} {problem}{}{why}", if why.is_empty() { "" } else { ": " })]
    Key {
        /// The exchange's display name.
        who: String,
        /// Why not.
        problem: KeyProblem,
        /// More about it, such as the names of rights; empty where there is nothing more, never the exchange's free text.
        why: String,
    },
    /// The node answers, but its view of the chain is not current.
    #[error("{who} {problem}: {why}")]
    NotCurrent {
        /// The source's display name.
        who: String,
        /// What is wrong with the node.
        problem: NodeProblem,
        /// The evidence, as text for users.
        why: String,
    },
    /// The answer has an unexpected shape.
    #[error("{who} sent an unexpected answer: {what}")]
    Malformed {
        /// The source's display name.
        who: String,
        /// What was wrong with it.
        what: String,
    },
    /// The source does not support this kind of request.
    #[error("{who} does not support this request: {what}")]
    Unsupported {
        /// The source's display name.
        who: String,
        /// What is not supported.
        what: String,
    },
}

/// Why a node's answers are rejected although they are well formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NodeProblem {
    /// Its newest block is too old.
    Behind,
    /// Its newest block is too far in the future: its clock or this server's clock is wrong.
    Ahead,
    /// It reports that it is syncing.
    Syncing,
    /// It has blocks but not their state: calls to existing contracts return nothing.
    WithoutState,
}

impl NodeProblem {
    /// Returns the stable code that is stored and sent on the wire.
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
    /// Returns the stable code that is stored and sent on the wire.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "unavailable",
            Self::RateLimited { .. } | Self::Throttled { .. } => "rate_limited",
            Self::Refused { .. } => "refused",
            Self::KeyRequired { .. } => "key_required",
            Self::Key { problem, .. } => problem.code(),
            Self::NotCurrent { problem, .. } => problem.code(),
            Self::Malformed { .. } => "malformed",
            Self::Unsupported { .. } => "unsupported",
        }
    }

    /// Returns whether a later retry may succeed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        !matches!(self, Self::Unsupported { .. } | Self::KeyRequired { .. })
    }

    /// Returns how long to wait before a retry, where the source or the rate limit says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Unavailable { retry_after, .. } | Self::RateLimited { retry_after, .. } => *retry_after,
            Self::Throttled { wait, .. } => Some(*wait),
            Self::Refused { .. }
            | Self::KeyRequired { .. }
            | Self::Key { .. }
            | Self::NotCurrent { .. }
            | Self::Malformed { .. }
            | Self::Unsupported { .. } => None,
        }
    }
}
