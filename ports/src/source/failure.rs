//! Failures as they are stored and shown: a code, a sentence and the time of the next try.

use std::{convert::Infallible, fmt, str::FromStr};

use crate::{
    source::{
        key_problem::KeyProblem,
        remote_error::{NodeProblem, RemoteError},
    },
    time::clock::Timestamp,
};

/// A failed attempt: what went wrong, when, and when it is tried again.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Failure {
    /// What kind of failure it was.
    pub code: FailureCode,
    /// A sentence for people.
    pub text: String,
    /// When it failed.
    pub at: Timestamp,
    /// When it is tried again; `None` where it is not.
    pub retry_at: Option<Timestamp>,
}

impl Failure {
    /// Whether the next try is still ahead at `now`. A failure dated in the future comes from a wrong clock and is ignored.
    #[must_use]
    pub fn in_backoff(&self, now: Timestamp) -> bool {
        self.at <= now && self.retry_at.is_some_and(|retry_at| retry_at > now)
    }
}

/// The kind of a failure. Its text is stable: it is stored, and sent on the wire.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "String", into = "String")]
pub enum FailureCode {
    /// `unavailable`: the source did not answer.
    Unavailable,
    /// `rate_limited`: the source, or this server's own limit for it, allows no request now.
    RateLimited,
    /// `refused`: the source answered that it will not serve the request.
    Refused,
    /// `key_required`: the source serves the request only with an API key.
    KeyRequired,
    /// `malformed`: the answer has an unexpected shape.
    Malformed,
    /// `unsupported`: the source cannot serve this kind of request.
    Unsupported,
    /// The code of a [`KeyProblem`]: the exchange does not answer to the key of the account.
    Key(KeyProblem),
    /// `node_…`: the node is not up to date.
    Node(NodeProblem),
    /// `nonsense`: the job's own subject cannot be read.
    InvalidJob,
    /// A code that this version does not know, as another version stored it.
    Unknown(String),
}

impl FailureCode {
    const KNOWN: [Self; 11] = [
        Self::Unavailable,
        Self::RateLimited,
        Self::Refused,
        Self::KeyRequired,
        Self::Malformed,
        Self::Unsupported,
        Self::Node(NodeProblem::Behind),
        Self::Node(NodeProblem::Ahead),
        Self::Node(NodeProblem::Syncing),
        Self::Node(NodeProblem::WithoutState),
        Self::InvalidJob,
    ];

    /// Returns why an exchange does not answer to the key of the account, so that its owner must act; `None` for other failures.
    #[must_use]
    pub fn key_problem(&self) -> Option<KeyProblem> {
        match self {
            Self::Key(problem) => Some(*problem),
            _ => None,
        }
    }

    /// The text of the code, as it is stored and sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unavailable => "unavailable",
            Self::RateLimited => "rate_limited",
            Self::Refused => "refused",
            Self::KeyRequired => "key_required",
            Self::Malformed => "malformed",
            Self::Unsupported => "unsupported",
            Self::Key(problem) => problem.code(),
            Self::Node(problem) => problem.code(),
            Self::InvalidJob => "invalid_job",
            Self::Unknown(code) => code,
        }
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<&str> for FailureCode {
    fn from(text: &str) -> Self {
        let keys = KeyProblem::ALL.into_iter().map(Self::Key);
        let known = Self::KNOWN.into_iter().chain(keys).find(|code| code.as_str() == text);
        known.unwrap_or_else(|| Self::Unknown(text.to_owned()))
    }
}

impl FromStr for FailureCode {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

impl From<String> for FailureCode {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<FailureCode> for String {
    fn from(code: FailureCode) -> Self {
        code.as_str().to_owned()
    }
}

impl PartialEq<&str> for FailureCode {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == *text
    }
}

impl From<&RemoteError> for FailureCode {
    fn from(error: &RemoteError) -> Self {
        match error {
            RemoteError::Unavailable { .. } => Self::Unavailable,
            RemoteError::RateLimited { .. } | RemoteError::Throttled { .. } => Self::RateLimited,
            RemoteError::Refused { .. } => Self::Refused,
            RemoteError::KeyRequired { .. } => Self::KeyRequired,
            RemoteError::Key { problem, .. } => Self::Key(*problem),
            RemoteError::NotCurrent { problem, .. } => Self::Node(*problem),
            RemoteError::Malformed { .. } => Self::Malformed,
            RemoteError::Unsupported { .. } => Self::Unsupported,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back_from_its_text() {
        for code in FailureCode::KNOWN
            .into_iter()
            .chain(KeyProblem::ALL.map(FailureCode::Key))
        {
            assert_eq!(FailureCode::from(code.as_str()), code);
        }
        let unknown = FailureCode::from("from_a_later_version");
        assert_eq!(unknown, FailureCode::Unknown("from_a_later_version".to_owned()));
        assert_eq!(unknown.to_string(), "from_a_later_version");
    }

    #[test]
    fn a_failure_dated_in_the_future_is_ignored() {
        let second = Timestamp::from_seconds;
        let failure = Failure {
            code: FailureCode::Unavailable,
            text: String::new(),
            at: second(10),
            retry_at: Some(second(20)),
        };
        let waits = [9, 10, 19, 20].map(|now| failure.in_backoff(second(now)));
        assert_eq!(waits, [false, true, true, false]);
    }
}
