//! The reader of transaction receipts from plain nodes meets the requirements.

use std::{sync::Arc, time::Duration};

use adapters::chain::{
    evm::{EvmReader, EvmReceipts},
    rows::{ChainEndpoint, rows},
};
use conformance::{
    mock_server::{Request, Response},
    transaction_receipt::{Harness, MockReceipts, Samples, check},
};
use ports::{ChainId, Clock as _, TransactionId, TransactionReceiptReader};
use serde_json::{Value, json};
use support::outgoing::{WallClock, client_for_urls, shorter_timeouts};

const ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const OTHER: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const CHAIN: u64 = 10;
const HEAD: u64 = 2_000_000;

struct PlainNode;

fn hash(number: u64) -> String {
    format!("0x{number:064x}")
}

fn number(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16).unwrap()
}

fn block(number: u64, hash: &str) -> Value {
    let now = WallClock.now().seconds();
    json!({ "number": format!("{number:#x}"), "hash": hash, "timestamp": format!("{now:#x}") })
}

/// A block by its height; a name such as `latest` is the head.
fn block_of(param: &Value, receipts: &MockReceipts) -> Value {
    if !param.as_str().unwrap().starts_with("0x") {
        return block(HEAD, &hash(HEAD));
    }
    let mut blocks = receipts.blocks.values();
    let found = blocks.find(|(height, _)| *height == number(param));
    found.map_or(Value::Null, |(height, hash)| block(*height, hash))
}

fn receipt(transaction: u64, receipts: &MockReceipts) -> Value {
    if receipts.is_refused {
        return json!({ "code": -32602, "message": "Archive requests require a personal token." });
    }
    let Some((height, of_block)) = receipts.blocks.get(&transaction) else {
        return Value::Null;
    };
    json!({
        "transactionHash": hash(transaction), "blockHash": of_block, "blockNumber": format!("{height:#x}"),
        "transactionIndex": "0x3", "from": ADDRESS, "to": ADDRESS, "contractAddress": null, "status": "0x1",
        "gasUsed": "0x5208", "effectiveGasPrice": "0xa", "l1Fee": "0x7", "logs": [],
    })
}

impl Harness for PlainNode {
    fn reader(&self, base: &str) -> Arc<dyn TransactionReceiptReader> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let mut known = rows().unwrap().iter();
        let mut row = known.find(|row| row.chain.id == ChainId::evm(CHAIN)).unwrap().clone();
        row.endpoints = vec![ChainEndpoint::new(base.parse().unwrap(), true)];
        Arc::new(EvmReceipts::new(&EvmReader::new(&[row], &client)))
    }

    fn answer(&self, request: &Request, receipts: &MockReceipts) -> Response {
        super::rpc(request, |method, params| match method {
            "eth_chainId" => json!(format!("{CHAIN:#x}")),
            "eth_syncing" => json!(false),
            "eth_blockNumber" => json!(format!("{HEAD:#x}")),
            "eth_getBlockByNumber" => block_of(&params[0], receipts),
            "eth_getTransactionReceipt" => receipt(number(&params[0]), receipts),
            other => panic!("no request {other}"),
        })
    }

    fn transaction(&self, number: u64) -> TransactionId {
        hash(number).parse().unwrap()
    }

    fn block_hash(&self, height: u64, version: u64) -> String {
        hash(height * 1_000 + version)
    }

    fn samples(&self) -> Samples {
        Samples {
            accounts: [ADDRESS, OTHER].map(|address| format!("eip155:{CHAIN}:{address}").parse().unwrap()),
            other_id: TransactionId::withdrawal(7),
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reader_of_receipts_from_plain_nodes_meets_them() {
    check(PlainNode).await.assert_conforms();
}
