//! Every shipped chain reader meets the requirements.

use std::{sync::Arc, time::Duration};

use adapters::{
    chain::{
        evm::EvmReader,
        rows::{ChainEndpoint, ChainSpec, rows},
        solana::SolanaReader,
        tokens,
    },
    demo,
    http_client::HttpClient,
};
use conformance::{
    chain_reader::{BlockState, ChainState, Harness, Samples, check, check_offline},
    mock_server::{Request, Response},
};
use ports::{AccountId, AssetId, ChainReader, RawAmount};
use serde_json::{Value, json};
use support::outgoing::{WallClock, client_for_urls, shorter_timeouts};

use super::rpc;
use crate::solana::clock_account;

const ACCOUNT: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TETHER: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
const BALANCE_OF: &str = "0x70a08231";
/// A contract that certainly exists on Ethereum, and the selector of `decimals()`.
const WRAPPED: &str = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const DECIMALS: &str = "0x313ce567";

/// The row of a chain with one endpoint, and a client that is allowed to call it.
pub fn row(code: &str, base: &str) -> (ChainSpec, Arc<HttpClient>) {
    let mut row = rows()
        .unwrap()
        .iter()
        .find(|row| row.chain.code == code)
        .unwrap()
        .clone();
    row.endpoints = vec![ChainEndpoint::new(base.parse().unwrap(), true)];
    (row, client_for_urls(&[base.to_owned()], shorter_timeouts()).0)
}

/// The samples of a chain.
pub fn samples(account: &str, native: &str, tokens: &[&str], largest: &str) -> Samples {
    Samples {
        account: account.parse().unwrap(),
        native: native.parse().unwrap(),
        tokens: tokens.iter().map(|id| id.parse().unwrap()).collect(),
        tokens_may_break: false,
        reports_syncing: false,
        may_lack_state: false,
        largest: largest.parse().unwrap(),
        has_places: false,
        states_decimals: false,
        may_lack_decimals: false,
        foreign: "eip155:999999".parse().unwrap(),
    }
}

/// An EVM chain without Multicall3.
pub struct Evm;

impl Evm {
    pub fn call(chain: &ChainState, method: &str, params: &Value) -> Value {
        let pinned = |at: usize| {
            let number = params[at].as_str()?.trim_start_matches("0x");
            chain.by_number(u64::from_str_radix(number, 16).ok()?)
        };
        let missing = || json!({ "code": -32000, "message": "header not found" });
        match method {
            "eth_chainId" => json!(if chain.other_chain { "0x2105" } else { "0x1" }),
            "eth_getBlockByNumber" => Self::block(pinned(0).unwrap_or(chain.newest())),
            "eth_syncing" if chain.syncing => json!({ "currentBlock": "0x10", "highestBlock": "0x100" }),
            "eth_syncing" => json!(false),
            "eth_getTransactionCount" => json!("0x0"),
            "eth_getBalance" => {
                pinned(1).map_or_else(missing, |block_state| json!(format!("0x{}", hex(block_state.native))))
            }
            "eth_call" if chain.without_state => json!("0x"),
            "eth_call" => pinned(1).map_or_else(missing, |block_state| Self::contract(chain, block_state, &params[0])),
            _ => json!({ "code": -32601, "message": "no such method" }),
        }
    }

    fn block(block_state: &BlockState) -> Value {
        let (number, time) = (
            format!("{:#x}", block_state.number),
            format!("{:#x}", block_state.time.seconds()),
        );
        json!({ "number": number, "hash": block_state.hash, "timestamp": time })
    }

    pub fn contract(chain: &ChainState, block_state: &BlockState, call: &Value) -> Value {
        let to = call["to"].as_str().unwrap_or_default().to_lowercase();
        let of = |id: &AssetId| id.contract().is_some_and(|one| one.as_str().to_lowercase() == to);
        let held = block_state
            .tokens
            .iter()
            .find(|(id, _)| of(id))
            .and_then(|(_, raw)| *raw);
        let asks = |selector: &str| call["data"].as_str().is_some_and(|data| data.starts_with(selector));
        if to == WRAPPED && asks(DECIMALS) {
            return json!(format!("0x{:064x}", 18));
        }
        if asks(DECIMALS) {
            let token = chain.decimals.iter().find(|(id, _)| of(id));
            let stated = token.and_then(|(_, decimals)| *decimals);
            return stated.map_or_else(|| json!("0x"), |decimals| json!(format!("0x{decimals:064x}")));
        }
        held.filter(|_| asks(BALANCE_OF))
            .map_or_else(|| json!("0x"), |raw| json!(format!("0x{:0>64}", hex(raw))))
    }
}

