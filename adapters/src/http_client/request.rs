//! What is asked, and why.

use std::time::Duration;

use ports::{ChainId, RemoteError, Secret, SourceId, disclosure::Told, source::NodeProblem};
use url::Url;

/// A read: it may be asked twice without harm.
pub struct Request {
    url: Url,
    body: Option<Vec<u8>>,
    headers: Vec<(&'static str, Secret<String>)>,
    attempts: u32,
    booked: bool,
    too_often: &'static [u16],
    blocked: &'static [u16],
    reads_errors: bool,
}

impl Request {
    /// A GET.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self {
            url,
            body: None,
            headers: Vec::new(),
            attempts: 3,
            booked: false,
            too_often: &[],
            blocked: &[],
            reads_errors: false,
        }
    }

    /// A POST of JSON that only reads, as JSON-RPC does.
    #[must_use]
    pub fn post(url: Url, body: &serde_json::Value) -> Self {
        Self {
            body: Some(body.to_string().into_bytes()),
            ..Self::get(url)
        }
    }

    /// With a header that carries a key.
    #[must_use]
    pub fn with_key(mut self, header: &'static str, key: String) -> Self {
        self.headers.push((header, Secret::new(key)));
        self
    }

    /// With another number of attempts than three.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// With a turn that was booked, if it was. There is one for each question: it is asked once.
    #[must_use]
    pub fn with_booked(self, booked: bool) -> Self {
        let attempts = if booked { 1 } else { self.attempts };
        Self {
            attempts,
            booked,
            ..self
        }
    }

    /// To a service that says with these statuses, beside 429, that it was asked too often.
    #[must_use]
    pub fn with_too_often(mut self, statuses: &'static [u16]) -> Self {
        self.too_often = statuses;
        self
    }

    /// To a service that says with these statuses that it blocks this machine for a while: asking again prolongs that.
    #[must_use]
    pub fn with_blocked(mut self, statuses: &'static [u16]) -> Self {
        self.blocked = statuses;
        self
    }

    /// Reads the body of an answer of a bad status where it is short JSON: JSON-RPC nodes give their reason there.
    #[must_use]
    pub fn with_error_body(mut self) -> Self {
        self.reads_errors = true;
        self
    }

    pub(super) fn reads_error_of(&self, status: u16) -> bool {
        self.reads_errors && (status == 500 || (400..500).contains(&status)) && !self.is_too_often(status)
    }

    pub(super) fn is_blocked(&self, status: u16) -> bool {
        self.blocked.contains(&status)
    }

    pub(super) fn is_too_often(&self, status: u16) -> bool {
        status == 429 || self.too_often.contains(&status) || self.blocked.contains(&status)
    }

    pub(super) fn is_booked(&self) -> bool {
        self.booked
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    pub(super) fn body(&self) -> Option<&[u8]> {
        self.body.as_deref()
    }

    pub(super) fn headers(&self) -> &[(&'static str, Secret<String>)] {
        &self.headers
    }

    pub(super) fn attempts(&self) -> u32 {
        self.attempts
    }
}

/// Why a request is made and what the host learns by it. Each attempt is written to the privacy ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The host's name for people, as errors show it.
    pub who: String,
    /// The plug-in that asks.
    pub source: SourceId,
    /// Why: `balances`, `name`, `prices`, ...
    pub purpose: &'static str,
    /// What the host is told.
    pub told: Told,
    /// On which chain, where there is one.
    pub chain: Option<ChainId>,
}

impl Errand {
    pub(crate) fn unavailable(&self, why: &str, retry_after: Option<Duration>) -> RemoteError {
        RemoteError::Unavailable {
            who: self.who.clone(),
            why: why.to_owned(),
            retry_after,
        }
    }

    pub(crate) fn rate_limited(&self, retry_after: Option<Duration>) -> RemoteError {
        RemoteError::RateLimited {
            who: self.who.clone(),
            retry_after,
        }
    }

    pub(crate) fn paced(&self, wait: Duration) -> RemoteError {
        RemoteError::Paced {
            who: self.who.clone(),
            wait,
        }
    }

    pub(crate) fn refused(&self, why: &str) -> RemoteError {
        RemoteError::Refused {
            who: self.who.clone(),
            why: why.to_owned(),
        }
    }

    pub(crate) fn not_current(&self, problem: NodeProblem, why: &str) -> RemoteError {
        RemoteError::NotCurrent {
            who: self.who.clone(),
            problem,
            why: why.to_owned(),
        }
    }

    pub(crate) fn malformed(&self, what: &str) -> RemoteError {
        RemoteError::Malformed {
            who: self.who.clone(),
            what: what.to_owned(),
        }
    }
}
