//! Signed requests to Gemini. All of them are POST without a body: parameters, key and signature are in headers.
//!
//! A key takes either the time in seconds, at most 30 seconds from Gemini's, or any number that rises; no field states which. So the number
//! of a request is the time in seconds, or one more than the last number. A key that was used with milliseconds elsewhere refuses it. Then
//! the request is repeated once with the time in milliseconds, from which further numbers rise where Gemini accepts it.
//!
//! Requests of a key wait, so that in the long run there is no more than one in a second: the number stays near the time.

use std::sync::Arc;

use ports::{ExchangeKey, KeyProblem, RemoteError, disclosure::DisclosedField, json::Json};
use tokio::time::sleep;

use super::{
    error,
    sign::{payload, signature, unnumbered_payload},
};
use crate::{
    exchange::account::{
        KeyPace, KeyUse, Nonces, REPEAT_AFTER, ReadRoute, access_token, api_key, key_error, may_repeat,
    },
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::Endpoint,
};

/// The beginning of keys of groups of accounts, whose requests name an account.
const OF_GROUP: &str = "master-";
const NOT_OF_ACCOUNT: &str = "it is a key of a group; create one of the Primary account, which begins with account-";

/// How many requests of a key are sent: five at once, and then one in a second. Gemini takes a request for transfers in five seconds.
const PACE: KeyPace = KeyPace {
    most: 1_000,
    per_second: 200,
};
pub(super) const WEIGHT: u64 = 200;
pub(super) const WEIGHT_OF_TRANSFERS: u64 = 1_000;

/// Sends signed requests.
pub(super) struct NumberedClient {
    client: Arc<HttpClient>,
    endpoint: Endpoint,
    nonces: Nonces,
    pace: KeyPace,
}

/// A request that reads, with its further parameters.
#[derive(Clone, Copy)]
pub(super) struct NumberedRequest<'a> {
    pub(super) route: ReadRoute,
    /// Further members of the JSON object, which begin with a comma.
    pub(super) parameters: &'a str,
    /// What it adds to the counter of its key, in thousandths.
    pub(super) weight: u64,
}

impl NumberedClient {
    pub(super) fn new(client: Arc<HttpClient>, endpoint: Endpoint) -> Self {
        Self {
            client,
            endpoint,
            nonces: Nonces::default(),
            pace: PACE,
        }
    }

    /// Sends requests at another pace: weights in a minute.
    pub(super) fn at_pace(self, per_minute: u64) -> Self {
        Self {
            pace: KeyPace {
                most: per_minute,
                per_second: per_minute / 60,
            },
            ..self
        }
    }

    pub(super) fn host(&self) -> Option<String> {
        self.endpoint.host()
    }

    /// Sends a request, and a second one with a new number where that may help.
    pub(super) async fn read(&self, of: KeyUse<'_>, request: NumberedRequest<'_>) -> Result<Json, RemoteError> {
        if let Some(token) = access_token(of)? {
            return self.read_granted(of, request, token).await;
        }
        let api_key = api_key(of)?;
        if api_key.starts_with(OF_GROUP) {
            return Err(key_error(&of.1.who, KeyProblem::BadKey, NOT_OF_ACCOUNT));
        }
        // Held until the answer is there: a number that arrives after a larger one is refused.
        let mut lock = self.nonces.lock(api_key).await;
        lock.wait(self.pace, request.weight, self.client.now()).await;
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

    /// Sends a request with the token of an access, which neither a number nor a signature belongs to.
    async fn read_granted(
        &self,
        (_, context): KeyUse<'_>,
        request: NumberedRequest<'_>,
        token: &str,
    ) -> Result<Json, RemoteError> {
        let mut lock = self.nonces.lock(token).await;
        lock.wait(self.pace, request.weight, self.client.now()).await;
        let url = self.endpoint.url::<&str>(context, &request.route.segments(), &[])?;
        let outgoing = OutgoingRequest::signed_post(url, "text/plain", Vec::new())
            .with_key("Cache-Control", "no-cache".to_owned())
            .with_key("Authorization", format!("Bearer {token}"))
            .with_key(
                "X-GEMINI-PAYLOAD",
                unnumbered_payload(request.route.path(), request.parameters),
            )
            .with_error_answer(error::is_refusal);
        let answer = self.client.json(&outgoing, context).await;
        error::result(answer?, context)
    }

    /// Requests what is public, without a key. It discloses nothing about a person.
    pub(super) async fn public(&self, path: &[&str], context: &RequestContext) -> Result<Json, RemoteError> {
        let context = RequestContext {
            purpose: "markets of an exchange",
            disclosed: DisclosedField::Nothing,
            ..context.clone()
        };
        let url = self.endpoint.url::<&str>(&context, path, &[])?;
        self.client.json(&OutgoingRequest::get(url), &context).await
    }

    async fn attempt(&self, of: KeyUse<'_>, request: NumberedRequest<'_>, nonce: u64) -> Result<Json, RemoteError> {
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
