//! Requests that are signed with a time.
//!
//! An exchange refuses a time that differs too much from its own. Then its time is requested once, and the request is repeated with it.
//! The difference is kept for later requests.

use std::sync::Arc;

use ports::{ExchangeKey, KeyProblem, RemoteError, Timestamp, disclosure::DisclosedField, json::Json};
use tokio::time::sleep;
use url::Url;

use super::{
    clock_offset::ClockOffset,
    key_error::{REPEAT_AFTER, key_error, may_repeat},
    key_use::KeyUse,
    route::{ReadRoute, ReadRoutes},
};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::Endpoint,
};

/// How an exchange signs and answers.
pub(crate) struct SignedApi {
    /// The paths that are requested with a key.
    pub(crate) routes: ReadRoutes,
    /// The public path of its time.
    pub(crate) time_path: &'static [&'static str],
    /// Reads its time in milliseconds.
    pub(crate) time: fn(&Json) -> Option<i64>,
    /// Signs a request.
    pub(crate) sign: fn(KeyUse<'_>, UnsignedRequest) -> Result<OutgoingRequest, RemoteError>,
    /// Whether the body of an error status states why.
    pub(crate) is_refusal: fn(&Json) -> bool,
    /// Returns what an answer contains, or the error that it states.
    pub(crate) result: fn(Json, &RequestContext) -> Result<Json, RemoteError>,
    /// Returns the problem of a key that a status alone states.
    pub(crate) of_status: fn(RemoteError, &RequestContext) -> RemoteError,
}

/// A request before it is signed.
pub(crate) struct UnsignedRequest {
    pub(crate) route: ReadRoute,
    pub(crate) url: Url,
    /// The time of the exchange.
    pub(crate) time: Timestamp,
}

/// Sends requests that only read, each with a signature of its own.
pub(crate) struct SignedReader {
    api: &'static SignedApi,
    client: Arc<HttpClient>,
    endpoint: Endpoint,
    clock_offset: ClockOffset,
}

impl SignedReader {
    pub(crate) fn new(api: &'static SignedApi, client: Arc<HttpClient>, endpoint: Endpoint) -> Self {
        Self {
            api,
            client,
            endpoint,
            clock_offset: ClockOffset::default(),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.client.now()
    }

    pub(crate) fn hosts(&self) -> Vec<String> {
        self.endpoint.host().into_iter().collect()
    }

    /// Sends a request, and a second one with a new signature where that may help.
    pub(crate) async fn read(
        &self,
        of: KeyUse<'_>,
        path: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        self.read_row(of, (path, None), parameters).await
    }

    /// Sends a request about one row, whose number is in the path in place of `{id}`.
    pub(crate) async fn read_row(
        &self,
        of: KeyUse<'_>,
        (path, id): (&str, Option<u64>),
        parameters: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        let route = (self.api.routes.require(path, of.1)?, id);
        match self.attempt(of, route, parameters).await {
            Err(error) if may_repeat(&error) => {
                if matches!(error, RemoteError::Key { .. }) {
                    self.measure_clock_offset(of.1).await?;
                } else {
                    sleep(REPEAT_AFTER).await;
                }
                self.attempt(of, route, parameters).await
            }
            first => first,
        }
    }

    async fn attempt(
        &self,
        of: KeyUse<'_>,
        (route, id): (ReadRoute, Option<u64>),
        parameters: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        let id = id.map(|id| id.to_string());
        let segments = route.segments_with(id.as_deref());
        let unsigned = UnsignedRequest {
            route,
            url: self.endpoint.url(of.1, &segments, parameters)?,
            time: self.clock_offset.time(self.client.now()),
        };
        let request = (self.api.sign)(of, unsigned)?;
        // A signature is sent once. The host pauses for everyone where a status states too many requests.
        let request = request.with_attempts(1).with_error_answer(self.api.is_refusal);
        let answer = self.client.json(&request, of.1).await;
        let answer = answer.map_err(|error| (self.api.of_status)(error, of.1))?;
        (self.api.result)(answer, of.1)
    }

    /// Requests the time of the exchange, which discloses nothing about a person.
    async fn measure_clock_offset(&self, context: &RequestContext) -> Result<(), RemoteError> {
        let context = RequestContext {
            purpose: "time of an exchange",
            disclosed: DisclosedField::Nothing,
            ..context.clone()
        };
        let url = self.endpoint.url::<&str>(&context, self.api.time_path, &[])?;
        let answer = self.client.json(&OutgoingRequest::get(url), &context).await;
        let answer = answer.map_err(|error| (self.api.of_status)(error, &context))?;
        let time = (self.api.time)(&answer).ok_or_else(|| context.malformed("no time"))?;
        // Less than a second in the past, by the way of the answer.
        self.clock_offset
            .measure(Timestamp::from_millis(time), self.client.now());
        Ok(())
    }
}

/// Returns the field with which requests are signed.
pub(crate) fn api_secret((key, context): KeyUse<'_>) -> Result<&str, RemoteError> {
    let secret = key.get(ExchangeKey::API_SECRET);
    secret.ok_or_else(|| key_error(&context.who, KeyProblem::BadSignature, ""))
}

/// Returns the phrase of a key, where an exchange requires one.
pub(crate) fn api_passphrase((key, context): KeyUse<'_>) -> Result<&str, RemoteError> {
    let fits = |text: &&str| text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    let passphrase = key.get(ExchangeKey::API_PASSPHRASE).filter(fits);
    passphrase.ok_or_else(|| key_error(&context.who, KeyProblem::BadSignature, ""))
}

/// Returns a text that is stated as a number too.
pub(crate) fn text_or_number(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Reads a time in milliseconds, which is a number or a text.
pub(crate) fn time_in_millis(value: &Json) -> Option<i64> {
    text_or_number(value)?.parse().ok()
}
