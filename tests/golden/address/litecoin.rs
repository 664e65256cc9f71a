//! Litecoin addresses: the vectors of Litecoin Core (MIT).

use super::{is_refused, is_secret, is_test, on, script};
use crate::vectors;

fn is_litecoin(address: &str) -> bool {
    on(address).iter().any(|(chain, _)| *chain == "litecoin")
}

fn flipped(text: &str) -> String {
    let flip = |c: char| {
        if c.is_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    text.chars().map(flip).collect()
}

#[test]
fn addresses_are_those_of_litecoin_core() {
    assert!(is_litecoin("LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA"));
    let Some(valid) = vectors::read("utxo-addresses/litecoin-core/key_io_valid.json") else {
        return;
    };
    for case in valid.as_array().unwrap() {
        let (address, expected, about) = (case[0].as_str().unwrap(), case[1].as_str().unwrap(), &case[2]);
        if about["isPrivkey"] == true {
            assert!(is_secret(address), "a private key was not detected");
        } else if about["chain"] == "main" {
            let writings = [address.to_owned(), flipped(address)];
            let both = if about["tryCaseFlip"] == true { 2 } else { 1 };
            for writing in &writings[..both] {
                assert!(is_litecoin(writing), "{writing}");
                assert_eq!(script(writing, &[5, 50]).as_deref(), Some(expected), "{writing}");
            }
        } else {
            assert!(is_test(address), "{address}");
        }
    }
    let invalid = vectors::read("utxo-addresses/litecoin-core/key_io_invalid.json").unwrap();
    for case in invalid.as_array().unwrap() {
        let address = case[0].as_str().unwrap();
        assert!(is_secret(address) || is_refused(address), "{address}");
    }
}
