//! Outgoing requests and their context.

use std::time::Duration;

use ports::{
    ChainId, RemoteError, Secret, SourceId,
    disclosure::DisclosedField,
    json::{self, Json},
    source::NodeProblem,
};
use url::Url;

use super::settings::ANSWER;

/// A request that only reads, so that it is safe to retry.
pub struct OutgoingRequest {
    url: Url,
    body: Option<Vec<u8>>,
    content_type: &'static str,
    headers: Vec<(&'static str, Secret<String>)>,
    attempts: u32,
    is_signed: bool,
    booked: bool,
    rate_limited: &'static [u16],
    blocked: &'static [u16],
    error_answer: Option<fn(&Json) -> bool>,
    is_slow: bool,
}

impl OutgoingRequest {
    /// Makes a GET request.
    #[must_use]
    pub fn get(url: Url) -> Self {
        Self {
            url,
            body: None,
            content_type: "application/json",
            headers: Vec::new(),
            attempts: 3,
            is_signed: false,
            booked: false,
            rate_limited: &[],
            blocked: &[],
            error_answer: None,
            is_slow: false,
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

    /// Makes a POST request with the bytes of a body that a signature covers; they are sent unchanged. The signature is added with
    /// [`with_key`](Self::with_key). Such a request is sent once: services refuse the same signature a second time. An empty content
    /// type sends none.
    #[must_use]
    pub fn signed_post(url: Url, content_type: &'static str, body: Vec<u8>) -> Self {
        Self {
            body: Some(body),
            content_type,
            is_signed: true,
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
    pub fn with_rate_limited(mut self, statuses: &'static [u16]) -> Self {
        self.rate_limited = statuses;
        self
    }

    /// Sets the statuses by which the service reports that it blocks this machine for a while. Further requests would prolong
    /// the block.
    #[must_use]
    pub fn with_blocked(mut self, statuses: &'static [u16]) -> Self {
        self.blocked = statuses;
        self
    }

    /// Waits for the response up to [`HttpClientSettings::slow`](super::HttpClientSettings::slow), because the service answers
    /// such requests late.
    #[must_use]
    pub fn with_long_wait(mut self) -> Self {
        self.is_slow = true;
        self
    }

    /// Also reads the body of an error response where it is short JSON, because JSON-RPC nodes put their reason there.
    #[must_use]
    pub fn with_error_body(self) -> Self {
        // A batch of calls has a list of answers.
        self.with_error_answer(|body| body.at(0).unwrap_or(body)["error"].as_object().is_some())
    }

    /// Also returns the short JSON body of an error response where `is_answer` accepts it, because some services report
    /// that they do not list something as an error. Any other body is ignored.
    #[must_use]
    pub fn with_error_answer(mut self, is_answer: fn(&Json) -> bool) -> Self {
        self.error_answer = Some(is_answer);
        self
    }

    /// Whether the body of an error response is an answer for the caller.
    pub(super) fn is_error_answer(&self, body: &[u8]) -> bool {
        let value = json::read(body, ANSWER).unwrap_or_default();
        self.error_answer.is_some_and(|is_answer| is_answer(&value))
    }

    pub(super) fn reads_error_of(&self, status: u16) -> bool {
        self.error_answer.is_some() && (status == 500 || (400..500).contains(&status)) && !self.is_rate_limited(status)
    }

    pub(super) fn is_blocked(&self, status: u16) -> bool {
        self.blocked.contains(&status)
    }

    pub(super) fn is_rate_limited(&self, status: u16) -> bool {
        status == 429 || self.rate_limited.contains(&status) || self.blocked.contains(&status)
    }

    pub(super) fn is_slow(&self) -> bool {
        self.is_slow
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

    pub(super) fn content_type(&self) -> &'static str {
        self.content_type
    }

    pub(super) fn headers(&self) -> &[(&'static str, Secret<String>)] {
        &self.headers
    }

    pub(super) fn attempts(&self) -> u32 {
        if self.is_signed { 1 } else { self.attempts }
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
