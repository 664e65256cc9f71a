//! Tests of histories from plain nodes, against mock nodes with limits and faults.

mod faults;
mod silence;

use std::{collections::BTreeSet, sync::Arc};

use adapters::chain::{
    evm::{EvmHistory, EvmReader},
    rows::ChainEndpoint,
};
use ports::{
    AccountId, Clock as _, Fact, HistoryReader, RemoteError, Stream,
    fact::FactBody,
    history::{HistoryGapKind, HistoryPage, HistoryRequest},
};
use serde_json::{Value, json};
use support::outgoing::WallClock;

use crate::mock_node::MockNode;

const OWN: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3b5";
const OTHER: &str = "0x642ae78fafbb8032da552d619ad43f1d81e4dd7c";
const TOKEN: &str = "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const HEAD: u64 = 1_000_000;

/// How a node misbehaves: which answer it gives in place of the correct one to a method with these parameters.
type Fault = Arc<dyn Fn(&str, &Value) -> Option<Value> + Send + Sync>;

/// A node with a transfer of a token to the account in every block whose number is a multiple of this.
struct LogNode {
    every: u64,
    fault: Fault,
}

fn number(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
}

fn word(number: u64) -> String {
    format!("0x{number:064x}")
}

fn topic(address: &str) -> String {
    format!("0x{:0>64}", address.trim_start_matches("0x"))
}

/// The range of a request for logs.
fn range(params: &Value) -> (u64, u64) {
    (number(&params[0]["fromBlock"]), number(&params[0]["toBlock"]))
}

/// A log of the block with this number, whose transaction has the same number.
fn log(block: u64) -> Value {
    json!({
        "address": TOKEN, "topics": [TRANSFER, topic(OTHER), topic(OWN)], "data": word(block), "logIndex": "0x0",
        "blockNumber": format!("{block:#x}"), "blockHash": word(block), "transactionHash": word(block), "removed": false,
    })
}

impl LogNode {
    fn answer(&self, method: &str, params: &Value) -> Value {
        if let Some(answer) = (self.fault)(method, params) {
            return answer;
        }
        let of_hash = || number(&params[0]);
        match method {
            "eth_chainId" => json!("0x1"),
            "eth_syncing" => json!(false),
            "eth_blockNumber" => json!(format!("{HEAD:#x}")),
            "eth_getBlockByNumber" if params[0] == "latest" => {
                let now = WallClock.now().seconds();
                json!({ "number": format!("{HEAD:#x}"), "hash": word(HEAD), "timestamp": format!("{now:#x}") })
            }
            "eth_getBlockByNumber" => {
                let block = number(&params[0]);
                json!({ "number": params[0], "hash": word(block), "timestamp": format!("{:#x}", 1_600_000_000 + block) })
            }
            "eth_getLogs" => {
                let (from, to) = range(params);
                let is_received = params[0]["topics"][2] == topic(OWN).as_str();
                let blocks =
                    (from.div_ceil(self.every) * self.every..=to).step_by(usize::try_from(self.every).unwrap());
                json!(blocks.filter(|_| is_received).map(log).collect::<Vec<_>>())
            }
            "eth_getTransactionByHash" => json!({
                "hash": word(of_hash()), "blockHash": word(of_hash()), "from": OTHER, "to": TOKEN, "value": "0x0", "nonce": "0x1",
                "gas": "0xffff", "gasPrice": "0x1", "input": "0xa9059cbb", "type": "0x2",
            }),
            "eth_getTransactionReceipt" => json!({
                "transactionHash": word(of_hash()), "blockHash": word(of_hash()), "transactionIndex": "0x0", "from": OTHER,
                "to": TOKEN, "contractAddress": null, "status": "0x1", "gasUsed": "0xa", "effectiveGasPrice": "0x5",
                "logs": [log(of_hash())],
            }),
            _ => json!({ "code": -32601, "message": "the method does not exist" }),
        }
    }
}

/// A reader of one node, which is the operator's own or a public one.
async fn reader(every: u64, own: bool, fault: Fault) -> (MockNode, EvmHistory) {
    let log_node = LogNode { every, fault };
    let node = MockNode::new(move |method, params| log_node.answer(method, params)).await;
    let mut row = node.row();
    row.endpoints = vec![ChainEndpoint { own, ..node.endpoint() }];
    let history = EvmHistory::new(&EvmReader::new(&[row], &node.client().0));
    (node, history)
}

fn healthy() -> Fault {
    Arc::new(|_, _| None)
}

fn request(stream: Stream, blocks: (u64, u64)) -> HistoryRequest {
    let account: AccountId = format!("eip155:1:{OWN}").parse().unwrap();
    HistoryRequest {
        account,
        stream,
        blocks,
        continuation: None,
    }
}

/// Reads all pages of a stream.
async fn whole(reader: &EvmHistory, stream: Stream, blocks: (u64, u64)) -> Result<Vec<HistoryPage>, RemoteError> {
    let (mut request, mut pages) = (request(stream, blocks), Vec::new());
    loop {
        let page = reader.page(&request).await?;
        request.continuation.clone_from(&page.continuation);
        pages.push(page);
        if request.continuation.is_none() {
            return Ok(pages);
        }
        assert!(pages.len() < 300, "pages without end");
    }
}

