//! ERC-55, <https://eips.ethereum.org/EIPS/eip-55> (CC0): the checksum in the letter case of an address.

use crate::vectors;
use ports::{Address, ParseAddressError};

/// Two addresses from the document, one of each kind.
const DOCUMENT: [&str; 2] = [
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
];

fn assert_canonical(text: &str) {
    let lower: Address = text.to_lowercase().parse().unwrap();
    assert_eq!(lower.as_str(), text);
    assert_eq!(text.parse::<Address>().unwrap(), lower);
    assert_eq!(lower.evm_bytes().map(Address::evm), Some(lower));
    let Some(at) = text.rfind(|c: char| c.is_ascii_alphabetic()).filter(|at| *at > 1) else {
        return;
    };
    let flipped: String = text
        .char_indices()
        .map(|(i, c)| if i == at { flip(c) } else { c })
        .collect();
    let cased = flipped[2..].contains(char::is_uppercase) && flipped[2..].contains(char::is_lowercase);
    if cased {
        assert_eq!(
            flipped.parse::<Address>(),
            Err(ParseAddressError::Checksum),
            "{flipped}"
        );
    }
}

fn flip(c: char) -> char {
    if c.is_uppercase() {
        c.to_ascii_lowercase()
    } else {
        c.to_ascii_uppercase()
    }
}

#[test]
fn addresses_carry_the_checksum_of_erc_55() {
    DOCUMENT.into_iter().for_each(assert_canonical);
    let Some(file) = vectors::read("ethereum-ercs/erc-55.json") else {
        return;
    };
    let groups = file["valid_by_group"].as_object().unwrap();
    let all: Vec<&str> = groups
        .values()
        .flat_map(|group| group.as_array().unwrap())
        .map(|one| one.as_str().unwrap())
        .collect();
    assert_eq!(all.len(), 8);
    all.into_iter().for_each(assert_canonical);
}

/// Rootstock uses another checksum: it is accepted, and the canonical form is still that of ERC-55.
#[test]
fn addresses_of_rootstock_carry_the_checksum_of_erc_1191() {
    let Some(file) = vectors::read("ethereum-ercs/erc-1191.json") else {
        return;
    };
    let by_chain = &file["checksummed_by_chain_id"];
    let texts = |chain: &str| -> Vec<String> { serde_json::from_value(by_chain[chain].clone()).unwrap() };
    assert_eq!(texts("30").len(), 13);
    for (plain, rootstock) in texts("1").iter().zip(texts("30")) {
        assert_canonical(plain);
        assert_eq!(rootstock.parse::<Address>().unwrap().as_str(), plain);
    }
    let main = texts("30");
    for (plain, test) in texts("1").iter().zip(texts("31")) {
        // An address in upper case has no checksum, and some checksums are equal on several chains.
        let is_main = *plain == test || main.contains(&test) || !test[2..].contains(char::is_lowercase);
        match test.parse::<Address>() {
            Ok(address) => assert!(is_main && address.as_str() == plain, "{test}"),
            Err(error) => assert!(matches!(error, ParseAddressError::Testnet { .. }), "{test}: {error}"),
        }
    }
}
