//! The rows that the blocks of a node add to the lists of an explorer.

use std::collections::BTreeMap;

use alloy_primitives::U256;
use serde_json::{Map, Value, json};

use crate::rpc::Rpc;

const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const SINGLE: &str = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
const BATCH: &str = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";

/// A row of a list.
pub(super) struct ListRow {
    pub block: usize,
    /// The addresses in whose lists it is, in lower case.
    pub parties: Vec<String>,
    fields: Map<String, Value>,
}

impl ListRow {
    /// Returns the row as it is sent while this is the newest block.
    pub fn with_confirmations(&self, head: usize) -> Value {
        let mut fields = self.fields.clone();
        fields.insert("confirmations".to_owned(), json!((head - self.block).to_string()));
        Value::Object(fields)
    }
}

/// The rows of one block.
pub(super) struct BlockLists {
    pub hash: String,
    lists: BTreeMap<&'static str, Vec<ListRow>>,
}

impl BlockLists {
    /// Returns the rows of the list with this name.
    pub fn rows(&self, action: &str) -> impl Iterator<Item = &ListRow> {
        self.lists.get(action).into_iter().flatten()
    }
}

/// Reads a block with its receipts and traces.
pub(super) fn read_block(node: Rpc, number: u64) -> BlockLists {
    let tag = format!("{number:#x}");
    let block = node.call("eth_getBlockByNumber", json!([tag, true]));
    let mut reading = BlockReading {
        number,
        seconds: decimal(&block["timestamp"]),
        hash: text(&block["hash"]),
        lists: BTreeMap::new(),
    };
    let transactions = block["transactions"].as_array().unwrap();
    if !transactions.is_empty() {
        let receipts = node.call("eth_getBlockReceipts", json!([tag]));
        let calls = node.call("trace_block", json!([tag]));
        for (transaction, receipt) in transactions.iter().zip(receipts.as_array().unwrap()) {
            reading.transaction(transaction, receipt);
            let logs = receipt["logs"].as_array().unwrap();
            logs.iter().for_each(|log| reading.log(log));
            let own = |call: &&Value| call["transactionHash"] == transaction["hash"];
            let calls: Vec<&Value> = calls.as_array().unwrap().iter().filter(own).collect();
            reading.calls(&calls);
        }
    }
    BlockLists {
        hash: reading.hash,
        lists: reading.lists,
    }
}

struct BlockReading {
    number: u64,
    seconds: String,
    hash: String,
    lists: BTreeMap<&'static str, Vec<ListRow>>,
}

impl BlockReading {
    fn add(&mut self, list: &'static str, hash: &Value, parties: &[&Value], more: Value) {
        let mut fields = Map::from_iter([
            ("blockNumber".to_owned(), json!(self.number.to_string())),
            ("timeStamp".to_owned(), json!(self.seconds)),
            ("hash".to_owned(), hash.clone()),
        ]);
        let Value::Object(more) = more else {
            panic!("a row is an object");
        };
        fields.extend(more);
        let parties = parties.iter().filter_map(|party| party.as_str());
        self.lists.entry(list).or_default().push(ListRow {
            block: usize::try_from(self.number).unwrap(),
            parties: parties.map(str::to_lowercase).collect(),
            fields,
        });
    }

    fn transaction(&mut self, transaction: &Value, receipt: &Value) {
        let succeeded = receipt["status"] == "0x1";
        let (from, to, created) = (&transaction["from"], &transaction["to"], &receipt["contractAddress"]);
        let row = json!({
            "blockHash": self.hash, "nonce": decimal(&transaction["nonce"]), "from": from, "to": text(to),
            "transactionIndex": decimal(&receipt["transactionIndex"]), "value": decimal(&transaction["value"]),
            "gas": decimal(&transaction["gas"]), "gasPrice": decimal(&receipt["effectiveGasPrice"]),
            "gasUsed": decimal(&receipt["gasUsed"]), "cumulativeGasUsed": decimal(&receipt["cumulativeGasUsed"]),
            "isError": if succeeded { "0" } else { "1" }, "txreceipt_status": if succeeded { "1" } else { "0" },
            "input": transaction["input"], "contractAddress": text(created), "functionName": "",
        });
        self.add("txlist", &transaction["hash"], &[from, to, created], row);
    }

