//! Signed requests to Bitstamp: the key, a UUID, the time and the signature are in headers.
//!
//! Bitstamp has no request for its time, so that a refused time is tried once more with a new UUID, and then reported.

use std::sync::Arc;

use ports::{Entropy as _, ExchangeKey, KeyProblem, RemoteError, json::Json};
use uuid::Builder;

use super::{
    error,
    sign::{SignedParts, VERSION},
};
use crate::{
    entropy::SystemEntropy,
    exchange::account::{KeyUse, ReadRoute, api_key, key_error, with_second_attempt},
    http_client::{HttpClient, OutgoingRequest},
    source::Endpoint,
};

/// The status as which the outgoing client records a rate limit that only the code of a refusal states.
const TOO_MANY_REQUESTS: u16 = 429;

/// Sends signed requests.
pub(super) struct UuidClient {
    client: Arc<HttpClient>,
    endpoint: Endpoint,
}

/// A request that reads.
#[derive(Clone, Copy)]
pub(super) struct UuidRequest<'a> {
    pub(super) route: ReadRoute,
    /// The form of a POST; `None` for a GET.
    pub(super) form: Option<&'a str>,
}

impl UuidClient {
    pub(super) fn new(client: Arc<HttpClient>, endpoint: Endpoint) -> Self {
        Self { client, endpoint }
    }

    pub(super) fn host(&self) -> Option<String> {
        self.endpoint.host()
    }

    /// Sends a request, and a second one with a new UUID where that may help.
    pub(super) async fn read(&self, of: KeyUse<'_>, request: UuidRequest<'_>) -> Result<Json, RemoteError> {
        with_second_attempt(|| self.attempt(of, request)).await
    }

    async fn attempt(&self, of: KeyUse<'_>, request: UuidRequest<'_>) -> Result<Json, RemoteError> {
        let context = of.1;
        let outgoing = self.signed(of, request)?;
        let answer = self.client.json(&outgoing, context).await;
        let result = error::result(answer?, context);
        if matches!(result, Err(RemoteError::RateLimited { .. })) {
            // Pauses the host for every user.
            drop(self.client.rate_limited_by_code(&outgoing, TOO_MANY_REQUESTS, context));
        }
        result
    }

    fn signed(&self, of: KeyUse<'_>, request: UuidRequest<'_>) -> Result<OutgoingRequest, RemoteError> {
        let (key, context) = of;
        let refused = || key_error(&context.who, KeyProblem::BadSignature, "");
        let secret = key.get(ExchangeKey::API_SECRET).ok_or_else(refused)?;
        let random = SystemEntropy.bytes();
        let nonce = random.first_chunk().map(|bytes| Builder::from_random_bytes(*bytes));
        let nonce = nonce.ok_or_else(refused)?.into_uuid().to_string();
        let timestamp = self.client.now().millis().to_string();
        let form = request.form.unwrap_or_default();
        let parts = SignedParts {
            api_key: api_key(of)?,
            method: if request.form.is_some() { "POST" } else { "GET" },
            path: request.route.path(),
            body: form,
            nonce: &nonce,
            timestamp: &timestamp,
        };
        let signature = parts.signature(secret).ok_or_else(refused)?;
        // The paths end with a slash.
        let segments = [request.route.segments().as_slice(), &[""]].concat();
        let url = self.endpoint.url::<&str>(context, &segments, &[])?;
        let outgoing = match request.form {
            Some(form) => OutgoingRequest::signed_post(url, parts.content_type(), form.as_bytes().to_vec()),
            None => OutgoingRequest::get(url).with_attempts(1),
        };
        Ok(outgoing
            .with_key("X-Auth", parts.authorization())
            .with_key("X-Auth-Nonce", nonce.clone())
            .with_key("X-Auth-Timestamp", timestamp.clone())
            .with_key("X-Auth-Version", VERSION.to_owned())
            .with_key("X-Auth-Signature", signature)
            .with_error_answer(error::is_refusal))
    }
}
