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
    exchange::account::ExchangeCodes,
    http_client::HttpClient,
};
use conformance::{
    chain_reader::{AccountBalances, BlockState, ChainState, Harness, OtherChain, Samples, check, check_offline},
    mock_server::{Request, Response},
};
use ports::{AssetId, ChainId, ChainReader, RawAmount};
use serde_json::{Value, json};
use support::outgoing::{WallClock, client_for_urls, shorter_timeouts};

use super::rpc;
use crate::solana::clock_account;

const ACCOUNTS: [&str; 2] = [
    "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "eip155:1:0x225f137127d9067788314bc7fcc1f36746a3c3B5",
];
/// The second chain of the EVM reader, as in CAIP-2.
const BASE: &str = "eip155:8453";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TETHER: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
const BALANCE_OF: &str = "0x70a08231";
/// Contracts that certainly exist on Ethereum and Base, and the selector of `decimals()`.
const WRAPPED: [&str; 2] = [
    "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
    "0x4200000000000000000000000000000000000006",
];
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
pub fn samples(accounts: [&str; 2], native: &str, tokens: &[&str], largest: &str) -> Samples {
    Samples {
        accounts: accounts.map(|account| account.parse().unwrap()),
        native: native.parse().unwrap(),
        tokens: tokens.iter().map(|id| id.parse().unwrap()).collect(),
        elsewhere: None,
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

/// Ethereum and Base without Multicall3.
pub struct Evm;

impl Evm {
    /// The rows of both chains at this base URL, and a client that is allowed to call it.
    pub fn rows(base: &str) -> ([ChainSpec; 2], Arc<HttpClient>) {
        let rows = [("ethereum", 1), ("base", 8453)].map(|(code, number)| row(code, &format!("{base}/{number}")));
        let [(ethereum, client), (base, _)] = rows;
        ([ethereum, base], client)
    }

    /// The chain of a request, which is in its path.
    pub fn chain_of(request: &Request) -> ChainId {
        ChainId::evm(request.path().trim_matches('/').parse().unwrap())
    }

    pub fn call(chain: &ChainState, method: &str, params: &Value) -> Value {
        let pinned = |at: usize| {
            let number = params[at].as_str()?.trim_start_matches("0x");
            chain.by_number(u64::from_str_radix(number, 16).ok()?)
        };
        let missing = || json!({ "code": -32000, "message": "header not found" });
        let number = chain.chain.evm_number().unwrap();
        match method {
            "eth_chainId" if chain.other_chain => json!("0x5"),
            "eth_chainId" => json!(format!("{number:#x}")),
            "eth_getBlockByNumber" => Self::block(pinned(0).unwrap_or(chain.newest())),
            "eth_syncing" if chain.syncing => json!({ "currentBlock": "0x10", "highestBlock": "0x100" }),
            "eth_syncing" => json!(false),
            "eth_getTransactionCount" => json!("0x0"),
            "eth_getBalance" => {
                let address = params[0].as_str().unwrap();
                let balance = |block: &BlockState| block.held_by(address).map_or(RawAmount::ZERO, |held| held.native);
                pinned(1).map_or_else(missing, |block| json!(format!("0x{}", hex(balance(block)))))
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
        let data = call["data"].as_str().unwrap_or_default();
        if WRAPPED.contains(&to.as_str()) && data.starts_with(DECIMALS) {
            return json!(format!("0x{:064x}", 18));
        }
        if data.starts_with(DECIMALS) {
            let token = chain.decimals.iter().find(|(id, _)| of(id));
            let stated = token.and_then(|(_, decimals)| *decimals);
            return stated.map_or_else(|| json!("0x"), |decimals| json!(format!("0x{decimals:064x}")));
        }
        // The argument is the address, in the last 20 bytes of a word.
        let argument = data.strip_prefix(BALANCE_OF).and_then(|word| word.get(24..64));
        let account = argument.and_then(|address| block_state.held_by(&format!("0x{address}")));
        let held = |account: &AccountBalances| account.tokens.iter().find(|(id, _)| of(id)).and_then(|(_, raw)| *raw);
        account
            .and_then(held)
            .map_or_else(|| json!("0x"), |raw| json!(format!("0x{:0>64}", hex(raw))))
    }

    /// Both accounts, tokens of Ethereum, and contracts with the same addresses on Base.
    fn both_chains() -> Samples {
        let largest = alloy_primitives::U256::MAX.to_string();
        let on_base = |id: &str| id.replace("eip155:1", BASE);
        Samples {
            elsewhere: Some(OtherChain {
                account: on_base(ACCOUNTS[0]).parse().unwrap(),
                native: on_base("eip155:1/slip44:60").parse().unwrap(),
                tokens: [DOLLAR, TETHER].iter().map(|id| on_base(id).parse().unwrap()).collect(),
            }),
            ..samples(ACCOUNTS, "eip155:1/slip44:60", &[DOLLAR, TETHER], &largest)
        }
    }
}

fn hex(raw: RawAmount) -> String {
    let number: alloy_primitives::U256 = raw.to_string().parse().unwrap();
    format!("{number:x}")
}

impl Harness for Evm {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        let (mut rows, client) = Self::rows(base);
        rows.iter_mut().for_each(|row| row.multicall = None);
        Arc::new(EvmReader::new(&rows, &client))
    }

    fn chain(&self, request: &Request) -> ChainId {
        Self::chain_of(request)
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        rpc(request, |method, params| Self::call(chain, method, params))
    }

    fn hash(&self, number: u64) -> String {
        format!("{number:#066x}")
    }

    fn samples(&self) -> Samples {
        Samples {
            tokens_may_break: true,
            reports_syncing: true,
            may_lack_state: true,
            states_decimals: true,
            may_lack_decimals: true,
            ..Self::both_chains()
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
        let account = || newest.held_by(params[0].as_str().unwrap()).unwrap();
        match method {
            "getGenesisHash" if chain.other_chain => json!("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
            "getGenesisHash" => json!("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"),
            "getBalance" => {
                json!({ "context": context, "value": account().native.to_string().parse::<u64>().unwrap() })
            }
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
                let account = account();
                let held = account.tokens.iter().map(|held| Self::holding(chain, held));
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
        let accounts = [
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg",
        ];
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
            ..samples(accounts, native, &tokens, "18446744073709551615")
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
    let demo = demo::all(
        Arc::new(WallClock),
        (rows, &tokens::start_list(rows).unwrap()),
        ExchangeCodes::listed().unwrap(),
    );
    for reader in demo.readers {
        check_offline(reader, &Evm.samples()).await.assert_conforms();
    }
}
