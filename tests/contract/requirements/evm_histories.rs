//! The reader of histories from plain nodes meets the requirements.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adapters::chain::{
    evm::{EvmHistory, EvmReader},
    rows::{ChainEndpoint, ChainSpec, rows},
};
use conformance::{
    history_reader::{Harness, HistoryRow, MockHistory, PageOrder, Samples, check, evm_transaction},
    mock_server::{Request, Response},
};
use ports::{AccountId, Address, ChainId, Clock as _, HistoryReader, Stream};
use serde_json::{Value, json};
use support::outgoing::{WallClock, client_for_urls, shorter_timeouts};

const ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const OTHER: &str = "0x642ae78fafbb8032da552d619ad43f1d81e4dd7c";
const CONTRACT: &str = "0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2";
const CHAINS: [u64; 2] = [10, 8453];
/// The newest block of the node.
const HEAD: u64 = 2_000_000;
/// The most logs that the node returns for a range of several blocks.
const MOST_LOGS: usize = 100;
/// The topics of `Transfer`, `TransferSingle`.
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const SINGLE: &str = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";

/// A node with an index of addresses and traces.
struct PlainNode;

/// The rows of the mocked service as a node has them: by block and transaction.
struct NodeView<'a> {
    rows: Vec<&'a HistoryRow>,
    history: &'a MockHistory,
}

impl<'a> NodeView<'a> {
    fn of(history: &'a MockHistory, chain: &ChainId) -> Self {
        let own = |row: &&HistoryRow| row.account.chain == *chain;
        Self {
            rows: history.rows.iter().filter(own).collect(),
            history,
        }
    }

    /// Returns the rows of a block, without repetitions.
    fn block(&self, number: u64) -> Vec<&'a HistoryRow> {
        let mut own: Vec<&HistoryRow> = self.rows.iter().filter(|row| row.block == number).copied().collect();
        own.dedup();
        own
    }

    /// Returns the rows that a request about these blocks finds, with their repetitions.
    fn listed(&self, (from, to): (u64, u64)) -> Vec<&'a HistoryRow> {
        let is_any = self.history.ignores_blocks || self.history.order == PageOrder::Endless;
        let is_listed = |row: &&&HistoryRow| is_any || (from..=to).contains(&row.block);
        let mut found: Vec<&HistoryRow> = self.rows.iter().filter(is_listed).copied().collect();
        if self.history.order == PageOrder::Reversed {
            found.reverse();
        }
        found
    }

    fn of_hash(&self, hash: &str) -> Vec<&'a HistoryRow> {
        let is_it = |row: &&&HistoryRow| evm_transaction(row.stream, row.transaction).to_string() == hash;
        let mut found: Vec<&HistoryRow> = self.rows.iter().filter(is_it).copied().collect();
        found.dedup();
        found
    }

    fn call(&self, method: &str, params: &Value) -> Value {
        let number = |value: &Value| u64::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16);
        match method {
            "eth_blockNumber" => json!(format!("{HEAD:#x}")),
            "eth_syncing" => json!(false),
            "ots_getApiLevel" => json!(8),
            // Only to learn whether the node has it: the index is used instead.
            "trace_filter" => json!([]),
            "eth_getBlockByNumber" => number(&params[0]).map_or_else(
                |_| block(HEAD, WallClock.now().seconds()),
                |number| block(number, 1_600_000_000 + i64::try_from(number).unwrap() * 12),
            ),
            "eth_getLogs" => {
                let filter = &params[0];
                let blocks = (
                    number(&filter["fromBlock"]).unwrap(),
                    number(&filter["toBlock"]).unwrap(),
                );
                self.logs(blocks, filter["topics"].as_array().unwrap())
            }
            "ots_searchTransactionsAfter" => self.page_after(params[1].as_u64().unwrap(), params[2].as_u64().unwrap()),
            "eth_getTransactionByHash" => self.transaction(params[0].as_str().unwrap()),
            "eth_getTransactionReceipt" => self.receipt(params[0].as_str().unwrap()),
            "trace_transaction" => self.calls(params[0].as_str().unwrap()),
            other => panic!("no request {other}"),
        }
    }

    fn logs(&self, blocks: (u64, u64), topics: &[Value]) -> Value {
        let events = topics[0].as_array().unwrap();
        let place = topics.len() - 1;
        let matching = |log: &Value| {
            let own = &log["topics"];
            let is_event = events.contains(&own[0]);
            let named = own[place].as_str().unwrap_or_default();
            // The kit answers with rows of other accounts too: only the place of the address is compared.
            is_event && named.len() == 66 && named.starts_with("0x000000000000000000000000") && named != topic(OTHER)
        };
        let logs = self.listed(blocks).into_iter().filter_map(|row| self.log(row));
        let logs: Vec<Value> = logs.filter(matching).collect();
        if logs.len() > MOST_LOGS && blocks.1 > blocks.0 && self.history.order != PageOrder::Endless {
            return json!({ "code": -32000, "message": "query returned more than 100 results" });
        }
        json!(logs)
    }

    fn log(&self, row: &HistoryRow) -> Option<Value> {
        let (from, to) = (topic(OTHER), topic(row.account.address.as_str()));
        let word = |number: u128| format!("{number:064x}");
        let (topics, data) = match row.stream {
            Stream::TokenTransfers | Stream::Receipts => (json!([TRANSFER, from, to]), word(row.amount)),
            Stream::NftTransfers => (
                json!([TRANSFER, from, to, format!("0x{}", word(row.amount))]),
                String::new(),
            ),
            Stream::MultiTokenTransfers => (json!([SINGLE, from, from, to]), word(7) + &word(row.amount)),
            _ => return None,
        };
        let of_block = self.block(row.block);
        let index = of_block.iter().position(|other| *other == row).unwrap();
        Some(json!({
            "address": CONTRACT, "topics": topics, "data": format!("0x{data}"), "blockNumber": format!("{:#x}", row.block),
            "blockHash": hash_of(row.block), "transactionHash": evm_transaction(row.stream, row.transaction).to_string(),
            "transactionIndex": "0x0", "logIndex": format!("{index:#x}"), "removed": false,
        }))
    }

    /// The transactions of the index after a block: whole blocks until a page is full.
    fn page_after(&self, after: u64, count: u64) -> Value {
        let mut rows = self.listed((after + 1, HEAD));
        rows.retain(|row| matches!(row.stream, Stream::Transactions | Stream::InternalTransfers));
        let mut blocks: BTreeMap<u64, Vec<&HistoryRow>> = BTreeMap::new();
        for row in rows {
            blocks.entry(row.block).or_default().push(row);
        }
        let (mut found, all) = (Vec::new(), blocks.len());
        let mut taken = 0;
        for rows in blocks.values() {
            if found.len() as u64 >= count {
                break;
            }
            taken += 1;
            found.extend(rows.iter().map(|row| {
                let hash = evm_transaction(row.stream, row.transaction);
                json!({ "hash": hash.to_string(), "blockNumber": format!("{:#x}", row.block) })
            }));
        }
        found.reverse();
        let is_last = taken == all && self.history.order != PageOrder::Endless;
        json!({ "txs": found, "receipts": [], "firstPage": is_last, "lastPage": after == 0 })
    }

    fn transaction(&self, hash: &str) -> Value {
        let Some(row) = self.of_hash(hash).first().copied() else {
            return Value::Null;
        };
        let is_paid = row.stream == Stream::Transactions;
        let to = if is_paid {
            row.account.address.as_str()
        } else {
            CONTRACT
        };
        let value = if is_paid { row.amount } else { 0 };
        json!({
            "hash": hash, "blockHash": hash_of(row.block), "blockNumber": format!("{:#x}", row.block), "from": OTHER, "to": to,
            "value": format!("{value:#x}"), "nonce": "0x1", "gas": "0x5208", "gasPrice": "0xa", "input": "0x", "type": "0x2",
        })
    }

    fn receipt(&self, hash: &str) -> Value {
        let rows = self.of_hash(hash);
        let Some(row) = rows.first() else {
            return Value::Null;
        };
        let logs: Vec<Value> = rows.iter().filter_map(|row| self.log(row)).collect();
        let transactions: Vec<u64> = self.block(row.block).iter().map(|row| row.transaction).collect();
        let position = transactions.iter().filter(|other| **other < row.transaction).count();
        json!({
            "transactionHash": hash, "blockHash": hash_of(row.block), "blockNumber": format!("{:#x}", row.block),
            "transactionIndex": format!("{position:#x}"), "from": OTHER, "to": CONTRACT, "contractAddress": null, "status": "0x1",
            "gasUsed": "0x5208", "effectiveGasPrice": "0xa", "logs": logs,
        })
    }

    fn calls(&self, hash: &str) -> Value {
        let rows = self.of_hash(hash);
        let call = |place: Value, to: &str, value: u128| {
            let action = json!({ "callType": "call", "from": CONTRACT, "to": to, "value": format!("{value:#x}") });
            json!({ "action": action, "type": "call", "traceAddress": place })
        };
        let mut calls = vec![call(json!([]), CONTRACT, 0)];
        let internal = rows.into_iter().filter(|row| row.stream == Stream::InternalTransfers);
        calls.extend(internal.map(|row| call(json!([row.item]), row.account.address.as_str(), row.amount)));
        json!(calls)
    }
}

