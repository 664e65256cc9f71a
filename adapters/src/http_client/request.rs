//! Outgoing requests and their context.

use std::time::Duration;

use ports::{ChainId, RemoteError, Secret, SourceId, disclosure::DisclosedField, source::NodeProblem};
use url::Url;

/// A request that only reads, so that it is safe to retry.
pub struct OutgoingRequest {
    url: Url,
    body: Option<Vec<u8>>,
    headers: Vec<(&'static str, Secret<String>)>,
    attempts: u32,
    booked: bool,
    too_often: &'static [u16],
    blocked: &'static [u16],
    reads_errors: bool,
}

impl OutgoingRequest {
    /// Makes a GET request.
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

    /// Makes a POST request with a JSON body that only reads, such as JSON-RPC.
    #[must_use]
    pub fn post(url: Url, body: &serde_json::Value) -> Self {
        Self {
            body: Some(body.to_string().into_bytes()),
            ..Self::get(url)
        }
    }

    /// Adds a header with an API key.
    #[must_use]
    pub fn with_key(mut self, header: &'static str, key: String) -> Self {
        self.headers.push((header, Secret::new(key)));
        self
    }

    /// Sets the number of attempts; three by default.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Marks the request as reserved by [`HttpClient::book`](super::HttpClient::book). A reservation covers one attempt, so
    /// such a request is not retried.
    #[must_use]
    pub fn with_booked(self, booked: bool) -> Self {
        let attempts = if booked { 1 } else { self.attempts };
        Self {
            attempts,
            booked,
            ..self
        }
    }

    /// Sets the statuses by which the service reports too many requests, beside 429.
    #[must_use]
    pub fn with_too_often(mut self, statuses: &'static [u16]) -> Self {
        self.too_often = statuses;
        self
    }

    /// Sets the statuses by which the service reports that it blocks this machine for a while. Further requests would prolong
    /// the block.
    #[must_use]
    pub fn with_blocked(mut self, statuses: &'static [u16]) -> Self {
        self.blocked = statuses;
        self
    }

    /// Also reads the body of an error response where it is short JSON, because JSON-RPC nodes put their reason there.
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

/// The purpose of a request and what it discloses. Each attempt is written to the privacy ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestContext {
    /// The display name of the source, used in errors.
    pub who: String,
    /// The source that sends the request.
    pub source: SourceId,
    /// The purpose: `balances`, `name`, `prices`, ...
    pub purpose: &'static str,
    /// What the request discloses to the host.
    pub disclosed: DisclosedField,
    /// The chain, if any.
    pub chain: Option<ChainId>,
}

impl RequestContext {
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

    pub(crate) fn throttled(&self, wait: Duration) -> RemoteError {
        RemoteError::Throttled {
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
