//! Requests to Coinbase with a token for each, or with the one of an access that a person granted, and the pages of its lists.
//!
//! A token that Coinbase does not accept can have a wrong time. Then Coinbase's time is requested once, and the request is repeated where
//! the clocks differ. The difference is kept for later requests.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use data_encoding::HEXLOWER;
use ports::{Entropy as _, ExchangeKey, KeyProblem, RemoteError, Timestamp, disclosure::DisclosedField, json::Json};

use super::{
    error,
    sign::{TokenClaims, TokenKey},
};
use crate::{
    entropy::SystemEntropy,
    exchange::account::{
        ClockOffset, KeyUse, ReadRoute, access_token, api_key, inconsistent_list, key_error, with_second_attempt,
    },
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::Endpoint,
};

/// The host in the tokens, which is Coinbase's even where requests go through another one.
pub(super) const HOST: &str = "api.coinbase.com";
/// The version of `/v2` for which this program was written, which public clients request too.
const VERSION: &str = "2018-05-30";
/// The public path of Coinbase's time.
const TIME: [&str; 4] = ["api", "v3", "brokerage", "time"];
/// The difference of clocks from which a request is repeated. A smaller one is no reason for a refusal.
const CLOCK_TOLERANCE: Duration = Duration::from_secs(2);
/// The most pages of a list. Coinbase has some hundred assets, and returns at least 100 in a page.
const MOST_PAGES: usize = 50;

/// Sends requests with tokens.
pub(super) struct TokenClient {
    client: Arc<HttpClient>,
    endpoint: Endpoint,
    clock_offset: ClockOffset,
}

/// The path of a request, with the id of a wallet where the path has one.
#[derive(Clone, Copy)]
pub(super) struct TokenPath<'a> {
    pub(super) route: ReadRoute,
    pub(super) id: Option<&'a str>,
}

impl TokenPath<'_> {
    /// Returns its segments; an error for an id that is none.
    fn segments(&self, context: &RequestContext) -> Result<Vec<&str>, RemoteError> {
        let is_plain = |id: &str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if self.id.is_some_and(|id| id.is_empty() || !is_plain(id)) {
            return Err(context.malformed("a wallet without a plain id"));
        }
        Ok(self.route.segments_with(self.id))
    }
}

impl From<ReadRoute> for TokenPath<'_> {
    fn from(route: ReadRoute) -> Self {
        Self { route, id: None }
    }
}

/// How a list states what follows a page.
pub(super) struct PagedList {
    pub(super) route: ReadRoute,
    /// The rows of a page in an answer.
    pub(super) rows: &'static str,
    /// The field of a row that identifies it.
    pub(super) id: &'static str,
    /// The number of rows to request, and the parameter by which a list takes where to begin.
    pub(super) limit: &'static str,
    pub(super) cursor: &'static str,
    /// Returns where the next page begins, `None` after the last one; an error for an answer that does not state it.
    pub(super) next: fn(&Json) -> Result<Option<String>, &'static str>,
}

impl TokenClient {
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

    /// Sends a request, and a second one with a new token where that may help.
    pub(super) async fn read(
        &self,
        of: KeyUse<'_>,
        path: TokenPath<'_>,
        parameters: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        let is_granted = access_token(of)?.is_some();
        if !is_granted {
            api_key(of)?;
        }
        let used = self.clock_offset.millis();
        let answer = with_second_attempt(|| self.attempt(of, path, parameters)).await;
        let is_not_accepted =
            matches!(&answer, Err(RemoteError::Key { problem, .. }) if *problem == KeyProblem::BadKey);
        // Where the time cannot be requested, the refusal stays.
        if is_not_accepted && !is_granted && self.measure_clock(of.1).await.is_ok() {
            let changed = self.clock_offset.millis().abs_diff(used);
            if u128::from(changed) >= CLOCK_TOLERANCE.as_millis() {
                return self.attempt(of, path, parameters).await;
            }
        }
        answer
    }

    /// Reads every page of a list. Fails where a row is repeated or is without its id, or where a page without rows is not the last.
    pub(super) async fn rows(&self, of: KeyUse<'_>, list: &PagedList) -> Result<Vec<Json>, RemoteError> {
        let malformed = |what: &str| of.1.malformed(what);
        let (mut rows, mut ids) = (Vec::new(), BTreeSet::new());
        let mut cursor: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let place = cursor.as_deref().map(|cursor| (list.cursor, cursor));
            let parameters: Vec<(&str, &str)> = [("limit", list.limit)].into_iter().chain(place).collect();
            let mut answer = self.read(of, list.route.into(), &parameters).await?;
            let Some(Json::Array(page)) = answer.remove(list.rows) else {
                return Err(malformed("a list without rows"));
            };
            cursor = (list.next)(&answer).map_err(malformed)?;
            let is_short = page.is_empty() && cursor.is_some();
            let is_new = |row: &Json| row[list.id].as_str().is_some_and(|id| ids.insert(id.to_owned()));
            if is_short || !page.iter().all(is_new) {
                return Err(inconsistent_list(&of.1.who));
            }
            rows.extend(page);
            if cursor.is_none() {
                return Ok(rows);
            }
        }
        Err(inconsistent_list(&of.1.who))
    }

    async fn attempt(
        &self,
        of: KeyUse<'_>,
        path: TokenPath<'_>,
        parameters: &[(&str, &str)],
    ) -> Result<Json, RemoteError> {
        let context = of.1;
        let segments = path.segments(context)?;
        let token = self.token(of, &segments)?;
        let url = self.endpoint.url(context, &segments, parameters)?;
        let request = OutgoingRequest::get(url)
            .with_attempts(1)
            .with_key("Authorization", format!("Bearer {token}"))
            .with_key("CB-VERSION", VERSION.to_owned())
            .with_error_answer(error::is_refusal);
        let answer = self.client.json(&request, context).await;
        let answer = answer.map_err(|error| error::of_status(error, context))?;
        error::result(answer, context)
    }

    fn token(&self, of: KeyUse<'_>, segments: &[&str]) -> Result<String, RemoteError> {
        let (key, context) = of;
        if let Some(token) = access_token(of)? {
            return Ok(token.to_owned());
        }
        let refused = || key_error(&context.who, KeyProblem::BadSignature, "");
        let api_key = api_key(of)?;
        let secret = key.get(ExchangeKey::API_SECRET).ok_or_else(refused)?;
        let nonce = SystemEntropy.bytes();
        let claims = TokenClaims {
            key: api_key,
            uri: &format!("GET {HOST}/{}", segments.join("/")),
            now: self.clock_offset.time(self.client.now()),
            nonce: &HEXLOWER.encode(&nonce[..16]),
        };
        let token = TokenKey::read(secret).and_then(|key| key.token(&claims));
        token.ok_or_else(refused)
    }

    /// Requests Coinbase's time, which discloses nothing about a person.
    async fn measure_clock(&self, context: &RequestContext) -> Result<(), RemoteError> {
        let context = RequestContext {
            purpose: "time of an exchange",
            disclosed: DisclosedField::Nothing,
            ..context.clone()
        };
        let url = self.endpoint.url::<&str>(&context, &TIME, &[])?;
        let answer = self.client.json(&OutgoingRequest::get(url), &context).await?;
        let time = &answer["epochMillis"];
        let time = time.as_i64().or_else(|| time.as_str()?.parse().ok());
        let time = time.ok_or_else(|| context.malformed("no time"))?;
        self.clock_offset
            .measure(Timestamp::from_millis(time), self.client.now());
        Ok(())
    }
}
