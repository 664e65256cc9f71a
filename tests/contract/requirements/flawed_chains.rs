//! Flawed chain readers, each of which violates a requirement.

mod reader;

use std::{sync::Arc, time::Duration};

use conformance::{
    chain_reader::{self as requirements, ChainState, Harness, OtherChain, Samples, check},
    mock_server::{Request, Response},
};
use ports::{AssetId, ChainId, ChainReader};
use serde_json::json;

use self::reader::Reader;
use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, nothing, parameter},
};

const ACCOUNTS: [&str; 2] = [
    "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "eip155:1:0x225f137127d9067788314bc7fcc1f36746a3c3B5",
];
/// 2^256 - 1.
const LARGEST: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
const NATIVE: &str = "eip155:1/slip44:60";
const TOKENS: [&str; 2] = [
    "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7",
];

/// `GET /decimals?chain=C&of=T` returns `{"decimals": 6}` or `{"decimals": null}`, `GET /state?chain=C` returns `{"has": true}`,
/// `GET /head?chain=C` returns `{"chain", "number", "hash", "time"}`, `GET /balance?chain=C&of=A&token=T&at=N` returns
/// `{"raw": 1, "more": 0}`, the amounts of both places, or `{"raw": null}` if the contract is broken.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

impl Harness for FlawedHarness {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        Arc::new(Reader::new(ToyClient::new(base, self.0, &self.1)))
    }

    fn chain(&self, request: &Request) -> ChainId {
        parameter(request, "chain").parse().unwrap_or(ChainId::evm(1))
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        let block_state = parameter(request, "at")
            .parse()
            .ok()
            .and_then(|at| chain.by_number(at))
            .unwrap_or(chain.newest());
        let token = parameter(request, "token");
        match request.path() {
            "/head" => {
                let id = if chain.other_chain {
                    "eip155:5"
                } else {
                    chain.chain.as_str()
                };
                let time = block_state.time.seconds();
                let (number, hash, syncing) = (block_state.number, &block_state.hash, chain.syncing);
                let head = json!({ "chain": id, "number": number, "hash": hash, "time": time, "syncing": syncing });
                Response::json(200, &head)
            }
            "/balance" => {
                let Some(account) = block_state.held_by(&parameter(request, "of")) else {
                    return nothing();
                };
                let token: AssetId = token.parse().unwrap();
                let is_token = token.contract().is_some();
                let raw = if is_token {
                    account.balance_of(&token)
                } else {
                    Some(account.native)
                };
                let raw = raw.map_or_else(|| "null".to_owned(), |raw| raw.to_string());
                let is_twice = is_token && chain.in_two_places;
                let more = if is_twice { raw.as_str() } else { "0" };
                Response::new(200, "application/json", format!("{{\"raw\": {raw}, \"more\": {more}}}"))
            }
            "/decimals" => {
                let id = parameter(request, "of").parse().unwrap();
                Response::json(200, &json!({ "decimals": chain.decimals_of(&id) }))
            }
            "/state" => Response::json(200, &json!({ "has": !chain.without_state })),
            _ => nothing(),
        }
    }

    fn hash(&self, number: u64) -> String {
        format!("{number:#066x}")
    }

    fn samples(&self) -> Samples {
        Samples {
            accounts: ACCOUNTS.map(|account| account.parse().unwrap()),
            native: NATIVE.parse().unwrap(),
            tokens: TOKENS.map(|id| id.parse().unwrap()).to_vec(),
            elsewhere: Some(OtherChain {
                account: elsewhere(ACCOUNTS[0]).parse().unwrap(),
                native: elsewhere(NATIVE).parse().unwrap(),
                tokens: TOKENS.map(|id| elsewhere(id).parse().unwrap()).to_vec(),
            }),
            tokens_may_break: true,
            reports_syncing: true,
            may_lack_state: true,
            largest: LARGEST.parse().unwrap(),
            has_places: true,
            states_decimals: true,
            may_lack_decimals: true,
            foreign: "eip155:7".parse().unwrap(),
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

/// The same account or asset on the other chain.
fn elsewhere(id: &str) -> String {
    id.replace("eip155:1", "eip155:10")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_reader_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::OldHead, requirements::BLOCK),
        (Flaw::HalfRead, requirements::ALL_OR_NOTHING),
        (Flaw::AnswersForeign, requirements::UNSUPPORTED_CHAIN),
        (Flaw::AsksForeign, requirements::UNSUPPORTED_CHAIN),
        (Flaw::TellsFirst, requirements::OTHER_CHAIN),
        (Flaw::ByPlace, requirements::ORDER),
        (Flaw::Forgetful, requirements::REPEATABLE),
        (Flaw::Backwards, requirements::PROGRESS),
        (Flaw::MoreMetadata, requirements::METADATA),
        (Flaw::ProbeGuesses, requirements::PROBE),
        (Flaw::BelievesTheFirstBlock, requirements::FIRST_BLOCK),
        (Flaw::BelievesFutureHeads, requirements::AHEAD),
        (Flaw::BelievesSyncingNodes, requirements::SYNCING),
        (Flaw::BelievesNodesWithoutState, requirements::WITHOUT_STATE),
    ]);
    check_flaws(Port::Chain, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
