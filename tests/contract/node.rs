//! A stand-in for a chain's node that answers as a test says: for what real nodes do only on a bad day.

use adapters::chain::rows::{Endpoint, Row, rows};
use axum::{Json, Router, extract::State, http::StatusCode, routing::post};
use ports::Clock as _;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use support::outgoing::{Ledger, client_for, hasty, of_any_age};

/// The block the stand-in is at.
pub const NUMBER: u64 = 20_000_000;
/// Its hash.
pub const HASH: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";
/// Where Multicall3 lies.
pub const MULTICALL: &str = "0xcA11bde05977b3631167028862bE2a173976CA11";

/// What a call gets: a result, an error with its code and text, or null to take the usual answer.
pub type Answer = Arc<dyn Fn(&str, &Value) -> Value + Send + Sync>;
/// What a whole request gets instead of its calls' answers.
pub type Instead = Arc<dyn Fn(&Value) -> Option<(u16, Value)> + Send + Sync>;

struct Script {
    answer: Answer,
    instead: Instead,
    seen: Mutex<Vec<Value>>,
}

/// The stand-in, serving until the test's runtime ends.
pub struct Node {
    url: String,
    script: Arc<Script>,
}

impl Node {
    /// Calls are answered one by one.
    pub async fn new(answer: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) -> Self {
        Self::start(Arc::new(answer), Arc::new(|_| None)).await
    }

    /// Whole requests are answered.
    pub async fn instead(instead: impl Fn(&Value) -> Option<(u16, Value)> + Send + Sync + 'static) -> Self {
        Self::start(Arc::new(|_, _| Value::Null), Arc::new(instead)).await
    }

    async fn start(answer: Answer, instead: Instead) -> Self {
        let seen = Mutex::default();
        let script = Arc::new(Script { answer, instead, seen });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().route("/", post(serve)).with_state(script.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, script }
    }

    /// Ethereum's row, asked here only. The newest block may be of any age.
    pub fn row(&self) -> Row {
        self.row_of("ethereum")
    }

    /// The row of the chain of this code, asked here only. The newest block may be of any age.
    pub fn row_of(&self, code: &str) -> Row {
        let mut row = rows()
            .unwrap()
            .iter()
            .find(|row| row.chain.code == code)
            .unwrap()
            .clone();
        row.endpoints = vec![self.endpoint()];
        of_any_age(row)
    }

    /// The place where it is asked.
    pub fn endpoint(&self) -> Endpoint {
        Endpoint::new(self.url.parse().unwrap(), true)
    }

    /// A client that may ask it.
    pub fn client(&self) -> (Arc<adapters::http_client::HttpClient>, Arc<Ledger>) {
        client_for(std::slice::from_ref(&self.url), hasty())
    }

    /// How many calls of a method came, each of a batch counted.
    pub fn count_of(&self, method: &str) -> usize {
        let seen = self.script.seen.lock().unwrap();
        seen.iter()
            .flat_map(calls)
            .filter(|call| call["method"] == method)
            .count()
    }

    /// How many requests came.
    pub fn count(&self) -> usize {
        self.script.seen.lock().unwrap().len()
    }
}

fn calls(body: &Value) -> Vec<Value> {
    body.as_array().cloned().unwrap_or_else(|| vec![body.clone()])
}

async fn serve(State(script): State<Arc<Script>>, Json(body): Json<Value>) -> (StatusCode, Json<Value>) {
    script.seen.lock().unwrap().push(body.clone());
    if let Some((status, answer)) = (script.instead)(&body) {
        return (StatusCode::from_u16(status).unwrap(), Json(answer));
    }
    let answer = |call: &Value| {
        let method = call["method"].as_str().unwrap();
        let said = match (script.answer)(method, &call["params"]) {
            Value::Null => usual(method, &call["params"]),
            said => said,
        };
        match said.get("code") {
            Some(_) => json!({ "jsonrpc": "2.0", "id": call["id"], "error": said }),
            None => json!({ "jsonrpc": "2.0", "id": call["id"], "result": said }),
        }
    };
    let answers: Vec<Value> = calls(&body).iter().map(answer).collect();
    let answer = if body.is_array() {
        json!(answers)
    } else {
        answers[0].clone()
    };
    (StatusCode::OK, Json(answer))
}

/// The stand-in's block with this time.
pub fn block(seconds: i64) -> Value {
    json!({ "number": format!("{NUMBER:#x}"), "hash": HASH, "timestamp": format!("{seconds:#x}") })
}

/// Whether Multicall3 is asked for the number of the block, which shows that the node has state.
pub fn is_witness(params: &Value) -> bool {
    params[0]["data"] == "0x42cbb15c"
}

/// What an honest node at that block answers; contracts hold nothing there.
fn usual(method: &str, params: &Value) -> Value {
    match method {
        "eth_chainId" => json!("0x1"),
        "eth_getBlockByNumber" => block(support::outgoing::WallClock.now().seconds()),
        "eth_syncing" => json!(false),
        "eth_call" if is_witness(params) => json!(format!("{NUMBER:#066x}")),
        "eth_getBalance" => json!("0xde0b6b3a7640000"),
        _ => json!("0x"),
    }
}
