//! Whether an account is a contract.

use adapters::chain::evm::EvmReader;
use ports::ChainReader as _;
use serde_json::{Value, json};

use super::ACCOUNT;
use crate::mock_node::MockNode;

#[tokio::test]
async fn an_account_with_code_is_a_contract_unless_a_key_delegates_to_one() {
    let delegation = format!("0xef0100{}", "ab".repeat(20));
    for (code, is_contract) in [
        (json!("0x"), false),
        (json!(delegation), false),
        (json!("0x6080604052"), true),
        (json!("0xef00"), true),
    ] {
        let answer = code.clone();
        let node = MockNode::new(move |method, _| match method {
            "eth_getTransactionCount" => json!("0x1"),
            "eth_getCode" => answer.clone(),
            _ => Value::Null,
        })
        .await;
        let reader = EvmReader::new(&[node.row()], &node.client().0);
        let probe = reader.probe(&ACCOUNT.parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(probe.is_contract, is_contract, "{code}");
    }
}

#[tokio::test]
async fn a_node_that_does_not_return_code_names_no_contract() {
    for answer in [
        json!({ "code": -32_000, "message": "no state" }),
        json!("not hexadecimal"),
    ] {
        let node = MockNode::new(move |method, _| match method {
            "eth_getTransactionCount" => json!("0x1"),
            "eth_getCode" => answer.clone(),
            _ => Value::Null,
        })
        .await;
        let reader = EvmReader::new(&[node.row()], &node.client().0);
        let probe = reader.probe(&ACCOUNT.parse().unwrap()).await.unwrap().unwrap();
        assert!(!probe.is_contract);
    }
}
