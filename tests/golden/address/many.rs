//! Addresses of many chains: ERC-2304, <https://eips.ethereum.org/EIPS/eip-2304> (CC0), and texts that are valid on
//! several chains.

use super::{hex, on, script};
use crate::vectors;
use ports::{Address, address::family};

fn chains(text: &str) -> Vec<&'static str> {
    on(text).into_iter().map(|(chain, _)| chain).collect()
}

#[test]
fn a_text_is_detected_on_every_chain_that_it_is_valid_on() {
    for (text, codes) in [
        ("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", &["bitcoin", "bitcoin-cash"][..]),
        (
            "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC",
            &["bitcoin", "litecoin", "bitcoin-cash"],
        ),
        (
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            &["bitcoin-cash"],
        ),
        ("MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441", &["litecoin"]),
        ("DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD", &["dogecoin"]),
        ("AF8ekvSf6eiSBRspJjnfzK6d1EM6pnPq3G", &["dogecoin"]),
        ("9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM", &["solana"]),
        ("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", &["evm"]),
        ("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", &[]),
    ] {
        assert_eq!(chains(text), codes, "{text}");
    }
    let own = on("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu");
    assert_eq!(own[1].1, "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a");
}

#[test]
fn addresses_are_those_of_erc_2304() {
    let Some(cases) = vectors::read("ethereum-ercs/erc-2304-address-encoding.json") else {
        return;
    };
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 19);
    for case in cases {
        let (text, expected) = (case["text"].as_str().unwrap(), case["onchain_hex"].as_str().unwrap());
        match case["coin_type"].as_u64().unwrap() {
            60 | 61 | 137 => {
                let address: Address = text.parse().unwrap();
                assert_eq!(hex(&address.evm_bytes().unwrap()), expected);
            }
            coin @ (144 | 714) => {
                let name = if coin == 144 { "XRP" } else { "BNB Beacon Chain" };
                assert_eq!(family(text), Some(Ok(name)), "{text}");
            }
            // Monacoin's public key addresses have the version byte of Litecoin's script addresses.
            22 => assert_eq!(chains(text), ["litecoin"]),
            coin => {
                let codes = [(0, "bitcoin"), (2, "litecoin"), (3, "dogecoin"), (145, "bitcoin-cash")];
                let code = codes.into_iter().find(|(known, _)| *known == coin).unwrap().1;
                assert!(chains(text).contains(&code), "{text}");
                assert_eq!(script(text, &[5, 50, 22]).as_deref(), Some(expected), "{text}");
            }
        }
    }
}
