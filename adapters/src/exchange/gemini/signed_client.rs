//! Signed requests to Gemini. All of them are POST without a body: parameters, key and signature are in headers.
//!
//! A key takes either the time in seconds, at most 30 seconds from Gemini's, or any number that rises; no field states which. So the number
//! of a request is the time in seconds, or one more than the last number. A key that was used with milliseconds elsewhere refuses it. Then
//! the request is repeated once with the time in milliseconds, from which further numbers rise where Gemini accepts it.

use std::sync::Arc;

use ports::{ExchangeKey, KeyProblem, RemoteError, json::Json};
use tokio::time::sleep;

use super::{
    error,
    sign::{payload, signature},
};
use crate::{
    exchange::account::{KeyUse, Nonces, REPEAT_AFTER, ReadRoute, api_key, key_error, may_repeat},
    http_client::{HttpClient, OutgoingRequest},
    source::Endpoint,
};

/// The beginning of keys of groups of accounts, whose requests name an account.
const OF_GROUP: &str = "master-";
const NOT_OF_ACCOUNT: &str = "it is a key of a group; create one of the Primary account, which begins with account-";

/// Sends signed requests.
pub(super) struct NumberedClient {
    client: Arc<HttpClient>,
    endpoint: Endpoint,
    nonces: Nonces,
}

/// A request that reads, with its further parameters.
#[derive(Clone, Copy)]
pub(super) struct NumberedRequest {
    pub(super) route: ReadRoute,
    /// Further members of the JSON object, which begin with a comma.
    pub(super) parameters: &'static str,
}

impl NumberedClient {
    pub(super) fn new(client: Arc<HttpClient>, endpoint: Endpoint) -> Self {
        Self {
            client,
            endpoint,
            nonces: Nonces::default(),
        }
    }

    pub(super) fn host(&self) -> Option<String> {
        self.endpoint.host()
    }

    /// Sends a request, and a second one with a new number where that may help.
    pub(super) async fn read(&self, of: KeyUse<'_>, request: NumberedRequest) -> Result<Json, RemoteError> {
        let api_key = api_key(of)?;
        if api_key.starts_with(OF_GROUP) {
            return Err(key_error(&of.1.who, KeyProblem::BadKey, NOT_OF_ACCOUNT));
        }
        // Held until the answer is there: a number that arrives after a larger one is refused.
        let mut lock = self.nonces.lock(api_key).await;
        let seconds = || self.client.now().seconds().unsigned_abs();
        let first = self.attempt(of, request, lock.next_from(seconds())).await;
        match first {
            Err(RemoteError::Key {
                problem: KeyProblem::ClockSkew,
                ..
            }) => {
                let last = lock.last();
                let millis = lock.next_from(self.client.now().millis().unsigned_abs());
                let second = self.attempt(of, request, millis).await;
                if second.is_err() {
                    lock.set_last(last);
                }
                second
            }
            Err(error) if may_repeat(&error) => {
                sleep(REPEAT_AFTER).await;
                self.attempt(of, request, lock.next_from(seconds())).await
            }
            answer => answer,
        }
    }

    async fn attempt(&self, of: KeyUse<'_>, request: NumberedRequest, nonce: u64) -> Result<Json, RemoteError> {
        let (key, context) = of;
        let refused = || key_error(&context.who, KeyProblem::BadSignature, "");
        let secret = key.get(ExchangeKey::API_SECRET).ok_or_else(refused)?;
        let url = self.endpoint.url::<&str>(context, &request.route.segments(), &[])?;
        let payload = payload(request.route.path(), nonce, request.parameters);
        let signature = signature(secret, &payload).ok_or_else(refused)?;
        let outgoing = OutgoingRequest::signed_post(url, "text/plain", Vec::new())
            .with_key("Cache-Control", "no-cache".to_owned())
            .with_key("X-GEMINI-APIKEY", api_key(of)?.to_owned())
            .with_key("X-GEMINI-PAYLOAD", payload)
            .with_key("X-GEMINI-SIGNATURE", signature)
            .with_error_answer(error::is_refusal);
        let answer = self.client.json(&outgoing, context).await;
        error::result(answer?, context)
    }
}
