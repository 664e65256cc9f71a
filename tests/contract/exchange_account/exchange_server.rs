//! A server in the place of the private API of an exchange, and a reader of accounts there. What an exchange signs, and how it refuses,
//! is in its own module.

use std::{
    collections::BTreeMap,
    marker::PhantomData,
    sync::{Arc, Mutex},
};

use adapters::{
    exchange::account::{AccountParts, ExchangeCodes},
    http_client::HttpClient,
    price::Endpoint,
};
use async_trait::async_trait;
use conformance::mock_server::{Fault, MockServer, Request, RequestHandler, Response, RetryAfter};
use ports::{Address, Clock, ExchangeReader, KeyRights, PositionKind, RemoteError, disclosure::DisclosedField};
use serde_json::Value;
use support::outgoing::{RequestLog, WallClock, client_for_urls, short_timeouts};

use super::{key, shown};

/// What a server does wrong with a list of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFault {
    /// It returns the first page again and again.
    RepeatsFirst,
    /// It returns a page without rows before the end.
    Empty,
    /// It does not state whether the list continues.
    Unstated,
    /// It returns the newest rows where it should return the oldest ones.
    Newest,
    /// The rows of its pages are in another order than documented.
    Unsorted,
    /// Its list has this many further rows before those that it lists.
    Shifted(usize),
}

/// The state of a server.
#[derive(Default)]
pub struct AccountServerState {
    /// The answer of each path.
    pub answers: BTreeMap<&'static str, Value>,
    /// The rows of lists with pages.
    pub lists: BTreeMap<&'static str, Vec<Value>>,
    pub page_fault: Option<PageFault>,
    /// The next answers to signed requests, which are used up.
    pub next: Vec<Response>,
    /// Another whole answer of a path to signed requests.
    pub always: BTreeMap<&'static str, Response>,
    /// By how many milliseconds its clock is ahead.
    pub clock_offset: i64,
    /// What may be used once only: nonces or tokens.
    pub used: Vec<String>,
    /// The last number of a key that takes rising ones; `None` where it takes times.
    pub last_number: Option<i64>,
    /// The requests in the order of arrival, as method, path and query.
    pub requests: Vec<String>,
}

impl AccountServerState {
    /// Returns the time of the exchange in milliseconds.
    pub fn now(&self) -> i64 {
        WallClock.now().millis() + self.clock_offset
    }
}

/// How an exchange signs and answers.
pub trait AccountProtocol: Send + Sync + 'static {
    const NAME: &'static str;
    const KEY: (&'static str, &'static str);
    /// What an error never contains, beside the key.
    const WORDS: &'static str;

    /// Returns the state of a server whose account has a reading key and a few balances.
    fn state() -> AccountServerState;

    /// Returns the refusal of a request that is not signed as the documentation says.
    fn verify(state: &mut AccountServerState, request: &Request) -> Result<(), Response>;

    /// Returns the answer to a public request.
    fn public(_: &AccountServerState, _: &Request) -> Option<Response> {
        None
    }

    /// Returns a page of a list.
    fn page(_: &AccountServerState, _: &Request, _: &[Value]) -> Value {
        Value::Null
    }

    fn reader(parts: AccountParts, endpoint: Endpoint) -> Box<dyn ExchangeReader>;
}

struct Handler<P>(Arc<Mutex<AccountServerState>>, PhantomData<P>);

#[async_trait]
impl<P: AccountProtocol> RequestHandler for Handler<P> {
    async fn answer(&self, request: &Request) -> Response {
        let mut state = self.0.lock().unwrap();
        state.requests.push(format!("{} {}", request.method, request.target));
        if let Some(response) = P::public(&state, request) {
            return response;
        }
        if let Err(refusal) = P::verify(&mut state, request) {
            return refusal;
        }
        if let Some(response) = state.always.get(request.path()) {
            return response.clone();
        }
        if !state.next.is_empty() {
            return state.next.remove(0);
        }
        if let Some(rows) = state.lists.get(request.path()) {
            return Response::json(200, &P::page(&state, request, rows));
        }
        match state.answers.get(request.path()) {
            Some(answer) => Response::json(200, answer),
            None => Response::new(404, "text/html", "<html>nothing here</html>"),
        }
    }
}

/// A server, and a reader of the accounts there.
pub struct ExchangeFixture<P> {
    pub server: MockServer,
    pub client: Arc<HttpClient>,
    pub ledger: Arc<RequestLog>,
    pub reader: Box<dyn ExchangeReader>,
    state: Arc<Mutex<AccountServerState>>,
    protocol: PhantomData<P>,
}

