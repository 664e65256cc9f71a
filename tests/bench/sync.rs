//! A chain and an explorer on which one account has a long history, for benchmarks.
//!
//! `spyhop-bench sync <transactions>` prints one line of JSON with the settings for the program and the address to watch. Each line
//! of its input is answered with the number of requests for the history so far. It ends when its input ends.
//!
//! The account sent every other transaction, and received a token in each of the others. The explorer's lists and the node's
//! receipts are computed from the number of the transaction; a real node answers all other calls.

use std::{io::stdin, ops::RangeInclusive, sync::Arc};

use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use serde_json::{Value, json};
use support::{
    chain::Chain,
    explorer_server,
    installation::Installation,
    mock_upstream::MockUpstream,
    product::MockUpstreams,
    random_ledger::address,
    rpc::{Rpc, RpcError},
    world::{ETHEREUM, TestWorld},
};

const IN_BLOCK: u64 = 20;
const COUNTERPARTIES: u64 = 500;
/// The blocks after the newest transaction, so that all of them are final.
const LATER: u64 = 200;
const RECEIPT: &str = "eth_getTransactionReceipt";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const GAS: u64 = 21_000;
const GAS_PRICE: u64 = 2_000_000_000;

/// The transactions of the account, by number, and the blocks that contain them.
struct LongHistory {
    transactions: u64,
    account: String,
    token: String,
    /// The number of the first block.
    first: u64,
    /// The hash and time of each block.
    blocks: Vec<(String, u64)>,
    head: u64,
}

impl LongHistory {
    /// Mines the blocks of the transactions on a chain.
    fn on(chain: &Chain, transactions: u64) -> Self {
        let rpc = chain.rpc();
        let account = address(9, 1).to_string();
        let sent = transactions.div_ceil(2);
        rpc.call("anvil_setNonce", json!([account, format!("{sent:#x}")]));
        let first = chain.block_number() + 1;
        let blocks = transactions.div_ceil(IN_BLOCK);
        let mut left = blocks + LATER;
        while left > 0 {
            let some = left.min(1000);
            chain.mine(u16::try_from(some).unwrap());
            left -= some;
        }
        let block = |number: u64| {
            let block = rpc.call("eth_getBlockByNumber", json!([format!("{number:#x}"), false]));
            let time = block["timestamp"].as_str().unwrap().trim_start_matches("0x");
            let time = u64::from_str_radix(time, 16).unwrap();
            (block["hash"].as_str().unwrap().to_owned(), time)
        };
        Self {
            transactions,
            account,
            token: chain.manifest().token("weth").address.clone(),
            first,
            blocks: (first..first + blocks).map(block).collect(),
            head: chain.block_number(),
        }
    }

    /// The transactions in these blocks.
    fn within(&self, blocks: &RangeInclusive<u64>) -> std::ops::Range<u64> {
        let start = blocks.start().saturating_sub(self.first) * IN_BLOCK;
        let end = (blocks.end() + 1).saturating_sub(self.first) * IN_BLOCK;
        start..end.min(self.transactions)
    }

    /// The rows of a list in these blocks, by the numbers of their transactions.
    fn rows(&self, list: &str, blocks: &RangeInclusive<u64>) -> Vec<u64> {
        let of_list = |number: &u64| match list {
            "txlist" => is_sent(*number),
            "tokentx" => !is_sent(*number),
            _ => false,
        };
        self.within(blocks).filter(of_list).collect()
    }

    fn row(&self, number: u64) -> Value {
        let (block, (hash, time)) = self.block(number);
        let mut row = json!({
            "blockNumber": block.to_string(), "timeStamp": time.to_string(), "hash": hash_of(number), "blockHash": hash,
            "transactionIndex": (number % IN_BLOCK).to_string(), "confirmations": (self.head - block).to_string(),
        });
        let more = if is_sent(number) {
            json!({
                "nonce": (number / 2).to_string(), "from": self.account, "to": counterparty(number), "value": amount(number).to_string(),
                "gas": GAS.to_string(), "gasPrice": GAS_PRICE.to_string(), "gasUsed": GAS.to_string(), "cumulativeGasUsed": GAS.to_string(),
                "isError": "0", "txreceipt_status": "1", "input": "0x", "contractAddress": "", "functionName": "",
            })
        } else {
            json!({
                "from": counterparty(number), "to": self.account, "contractAddress": self.token, "value": amount(number).to_string(),
                "tokenDecimal": "18", "tokenName": "Wrapped Ether", "tokenSymbol": "WETH",
            })
        };
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    }

