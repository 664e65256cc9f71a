//! Sources: the description of each adapter, and its last success and failure.

pub mod failure;
pub mod key_problem;
pub(crate) mod remote_error;
pub mod source_check;

pub use failure::{Failure, FailureCode};
pub use key_problem::KeyProblem;
pub use source_check::SourceCheck;

use async_trait::async_trait;

use crate::{storage::StorageError, time::clock::Timestamp};

pub use crate::{
    ids::source::{ParseSourceIdError, SourceId},
    source::remote_error::{NodeProblem, RemoteError},
};

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

impl Profile {
    /// Adds another use of the same source.
    pub(crate) fn merge(&mut self, other: Self) {
        if !self.learns.contains(&other.learns) {
            self.learns = [self.learns.as_str(), &other.learns].join(" ");
        }
        let new = |known: &[String], text: &String| !known.contains(text);
        let capabilities = other
            .capabilities
            .into_iter()
            .filter(|text| new(&self.capabilities, text))
            .collect::<Vec<_>>();
        self.capabilities.extend(capabilities);
        let hosts = other
            .hosts
            .into_iter()
            .filter(|text| new(&self.hosts, text))
            .collect::<Vec<_>>();
        self.hosts.extend(hosts);
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
    /// Reads accounts at exchanges.
    Exchange,
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