fn hex(raw: RawAmount) -> String {
    let number: alloy_primitives::U256 = raw.to_string().parse().unwrap();
    format!("{number:x}")
}

impl Harness for Evm {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        let (mut row, client) = row("ethereum", base);
        row.multicall = None;
        Arc::new(EvmReader::new(&[row], &client))
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        rpc(request, |method, params| Self::call(chain, method, params))
    }

    fn hash(&self, number: u64) -> String {
        format!("{number:#066x}")
    }

    fn samples(&self) -> Samples {
        let largest = alloy_primitives::U256::MAX.to_string();
        Samples {
            tokens_may_break: true,
            reports_syncing: true,
            may_lack_state: true,
            states_decimals: true,
            may_lack_decimals: true,
            ..samples(ACCOUNT, "eip155:1/slip44:60", &[DOLLAR, TETHER], &largest)
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

/// Solana; each token is in one account of the first token program.
struct Solana;

impl Solana {
    fn call(chain: &ChainState, method: &str, params: &Value) -> Value {
        let newest = chain.newest();
        let context = json!({ "slot": newest.number });
        match method {
            "getGenesisHash" if chain.other_chain => json!("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
            "getGenesisHash" => json!("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"),
            "getBalance" => json!({ "context": context, "value": newest.native.to_string().parse::<u64>().unwrap() }),
            "getLatestBlockhash" => json!({ "context": context, "value": { "blockhash": newest.hash } }),
            "getAccountInfo" => clock_account(newest.number, newest.time.seconds()),
            // These mints have no metadata.
            "getMultipleAccounts" => {
                let asked = params[0].as_array().map_or(0, Vec::len);
                json!({ "context": context, "value": vec![Value::Null; asked] })
            }
            _ if params[1]["programId"]
                .as_str()
                .is_some_and(|id| id.starts_with("Tokenkeg")) =>
            {
                let places = if chain.in_two_places { 2 } else { 1 };
                let held = newest.tokens.iter().map(|held| Self::holding(chain, held));
                let rows = vec![held.collect::<Vec<Value>>(); places].concat();
                json!({ "context": context, "value": rows })
            }
            _ => json!({ "context": context, "value": [] }),
        }
    }

    fn holding(chain: &ChainState, (id, raw): &(AssetId, Option<RawAmount>)) -> Value {
        let mint = id.as_str().rsplit(':').next();
        let amount = json!({ "amount": raw.unwrap().to_string(), "decimals": chain.decimals_of(id) });
        json!({ "account": { "data": { "parsed": { "info": { "mint": mint, "tokenAmount": amount } } } } })
    }
}

impl Harness for Solana {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        let (row, client) = row("solana", base);
        Arc::new(SolanaReader::new(&[row], &client))
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        rpc(request, |method, params| Self::call(chain, method, params))
    }

    fn hash(&self, number: u64) -> String {
        format!("8RBsoeyoRwajj86MZfZE6gMDJQVYGYcd{number:012}")
    }

    fn samples(&self) -> Samples {
        let account = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
        let mints = [
            "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
            "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo",
        ];
        let tokens = mints.map(|mint| format!("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:{mint}"));
        let tokens = tokens.each_ref().map(String::as_str);
        let native = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501";
        Samples {
            has_places: true,
            states_decimals: true,
            ..samples(account, native, &tokens, "18446744073709551615")
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn the_evm_reader_meets_them() {
    check(Evm).await.assert_conforms();
}

#[tokio::test]
async fn the_solana_reader_meets_them() {
    check(Solana).await.assert_conforms();
}

#[tokio::test]
async fn the_demo_adapter_meets_them() {
    let rows = rows().unwrap();
    let demo = demo::all(Arc::new(WallClock), rows, &tokens::start_list(rows).unwrap());
    let account: AccountId = ACCOUNT.parse().unwrap();
    let samples = Samples {
        account,
        ..Evm.samples()
    };
    for reader in demo.readers {
        check_offline(reader, &samples).await.assert_conforms();
    }
}
