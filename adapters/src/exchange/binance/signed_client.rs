//! Signed requests to Binance, <https://developers.binance.com>: the key in a header, the time and the signature in the query.
//!
//! Binance refuses a time that is more than a second ahead of its own, or older than `recvWindow`. Then its time is requested once, and
//! the request is repeated with it. The difference is kept for later requests.

use std::{sync::Arc, time::Duration};

use ports::{ExchangeKey, KeyProblem, RemoteError, Timestamp, disclosure::DisclosedField, json::Json};
use tokio::time::sleep;
use url::Url;

use super::{error, paths, sign};
use crate::{
    exchange::account::{
        ClockOffset, KeyUse, REPEAT_AFTER, ReadRoute, api_key, inconsistent_list, key_error, may_repeat,
    },
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::Endpoint,
};

const FORM: &str = "application/x-www-form-urlencoded";
/// How old a request may be when it arrives: it may have waited for the rate limit after it was signed.
const WINDOW: Duration = Duration::from_secs(30);
/// The public path of Binance's time.
const TIME: [&str; 3] = ["api", "v3", "time"];
/// The most rows of a page.
const ROWS_OF_PAGE: usize = 100;
/// The most pages of a list. Nobody has that many positions.
const MOST_PAGES: usize = 20;
/// The status as which the outgoing client records a rate limit that only the code of a refusal states.
const TOO_MANY_REQUESTS: u16 = 429;

/// Sends signed requests.
pub(super) struct SignedClient {
    client: Arc<HttpClient>,
    endpoint: Endpoint,
    clock_offset: ClockOffset,
}

/// A request that reads, with its parameters.
pub(super) struct ReadRequest<'a> {
    pub(super) route: ReadRoute,
    pub(super) is_post: bool,
    pub(super) parameters: &'a [(&'a str, &'a str)],
}

impl SignedClient {
    pub(super) fn new(client: Arc<HttpClient>, endpoint: Endpoint) -> Self {
        Self {
            client,
            endpoint,
            clock_offset: ClockOffset::default(),
        }
    }

    pub(super) fn host(&self) -> Option<String> {
        self.endpoint.host()
    }

    /// Sends a request, and a second one with a new signature where that may help.
    pub(super) async fn read(&self, of: KeyUse<'_>, request: &ReadRequest<'_>) -> Result<Json, RemoteError> {
        match self.attempt(of, request).await {
            Err(error) if may_repeat(&error) => {
                if matches!(error, RemoteError::Key { .. }) {
                    self.measure_clock_offset(of.1).await?;
                } else {
                    sleep(REPEAT_AFTER).await;
                }
                self.attempt(of, request).await
            }
            first => first,
        }
    }

    /// Reads every page of a list. Fails where it has another number of rows than it counts, or repeats one.
    pub(super) async fn rows(
        &self,
        of: KeyUse<'_>,
        route: ReadRoute,
        size: &'static str,
    ) -> Result<Vec<Json>, RemoteError> {
        let mut rows: Vec<Json> = Vec::new();
        let most = ROWS_OF_PAGE.to_string();
        for page in 1..=MOST_PAGES {
            let request = ReadRequest {
                route,
                is_post: false,
                parameters: &[("current", &page.to_string()), (size, &most)],
            };
            let mut answer = self.read(of, &request).await?;
            let total =
                count(&answer["total"]).ok_or_else(|| of.1.malformed("a list without the number of its rows"))?;
            let Some(Json::Array(page)) = answer.remove("rows") else {
                return Err(of.1.malformed("a list without rows"));
            };
            let is_empty = page.is_empty();
            if page.iter().any(|row| rows.contains(row)) {
                return Err(inconsistent_list(&of.1.who));
            }
            rows.extend(page);
            if rows.len() == total {
                return Ok(rows);
            }
            if is_empty || rows.len() > total {
                break;
            }
        }
        Err(inconsistent_list(&of.1.who))
    }

    async fn attempt(&self, of: KeyUse<'_>, request: &ReadRequest<'_>) -> Result<Json, RemoteError> {
        let context = of.1;
        let api_key = api_key(of)?;
        let url = self.signed_url(of, request)?;
        let outgoing = if request.is_post {
            OutgoingRequest::signed_post(url, FORM, Vec::new())
        } else {
            OutgoingRequest::get(url).with_attempts(1)
        };
        let outgoing = outgoing
            .with_key("X-MBX-APIKEY", api_key.to_owned())
            .with_blocked(error::BLOCKED)
            .with_error_answer(error::is_refusal);
        let answer = self.client.json(&outgoing, context).await;
        let answer = answer.map_err(|error| error::of_status(error, context))?;
        let result = error::result(answer, context);
        if matches!(result, Err(RemoteError::RateLimited { .. })) {
            // Pauses the host for every user, because Binance counts by the address of this server.
            drop(self.client.rate_limited_by_code(&outgoing, TOO_MANY_REQUESTS, context));
        }
        result
    }

    /// Returns the URL of a request, signed as it is sent.
    fn signed_url(&self, (key, context): KeyUse<'_>, request: &ReadRequest<'_>) -> Result<Url, RemoteError> {
        let refused = || key_error(&context.who, KeyProblem::BadSignature, "");
        let secret = key.get(ExchangeKey::API_SECRET).ok_or_else(refused)?;
        let now = self.clock_offset.time(self.client.now()).millis().to_string();
        let window = WINDOW.as_millis().to_string();
        let timed = [("recvWindow", window.as_str()), ("timestamp", now.as_str())];
        let parameters = [request.parameters, &timed].concat();
        let mut url = self.endpoint.url(context, &request.route.segments(), &parameters)?;
        let query = sign::signed(secret, url.query().unwrap_or_default()).ok_or_else(refused)?;
        url.set_query(Some(&query));
        Ok(url)
    }

    pub(super) fn now(&self) -> Timestamp {
        self.client.now()
    }

    /// Requests what is public, without a key.
    pub(super) async fn public(&self, path: &[&str], context: &RequestContext) -> Result<Json, RemoteError> {
        let url = self.endpoint.url::<&str>(context, path, &[])?;
        let request = OutgoingRequest::get(url).with_blocked(error::BLOCKED);
        let answer = self.client.json(&request, context).await;
        answer.map_err(|error| error::of_status(error, context))
    }

    /// Requests what is public of one market, without a key.
    pub(super) async fn public_of_market(&self, symbol: &str, context: &RequestContext) -> Result<Json, RemoteError> {
        let parameters = [("symbol", symbol), ("showPermissionSets", "false")];
        let url = self.endpoint.url(context, &paths::MARKET, &parameters)?;
        let request = OutgoingRequest::get(url)
            .with_blocked(error::BLOCKED)
            .with_error_answer(error::is_refusal);
        let answer = self.client.json(&request, context).await;
        error::result(answer.map_err(|error| error::of_status(error, context))?, context)
    }

    /// Requests Binance's time, which discloses nothing about a person.
    async fn measure_clock_offset(&self, context: &RequestContext) -> Result<(), RemoteError> {
        let context = RequestContext {
            purpose: "time of an exchange",
            disclosed: DisclosedField::Nothing,
            ..context.clone()
        };
        let answer = self.public(&TIME, &context).await?;
        let time = answer["serverTime"]
            .as_i64()
            .ok_or_else(|| context.malformed("no time"))?;
        // Less than a second in the past, by the way of the answer. A time in the future would be refused.
        self.clock_offset
            .measure(Timestamp::from_millis(time), self.client.now());
        Ok(())
    }
}

/// Reads a number of rows.
fn count(value: &Json) -> Option<usize> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
    usize::try_from(number).ok()
}