fn blocks_of(pages: &[HistoryPage]) -> Vec<u64> {
    let facts = pages.iter().flat_map(|page| &page.facts);
    facts.map(|fact: &Fact| fact.block.number).collect()
}

fn expected(every: u64, last: u64) -> Vec<u64> {
    (0..=last / every).map(|nth| nth * every).collect()
}

#[tokio::test]
async fn one_scan_serves_all_streams() {
    let (node, reader) = reader(10_000, true, healthy()).await;
    for stream in [
        Stream::Transactions,
        Stream::InternalTransfers,
        Stream::TokenTransfers,
        Stream::Receipts,
    ] {
        whole(&reader, stream, (0, 100_000)).await.unwrap();
    }
    let (count, blocks) = (
        node.count_of("eth_getTransactionReceipt"),
        expected(10_000, 100_000).len(),
    );
    assert_eq!(count, blocks, "each receipt is requested once");
    whole(&reader, Stream::Receipts, (0, 100_000)).await.unwrap();
    assert!(
        node.count_of("eth_getTransactionReceipt") > count,
        "a repeated request is a new one"
    );
}

#[tokio::test]
async fn what_logs_do_not_show_is_stated() {
    let (_node, reader) = reader(10_000, true, healthy()).await;
    let gaps = async |stream: Stream| -> BTreeSet<HistoryGapKind> {
        let pages = whole(&reader, stream, (0, 100_000)).await.unwrap();
        pages.iter().flat_map(|page| &page.gaps).map(|gap| gap.kind).collect()
    };
    assert_eq!(
        gaps(Stream::Transactions).await,
        [HistoryGapKind::NativeTransfers].into()
    );
    for stream in [Stream::InternalTransfers, Stream::Withdrawals] {
        assert_eq!(gaps(stream).await, [HistoryGapKind::Unreported(stream)].into());
    }
    for stream in [
        Stream::TokenTransfers,
        Stream::NftTransfers,
        Stream::MultiTokenTransfers,
        Stream::Receipts,
    ] {
        assert_eq!(gaps(stream).await, BTreeSet::new(), "{stream:?}");
    }
}

#[tokio::test]
async fn of_a_public_node_only_the_newest_blocks_are_read_and_the_rest_is_stated() {
    let most = 50;
    let fault: Fault = Arc::new(move |method, params| {
        let is_wide = method == "eth_getLogs" && range(params).1 - range(params).0 + 1 > most;
        is_wide.then(|| json!({ "code": -32000, "message": "block range too large" }))
    });
    let (node, public) = reader(10_000, false, fault).await;
    let first = public.page(&request(Stream::TokenTransfers, (0, HEAD))).await.unwrap();
    let gap = first
        .gaps
        .iter()
        .find(|gap| gap.kind == HistoryGapKind::Window)
        .unwrap();
    let (from, to) = gap.blocks.unwrap();
    assert_eq!(from, 0);
    assert!(
        (700_000..HEAD).contains(&to),
        "{to}: a node that answers 50 blocks does not get a million requests"
    );
    assert!(first.through.unwrap() > to);
    assert_eq!(
        node.count_of("ots_getApiLevel"),
        0,
        "public nodes get no requests for an index"
    );

    let (_node, recent) = reader(10_000, false, healthy()).await;
    let pages = whole(&recent, Stream::TokenTransfers, (HEAD - 20_000, HEAD))
        .await
        .unwrap();
    assert!(
        pages.iter().all(|page| page.gaps.is_empty()),
        "nothing is left out of the newest blocks"
    );
    assert_eq!(blocks_of(&pages), [HEAD - 20_000, HEAD - 10_000, HEAD]);
}

#[tokio::test]
async fn a_receipt_states_its_fee_and_all_its_logs() {
    let fault: Fault = Arc::new(|method, params| {
        (method == "eth_getTransactionReceipt").then(|| {
            let mut receipt = LogNode {
                every: 10,
                fault: healthy(),
            }
            .answer(method, params);
            receipt["l1Fee"] = json!("0x7");
            receipt["blobGasUsed"] = json!("0x3");
            receipt["blobGasPrice"] = json!("0x2");
            receipt
        })
    });
    let (_node, reader) = reader(10, true, fault).await;
    let page = reader.page(&request(Stream::Receipts, (1, 10))).await.unwrap();
    let FactBody::Receipt(receipt) = &page.facts[0].body else {
        panic!("{page:?}");
    };
    let fees = [Some(receipt.fee), receipt.data_fee, receipt.blob_fee].map(|fee| fee.map(|fee| fee.to_string()));
    assert_eq!(fees, ["50", "7", "6"].map(|fee| Some(fee.to_owned())));
    assert_eq!((receipt.logs.len(), receipt.succeeded), (1, Some(true)));
    let block = &page.facts[0].block;
    assert_eq!(
        (block.number, block.position, block.hash.as_deref()),
        (10, Some(0), Some(word(10).as_str()))
    );
    assert_eq!(block.time.seconds(), 1_600_000_010);
}
