//! Tests of transaction receipts from plain nodes, against mock nodes with answers as recorded ones have them.

mod fees;

use std::sync::Arc;

use adapters::{
    chain::{
        evm::{EvmReader, EvmReceipts},
        rows::ChainSpec,
    },
    http_client::HttpClient,
};
use ports::{
    AccountId, ChainId, Disclosure, Fact, RemoteError, Timestamp, TransactionReceiptReader,
    disclosure::DisclosedField,
    fact::{FactBlock, FactBody},
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};
use serde_json::{Value, json};
use support::outgoing::{RequestLog, WallClock, client_for_urls, short_timeouts};

use crate::mock_node::MockNode;

const OWN: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3b5";
const OTHER: &str = "0x642ae78fafbb8032da552d619ad43f1d81e4dd7c";
const REPLY: &str = include_str!("../../adapters/src/chain/fixtures/evm/receipt.json");
const HEAD: u64 = 1_000_000;
/// What publicnode answers about an old receipt.
const REFUSAL: &str = "Archive requests require a personal token. Get one at: https://www.allnodes.com/publicnode";

fn word(number: u64) -> String {
    format!("0x{number:064x}")
}

/// The receipt of the transaction with this number, which is in the block with the same number.
fn receipt(number: u64) -> Value {
    let mut reply: Value = serde_json::from_str(REPLY).unwrap();
    reply["transactionHash"] = json!(word(number));
    reply["blockHash"] = json!(word(number));
    reply["blockNumber"] = json!(format!("{number:#x}"));
    reply["logs"] = json!([log(number, 4)]);
    reply
}

fn log(number: u64, index: u64) -> Value {
    json!({
        "address": OTHER, "topics": [word(1), word(2)], "data": word(9), "logIndex": format!("{index:#x}"),
        "blockNumber": format!("{number:#x}"), "blockHash": word(number), "transactionHash": word(number),
        "transactionIndex": "0x3", "removed": false,
    })
}

fn number(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
}

fn usual(method: &str, params: &Value) -> Value {
    match method {
        "eth_chainId" => json!("0xa"),
        "eth_syncing" => json!(false),
        "eth_getBlockByNumber" => {
            let now = ports::Clock::now(&WallClock).seconds();
            json!({ "number": format!("{HEAD:#x}"), "hash": word(HEAD), "timestamp": format!("{now:#x}") })
        }
        "eth_getTransactionReceipt" => receipt(number(&params[0])),
        "eth_getTransactionByHash" => json!({ "hash": params[0], "gasPrice": "0x6" }),
        _ => json!({ "code": -32601, "message": "the method does not exist" }),
    }
}

type Answer = dyn Fn(&str, &Value) -> Option<Value> + Send + Sync;

/// A node that gives these answers, and the usual ones where there is none.
async fn node(answer: impl Fn(&str, &Value) -> Option<Value> + Send + Sync + 'static) -> MockNode {
    let answer: Arc<Answer> = Arc::new(answer);
    MockNode::with_raw_answers(move |body| {
        let one = |call: &Value| {
            let method = call["method"].as_str().unwrap();
            let result = answer(method, &call["params"]).unwrap_or_else(|| usual(method, &call["params"]));
            let kind = if result.get("code").is_some() {
                "error"
            } else {
                "result"
            };
            json!({ "jsonrpc": "2.0", "id": call["id"], kind: result })
        };
        let answers = match body.as_array() {
            Some(calls) => json!(calls.iter().map(one).collect::<Vec<_>>()),
            None => one(body),
        };
        Some((200, answers))
    })
    .await
}

async fn refusing() -> MockNode {
    node(|method, _| {
        let is_old = method == "eth_getTransactionReceipt";
        is_old.then(|| json!({ "code": -32602, "message": REFUSAL }))
    })
    .await
}

/// What the nodes were sent.
struct SentLog {
    client: Arc<HttpClient>,
    log: Arc<RequestLog>,
}

impl SentLog {
    async fn lines(&self) -> Vec<Disclosure> {
        self.client.flush().await.unwrap();
        self.log.lines()
    }
}

