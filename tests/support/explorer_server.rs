//! A server with the account API of Etherscan, whose lists are made of the blocks, receipts and traces of a node.
//!
//! It follows the node through reorganizations, divides lists into pages, and reaches at most ten thousand rows of one range by
//! pages, as the real one does.

mod lists;

use std::{
    ops::Deref,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use serde_json::{Value, json};

use crate::{mock_upstream::Gate, rpc::Rpc, seeded_entropy::SeededEntropy};
use lists::{BlockLists, read_block};
use ports::Entropy as _;

/// The rows of one range that can be reached by pages.
const WINDOW: usize = 10_000;
/// The lists whose rows have an id, so that a repeated row changes nothing.
const IDENTIFIED: [&str; 2] = ["txlist", "txlistinternal"];

/// A running server. Dropping it stops it.
pub struct ExplorerServer {
    server: MockServer,
    index: Arc<Mutex<ExplorerIndex>>,
    /// The gate of its answers.
    pub gate: Gate,
}

impl ExplorerServer {
    /// Starts a server for a node whose first block is `first`.
    pub fn start(node: Rpc, first: u64) -> Self {
        let index = Arc::new(Mutex::new(ExplorerIndex {
            node,
            first,
            blocks: Vec::new(),
            shuffle: None,
        }));
        let gate = Gate::default();
        Self {
            server: MockServer::start(ExplorerHandler(index.clone(), gate.clone())),
            index,
            gate,
        }
    }

    /// Returns the lines of a configuration that make it the only explorer.
    pub fn config(&self) -> String {
        config(&self.server)
    }

    /// Orders the rows of each page at random from now on, and repeats some of those that have an id.
    pub fn shuffle(&self) {
        self.index.lock().unwrap().shuffle = Some(SeededEntropy::default());
    }
}

impl Deref for ExplorerServer {
    type Target = MockServer;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

/// Returns the lines of a configuration that make a server the only explorer.
pub fn config(server: &MockServer) -> String {
    format!(
        "[providers.etherscan]\nbase_url = \"{}\"\nown = true\nkey = \"of-the-tests\"\nper_minute = 600000\n",
        server.url()
    )
}

/// Returns the place of the first row of a page and the number of its rows, or the answer to one that cannot be reached.
pub fn page(request: &Request) -> Result<(usize, usize), Value> {
    let number = |name: &str, usual: usize| {
        let stated = request.query(name).and_then(|text| text.parse().ok());
        stated.unwrap_or(usual)
    };
    let (page, offset) = (number("page", 1), number("offset", WINDOW));
    if page * offset > WINDOW {
        let why = "Result window is too large, PageNo x Offset size must be less than or equal to 10000";
        return Err(json!({ "status": "0", "message": why, "result": null }));
    }
    Ok(((page - 1) * offset, offset))
}

/// Returns the answer with these rows.
pub fn answer(rows: &[Value]) -> Value {
    if rows.is_empty() {
        return json!({ "status": "0", "message": "No transactions found", "result": [] });
    }
    json!({ "status": "1", "message": "OK", "result": rows })
}

/// The lists of every block.
struct ExplorerIndex {
    node: Rpc,
    first: u64,
    blocks: Vec<BlockLists>,
    shuffle: Option<SeededEntropy>,
}

impl ExplorerIndex {
    /// Reads new blocks, and those that replaced others.
    fn update(&mut self) {
        let newest = self.node.call("eth_getBlockByNumber", json!(["latest", false]));
        let number = u64::from_str_radix(newest["number"].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
        self.blocks.truncate(usize::try_from(number + 1 - self.first).unwrap());
        while let Some(last) = self.blocks.last() {
            let known = self.first + self.blocks.len() as u64 - 1;
            let block = self
                .node
                .call("eth_getBlockByNumber", json!([format!("{known:#x}"), false]));
            if block["hash"].as_str() == Some(last.hash.as_str()) {
                break;
            }
            self.blocks.pop();
        }
        for next in self.first + self.blocks.len() as u64..=number {
            self.blocks.push(read_block(self.node, next));
        }
    }

    fn answer(&mut self, request: &Request) -> Value {
        self.update();
        let text = |name: &str| request.query(name).unwrap_or_default();
        let number = |name: &str| text(name).parse::<usize>().unwrap_or_default();
        let (first, offset) = match page(request) {
            Ok(page) => page,
            Err(refusal) => return refusal,
        };
        let (action, address) = (text("action"), text("address").to_lowercase());
        let blocks = number("startblock")..=number("endblock");
        let head = usize::try_from(self.first).unwrap() + self.blocks.len() - 1;
        let all = self.blocks.iter().flat_map(|block| block.rows(&action));
        let own = all.filter(|row| row.parties.contains(&address) && blocks.contains(&row.block));
        let rows = own.skip(first).take(offset);
        let mut rows: Vec<Value> = rows.map(|row| row.with_confirmations(head)).collect();
        if let Some(entropy) = &self.shuffle {
            let is_full = rows.len() == offset;
            if IDENTIFIED.contains(&action.as_str()) && !is_full && rows.len() + 5 < offset {
                rows.extend(rows.iter().take(5).cloned().collect::<Vec<_>>());
            }
            rows.sort_by_cached_key(|_| entropy.bytes());
        }
        answer(&rows)
    }
}

struct ExplorerHandler(Arc<Mutex<ExplorerIndex>>, Gate);

#[async_trait]
impl RequestHandler for ExplorerHandler {
    async fn answer(&self, request: &Request) -> Response {
        self.1.pass().await;
        let mut index = self.0.lock().unwrap();
        Response::json(200, &index.answer(request))
    }
}
