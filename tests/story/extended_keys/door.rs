//! A mock server of the Esplora API, following its documentation, that records everything it receives.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    routing::any,
};
use serde_json::json;

const TIP: &str = "00000000000000000001a2b3c4d5e6f700112233445566778899aabbccddeeff";
const GENESIS: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/// The funds of an address.
#[derive(Clone, Copy, Default)]
pub struct Held {
    funded: u64,
    spent: u64,
    transactions: u64,
    waiting: u64,
}

impl Held {
    /// Funds of this amount, received in this many transactions.
    pub fn of(transactions: u64, amount: u64) -> Self {
        Self {
            funded: amount,
            transactions,
            ..Self::default()
        }
    }

    /// An address that was used and is now empty.
    pub fn emptied(transactions: u64, amount: u64) -> Self {
        Self {
            spent: amount,
            ..Self::of(transactions, amount)
        }
    }

    /// The same with pending transactions.
    pub fn waiting(self, waiting: u64) -> Self {
        Self { waiting, ..self }
    }
}

#[derive(Default)]
struct Inside {
    holds: BTreeMap<String, Held>,
    heard: Vec<String>,
    asked: BTreeSet<String>,
    fails: bool,
}

/// The mock server.
pub struct Door {
    pub url: String,
    inside: Arc<Mutex<Inside>>,
}

impl Door {
    pub async fn open() -> Self {
        let inside = Arc::<Mutex<Inside>>::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api", listener.local_addr().unwrap());
        let router = Router::new().fallback(any(answer)).with_state(inside.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, inside }
    }

    /// Sets the funds of an address.
    pub fn holds(&self, address: &str, held: Held) {
        self.inside.lock().unwrap().holds.insert(address.to_owned(), held);
    }

    /// Sets whether every request fails.
    pub fn fails(&self, fails: bool) {
        self.inside.lock().unwrap().fails = fails;
    }

    /// Returns the addresses that were requested.
    pub fn asked(&self) -> BTreeSet<String> {
        self.inside.lock().unwrap().asked.clone()
    }

    /// Returns everything received: paths, headers and bodies.
    pub fn heard(&self) -> Vec<String> {
        self.inside.lock().unwrap().heard.clone()
    }
}

async fn answer(
    State(inside): State<Arc<Mutex<Inside>>>,
    uri: Uri,
    head: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let mut inside = inside.lock().unwrap();
    inside.heard.push(format!("{uri} {head:?} {body:?}"));
    if inside.fails {
        return (StatusCode::SERVICE_UNAVAILABLE, String::new());
    }
    let path = uri.path().strip_prefix("/api/").unwrap_or_default();
    let text = match path {
        "block-height/0" => GENESIS.to_owned(),
        "blocks/tip/hash" => TIP.to_owned(),
        path if path.starts_with("block/") => {
            json!({"id": TIP, "height": 920_000, "timestamp": 1_760_000_000}).to_string()
        }
        path => match path.strip_prefix("address/") {
            Some(address) => {
                inside.asked.insert(address.to_owned());
                stats(address, inside.holds.get(address).copied().unwrap_or_default())
            }
            None => return (StatusCode::NOT_FOUND, "not found".to_owned()),
        },
    };
    (StatusCode::OK, text)
}

fn stats(address: &str, held: Held) -> String {
    let Held {
        funded,
        spent,
        transactions,
        waiting,
    } = held;
    let answer = json!({
        "address": address,
        "chain_stats": {"funded_txo_sum": funded, "spent_txo_sum": spent, "tx_count": transactions},
        "mempool_stats": {"funded_txo_sum": 0, "spent_txo_sum": 0, "tx_count": waiting},
    });
    answer.to_string()
}
