//! What really happened at the account, as rows of the lists of an explorer.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::history::{OWN, Truth};

pub const USDC: &str = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const OTHER: &str = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
const CONTRACT: &str = "0xe592427a0aece92de3edee1f18e0157c05861564";
const ETHER: u128 = 1_000_000_000_000_000_000;
const GAS_PRICE: u128 = 10_000_000_000;
const GAS: u128 = 21_000;
/// A list of an explorer.
pub const LISTS: [&str; 3] = ["txlist", "txlistinternal", "tokentx"];

/// A row of a list.
#[derive(Clone, Debug)]
pub struct Row {
    pub list: &'static str,
    pub block: u64,
    pub fields: Value,
}

/// The rows of the account, and what they add up to.
#[derive(Clone, Default)]
pub struct TrueChain {
    pub rows: Vec<Row>,
    coin: u128,
    usdc: u128,
    sent: u64,
    transactions: u64,
}

impl TrueChain {
    /// A history of sixteen transactions.
    pub fn begin() -> Self {
        let mut chain = Self::default();
        chain.receive(100, 5 * ETHER);
        for turn in 0..4_u64 {
            let block = 1_000 + 500 * turn;
            chain.send(block, ETHER / 10);
            chain.receive_of_contract(block + 100, ETHER / 50);
            chain.token(block + 200, true, 2_500_000);
            chain.token(block + 300, false, 700_000);
        }
        chain
    }

    /// Adds three transactions in the blocks before this one.
    pub fn more(&mut self, newest: u64) {
        self.receive_of_contract(newest - 12, ETHER / 25);
        self.send(newest - 8, ETHER / 100);
        self.token(newest - 4, true, 1_000_000);
    }

    /// What the account holds at the end.
    pub fn truth(&self) -> Truth {
        let usdc = format!("eip155:1/erc20:{USDC}").parse().unwrap();
        Truth {
            coin: self.coin,
            sent: self.sent,
            tokens: vec![(usdc, self.usdc)],
            ..Truth::default()
        }
    }

    /// The transactions of the account.
    pub fn hashes(&self) -> BTreeSet<String> {
        let hashes = self
            .rows
            .iter()
            .map(|row| row.fields["hash"].as_str().unwrap().to_owned());
        hashes.collect()
    }

    fn add(&mut self, list: &'static str, block: u64, hash: &str, more: Value) {
        let mut fields = json!({
            "blockNumber": block.to_string(), "timeStamp": (1_600_000_000 + block).to_string(), "hash": hash,
            "blockHash": format!("0x{block:064x}"), "transactionIndex": "7",
        });
        for (name, value) in more.as_object().unwrap() {
            fields[name] = value.clone();
        }
        self.rows.push(Row { list, block, fields });
    }

    fn hash(&mut self) -> String {
        self.transactions += 1;
        format!("0x{:064x}", 0xabc_000 + self.transactions)
    }

    fn transaction(&mut self, block: u64, hash: &str, (from, to): (&str, &str), value: u128, nonce: u64) {
        let more = json!({
            "from": from.to_lowercase(), "to": to.to_lowercase(), "value": value.to_string(), "nonce": nonce.to_string(),
            "gas": "21000", "gasPrice": GAS_PRICE.to_string(), "gasUsed": GAS.to_string(), "isError": "0",
            "txreceipt_status": "1", "input": "0x", "contractAddress": "", "functionName": "",
        });
        self.add("txlist", block, hash, more);
    }

    fn receive(&mut self, block: u64, value: u128) {
        let hash = self.hash();
        self.transaction(block, &hash, (OTHER, OWN), value, 9);
        self.coin += value;
    }

    fn send(&mut self, block: u64, value: u128) {
        let (hash, nonce) = (self.hash(), self.sent);
        self.transaction(block, &hash, (OWN, OTHER), value, nonce);
        self.sent += 1;
        self.coin -= value + GAS * GAS_PRICE;
    }

    fn receive_of_contract(&mut self, block: u64, value: u128) {
        let hash = self.hash();
        let more = json!({
            "from": CONTRACT, "to": OWN.to_lowercase(), "value": value.to_string(), "contractAddress": "", "input": "",
            "type": "call", "gas": "0", "gasUsed": "0", "traceId": "0_1", "isError": "0", "errCode": "",
        });
        self.add("txlistinternal", block, &hash, more);
        self.coin += value;
    }

    fn token(&mut self, block: u64, arrives: bool, value: u128) {
        let hash = self.hash();
        let (from, to) = if arrives { (OTHER, OWN) } else { (OWN, OTHER) };
        if !arrives {
            let nonce = self.sent;
            self.transaction(block, &hash, (OWN, USDC), 0, nonce);
            self.sent += 1;
            self.coin -= GAS * GAS_PRICE;
        }
        let more = json!({
            "from": from.to_lowercase(), "to": to.to_lowercase(), "value": value.to_string(), "contractAddress": USDC,
            "tokenDecimal": "6", "tokenName": "USD Coin", "tokenSymbol": "USDC", "logIndex": "3",
        });
        self.add("tokentx", block, &hash, more);
        if arrives {
            self.usdc += value;
        } else {
            self.usdc -= value;
        }
    }
}
