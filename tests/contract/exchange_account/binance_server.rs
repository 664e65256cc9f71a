//! A server in the place of Binance's private API. It verifies each signature by the formula of the documentation, with an HMAC of its own.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use ports::Clock;
use serde_json::{Value, json};
use sha2::Sha256;
use support::outgoing::WallClock;

use super::{
    binance_lists::{BinanceHistory, MARKET, PRICES},
    hmac::hmac,
};

/// Key and secret of Binance's own example.
pub const SECRET: &str = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
pub const API_KEY: &str = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";

pub const RIGHTS: &str = "/sapi/v1/account/apiRestrictions";
pub const SPOT: &str = "/api/v3/account";
pub const FUNDING: &str = "/sapi/v1/asset/get-funding-asset";
pub const FLEXIBLE: &str = "/sapi/v1/simple-earn/flexible/position";
pub const LOCKED: &str = "/sapi/v1/simple-earn/locked/position";
pub const ETH_STAKING: &str = "/sapi/v2/eth-staking/account";
pub const SOL_STAKING: &str = "/sapi/v1/sol-staking/account";
pub const CROSS_MARGIN: &str = "/sapi/v1/margin/account";
pub const ISOLATED_MARGIN: &str = "/sapi/v1/margin/isolated/account";
pub const LOANS: &str = "/sapi/v2/loan/flexible/ongoing/orders";
/// The paths of all places, in the order in which they are read.
pub const PLACES: [&str; 9] = [
    SPOT,
    FUNDING,
    FLEXIBLE,
    LOCKED,
    ETH_STAKING,
    SOL_STAKING,
    CROSS_MARGIN,
    ISOLATED_MARGIN,
    LOANS,
];
const TIME: &str = "/api/v3/time";

/// What a server can do wrong with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFault {
    /// Its pages have fewer rows than there would be.
    ShortPages,
    /// It returns the first page again and again.
    IgnoresPage,
    /// It counts more rows than it lists.
    CountsMore,
}

/// The state of the server.
pub struct BinanceState {
    /// The answer of each path.
    pub answers: BTreeMap<&'static str, Value>,
    /// The rows of lists, of which a page has at most 100.
    pub lists: BTreeMap<&'static str, Vec<Value>>,
    pub list_fault: Option<ListFault>,
    /// What happened in the account.
    pub history: BinanceHistory,
    /// The status and the code of the next refusals, which are used up.
    pub refusals: Vec<(u16, i64)>,
    /// The status and the code of all answers of a path.
    pub always: BTreeMap<&'static str, (u16, i64)>,
    /// Another whole answer of a path.
    pub responses: BTreeMap<&'static str, Response>,
    /// By how many milliseconds its clock is ahead.
    pub clock_offset: i64,
    /// The requests in the order of arrival, without times and signatures.
    pub requests: Vec<String>,
}

/// The running server.
pub struct BinanceServer {
    server: MockServer,
    state: Arc<Mutex<BinanceState>>,
}

impl BinanceServer {
    /// Starts a server with an account that has a reading key and a few balances.
    pub fn start() -> Self {
        let answers = BTreeMap::from([
            (RIGHTS, key_rights(&[])),
            (
                SPOT,
                json!({ "canTrade": true, "balances": [
                    { "asset": "BTC", "free": "0.00219821", "locked": "0.5" }, { "asset": "EUR", "free": 25.21, "locked": 0 },
                ]}),
            ),
            (FUNDING, json!([])),
            (
                ETH_STAKING,
                json!({ "holdingInETH": "0", "holdings": { "wbethAmount": "0", "bethAmount": "0" } }),
            ),
            (SOL_STAKING, json!({ "bnsolAmount": "0", "holdingInSOL": "0" })),
            (CROSS_MARGIN, json!({ "userAssets": [] })),
            (ISOLATED_MARGIN, json!({ "assets": [] })),
        ]);
        let state = Arc::new(Mutex::new(BinanceState {
            answers,
            lists: [FLEXIBLE, LOCKED, LOANS].map(|path| (path, Vec::new())).into(),
            list_fault: None,
            history: BinanceHistory::default(),
            refusals: Vec::new(),
            always: BTreeMap::new(),
            responses: BTreeMap::new(),
            clock_offset: 0,
            requests: Vec::new(),
        }));
        Self {
            server: MockServer::start(Binance(state.clone())),
            state,
        }
    }

    pub fn change(&self, change: impl FnOnce(&mut BinanceState)) {
        change(&mut self.state.lock().unwrap());
    }

    pub fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }
}

