//! Extended public keys: BIP 32, BIP 49, BIP 84 and BIP 86 (each BSD-2-Clause), with the addresses that SLIP 132 lists
//! for the phrase "abandon ... about".

use crate::vectors;
use adapters::{chain::rows, extended_key::Secp256k1};
use ports::{
    Chain, ExtendedKey, KeyDeriver,
    address::Parts,
    extended_key::{Branch, DeriveError, ParseExtendedKeyError, Script},
    pasted_secret,
};
use serde_json::Value;

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn key(text: &str) -> ExtendedKey {
    text.parse().unwrap()
}

fn chain(code: &str) -> &'static Chain {
    let rows = rows::rows().unwrap();
    &rows.iter().find(|row| row.chain.code == code).unwrap().chain
}

/// Returns the address at a place below a key, in the form of its chain.
fn address(of: &str, script: Script, branch: Branch, index: u32, code: &str) -> String {
    let branch = Secp256k1.child(&key(of), branch.number()).unwrap();
    let child = Secp256k1.child(&branch, index).unwrap();
    let found = Secp256k1.address(&child, script, &chain(code).addresses).unwrap();
    found.unwrap().to_string()
}

/// Returns the values of the section whose title has this ending.
fn section<'a>(file: &'a Value, ends: &str) -> &'a Value {
    let sections = file.as_array().unwrap();
    let found = sections.iter().find(|one| text(&one["section"]).ends_with(ends));
    &found.unwrap_or_else(|| panic!("no section ends with {ends}"))["values"]
}

/// The first addresses of the phrase "abandon ... about" by kind of account (SLIP 132), and the same keys with other
/// prefixes.
#[test]
fn keys_of_each_kind_have_the_addresses_of_slip_132() {
    let pkh = "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";
    let nested = "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP";
    let native = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
    for (of, script, first) in [
        (pkh, Script::Pkh, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"),
        (nested, Script::ShWpkh, "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"),
        (native, Script::Wpkh, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
    ] {
        assert!(key(of).scripts().contains(&script));
        assert_eq!(address(of, script, Branch::External, 0, "bitcoin"), first);
    }
}

#[test]
fn chains_write_the_addresses_of_keys_in_their_own_forms() {
    let zpub = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
    let begins = |script, code, with: &str| {
        let written = address(zpub, script, Branch::Change, 3, code);
        assert!(written.starts_with(with), "{written}");
    };
    begins(Script::Pkh, "litecoin", "L");
    begins(Script::ShWpkh, "litecoin", "M");
    begins(Script::Wpkh, "litecoin", "ltc1q");
    begins(Script::Pkh, "dogecoin", "D");
    begins(Script::Tr, "bitcoin", "bc1p");
    let none = Secp256k1.address(&key(zpub), Script::Wpkh, &chain("dogecoin").addresses);
    assert_eq!(none, Ok(None), "Dogecoin has no segregated witness");
}

/// Every derivation step that is possible without a private key, and every key that must be rejected.
#[test]
fn children_follow_bip_32() {
    let Some(file) = vectors::read("bitcoin-bips/bip-0032.json") else {
        return;
    };
    let mut steps = 0;
    for chains in file["valid"].as_array().unwrap() {
        let chains = chains["chains"].as_array().unwrap();
        for one in chains {
            let written = text(&one["xpub"]);
            assert_eq!(key(written).reveal(), written);
            assert!(pasted_secret::find(text(&one["xprv"])).is_some());
        }
        for pair in chains.windows(2) {
            let number = text(&pair[1]["path"]).rsplit('/').next().unwrap();
            let Ok(number) = number.parse::<u32>() else {
                continue;
            };
            let child = Secp256k1.child(&key(text(&pair[0]["xpub"])), number).unwrap();
            assert_eq!(child.reveal(), text(&pair[1]["xpub"]));
            steps += 1;
        }
    }
    assert!(steps >= 4, "{steps} steps");
    for one in file["invalid_extended_keys"].as_array().unwrap() {
        let is_taken = |key: ExtendedKey| Secp256k1.child(&key, 0) != Err(DeriveError::NoPoint);
        let found = ExtendedKey::find(text(&one["key"])).and_then(Result::ok);
        assert!(!found.is_some_and(is_taken), "{}", one["reason"]);
    }
}

#[test]
fn hardened_children_need_a_private_key() {
    let root = "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8";
    assert_eq!(Secp256k1.child(&key(root), 1 << 31), Err(DeriveError::NoKey));
}

/// The example uses a test network key, which is rejected. Its key is therefore read with the main network prefix, and
/// the hashes are compared.
#[test]
fn nested_addresses_follow_bip_49() {
    let Some(file) = vectors::read("bitcoin-bips/bip-0049.json") else {
        return;
    };
    let account = text(&section(&file, "m/49'/1'/0'")["account0Xpub"]);
    let upub = account.trim_end_matches(" (testnet)");
    assert_eq!(upub.parse::<ExtendedKey>(), Err(ParseExtendedKeyError::Testnet));
    let bytes = bs58::decode(upub).with_check(None).into_vec().unwrap();
    let ypub = bs58::encode([&0x049d_7cb2_u32.to_be_bytes(), &bytes[4..]].concat()).with_check();
    let found = address(&ypub.into_string(), Script::ShWpkh, Branch::External, 0, "bitcoin");
    let Some(Parts::Base58(parts)) = found.parse::<ports::Address>().unwrap().parts() else {
        panic!("{found}");
    };
    let expected = text(&section(&file, "Address derivation")["addressBytes"]);
    assert!(
        expected.ends_with(&format!("0x{}", hex::encode(parts.hash))),
        "{expected}"
    );
}

#[test]
fn native_addresses_follow_bip_84() {
    let Some(file) = vectors::read("bitcoin-bips/bip-0084.json") else {
        return;
    };
    let account = text(&section(&file, "root = m/84'/0'/0'")["xpub"]);
    follows(&file, account, Script::Wpkh, "m/84'/0'/0'");
    assert!(ExtendedKey::find(text(&section(&file, "root")["rootpub"])).is_some_and(|found| found.is_ok()));
}

#[test]
fn taproot_addresses_follow_bip_86() {
    let Some(file) = vectors::read("bitcoin-bips/bip-0086.json") else {
        return;
    };
    let account = text(&section(&file, "root = m/86'/0'/0'")["xpub"]);
    follows(&file, account, Script::Tr, "m/86'/0'/0'");
    let first = section(&file, "m/86'/0'/0'/0/0");
    let branch = Secp256k1.child(&key(account), 0).unwrap();
    let child = Secp256k1.child(&branch, 0).unwrap();
    assert_eq!(child.reveal(), text(&first["xpub"]));
    assert_eq!(hex::encode(&child.public_key()[1..]), text(&first["internal_key"]));
}

/// Compares the first two receiving addresses and the first change address.
fn follows(file: &Value, account: &str, script: Script, path: &str) {
    for (branch, index) in [(Branch::External, 0), (Branch::External, 1), (Branch::Change, 0)] {
        let expected = &section(file, &format!("{path}/{}/{index}", branch.number()))["address"];
        assert_eq!(address(account, script, branch, index, "bitcoin"), text(expected));
    }
}
