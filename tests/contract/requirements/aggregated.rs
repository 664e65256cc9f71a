//! The EVM reader with Multicall3, which reads everything in one call on nearly every chain.

use std::{sync::Arc, time::Duration};

use adapters::chain::evm::EvmReader;
use alloy_primitives::{U256, hex};
use alloy_sol_types::{SolCall, sol};
use conformance::{
    chain_reader::{BlockState, ChainState, Harness, Samples, check},
    mock_server::{Request, Response},
};
use ports::{ChainId, ChainReader, RawAmount};
use serde_json::{Value, json};

use super::{chains::Evm, rpc};

sol! {
    struct Call3 { address target; bool allowFailure; bytes callData; }
    struct Answer { bool success; bytes returnData; }
    function aggregate3(Call3[] calls) external payable returns (Answer[] results);
    function getEthBalance(address account) external view returns (uint256 balance);
    function getBlockNumber() external view returns (uint256 number);
}

const MULTICALL: &str = "0xca11bde05977b3631167028862be2a173976ca11";

struct Aggregated;

/// Returns the answer to one of the calls.
fn one(chain: &ChainState, block_state: &BlockState, call: &Call3) -> Answer {
    let is_a = |selector: [u8; 4]| call.callData.starts_with(&selector);
    let word = |number: U256| number.to_be_bytes_vec();
    let bytes = if is_a(getBlockNumberCall::SELECTOR) {
        word(U256::from(block_state.number))
    } else if is_a(getEthBalanceCall::SELECTOR) {
        let address = getEthBalanceCall::abi_decode(&call.callData)
            .unwrap()
            .account
            .to_string();
        let held = block_state
            .held_by(&address)
            .map_or(RawAmount::ZERO, |held| held.native);
        word(held.to_string().parse().unwrap())
    } else {
        let call = json!({ "to": call.target.to_string(), "data": hex::encode_prefixed(&call.callData) });
        let answer = Evm::contract(chain, block_state, &call);
        hex::decode(answer.as_str().unwrap()).unwrap()
    };
    Answer {
        success: true,
        returnData: bytes.into(),
    }
}

/// Returns the answer of Multicall3; `None` for every other request.
fn aggregated(chain: &ChainState, method: &str, params: &Value) -> Option<Value> {
    let to = params[0]["to"].as_str()?.to_lowercase();
    if method != "eth_call" || to != MULTICALL || chain.without_state {
        return None;
    }
    let number = params[1].as_str()?.trim_start_matches("0x");
    let block_state = chain.by_number(u64::from_str_radix(number, 16).ok()?)?;
    let data = hex::decode(params[0]["data"].as_str()?).ok()?;
    if data == getBlockNumberCall::SELECTOR {
        return Some(json!(format!("{:#066x}", block_state.number)));
    }
    let calls = aggregate3Call::abi_decode(&data).ok()?.calls;
    let answers = calls.iter().map(|call| one(chain, block_state, call)).collect();
    Some(json!(hex::encode_prefixed(aggregate3Call::abi_encode_returns(
        &answers
    ))))
}

impl Harness for Aggregated {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        let (rows, client) = Evm::rows(base);
        assert!(
            rows.iter().all(|row| row.multicall.is_some()),
            "the rows name Multicall3"
        );
        Arc::new(EvmReader::new(&rows, &client))
    }

    fn chain(&self, request: &Request) -> ChainId {
        Evm::chain_of(request)
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        rpc(request, |method, params| {
            aggregated(chain, method, params).unwrap_or_else(|| Evm::call(chain, method, params))
        })
    }

    fn hash(&self, number: u64) -> String {
        Evm.hash(number)
    }

    fn samples(&self) -> Samples {
        Evm.samples()
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn the_evm_reader_meets_them_with_multicall() {
    check(Aggregated).await.assert_conforms();
}
