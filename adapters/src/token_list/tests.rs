//! Parses published lists.

use ports::{AssetId, TokenList};
use serde_json::{Value, json};

use super::{
    publishers::{ARBITRUM, COINGECKO, Lists, OPTIMISM, UNISWAP},
    *,
};
use crate::chain::rows::{Status, rows};

fn read(text: &str) -> Result<TokenList, String> {
    parse(text.as_bytes(), &KnownChains::of(rows().unwrap()))
}

fn shown(list: &TokenList) -> Vec<String> {
    let one = |token: &ports::ListedToken| {
        let id: &AssetId = &token.id;
        format!("{} {} {:?}", id, token.metadata.symbol, token.metadata.decimals)
    };
    list.tokens.iter().map(one).collect()
}

#[test]
fn tokens_keep_their_order_and_get_canonical_ids() {
    let list = read(include_str!("fixtures/published/coingecko.json")).unwrap();
    assert_eq!(
        shown(&list),
        [
            "eip155:1/erc20:0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE SHIB Some(18)",
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 USDC Some(6)",
            "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F DAI Some(18)",
        ]
    );
    assert_eq!(list.left_out, 0);
}

#[test]
fn unsupported_chains_and_mirrors_of_native_assets_are_skipped() {
    let list = read(include_str!("fixtures/published/optimism.json")).unwrap();
    assert_eq!(
        shown(&list),
        [
            "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F DAI Some(18)",
            "eip155:10/erc20:0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1 DAI Some(18)",
        ]
    );
    assert_eq!(list.left_out, 0, "they are not invalid rows");
}

#[test]
fn solana_tokens_have_no_chain_number() {
    let list = read(include_str!("fixtures/published/solana.json")).unwrap();
    let solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token";
    assert_eq!(
        shown(&list),
        [
            format!("{solana}:JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN JUP Some(6)"),
            format!("{solana}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v USDC Some(6)"),
        ]
    );
    assert_eq!(
        list.left_out, 3,
        "a contract without a chain number, and a mint on an EVM chain"
    );
}

#[test]
fn invalid_rows_are_skipped_and_counted() {
    let list = read(include_str!("fixtures/published/hostile.json")).unwrap();
    assert_eq!(
        shown(&list),
        ["eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F DAI Some(18)"]
    );
    assert_eq!(list.tokens[0].metadata.name, "Dai stablecoin");
    assert_eq!(list.left_out, 24);
}

#[test]
fn a_deeply_nested_row_is_one_invalid_row() {
    let text = include_str!("fixtures/published/coingecko.json");
    let deep = format!("{}1{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    let list = read(&text.replace("null", &deep)).unwrap();
    assert_eq!((list.tokens.len(), list.left_out), (2, 1));
}

#[test]
fn raw_json_in_a_row_is_not_parsed() {
    let token = |address: &str, extensions: Value| json!({"chainId": 1, "address": address, "name": "A", "symbol": "A", "decimals": 0, "extensions": extensions});
    let hidden = json!({"a": {"$serde_json::private::RawValue": "{\"b\":1}"}});
    let rows = json!([
        token("0x6B175474E89094C44Da98b954EedeAC495271d0F", json!({"a": {"b": 1}})),
        token("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", hidden),
    ]);
    let list = read(&with("tokens", rows)).unwrap();
    assert_eq!((list.tokens.len(), list.left_out), (1, 1));
}

/// Returns a valid list with one field replaced.
fn with(field: &str, value: Value) -> String {
    let mut list: Value = serde_json::from_str(include_str!("fixtures/published/coingecko.json")).unwrap();
    list[field] = value;
    list.to_string()
}

#[test]
fn an_invalid_list_is_refused_with_its_reason() {
    let token = json!({"chainId": 1, "address": "0x6B175474E89094C44Da98b954EedeAC495271d0F", "name": "", "symbol": "", "decimals": 0});
    assert_eq!(read(&with("tokens", json!([token]))).unwrap().tokens.len(), 1);
    for (text, message) in [
        (String::new(), "no JSON"),
        ("<html>".to_owned(), "no JSON"),
        ("[]".to_owned(), "no token list"),
        (r#"{"error": "too many requests"}"#.to_owned(), "no token list"),
        (with("tokens", json!({})), "no token list"),
        (with("tokens", json!([])), "number of tokens"),
        (with("tokens", json!(vec![0; 10_001])), "number of tokens"),
        (with("tokens", json!([1, 2])), "without a readable token"),
        (with("name", json!("x".repeat(31))), "name"),
        (with("name", json!("<b>")), "name"),
        (with("timestamp", json!("yesterday")), "timestamp"),
        (with("version", json!({"major": 1})), "no token list"),
        (with("keywords", json!(["a", "a"])), "keywords"),
        (with("tags", json!({"a": {"name": "<", "description": "d"}})), "tags"),
        (with("logoURI", json!("no address")), "logoURI"),
    ] {
        let why = read(&text).unwrap_err();
        assert!(why.contains(message), "{message}: {why}");
    }
}

#[test]
fn every_list_has_its_own_id_and_url() {
    let rows = rows().unwrap();
    let publishers = [UNISWAP, COINGECKO, OPTIMISM, ARBITRUM];
    assert_eq!(publishers.each_ref().map(|one| one.code), CODES);
    let mut ids = Vec::new();
    for (spec, publisher) in SOURCES.iter().zip(&publishers) {
        let endpoint = spec.public().unwrap();
        assert!(!endpoint.own && endpoint.hosts().next().is_some());
        let chains = ListChains::of(rows);
        ids.extend(publisher.locations(&chains).into_iter().map(|location| location.id));
    }
    assert!(ids.iter().any(|id| id == "coingecko:optimistic-ethereum"), "{ids:?}");
    assert!(
        ids.iter()
            .all(|id| format!("list:{id}").parse::<ports::SourceId>().is_ok())
    );
    let count = ids.len();
    ids.sort();
    ids.dedup();
    let platforms = rows
        .iter()
        .filter(|row| row.status != Status::Dead && row.price_names.coingecko.is_some());
    let single = publishers.iter().filter(|one| matches!(one.lists, Lists::One(_)));
    assert_eq!((ids.len(), count), (count, platforms.count() + single.count()));
    assert!(!CODES.contains(&"nobody"));
}