/// A reader of these nodes of OP Mainnet, in this order, and what they were sent.
fn reader(nodes: &[&MockNode]) -> (EvmReceipts, SentLog) {
    let endpoints: Vec<_> = nodes.iter().map(|node| node.endpoint()).collect();
    let urls: Vec<String> = endpoints.iter().map(|endpoint| endpoint.url.to_string()).collect();
    let (client, log) = client_for_urls(&urls, short_timeouts());
    let row = ChainSpec {
        endpoints,
        ..nodes[0].row_of("optimism")
    };
    (
        EvmReceipts::new(&EvmReader::new(&[row], &client)),
        SentLog { client, log },
    )
}

fn account() -> AccountId {
    format!("eip155:10:{OWN}").parse().unwrap()
}

fn located(number: u64) -> LocatedTransaction {
    LocatedTransaction {
        id: word(number).parse().unwrap(),
        block: FactBlock {
            number,
            hash: None,
            time: Timestamp::from_seconds(1_600_000_000),
            position: None,
        },
    }
}

async fn read(reader: &EvmReceipts, wanted: &[LocatedTransaction]) -> Result<FoundReceipts, RemoteError> {
    reader.receipts(&account(), wanted).await
}

fn numbers(facts: &[Fact]) -> Vec<u64> {
    let mut all: Vec<u64> = facts.iter().map(|fact| fact.block.number).collect();
    all.sort_unstable();
    all
}

#[tokio::test]
async fn receipts_state_every_part_of_the_fee_all_logs_and_the_block_of_the_facts() {
    let node = node(|_, _| None).await;
    let (reader, log) = reader(&[&node]);
    let wanted: Vec<_> = (1..=25).map(located).collect();
    let found = read(&reader, &wanted).await.unwrap();
    assert_eq!(numbers(&found.facts), (1..=25).collect::<Vec<_>>());
    assert_eq!(found.missing, []);
    let fact = found.facts.iter().find(|fact| fact.block.number == 7).unwrap();
    let FactBody::Receipt(receipt) = &fact.body else {
        panic!("{fact:?}");
    };
    let fees = [Some(receipt.fee), receipt.data_fee, receipt.blob_fee].map(|fee| fee.map(|fee| fee.to_string()));
    assert_eq!(fees, [Some("50".to_owned()), Some("7".to_owned()), None]);
    assert_eq!((receipt.logs.len(), receipt.logs[0].index), (1, 4));
    let block = FactBlock {
        number: 7,
        hash: Some(word(7)),
        time: Timestamp::from_seconds(1_600_000_000),
        position: Some(3),
    };
    assert_eq!((&fact.block, &fact.account), (&block, &account()));
    assert_eq!(node.count_of("eth_getTransactionReceipt"), 25);
    let lines = log.lines().await;
    let own = lines
        .iter()
        .find(|line| line.purpose == "transaction receipts")
        .unwrap();
    assert_eq!(
        own.disclosed,
        DisclosedField::Address(OWN.parse().unwrap()),
        "the privacy ledger names the account"
    );
}

#[tokio::test]
async fn a_host_that_refuses_old_receipts_is_passed_over() {
    let (first, second) = (refusing().await, node(|_, _| None).await);
    let (both, _) = reader(&[&first, &second]);
    let found = read(&both, &[located(1), located(2)]).await.unwrap();
    assert_eq!(numbers(&found.facts), [1, 2]);
    assert!(first.count_of("eth_getTransactionReceipt") > 0);

    let (alone, _) = reader(&[&first]);
    let refused = read(&alone, &[located(1)]).await;
    assert!(matches!(refused, Err(RemoteError::Refused { .. })), "{refused:?}");
}

#[tokio::test]
async fn what_one_node_does_not_have_is_requested_from_the_next() {
    let pruned =
        node(|method, params| (method == "eth_getTransactionReceipt" && number(&params[0]) < 3).then_some(Value::Null))
            .await;
    let full = node(|method, params| {
        (method == "eth_getTransactionReceipt" && number(&params[0]) == 1).then_some(Value::Null)
    })
    .await;
    let wanted: Vec<_> = (1..=4).map(located).collect();
    let (both, _) = reader(&[&pruned, &full]);
    let found = read(&both, &wanted).await.unwrap();
    assert_eq!(numbers(&found.facts), [2, 3, 4]);
    assert_eq!(found.missing, [wanted[0].id.clone()]);
    assert_eq!(full.count_of("eth_getTransactionReceipt"), 2, "only what is left");
}

