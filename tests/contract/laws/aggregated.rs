//! The reader of EVM chains where it reads everything in one call of Multicall3, as it does on nearly every chain.

use std::{sync::Arc, time::Duration};

use adapters::chain::evm::EvmReader;
use alloy_primitives::{U256, hex};
use alloy_sol_types::{SolCall, sol};
use conformance::{
    chain_reader::{Chain, Moment, Samples, Stand, check},
    door::{Request, Response},
};
use ports::ChainReader;
use serde_json::{Value, json};

use super::{
    chains::{Evm, row},
    rpc,
};

sol! {
    struct Call3 { address target; bool allowFailure; bytes callData; }
    struct Answer { bool success; bytes returnData; }
    function aggregate3(Call3[] calls) external payable returns (Answer[] results);
    function getEthBalance(address account) external view returns (uint256 balance);
    function getBlockNumber() external view returns (uint256 number);
}

const MULTICALL: &str = "0xca11bde05977b3631167028862be2a173976ca11";

struct Aggregated;

/// The answer to one of the calls.
fn one(chain: &Chain, moment: &Moment, call: &Call3) -> Answer {
    let is_a = |selector: [u8; 4]| call.callData.starts_with(&selector);
    let word = |number: U256| number.to_be_bytes_vec();
    let bytes = if is_a(getBlockNumberCall::SELECTOR) {
        word(U256::from(moment.number))
    } else if is_a(getEthBalanceCall::SELECTOR) {
        word(moment.native.to_string().parse().unwrap())
    } else {
        let call = json!({ "to": call.target.to_string(), "data": hex::encode_prefixed(&call.callData) });
        let answer = Evm::contract(chain, moment, &call);
        hex::decode(answer.as_str().unwrap()).unwrap()
    };
    Answer {
        success: true,
        returnData: bytes.into(),
    }
}

/// The answer of Multicall3; `None` for every other request.
fn aggregated(chain: &Chain, method: &str, params: &Value) -> Option<Value> {
    let to = params[0]["to"].as_str()?.to_lowercase();
    if method != "eth_call" || to != MULTICALL || chain.without_state {
        return None;
    }
    let number = params[1].as_str()?.trim_start_matches("0x");
    let moment = chain.at(u64::from_str_radix(number, 16).ok()?)?;
    let data = hex::decode(params[0]["data"].as_str()?).ok()?;
    if data == getBlockNumberCall::SELECTOR {
        return Some(json!(format!("{:#066x}", moment.number)));
    }
    let calls = aggregate3Call::abi_decode(&data).ok()?.calls;
    let answers = calls.iter().map(|call| one(chain, moment, call)).collect();
    Some(json!(hex::encode_prefixed(aggregate3Call::abi_encode_returns(
        &answers
    ))))
}

impl Stand for Aggregated {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        let (row, client) = row("ethereum", base);
        assert!(row.multicall.is_some(), "the row names Multicall3");
        Arc::new(EvmReader::new(&[row], &client))
    }

    fn answer(&self, request: &Request, chain: &Chain) -> Response {
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
        super::PATIENCE
    }
}

#[tokio::test]
async fn the_reader_of_evm_chains_keeps_them_with_multicall() {
    check(Aggregated).await.expect_whole();
}
