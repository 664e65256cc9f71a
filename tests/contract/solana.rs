//! Tests of the Solana reader against a local mock server.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use crate::mock_node::MockNode;
use crate::progress::CheckedProgress;
use adapters::chain::solana::SolanaReader;
use ports::{AccountId, AssetId, ChainReader, RemoteError, chain::Reading};
use serde_json::{Value, json};

const TOKENS: &str = include_str!("../../adapters/src/chain/fixtures/solana/tokens.json");
const TOKENS_2022: &str = include_str!("../../adapters/src/chain/fixtures/solana/tokens_2022.json");
const MINTS: &str = include_str!("../../adapters/src/chain/fixtures/solana/mints.json");
const METAPLEX: &str = include_str!("../../adapters/src/chain/fixtures/solana/metaplex.json");
const ACCOUNT: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const DOLLAR: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
/// A Token-2022 mint with interest.
const EARNING: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo";
const SLOT: u64 = 380_000_000;

/// The clock sysvar account, which contains the slot and its time, as returned by a node.
pub fn clock_account(slot: u64, second: i64) -> Value {
    let words = [slot.to_le_bytes(), [0; 8], [0; 8], [0; 8], second.to_le_bytes()];
    let data = data_encoding::BASE64.encode(&words.concat());
    json!({ "context": { "slot": slot }, "value": { "data": [data, "base64"], "space": 40 } })
}

/// The usual answer of a working node.
fn usual(method: &str, params: &Value) -> Value {
    match method {
        "getGenesisHash" => json!("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"),
        "getBalance" => json!({ "context": { "slot": SLOT }, "value": 9_007_199_254_740_993_u64 }),
        "getLatestBlockhash" => {
            let hash = "8RBsoeyoRwajj86MZfZE6gMDJQVYGYcdSfx1zxqxNHbr";
            json!({ "context": { "slot": SLOT }, "value": { "blockhash": hash, "lastValidBlockHeight": 1 } })
        }
        "getAccountInfo" => clock_account(SLOT, 1_790_000_000),
        "getTokenAccountsByOwner" if params[1]["programId"].as_str().unwrap().starts_with("Tokenkeg") => text(TOKENS),
        "getTokenAccountsByOwner" => text(TOKENS_2022),
        "getMultipleAccounts" if params[1]["encoding"] == "jsonParsed" => text(MINTS),
        "getMultipleAccounts" => text(METAPLEX),
        _ => panic!("unknown method {method}"),
    }
}