    /// The receipt of a transaction; `None` for those of others.
    fn receipt(&self, hash: &str) -> Option<Value> {
        let number = u64::from_str_radix(hash.strip_prefix("0x")?.trim_start_matches('0'), 16).ok()?;
        let number = number.checked_sub(1).filter(|number| *number < self.transactions)?;
        let (block, (block_hash, _)) = self.block(number);
        let (block, place) = (format!("{block:#x}"), format!("{:#x}", number % IN_BLOCK));
        let word = |address: &str| format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase());
        let log = json!({
            "address": self.token, "topics": [TRANSFER, word(&counterparty(number)), word(&self.account)],
            "data": format!("0x{:064x}", amount(number)), "blockNumber": block, "blockHash": block_hash, "transactionHash": hash,
            "transactionIndex": place, "logIndex": place, "removed": false,
        });
        let (from, to, logs) = if is_sent(number) {
            (self.account.clone(), counterparty(number), json!([]))
        } else {
            (counterparty(number), self.token.clone(), json!([log]))
        };
        Some(json!({
            "transactionHash": hash, "blockNumber": block, "blockHash": block_hash, "transactionIndex": place, "from": from, "to": to,
            "status": "0x1", "gasUsed": format!("{GAS:#x}"), "effectiveGasPrice": format!("{GAS_PRICE:#x}"), "contractAddress": null,
            "logs": logs, "type": "0x2",
        }))
    }

    fn block(&self, number: u64) -> (u64, &(String, u64)) {
        let place = number / IN_BLOCK;
        (self.first + place, &self.blocks[usize::try_from(place).unwrap()])
    }
}

const fn is_sent(number: u64) -> bool {
    number.is_multiple_of(2)
}

const fn amount(number: u64) -> u64 {
    1_000_000_000 + number
}

fn counterparty(number: u64) -> String {
    address(8, number % COUNTERPARTIES).to_string()
}

fn hash_of(number: u64) -> String {
    format!("0x{:064x}", number + 1)
}

/// The account API of Etherscan, with its limits.
struct Explorer(Arc<LongHistory>);

#[async_trait]
impl RequestHandler for Explorer {
    async fn answer(&self, request: &Request) -> Response {
        let (first, offset) = match explorer_server::page(request) {
            Ok(page) => page,
            Err(refusal) => return Response::json(200, &refusal),
        };
        let text = |name: &str| request.query(name).unwrap_or_default();
        let number = |name: &str, usual: u64| text(name).parse().unwrap_or(usual);
        let history = &self.0;
        let blocks = number("startblock", 0)..=number("endblock", history.head);
        let mut rows = if text("address").eq_ignore_ascii_case(&history.account) {
            history.rows(&text("action"), &blocks)
        } else {
            Vec::new()
        };
        if text("sort") == "desc" {
            rows.reverse();
        }
        let rows = rows.into_iter().skip(first).take(offset);
        let rows: Vec<Value> = rows.map(|number| history.row(number)).collect();
        Response::json(200, &explorer_server::answer(&rows))
    }
}

/// A node that knows the receipts of the history.
struct Node(Rpc, Arc<LongHistory>);

impl Node {
    fn call(&self, call: &Value) -> Value {
        let (method, id) = (call["method"].as_str().unwrap_or_default(), &call["id"]);
        let hash = call["params"][0].as_str().filter(|_| method == RECEIPT);
        if let Some(receipt) = hash.and_then(|hash| self.1.receipt(hash)) {
            return json!({ "jsonrpc": "2.0", "id": id, "result": receipt });
        }
        match self.0.try_call(method, call["params"].clone()) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(RpcError::Refused(error)) => {
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32000, "message": error } })
            }
            Err(RpcError::Unreachable(why)) => panic!("{why}"),
        }
    }
}

#[async_trait]
impl RequestHandler for Node {
    async fn answer(&self, request: &Request) -> Response {
        let answer = match request.json() {
            Value::Array(calls) => calls.iter().map(|call| self.call(call)).collect(),
            call => self.call(&call),
        };
        Response::json(200, &answer)
    }
}

/// Runs the program with these arguments.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
pub async fn run(arguments: &[String]) {
    let transactions = arguments.first().and_then(|word| word.parse().ok());
    let transactions: u64 = transactions.expect("usage: spyhop-bench sync <transactions>");
    let world = TestWorld::of(&[ETHEREUM], 0).unwrap();
    let chain = world.chain(ETHEREUM);
    let history = Arc::new(LongHistory::on(chain, transactions));
    let node = MockServer::start(Node(chain.rpc(), history.clone()));
    let explorer = MockServer::start(Explorer(history.clone()));
    let mut upstreams = MockUpstreams::to(&world);
    upstreams.nodes.insert(ETHEREUM, MockUpstream::to_node(node.address()));
    let lines = explorer_server::config(&explorer);
    let site = Installation::with_lines(&world, &upstreams, &lines).await;
    let settings: serde_json::Map<String, Value> = site
        .settings()
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    println!("{}", json!({ "settings": settings, "address": history.account }));
    for line in stdin().lines() {
        line.unwrap();
        println!("{}", counts(&explorer, &node));
    }
}

/// The number of requests for ranges of each list, and of requests with receipts.
fn counts(explorer: &MockServer, node: &MockServer) -> Value {
    let (pages, with_receipts) = (explorer.seen(), node.seen());
    let pages: Vec<String> = pages
        .iter()
        .filter_map(|request| request.query("startblock").and(request.query("action")))
        .collect();
    let count = |list: &str| pages.iter().filter(|action| *action == list).count();
    let is_receipt = |request: &&Request| request.rpc_methods().iter().any(|method| method == RECEIPT);
    json!({
        "transactions": count("txlist"),
        "tokens": count("tokentx"),
        "others": pages.len() - count("txlist") - count("tokentx"),
        "receipts": with_receipts.iter().filter(is_receipt).count(),
    })
}
