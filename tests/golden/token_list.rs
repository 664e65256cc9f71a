//! Token lists, <https://github.com/Uniswap/token-lists> (MIT): which cases are valid by the schema. The schema judges
//! a file as a whole; the product leaves out the invalid tokens of a list and keeps the others.

use crate::vectors;
use adapters::{
    chain::rows::rows,
    token_list::{KnownChains, parse},
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns whether the schema would accept the file: it is a list, and none of its rows is left out.
fn is_taken(list: &Value, chains: &KnownChains) -> bool {
    parse(list.to_string().as_bytes(), chains).is_ok_and(|list| list.left_out == 0)
}

#[test]
fn lists_are_judged_as_the_published_schema_does() {
    let chains = KnownChains::of(rows().unwrap());
    let token = json!({"chainId": 1, "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "name": "USD Coin", "symbol": "USDC.e", "decimals": 6});
    let mut list = json!({"name": "A list", "timestamp": "2020-06-12T00:00:00+00:00", "version": {"major": 1, "minor": 0, "patch": 0}, "tokens": [token]});
    assert!(is_taken(&list, &chains));
    list["tokens"][0]["decimals"] = json!(256);
    assert!(!is_taken(&list, &chains));
    let Some(expected) = vectors::read("token-lists/expected.json") else {
        return;
    };
    let expected = expected.as_object().unwrap();
    assert_eq!(expected.len(), 24);
    for (file, taken) in expected {
        let case = vectors::read(&format!("token-lists/cases/{file}")).unwrap();
        assert_eq!(is_taken(&case, &chains), taken.as_bool().unwrap(), "{file}");
    }
}

#[test]
fn an_invalid_token_does_not_affect_the_rest_of_a_list() {
    let chains = KnownChains::of(rows().unwrap());
    let Some(case) = vectors::read("token-lists/cases/extensions-invalid.tokenlist.json") else {
        return;
    };
    let list = parse(case.to_string().as_bytes(), &chains).unwrap();
    assert_eq!((list.tokens.len(), list.left_out), (1, 1));
    let big = vectors::read("token-lists/cases/bigexample.tokenlist.json").unwrap();
    let list = parse(big.to_string().as_bytes(), &chains).unwrap();
    let known = big["tokens"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|token| token["chainId"] == 1);
    let known: BTreeSet<String> = known.map(|token| token["address"].to_string().to_lowercase()).collect();
    assert!(known.len() > 100);
    assert_eq!((list.tokens.len(), list.left_out), (known.len(), 0));
}