impl<P: AccountProtocol> ExchangeFixture<P> {
    pub fn start() -> Self {
        let state = Arc::new(Mutex::new(P::state()));
        let server = MockServer::start(Handler::<P>(state.clone(), PhantomData));
        let (client, ledger) = client_for_urls(&[server.url()], short_timeouts());
        let endpoint = Endpoint::public(server.url().parse().unwrap(), 600_000);
        let codes = Arc::new(ExchangeCodes::listed().unwrap());
        Self {
            reader: P::reader((client.clone(), codes), endpoint),
            server,
            client,
            ledger,
            state,
            protocol: PhantomData,
        }
    }

    pub fn change<T>(&self, change: impl FnOnce(&mut AccountServerState) -> T) {
        change(&mut self.state.lock().unwrap());
    }

    pub fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }

    pub fn account() -> Address {
        format!("{}.4hK2mQ8tYzB1nW6rC3xVdE", P::NAME).parse().unwrap()
    }

    pub async fn rights(&self, (api_key, secret): (&str, &str)) -> Result<KeyRights, RemoteError> {
        self.reader.rights(&Self::account(), &key(api_key, secret)).await
    }

    /// Returns the positions as text, in their order.
    pub async fn lines_with(&self, (api_key, secret): (&str, &str)) -> Result<Vec<String>, RemoteError> {
        let positions = self.reader.balances(&Self::account(), &key(api_key, secret)).await?;
        assert!(
            positions
                .iter()
                .all(|one| one.raw.is_negative() == (one.kind == PositionKind::Borrowed))
        );
        Ok(shown(&positions))
    }

    pub async fn lines(&self) -> Result<Vec<String>, RemoteError> {
        self.lines_with(P::KEY).await
    }

    pub async fn sorted_lines(&self) -> Vec<String> {
        let mut lines = self.lines().await.unwrap();
        lines.sort();
        lines
    }

    pub async fn failure(&self) -> RemoteError {
        Self::refused(self.lines().await)
    }

    /// Returns an error, which contains nothing of the key, of the exchange's words or of the address of the server.
    pub fn refused<T: std::fmt::Debug>(answer: Result<T, RemoteError>) -> RemoteError {
        let error = answer.unwrap_err();
        let text = format!("{error} {error:?}");
        for private in [P::KEY.0, P::KEY.1, P::WORDS, "127.0.0.1"] {
            assert!(!text.contains(private), "{text}");
        }
        error
    }

    /// Checks that wrong keys and secrets are refused with these errors, and are not sent again.
    pub async fn check_wrong_keys(&self, wrong: &[((&str, &str), &str)], requests_of_each: usize) {
        for (sent, (key, code)) in wrong.iter().enumerate() {
            assert_eq!(Self::refused(self.rights(*key).await).code(), *code, "{key:?}");
            assert_eq!(self.server.count(), (sent + 1) * requests_of_each, "{key:?}");
        }
        let count = self.server.count();
        assert_eq!(
            Self::refused(self.rights(("schlüssel", P::KEY.1)).await).code(),
            "bad_key"
        );
        assert_eq!(self.server.count(), count, "what cannot be a key is not sent");
    }

    /// Checks that requests are in the privacy ledger with their purposes, and that none contains the key.
    pub async fn check_privacy(&self, purposes: &[&str]) {
        self.client.flush().await.unwrap();
        for line in self.ledger.lines() {
            assert!(purposes.contains(&line.purpose.as_str()), "{}", line.purpose);
            let is_public = ["time of an exchange", "markets of an exchange"].contains(&line.purpose.as_str());
            assert_eq!(line.disclosed == DisclosedField::Nothing, is_public);
        }
        for request in self.server.seen() {
            assert!(!request.target.contains(P::KEY.0) && !request.target.contains(P::KEY.1));
        }
    }
}

/// Checks that whatever is no answer of a place fails the reading, and is never an empty account. `before` is how many requests are sent
/// before that of the place.
pub async fn check_faults<P: AccountProtocol>(place: &'static str, before: usize) {
    for (fault, code, requests) in [
        (Fault::Html, "malformed", Some(1)),
        (
            Fault::Json("{\"data\": [{\"currency\": \"BT".to_owned()),
            "malformed",
            Some(1),
        ),
        // It may be read only once all places have answered.
        (Fault::Json("7".to_owned()), "malformed", None),
        (Fault::Truncated, "unavailable", Some(2)),
        (Fault::Reset, "unavailable", Some(2)),
        (Fault::Status(503), "unavailable", Some(2)),
        (Fault::Status(403), "refused", Some(1)),
        (Fault::TooManyRequests(RetryAfter::Seconds(60)), "rate_limited", Some(1)),
        (Fault::TooManyRequests(RetryAfter::Missing), "rate_limited", Some(1)),
    ] {
        let fixture = ExchangeFixture::<P>::start();
        fixture
            .server
            .fail_when(move |request| request.path() == place, fault.clone());
        assert_eq!(fixture.failure().await.code(), code, "{place} {fault:?}");
        let sent = fixture.server.count() - before;
        assert!(
            requests.is_none_or(|requests| requests == sent),
            "{place} {fault:?} {sent}"
        );
    }
}
