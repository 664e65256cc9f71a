//! Unusual answers of token contracts: longer or shorter than one word, and balances that depend on the caller.

use std::sync::Arc;

use adapters::chain::evm::EvmReader;
use ports::{
    AssetId, ChainReader,
    chain::{NO_CONTRACT, REVERTS, Reading, is_silent},
};
use serde_json::{Value, json};

use crate::mock_node::MockNode;
use crate::progress::CheckedProgress;

const ACCOUNT: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TETHER: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
const BALANCE_OF: &str = "0x70a08231";
const DECIMALS: &str = "0x313ce567";

fn word(number: u64) -> String {
    format!("{number:064x}")
}

/// A chain without Multicall3 with scripted contracts: answers depend on the contract's address, the data and the caller.
async fn reader(
    answer: impl Fn(&str, &str, Option<&str>) -> Value + Send + Sync + 'static,
) -> (EvmReader, Arc<MockNode>) {
    let node = MockNode::new(move |method, params| match method {
        "eth_call" => {
            let text = |field: &str| params[0][field].as_str();
            answer(text("to").unwrap(), text("data").unwrap(), text("from"))
        }
        _ => Value::Null,
    })
    .await;
    let mut row = node.row();
    (row.multicall, row.wrapped) = (None, None);
    let reader = EvmReader::new(&[row], &node.client().0);
    (reader, Arc::new(node))
}

fn ids() -> Vec<AssetId> {
    [DOLLAR, TETHER].map(|id| id.parse().unwrap()).to_vec()
}

async fn read(reader: &EvmReader) -> Reading {
    reader
        .balances(&ACCOUNT.parse().unwrap(), &ids(), &CheckedProgress)
        .await
        .unwrap()
}

fn is_dollar(to: &str) -> bool {
    DOLLAR.ends_with(to)
}

#[tokio::test]
async fn long_answers_are_truncated_and_short_ones_reported() {
    let (reader, _) = reader(|to, data, _| {
        assert!(data.starts_with(BALANCE_OF));
        if is_dollar(to) {
            json!(format!("0x{}{}ff", word(7), word(9)))
        } else {
            json!("0x0000000000000007")
        }
    })
    .await;
    let reading = read(&reader).await;
    let dollars = reading.balances.iter().find(|(id, _)| id.as_str() == DOLLAR).unwrap();
    assert_eq!(dollars.1.to_string(), "7");
    let [(tether, why)] = reading.unreadable.as_slice() else {
        panic!("{:?}", reading.unreadable);
    };
    assert_eq!(
        (tether.as_str(), why.as_str()),
        (TETHER, "its contract answers 8 bytes instead of 32")
    );
    assert!(!is_silent(why), "an unusable answer does not mean a zero balance");
    assert!(is_silent(NO_CONTRACT) && is_silent(REVERTS));
}

#[tokio::test]
async fn a_balance_that_depends_on_the_caller_is_reported_and_rejected() {
    let (reader, _) = reader(|to, _, from| {
        let own = from.is_some_and(|from| from.eq_ignore_ascii_case(ADDRESS));
        json!(format!("0x{}", word(if is_dollar(to) && !own { 1_000_000 } else { 5 })))
    })
    .await;
    for _ in 0..2 {
        let reading = read(&reader).await;
        assert!(reading.balances.iter().all(|(id, _)| id.as_str() != DOLLAR));
        assert!(
            reading
                .balances
                .iter()
                .any(|(id, raw)| id.as_str() == TETHER && raw.to_string() == "5")
        );
        let [(dollar, why)] = reading.unreadable.as_slice() else {
            panic!("{:?}", reading.unreadable);
        };
        assert_eq!(dollar.as_str(), DOLLAR);
        assert_eq!(
            why,
            "its balance depends on who makes the call: 1000000 in general and 5 for this address, in the smallest unit"
        );
    }
}

#[tokio::test]
async fn a_token_is_compared_once() {
    let (reader, node) = reader(|_, _, _| json!(format!("0x{}", word(5)))).await;
    read(&reader).await;
    assert_eq!(
        node.count_of("eth_call"),
        4,
        "two balances, and each again with the account as the caller"
    );
    read(&reader).await;
    assert_eq!(node.count_of("eth_call"), 6);
}

#[tokio::test]
async fn a_failed_comparison_does_not_affect_a_token() {
    for failure in [
        json!({ "code": 3, "message": "execution reverted" }),
        json!({ "code": -32000, "message": "no such thing" }),
    ] {
        let (reader, _) = reader(move |_, _, from| match from {
            Some(_) => failure.clone(),
            None => json!(format!("0x{}", word(5))),
        })
        .await;
        for _ in 0..2 {
            let reading = read(&reader).await;
            assert_eq!(reading.unreadable, []);
            let fives = reading.balances.iter().filter(|(_, raw)| raw.to_string() == "5");
            assert_eq!(fives.count(), 2);
        }
    }
}

#[tokio::test]
async fn a_reading_compares_a_few_tokens_and_the_next_one_others() {
    let (reader, node) = reader(|_, _, _| json!(format!("0x{}", word(5)))).await;
    let many: Vec<AssetId> = (1..=20)
        .map(|n| {
            format!("eip155:1/erc20:{}", ports::Address::evm([n; 20]))
                .parse()
                .unwrap()
        })
        .collect();
    let mut before = 0;
    for compared in [9, 9, 2, 0] {
        reader
            .balances(&ACCOUNT.parse().unwrap(), &many, &CheckedProgress)
            .await
            .unwrap();
        let calls = node.count_of("eth_call");
        assert_eq!(calls - before, many.len() + compared);
        before = calls;
    }
}

#[tokio::test]
async fn decimals_are_the_first_word_or_unknown() {
    for (answer, decimals) in [
        (format!("0x{}", word(6)), Some(6)),
        (format!("0x{}{}", word(6), word(1)), Some(6)),
        (format!("0x{}", word(256)), None),
        ("0x06".to_owned(), None),
    ] {
        let result = answer.clone();
        let (reader, _) = reader(move |_, data, _| match data {
            DECIMALS => json!(result.clone()),
            _ => json!("0x"),
        })
        .await;
        let metadata = reader.metadata(&"eip155:1".parse().unwrap(), &ids()).await.unwrap();
        assert!(
            metadata.iter().all(|(_, metadata)| metadata.decimals == decimals),
            "{answer}"
        );
    }
}
