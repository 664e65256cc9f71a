//! A server in the place of Kraken's private API. It verifies each signature.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use ports::Amount;
use serde_json::{Value, json};
use support::kraken_protocol::verified;

pub use support::kraken_protocol::{API_KEY, SECRET, key_info};

/// The state of the server.
pub struct KrakenState {
    /// The result of each method, such as `BalanceEx`.
    pub results: BTreeMap<&'static str, Value>,
    /// The errors of the next answers, which are used up.
    pub errors: Vec<&'static str>,
    /// The errors of all answers of a method.
    pub always: BTreeMap<&'static str, &'static str>,
    /// The rows of the ledger, by id, of which a page has at most 50, the newest first.
    pub ledger: BTreeMap<String, Value>,
    /// What the server does wrong with the ledger.
    pub ledger_fault: Option<LedgerFault>,
    /// The nonces in the order of arrival.
    pub nonces: Vec<u64>,
    /// The forms in the order of arrival, without nonces.
    pub forms: Vec<String>,
}

/// What a server can do wrong with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerFault {
    /// Its pages have fewer rows than there would be.
    ShortPages,
    /// It returns the first page again and again.
    IgnoresOffset,
    /// It lists no row although it counts some.
    Empty,
    /// It repeats the last row of the page before.
    Overlaps,
    /// It states no number of rows.
    Uncounted,
}

impl KrakenState {
    /// Returns the rows after `start` and up to `end`, in seconds, as the documentation says.
    fn ledger_page(&self, form: &str) -> Value {
        let field = |name: &str| {
            let value = form
                .split('&')
                .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            value.map(|value| value.parse::<Amount>().unwrap())
        };
        let (start, end) = (field("start").unwrap_or(Amount::ZERO), field("end").unwrap());
        let time = |row: &Value| row["time"].to_string().parse::<Amount>().unwrap();
        let within = self
            .ledger
            .iter()
            .filter(|(_, row)| time(row) > start && time(row) <= end);
        let mut rows: Vec<(&String, &Value)> = within.collect();
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(time(row)));
        let total = rows.len();
        let offset = field("ofs").unwrap_or(Amount::ZERO).to_string();
        let offset: usize = offset.parse().unwrap();
        let (skipped, most) = match self.ledger_fault {
            Some(LedgerFault::ShortPages) => (offset, 30),
            Some(LedgerFault::IgnoresOffset) => (0, 50),
            Some(LedgerFault::Empty) => (total, 50),
            Some(LedgerFault::Overlaps) => (offset.saturating_sub(1), 50),
            Some(LedgerFault::Uncounted) | None => (offset, 50),
        };
        let rows = rows.into_iter().skip(skipped).take(most);
        let ledger: serde_json::Map<String, Value> = rows.map(|(id, row)| (id.clone(), row.clone())).collect();
        match self.ledger_fault {
            Some(LedgerFault::Uncounted) => json!({ "ledger": ledger }),
            _ => json!({ "ledger": ledger, "count": total }),
        }
    }
}

/// The running server.
pub struct KrakenServer {
    server: MockServer,
    state: Arc<Mutex<KrakenState>>,
}

impl KrakenServer {
    /// Starts a server with an account that has a reading key and a few balances.
    pub fn start() -> Self {
        let state = Arc::new(Mutex::new(KrakenState {
            results: BTreeMap::from([
                (
                    "GetApiKeyInfo",
                    key_info(&[
                        "query-funds",
                        "query-open-trades",
                        "query-closed-trades",
                        "query-ledger",
                    ]),
                ),
                (
                    "BalanceEx",
                    json!({ "XXBT": { "balance": "1.2435000000", "hold_trade": "0.8" }, "ZEUR": { "balance": 25.21 } }),
                ),
                ("Earn/Allocations", json!({ "converted_asset": "USD", "items": [] })),
            ]),
            errors: vec![],
            always: BTreeMap::new(),
            ledger: BTreeMap::new(),
            ledger_fault: None,
            nonces: vec![],
            forms: vec![],
        }));
        Self {
            server: MockServer::start(Kraken(state.clone())),
            state,
        }
    }

    pub fn change(&self, change: impl FnOnce(&mut KrakenState)) {
        change(&mut self.state.lock().unwrap());
    }

    pub fn nonces(&self) -> Vec<u64> {
        self.state.lock().unwrap().nonces.clone()
    }

    pub fn forms(&self) -> Vec<String> {
        self.state.lock().unwrap().forms.clone()
    }
}

impl std::ops::Deref for KrakenServer {
    type Target = MockServer;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

struct Kraken(Arc<Mutex<KrakenState>>);

#[async_trait]
impl RequestHandler for Kraken {
    async fn answer(&self, request: &Request) -> Response {
        let mut state = self.0.lock().unwrap();
        let failed = |error: &str| Response::json(200, &json!({ "error": [error] }));
        let nonce = match verified(request) {
            Ok(nonce) => nonce,
            Err(error) => return failed(error),
        };
        let is_next = state.nonces.last().is_none_or(|last| *last < nonce);
        state.nonces.push(nonce);
        let form = String::from_utf8(request.body.clone()).unwrap();
        let form = form.strip_prefix(&format!("nonce={nonce}")).unwrap().to_owned();
        let method = request.path().strip_prefix("/0/private/").unwrap().to_owned();
        state.forms.push(format!("{method}{form}"));
        if !is_next {
            return failed("EAPI:Invalid nonce");
        }
        if let Some(error) = state.always.get(method.as_str()) {
            return failed(error);
        }
        if !state.errors.is_empty() {
            return failed(state.errors.remove(0));
        }
        if method == "Ledgers" {
            return Response::json(200, &json!({ "error": [], "result": state.ledger_page(&form) }));
        }
        match state.results.get(method.as_str()) {
            Some(result) => Response::json(200, &json!({ "error": [], "result": result })),
            None => failed("EGeneral:Unknown method"),
        }
    }
}