fn text(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

async fn read_with(answer: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) -> Result<Reading, RemoteError> {
    let node = MockNode::new(answer).await;
    let reader = SolanaReader::new(&[node.row_of("solana")], &node.client().0);
    reader.balances(&ACCOUNT.parse().unwrap(), &[], &CheckedProgress).await
}

#[tokio::test]
async fn coin_and_tokens_are_exact_and_of_one_slot() {
    let node = MockNode::new(usual).await;
    let reader = SolanaReader::new(&[node.row_of("solana")], &node.client().0);
    let account: AccountId = ACCOUNT.parse().unwrap();
    let reading = reader.balances(&account, &[], &CheckedProgress).await.unwrap();
    assert_eq!((reading.block.number, reading.block.hash.len()), (SLOT, 44));
    let shown: Vec<(&str, String)> = reading
        .balances
        .iter()
        .map(|(id, raw)| (id.as_str(), raw.to_string()))
        .collect();
    let expected = [
        ("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501", "9007199254740993"),
        // The raw amount, without the interest that its program would display.
        (EARNING, "250000000"),
        // Two accounts of one mint, one of them frozen: their sum exceeds 64 bits.
        (DOLLAR, "18446744073711051615"),
    ];
    assert_eq!(shown, expected.map(|(id, raw)| (id, raw.to_owned())));
    let rows = reader.metadata(&account.chain, &tokens()).await.unwrap();
    assert_eq!((rows[0].1.decimals, rows[1].1.decimals), (Some(6), Some(8)));
    assert_eq!(
        node.count(),
        3,
        "which chain it is of, what is held at which block, and what the tokens are called"
    );
}

fn tokens() -> Vec<AssetId> {
    vec![DOLLAR.parse().unwrap(), EARNING.parse().unwrap()]
}

async fn names(answer: impl Fn(&str, &Value) -> Value + Send + Sync + 'static) -> Result<Vec<String>, RemoteError> {
    let node = MockNode::new(answer).await;
    let reader = SolanaReader::new(&[node.row_of("solana")], &node.client().0);
    let account: AccountId = ACCOUNT.parse().unwrap();
    let rows = reader.metadata(&account.chain, &tokens()).await?;
    let shown = rows.iter().map(|(_, one)| format!("{}/{}", one.symbol, one.name));
    Ok(shown.collect())
}

#[tokio::test]
async fn token_names_come_from_the_mint_or_metaplex() {
    // The right-to-left mark is removed, and the URI beside the name is not requested.
    assert_eq!(names(usual).await.unwrap(), ["USDC/USD Coin", "PYUSD/PayPal USD"]);
    let unnamed = names(|method, params| match method {
        "getMultipleAccounts" => json!({ "context": { "slot": SLOT }, "value": [null, null] }),
        _ => usual(method, params),
    });
    assert_eq!(unnamed.await.unwrap(), ["/", "/"]);
}

#[tokio::test]
async fn foreign_mint_metadata_is_rejected() {
    let earning = EARNING.rsplit(':').next().unwrap();
    for field in ["metadataAddress", "mint"] {
        let own = format!("\"{field}\": \"{earning}\"");
        assert!(MINTS.contains(&own), "{own}");
        let other = MINTS.replace(
            &own,
            &format!("\"{field}\": \"9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM\""),
        );
        let reply = names(move |method, params| match method {
            "getMultipleAccounts" if params[1]["encoding"] == "jsonParsed" => text(&other),
            _ => usual(method, params),
        });
        assert_eq!(reply.await.unwrap()[1], "/", "{field}");
    }
    let foreign = METAPLEX.replace("metaqbxx", "metaqbxy");
    let reply = names(move |method, params| match method {
        "getMultipleAccounts" if params[1]["encoding"] == "base64" => text(&foreign),
        _ => usual(method, params),
    });
    assert_eq!(reply.await.unwrap()[0], "/");
}

#[tokio::test]
async fn unavailable_names_are_an_error_and_not_empty() {
    for reply in [
        json!({ "context": {}, "value": [null] }),
        json!({ "value": "x" }),
        json!("<html>"),
    ] {
        let case = reply.to_string();
        let failed = names(move |method, params| match method {
            "getMultipleAccounts" => reply.clone(),
            _ => usual(method, params),
        });
        assert_eq!(failed.await.unwrap_err().code(), "malformed", "{case}");
    }
}

#[tokio::test]
async fn answers_of_several_slots_are_requested_again() {
    let count = Arc::new(AtomicU64::new(0));
    let reading = read_with(move |method, params| {
        let mut reply = usual(method, params);
        if method == "getBalance" && count.fetch_add(1, Ordering::Relaxed) == 0 {
            reply["context"]["slot"] = json!(SLOT - 1);
        }
        reply
    });
    assert_eq!(reading.await.unwrap().block.number, SLOT);
    let apart = read_with(|method, params| match method {
        "getBalance" => json!({ "context": { "slot": 1 }, "value": 1 }),
        _ => usual(method, params),
    });
    let error = apart.await.unwrap_err();
    assert_eq!(error.code(), "malformed");
    assert!(error.to_string().contains("slots that are far apart"), "{error}");
}

/// Several nodes answer for one address of a provider, and never of one slot.
#[tokio::test]
async fn answers_of_neighboring_slots_are_a_reading_of_the_oldest_one() {
    let reading = read_with(|method, params| {
        let mut reply = usual(method, params);
        let behind = match method {
            "getBalance" => 2,
            "getLatestBlockhash" => 1,
            _ => 0,
        };
        if behind > 0 {
            reply["context"]["slot"] = json!(SLOT - behind);
        }
        reply
    });
    let reading = reading.await.unwrap();
    assert_eq!((reading.block.number, reading.block.hash.as_str()), (SLOT - 2, ""));
    assert_eq!(reading.balances.len(), 3, "{:?}", reading.balances);
}

#[tokio::test]
async fn an_account_that_was_never_used_holds_nothing() {
    let reading = read_with(|method, params| match method {
        "getBalance" => json!({ "context": { "slot": SLOT }, "value": 0 }),
        "getTokenAccountsByOwner" => json!({ "context": { "slot": SLOT }, "value": [] }),
        _ => usual(method, params),
    });
    assert!(reading.await.unwrap().balances.is_empty());
}

#[tokio::test]
async fn each_node_failure_has_its_own_error() {
    // The context names this slot, and the clock account names another one.
    let foreign_clock = || {
        let mut account = clock_account(SLOT + 1, 1);
        account["context"]["slot"] = json!(SLOT);
        account
    };
    let broken = || TOKENS.replace("\"1500000\"", "\"1.5\"");
    let cases: [(&str, Value, &str); 8] = [
        (
            "getGenesisHash",
            json!("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
            "refused",
        ),
        (
            "getBalance",
            json!({ "code": -32005, "message": "Too many requests for a specific RPC call" }),
            "rate_limited",
        ),
        (
            "getBalance",
            json!({ "context": { "slot": SLOT }, "value": -1 }),
            "malformed",
        ),
        ("getBalance", json!({ "value": 1 }), "malformed"),
        ("getTokenAccountsByOwner", text(&broken()), "malformed"),
        (
            "getTokenAccountsByOwner",
            text(&TOKENS.replace("EPjF", "0OIl")),
            "malformed",
        ),
        (
            "getLatestBlockhash",
            json!({ "context": { "slot": SLOT }, "value": { "blockhash": "<script>" } }),
            "malformed",
        ),
        ("getAccountInfo", foreign_clock(), "malformed"),
    ];
    for (method, reply, code) in cases {
        let case = format!("{method} {reply}");
        let answer = move |asked: &str, params: &Value| {
            if asked == method {
                reply.clone()
            } else {
                usual(asked, params)
            }
        };
        assert_eq!(read_with(answer).await.unwrap_err().code(), code, "{case}");
    }
}

#[tokio::test]
async fn a_node_of_another_cluster_is_rejected_once() {
    let node = MockNode::new(|method, params| match method {
        "getGenesisHash" => json!("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
        _ => usual(method, params),
    })
    .await;
    let reader = SolanaReader::new(&[node.row_of("solana")], &node.client().0);
    for _ in 0..3 {
        let refused = reader.balances(&ACCOUNT.parse().unwrap(), &[], &CheckedProgress).await;
        assert_eq!(refused.unwrap_err().code(), "refused");
    }
    assert_eq!(node.count(), 1, "it is not asked again within the hour");
}

#[tokio::test]
async fn statuses_and_pages_are_failures() {
    for (status, reply, code) in [
        (429, json!("slow down"), "rate_limited"),
        (403, json!("blocked"), "refused"),
        (200, json!("<html>"), "malformed"),
    ] {
        let node = MockNode::with_raw_answers(move |_| Some((status, reply.clone()))).await;
        let reader = SolanaReader::new(&[node.row_of("solana")], &node.client().0);
        let failed = reader
            .balances(&ACCOUNT.parse().unwrap(), &[], &CheckedProgress)
            .await
            .unwrap_err();
        assert_eq!(failed.code(), code, "{status}");
    }
}
