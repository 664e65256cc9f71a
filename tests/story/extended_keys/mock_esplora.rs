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
use serde_json::{Value, json};

const TIP: &str = "00000000000000000001a2b3c4d5e6f700112233445566778899aabbccddeeff";
const GENESIS: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/// The funds of an address.
#[derive(Clone, Copy, Default)]
pub struct AddressFunds {
    funded: u64,
    spent: u64,
    transactions: u64,
    waiting: u64,
}

impl AddressFunds {
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
struct ServerState {
    funds: BTreeMap<String, AddressFunds>,
    mempools: BTreeMap<String, Vec<Value>>,
    received: Vec<String>,
    requested_addresses: BTreeSet<String>,
    fails: bool,
}

/// The mock server.
pub struct MockEsplora {
    pub url: String,
    state: Arc<Mutex<ServerState>>,
}

impl MockEsplora {
    pub async fn open() -> Self {
        let state = Arc::<Mutex<ServerState>>::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/api", listener.local_addr().unwrap());
        let router = Router::new().fallback(any(answer)).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, state }
    }

    /// Sets the funds of an address.
    pub fn set_funds(&self, address: &str, held: AddressFunds) {
        self.state.lock().unwrap().funds.insert(address.to_owned(), held);
    }

    /// Sets the transactions of an address that are in the mempool.
    pub fn set_mempool(&self, address: &str, transactions: &[Value]) {
        let mut state = self.state.lock().unwrap();
        state.mempools.insert(address.to_owned(), transactions.to_vec());
    }

    /// Sets whether every request fails.
    pub fn set_failing(&self, fails: bool) {
        self.state.lock().unwrap().fails = fails;
    }

    /// Returns the addresses that were requested.
    pub fn requested_addresses(&self) -> BTreeSet<String> {
        self.state.lock().unwrap().requested_addresses.clone()
    }

    /// Returns everything received: paths, headers and bodies.
    pub fn received(&self) -> Vec<String> {
        self.state.lock().unwrap().received.clone()
    }
}

async fn answer(
    State(state): State<Arc<Mutex<ServerState>>>,
    uri: Uri,
    head: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let mut state = state.lock().unwrap();
    state.received.push(format!("{uri} {head:?} {body:?}"));
    if state.fails {
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
            Some(path) if path.ends_with("/txs/mempool") => {
                let listed = state.mempools.get(path.trim_end_matches("/txs/mempool"));
                json!(listed.map_or(&[][..], Vec::as_slice)).to_string()
            }
            Some(address) => {
                state.requested_addresses.insert(address.to_owned());
                stats(address, state.funds.get(address).copied().unwrap_or_default())
            }
            None => return (StatusCode::NOT_FOUND, "not found".to_owned()),
        },
    };
    (StatusCode::OK, text)
}

fn stats(address: &str, held: AddressFunds) -> String {
    let AddressFunds {
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