    /// Adds the calls with a value below the transaction's own. One within a call that failed has failed too.
    fn calls(&mut self, calls: &[&Value]) {
        let place = |call: &Value| -> Vec<String> {
            let numbers = call["traceAddress"].as_array().unwrap().iter();
            numbers.map(Value::to_string).collect()
        };
        let failed: Vec<Vec<String>> = calls
            .iter()
            .filter(|call| !call["error"].is_null())
            .map(|call| place(call))
            .collect();
        for call in calls {
            let (place, action) = (place(call), &call["action"]);
            let kind = if call["type"] == "call" {
                &action["callType"]
            } else {
                &call["type"]
            };
            let value = decimal(&action["value"]);
            if place.is_empty() || value == "0" || kind == "delegatecall" {
                continue;
            }
            let (from, to, created) = (&action["from"], &action["to"], &call["result"]["address"]);
            let is_error = failed.iter().any(|other| place.starts_with(other));
            let row = json!({
                "from": from, "to": text(to), "value": value, "contractAddress": text(created), "input": "", "type": kind,
                "gas": "0", "gasUsed": "0", "traceId": place.join("_"), "isError": if is_error { "1" } else { "0" },
                "errCode": if is_error { "Reverted" } else { "" },
            });
            self.add("txlistinternal", &call["transactionHash"], &[from, to, created], row);
        }
    }

    fn log(&mut self, log: &Value) {
        let topics: Vec<&str> = log["topics"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let address = |at: usize| json!(format!("0x{}", &topics[at][26..]));
        match (topics.first().copied(), topics.len()) {
            (Some(TRANSFER), 3) => {
                let more = json!({ "value": word(log, 0), "tokenDecimal": "18", "tokenName": "", "tokenSymbol": "" });
                self.token("tokentx", log, [address(1), address(2)], more);
            }
            (Some(TRANSFER), 4) => {
                let id = decimal(&json!(topics[3]));
                self.token("tokennfttx", log, [address(1), address(2)], json!({ "tokenID": id }));
            }
            (Some(SINGLE), 4) => {
                let more = json!({ "tokenID": word(log, 0), "tokenValue": word(log, 1) });
                self.token("token1155tx", log, [address(2), address(3)], more);
            }
            (Some(BATCH), 4) => {
                let at = |word_of: usize| word(log, word_of).parse::<usize>().unwrap();
                let (ids, values) = (at(0) / 32, at(1) / 32);
                for item in 1..=at(ids) {
                    let more = json!({ "tokenID": word(log, ids + item), "tokenValue": word(log, values + item) });
                    self.token("token1155tx", log, [address(2), address(3)], more);
                }
            }
            _ => {}
        }
    }

    fn token(&mut self, list: &'static str, log: &Value, [from, to]: [Value; 2], mut more: Value) {
        more["from"] = from.clone();
        more["to"] = to.clone();
        more["contractAddress"] = log["address"].clone();
        more["transactionIndex"] = json!(decimal(&log["transactionIndex"]));
        more["blockHash"] = json!(self.hash);
        self.add(list, &log["transactionHash"], &[&from, &to], more);
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns a word of a log's data in decimal digits.
fn word(log: &Value, at: usize) -> String {
    let digits = &log["data"].as_str().unwrap()[2 + 64 * at..2 + 64 * (at + 1)];
    decimal(&json!(format!("0x{digits}")))
}

/// Returns a hexadecimal number in decimal digits.
fn decimal(value: &Value) -> String {
    let number: U256 = value.as_str().unwrap_or("0x0").parse().unwrap();
    number.to_string()
}
