//! A server in the place of an exchange whose requests are signed with a time. How its requests are verified, and how it refuses, is in the
//! file of each exchange.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use ports::Clock;
use serde_json::{Value, json};
use support::outgoing::WallClock;

use super::signed_lists::ServedLists;

/// The words of the exchange in refusals, which are never passed on.
pub const WORDS: &str = "MSG-OF-THE-EXCHANGE";

/// A status and a code of an exchange.
pub type Refusal = (u16, &'static str);

/// How an exchange speaks.
pub struct ExchangeProtocol {
    /// The path of its time, and the answer with it.
    pub time: (&'static str, fn(i64) -> Value),
    /// Returns the refusal of a request that is not signed as the documentation says.
    pub verified: fn(&Request, i64) -> Result<(), Refusal>,
    /// The body of a refusal with a code.
    pub refusal: fn(&str) -> Value,
    /// The body of an answer.
    pub answer: fn(&Value) -> Value,
    /// Returns the answer of a list of the history, or its refusal; `None` for other paths.
    pub list: fn(&ServedLists, &Request) -> Option<Result<Value, Refusal>>,
    /// The parameters that are part of every request.
    pub usual_parameters: &'static [&'static str],
}

/// The state of the server.
pub struct ServerState {
    /// The answer of each target: a path, or a path with its parameters.
    pub answers: BTreeMap<String, Value>,
    /// The next refusals, which are used up.
    pub refusals: Vec<Refusal>,
    /// The refusal of all requests to a path.
    pub always: BTreeMap<&'static str, Refusal>,
    /// Another whole answer of a path.
    pub responses: BTreeMap<&'static str, Response>,
    /// The lists of the history.
    pub lists: ServedLists,
    /// By how many milliseconds its clock is ahead.
    pub clock_offset: i64,
    /// The requests in the order of arrival, without what is part of every request.
    pub requests: Vec<String>,
}

/// The running server.
pub struct SignedServer {
    server: MockServer,
    state: Arc<Mutex<ServerState>>,
}

impl SignedServer {
    /// Starts a server with these answers.
    pub fn start(protocol: &'static ExchangeProtocol, answers: &[(&str, Value)]) -> Self {
        let answers = answers
            .iter()
            .map(|(target, answer)| ((*target).to_owned(), answer.clone()));
        let state = Arc::new(Mutex::new(ServerState {
            answers: answers.collect(),
            refusals: Vec::new(),
            always: BTreeMap::new(),
            responses: BTreeMap::new(),
            lists: ServedLists::default(),
            clock_offset: 0,
            requests: Vec::new(),
        }));
        let handler = Handler {
            protocol,
            state: state.clone(),
        };
        Self {
            server: MockServer::start(handler),
            state,
        }
    }

    pub fn change(&self, change: impl FnOnce(&mut ServerState)) {
        change(&mut self.state.lock().unwrap());
    }

    /// Replaces the answer of a target.
    pub fn answer(&self, target: &str, answer: Value) {
        self.change(|state| drop(state.answers.insert(target.to_owned(), answer)));
    }

    pub fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }
}

impl std::ops::Deref for SignedServer {
    type Target = MockServer;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

struct Handler {
    protocol: &'static ExchangeProtocol,
    state: Arc<Mutex<ServerState>>,
}

#[async_trait]
impl RequestHandler for Handler {
    async fn answer(&self, request: &Request) -> Response {
        let mut state = self.state.lock().unwrap();
        let (protocol, path) = (self.protocol, request.path());
        let refused = |(status, code): Refusal| Response::json(status, &(protocol.refusal)(code));
        let now = WallClock.now().millis() + state.clock_offset;
        let target = own_target(request, protocol.usual_parameters);
        state.requests.push(target.clone());
        if path == protocol.time.0 {
            return Response::json(200, &(protocol.time.1)(now));
        }
        if let Some(response) = state.responses.get(path) {
            return response.clone();
        }
        if let Err(refusal) = (protocol.verified)(request, now) {
            return refused(refusal);
        }
        if let Some(refusal) = state.always.get(path) {
            return refused(*refusal);
        }
        if !state.refusals.is_empty() {
            return refused(state.refusals.remove(0));
        }
        match (protocol.list)(&state.lists, request) {
            Some(Ok(answer)) => return Response::json(200, &(protocol.answer)(&answer)),
            Some(Err(refusal)) => return refused(refusal),
            None => {}
        }
        match state.answers.get(&target) {
            Some(answer) => Response::json(200, &(protocol.answer)(answer)),
            None => Response::json(404, &json!("nothing here")),
        }
    }
}

/// Returns the path with the parameters that are not part of every request.
fn own_target(request: &Request, usual: &[&str]) -> String {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let own = query.split('&').filter(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        !name.is_empty() && !usual.contains(&name)
    });
    let own: Vec<&str> = own.collect();
    if own.is_empty() {
        return path.to_owned();
    }
    format!("{path}?{}", own.join("&"))
}

/// Reads a time such as `2020-12-08T09:08:57.715Z`, with or without milliseconds, as milliseconds since 1970.
pub fn utc_millis(text: &str) -> Option<i64> {
    let parts: Vec<i64> = text
        .trim_end_matches('Z')
        .split(['-', 'T', ':', '.'])
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let (&[year, month, day, hour, minute, second], millis) = parts.split_first_chunk::<6>()?;
    // Years begin in March, so that a leap day is the last one.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
    Some(seconds * 1000 + millis.first().copied().unwrap_or_default())
}

#[test]
fn times_are_read() {
    assert_eq!(utc_millis("2020-12-08T09:08:57.715Z"), Some(1_607_418_537_715));
    assert_eq!(utc_millis("2024-02-29T23:59:59"), Some(1_709_251_199_000));
}
