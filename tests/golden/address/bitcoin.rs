//! Bitcoin addresses: BIP 173 and BIP 350 (BSD-2-Clause), BIP 341 (BSD-3-Clause), and Bitcoin Core's vectors as
//! published by bitcoinjs-lib (MIT).

use super::{is_refused, is_secret, is_test, on, script};
use crate::vectors;
use serde_json::Value;

/// The version byte of Bitcoin's script addresses.
const SCRIPT: &[u8] = &[5];

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list<'a>(file: &'a Value, name: &str) -> &'a [Value] {
    file[name].as_array().unwrap()
}

/// Returns whether the address is valid on Bitcoin.
fn is_bitcoin(address: &str) -> bool {
    on(address).iter().any(|(chain, _)| *chain == "bitcoin")
}

#[test]
fn segwit_addresses_follow_bip_350() {
    assert_eq!(
        on("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"),
        [("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".to_owned())]
    );
    assert!(is_refused(
        "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4"
    ));
    let Some(file) = vectors::read("bitcoin-bips/bip-0350.json") else {
        return;
    };
    for case in list(&file, "valid_addresses") {
        let address = text(&case["address"]);
        if address.to_lowercase().starts_with("tb1") {
            assert!(is_test(address), "{address}");
        } else {
            assert!(is_bitcoin(address), "{address}");
            let expected = case["script_pubkey_hex"].as_str();
            assert_eq!(script(address, SCRIPT).as_deref(), expected, "{address}");
        }
    }
    for case in list(&file, "invalid_addresses") {
        assert!(is_refused(text(&case["address"])), "{case}");
    }
    for case in list(&file, "valid_strings") {
        assert!(is_refused(text(case)), "{case} is Bech32m but not an address");
    }
    for case in list(&file, "invalid_strings") {
        assert!(is_refused(text(&case["string"])), "{case}");
    }
}

/// Only version 0: BIP 350 replaced the checksum of the other versions.
#[test]
fn segwit_addresses_of_version_0_follow_bip_173() {
    let Some(file) = vectors::read("bitcoin-bips/bip-0173.json") else {
        return;
    };
    for case in list(&file, "valid_addresses") {
        let (address, expected) = (text(&case["address"]), text(&case["script_pubkey_hex"]));
        match (expected.starts_with("00"), address.to_lowercase().starts_with("tb1")) {
            (true, true) => assert!(is_test(address), "{address}"),
            (true, false) => assert_eq!(script(address, SCRIPT).as_deref(), Some(expected)),
            (false, _) => assert!(is_refused(address), "{address} has the checksum of version 0"),
        }
    }
    for name in ["invalid_addresses", "valid_strings", "invalid_strings"] {
        for case in list(&file, name) {
            let text = case
                .as_str()
                .or(case["address"].as_str())
                .or(case["string"].as_str())
                .unwrap();
            assert!(is_refused(text), "{case}");
        }
    }
}

#[test]
fn taproot_addresses_follow_bip_341() {
    let Some(file) = vectors::read("bitcoin-bips/bip-0341-wallet-test-vectors.json") else {
        return;
    };
    let cases = list(&file, "scriptPubKey");
    assert_eq!(cases.len(), 7);
    for case in cases {
        let expected = &case["expected"];
        let address = text(&expected["bip350Address"]);
        assert!(is_bitcoin(address));
        assert_eq!(script(address, SCRIPT).as_deref(), expected["scriptPubKey"].as_str());
    }
}

#[test]
fn base58_addresses_are_those_of_bitcoin_core() {
    let Some(valid) = vectors::read("utxo-addresses/bitcoin/base58_keys_valid.json") else {
        return;
    };
    for case in valid.as_array().unwrap() {
        let (address, hash, about) = (text(&case[0]), text(&case[1]), &case[2]);
        if about["isPrivkey"] == true {
            assert!(is_secret(address), "a private key was not detected");
        } else if about["isTestnet"] == true {
            assert!(is_test(address), "{address}");
        } else {
            assert!(is_bitcoin(address), "{address}");
            assert!(script(address, SCRIPT).unwrap().contains(hash), "{address}");
        }
    }
    let invalid = vectors::read("utxo-addresses/bitcoin/base58_keys_invalid.json").unwrap();
    for case in invalid.as_array().unwrap() {
        let address = text(&case[0]);
        assert!(is_secret(address) || is_refused(address), "{address}");
    }
    for file in ["bitcoin", "litecoin-core"] {
        let file = format!("utxo-addresses/{file}/base58_encode_decode.json");
        for case in vectors::read(&file).unwrap().as_array().unwrap() {
            // Random bytes, none of which carries a checksum.
            let address = text(&case[1]);
            assert!(is_refused(address), "{address}");
        }
    }
}

#[test]
fn addresses_are_those_of_bitcoinjs() {
    let Some(file) = vectors::read("utxo-addresses/bitcoin/address.json") else {
        return;
    };
    for case in list(&file, "standard") {
        let address = case["base58check"].as_str().or(case["bech32"].as_str()).unwrap();
        let network = text(&case["network"]);
        let hash = case["hash"].as_str().or(case["data"].as_str()).unwrap();
        if network == "testnet" || network == "regtest" {
            assert!(is_test(address), "{address}");
        } else {
            assert!(on(address).iter().any(|(chain, _)| *chain == network), "{address}");
            assert!(script(address, &[5, 50]).unwrap().contains(hash), "{address}");
        }
    }
    for case in list(&file, "bech32") {
        let address = text(&case["address"]);
        assert_eq!(is_bitcoin(address), case["prefix"] == "bc", "{address}");
    }
    let invalid = file["invalid"].as_object().unwrap().values();
    let cases = invalid.flat_map(|list| list.as_array().unwrap());
    // Addresses of an invented network are rejected only because of the network.
    for case in cases.filter(|case| case["network"].is_null() && case["exception"].is_string()) {
        if let Some(address) = case["address"].as_str() {
            assert!(is_refused(address), "{address}");
        }
    }
}