#[tokio::test]
async fn a_receipt_of_another_block_is_never_returned() {
    let node = node(|_, _| None).await;
    let (reader, _) = reader(&[&node]);
    let with_hash = |hash: String| {
        let mut one = located(5);
        one.block.hash = Some(hash);
        one
    };
    let mut elsewhere = located(6);
    elsewhere.block.number = 7;
    let found = read(&reader, &[with_hash(word(99)), elsewhere.clone()]).await.unwrap();
    assert_eq!(found.facts, []);
    assert_eq!(found.missing, [located(5).id, elsewhere.id]);
    let found = read(&reader, &[with_hash(word(5))]).await.unwrap();
    assert_eq!(numbers(&found.facts), [5]);
}

#[tokio::test]
async fn a_failing_node_is_an_error_and_no_missing_receipt() {
    for answer in [
        json!({ "code": -32000, "message": "something else" }),
        json!({ "transactionHash": word(9) }),
        json!({ "transactionHash": word(2), "blockNumber": "0x2" }),
    ] {
        let failing = node(move |method, params| {
            (method == "eth_getTransactionReceipt" && number(&params[0]) == 2).then(|| answer.clone())
        })
        .await;
        let (reader, _) = reader(&[&failing]);
        assert!(read(&reader, &[located(1), located(2)]).await.is_err());
    }
}

#[tokio::test]
async fn a_receipt_with_many_logs_is_kept_only_for_the_sender() {
    let large = node(|method, params| {
        (method == "eth_getTransactionReceipt").then(|| {
            let own = number(&params[0]);
            let mut large = receipt(own);
            large["logs"] = json!((0..301).map(|index| log(own, index)).collect::<Vec<_>>());
            if own == 2 {
                large["from"] = json!(OTHER);
            }
            large
        })
    })
    .await;
    let (reader, _) = reader(&[&large]);
    let found = read(&reader, &[located(1), located(2)]).await.unwrap();
    assert_eq!(numbers(&found.facts), [1]);
    assert_eq!(found.missing, [], "it is not missing");
}

#[tokio::test]
async fn ids_that_are_no_transactions_are_not_requested_and_other_chains_are_not_covered() {
    let node = node(|_, _| None).await;
    let (reader, _) = reader(&[&node]);
    let genesis = LocatedTransaction {
        id: format!("GENESIS_{OWN}").parse().unwrap(),
        ..located(1)
    };
    assert_eq!(read(&reader, &[genesis]).await, Ok(FoundReceipts::default()));
    assert_eq!(node.count_of("eth_getTransactionReceipt"), 0);
    assert_eq!(reader.chains(), [ChainId::evm(10)]);
    let far = format!("eip155:1:{OWN}").parse().unwrap();
    assert!(matches!(
        reader.receipts(&far, &[located(1)]).await,
        Err(RemoteError::Unsupported { .. })
    ));
}

#[tokio::test]
async fn the_hash_of_a_block_is_unknown_where_no_node_has_it() {
    let block = |number: u64| {
        let digits = format!("{number:#x}");
        json!({ "number": digits, "hash": format!("0x{number:064x}"), "timestamp": "0x66b00000" })
    };
    let node = MockNode::new(move |method, params| match (method, params[0].as_str()) {
        ("eth_getBlockByNumber", Some("0x10")) => block(16),
        ("eth_getBlockByNumber", Some("0x11")) => json!({ "code": 4444, "message": "pruned history unavailable" }),
        ("eth_getBlockByNumber", Some("0x12")) => block(16),
        _ => Value::Null,
    })
    .await;
    let (client, _) = node.client();
    let reader = EvmReceipts::new(&EvmReader::new(&[node.row()], &client));
    let hash = async |number| reader.block_hash(&ChainId::evm(1), number).await.unwrap();
    assert_eq!(hash(16).await, Some(format!("0x{:064x}", 16)));
    assert_eq!(hash(17).await, None, "it was pruned");
    assert_eq!(hash(18).await, None, "the node answers with another block");
    let unknown = reader.block_hash(&ChainId::evm(424_242), 16).await;
    assert_eq!(unknown.unwrap_err().code(), "unsupported");
}

#[tokio::test]
async fn a_node_that_does_not_answer_says_nothing_about_a_block() {
    let node = MockNode::with_raw_answers(|_| Some((503, Value::Null))).await;
    let (client, _) = node.client();
    let reader = EvmReceipts::new(&EvmReader::new(&[node.row()], &client));
    let read = reader.block_hash(&ChainId::evm(1), 16).await;
    assert_eq!(read.unwrap_err().code(), "unavailable");
}
