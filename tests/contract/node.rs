//! A mock node with scripted answers, for failures that real nodes rarely show.

use adapters::chain::rows::{ChainEndpoint, ChainSpec, rows};
use axum::{Json, Router, extract::State, http::StatusCode, routing::post};
use ports::Clock as _;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use support::outgoing::{RequestLog, client_for, hasty, of_any_age};

/// The mock node's block.
pub const NUMBER: u64 = 20_000_000;
/// The hash of the block.
pub const HASH: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";
/// The address of Multicall3.
pub const MULTICALL: &str = "0xcA11bde05977b3631167028862bE2a173976CA11";

/// Answers a call: a result, an error with code and text, or null for the usual answer.
pub type Answer = Arc<dyn Fn(&str, &Value) -> Value + Send + Sync>;
/// Answers a whole request in place of its calls, or returns `None`.
pub type Instead = Arc<dyn Fn(&Value) -> Option<(u16, Value)> + Send + Sync>;

struct Script {
    answer: Answer,
    instead: Instead,
    seen: Mutex<Vec<Value>>,
}

/// The mock node, which runs until the test's runtime ends.
pub struct Node {
    url: String,
    script: Arc<Script>,
}

impl Node {
    /// Starts a node that answers each call.
    pub async fn new(answer: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) -> Self {
        Self::start(Arc::new(answer), Arc::new(|_| None)).await
    }

    /// Starts a node that answers whole requests.
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

    /// Ethereum's row with this endpoint only. The newest block may be of any age.
    pub fn row(&self) -> ChainSpec {
        self.row_of("ethereum")
    }

    /// The row of the chain with this code and this endpoint only. The newest block may be of any age.
    pub fn row_of(&self, code: &str) -> ChainSpec {
        let mut row = rows()
            .unwrap()
            .iter()
            .find(|row| row.chain.code == code)
            .unwrap()
            .clone();
        row.endpoints = vec![self.endpoint()];
        of_any_age(row)
    }

    /// The endpoint of the node.
    pub fn endpoint(&self) -> ChainEndpoint {
        ChainEndpoint::new(self.url.parse().unwrap(), true)
    }

    /// A client that is allowed to call the node.
    pub fn client(&self) -> (Arc<adapters::http_client::HttpClient>, Arc<RequestLog>) {
        client_for(std::slice::from_ref(&self.url), hasty())
    }

    /// Returns the number of calls of a method so far. Each call of a batch counts.
    pub fn count_of(&self, method: &str) -> usize {
        let seen = self.script.seen.lock().unwrap();
        seen.iter()
            .flat_map(calls)
            .filter(|call| call["method"] == method)
            .count()
    }

    /// Returns the number of requests so far.
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
        let result = match (script.answer)(method, &call["params"]) {
            Value::Null => usual(method, &call["params"]),
            result => result,
        };
        match result.get("code") {
            Some(_) => json!({ "jsonrpc": "2.0", "id": call["id"], "error": result }),
            None => json!({ "jsonrpc": "2.0", "id": call["id"], "result": result }),
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

/// The node's block with this time.
pub fn block(seconds: i64) -> Value {
    json!({ "number": format!("{NUMBER:#x}"), "hash": HASH, "timestamp": format!("{seconds:#x}") })
}

/// Returns whether this calls Multicall3 for the block number, which shows that the node has state.
pub fn is_witness(params: &Value) -> bool {
    params[0]["data"] == "0x42cbb15c"
}

/// The usual answer of a working node at that block; the account holds no tokens.
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