impl std::ops::Deref for BinanceServer {
    type Target = MockServer;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

/// Returns the rights of a key that reads, with these changes.
pub fn key_rights(changed: &[(&str, Value)]) -> Value {
    let mut rights = json!({
        "ipRestrict": true, "createTime": 1_698_645_219_000_u64, "enableReading": true, "enableWithdrawals": false,
        "enableInternalTransfer": false, "enableMargin": false, "enableFutures": false, "permitsUniversalTransfer": false,
        "enableVanillaOptions": false, "enableFixApiTrade": false, "enableFixReadOnly": true, "enableSpotAndMarginTrading": false,
        "enablePortfolioMarginTrading": false,
    });
    for (name, value) in changed {
        rights[*name] = value.clone();
    }
    rights
}

impl BinanceState {
    fn answer(&mut self, request: &Request) -> Response {
        let path = request.path();
        let refused = |(status, code): (u16, i64)| {
            Response::json(
                status,
                &json!({ "code": code, "msg": format!("MSG-OF-BINANCE {API_KEY}") }),
            )
        };
        let now = WallClock.now().millis() + self.clock_offset;
        self.requests.push(described(request));
        if let Some(response) = self.responses.get(path) {
            return response.clone();
        }
        if path == TIME {
            return Response::json(200, &json!({ "serverTime": now }));
        }
        if path == PRICES {
            return Response::json(200, &self.history.prices());
        }
        if path == MARKET {
            return self.history.market(request);
        }
        if let Err(refusal) = verified(request, now) {
            return refused(refusal);
        }
        if let Some(refusal) = self.always.get(path) {
            return refused(*refusal);
        }
        if !self.refusals.is_empty() {
            return refused(self.refusals.remove(0));
        }
        if let Some(response) = self.history.answer(request) {
            return response;
        }
        if let Some(rows) = self.lists.get(path) {
            return Response::json(200, &self.page(request, rows));
        }
        match self.answers.get(path) {
            Some(answer) => Response::json(200, answer),
            None => Response::new(404, "text/html", "<html>nothing here</html>"),
        }
    }

    fn page(&self, request: &Request, rows: &[Value]) -> Value {
        let size = if request.path() == LOANS { "limit" } else { "size" };
        let number = |name: &str| request.query(name).unwrap().parse::<usize>().unwrap();
        let (page, size) = (number("current"), number(size));
        assert!((1..=100).contains(&size) && page >= 1);
        let (page, size, total) = match self.list_fault {
            Some(ListFault::ShortPages) => (page, 30, rows.len() + 30),
            Some(ListFault::IgnoresPage) => (1, size, rows.len()),
            Some(ListFault::CountsMore) => (page, size, rows.len() + 1),
            None => (page, size, rows.len()),
        };
        let rows: Vec<_> = rows.iter().skip((page - 1) * size).take(size).collect();
        json!({ "rows": rows, "total": total })
    }
}

struct Binance(Arc<Mutex<BinanceState>>);

#[async_trait]
impl RequestHandler for Binance {
    async fn answer(&self, request: &Request) -> Response {
        self.0.lock().unwrap().answer(request)
    }
}

/// Returns the method, the path, and the parameters that are not part of every request.
fn described(request: &Request) -> String {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let own = query.split('&').filter(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        !["", "recvWindow", "timestamp", "signature"].contains(&name)
    });
    let own: Vec<&str> = own.collect();
    [&[request.method.as_str(), path], own.as_slice()].concat().join(" ")
}

/// Returns the refusal of a request that is not signed as the documentation says.
fn verified(request: &Request, now: i64) -> Result<(), (u16, i64)> {
    let method = if request.path() == FUNDING { "POST" } else { "GET" };
    if request.method != method {
        return Err((405, -1000));
    }
    match request.header("x-mbx-apikey") {
        Some(API_KEY) => {}
        Some(key) if key.len() == API_KEY.len() => return Err((401, -2015)),
        _ => return Err((401, -2014)),
    }
    let (_, query) = request.target.split_once('?').ok_or((400, -1102))?;
    let (signed, signature) = query.split_once("&signature=").ok_or((400, -1102))?;
    let message = [signed.as_bytes(), &request.body].concat();
    if hex::encode(hmac::<Sha256>(64, SECRET.as_bytes(), &message)) != signature {
        return Err((400, -1022));
    }
    let number = |name: &str| request.query(name)?.parse::<i64>().ok();
    let time = number("timestamp").ok_or((400, -1102))?;
    let window = number("recvWindow").unwrap_or(5_000);
    if window > 60_000 || time >= now + 1_000 || now - time > window {
        return Err((400, -1021));
    }
    Ok(())
}