fn topic(address: &str) -> String {
    format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

fn hash_of(block: u64) -> String {
    format!("0x{:064x}", block + 0xb10c_0000)
}

fn block(number: u64, seconds: i64) -> Value {
    json!({ "number": format!("{number:#x}"), "hash": hash_of(number), "timestamp": format!("{seconds:#x}") })
}

fn chain_of(request: &Request) -> ChainId {
    ChainId::evm(request.path().trim_matches('/').parse().unwrap())
}

impl Harness for PlainNode {
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let row = |number: &u64| -> ChainSpec {
            let mut row = rows()
                .unwrap()
                .iter()
                .find(|row| row.chain.id == ChainId::evm(*number))
                .unwrap()
                .clone();
            row.endpoints = vec![ChainEndpoint::new(format!("{base}/{number}").parse().unwrap(), true)];
            row
        };
        let rows: Vec<ChainSpec> = CHAINS.iter().map(row).collect();
        Arc::new(EvmHistory::new(&EvmReader::new(&rows, &client)))
    }

    fn answer(&self, request: &Request, history: &MockHistory) -> Response {
        let chain = chain_of(request);
        let view = NodeView::of(history, &chain);
        super::rpc(request, |method, params| match method {
            "eth_chainId" => json!(format!("{:#x}", chain.evm_number().unwrap())),
            method => view.call(method, params),
        })
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        let error = json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32000, "message": "unauthorized" } });
        (chain_of(request) == *chain).then(|| Response::json(403, &error))
    }

    fn error_text(&self) -> Option<Response> {
        let error = json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32000, "message": "something else" } });
        Some(Response::json(200, &error))
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64| AccountId {
            chain: ChainId::evm(chain),
            address: ADDRESS.parse().unwrap(),
        };
        Samples {
            accounts: CHAINS.map(account),
            stranger: AccountId {
                chain: ChainId::evm(CHAINS[0]),
                address: Address::evm([9; 20]),
            },
            page_rows: MOST_LOGS,
            window: None,
            identified: Stream::ALL.to_vec(),
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reader_of_plain_nodes_meets_them() {
    check(PlainNode).await.assert_conforms();
}
