//! Addresses of families that have no reader yet. They are recognized by form and checksum, so that users see "not supported
//! yet" and not "invalid". None of them becomes an [`super::Address`].
//!
//! Addresses of Sui and Aptos, and unnamed addresses of NEAR, are 64 hex digits like a private key, and are rejected as one.
//! Accounts of the Internet Computer have a checksum that distinguishes them.

mod base32;
mod base58;
mod bech32;
mod found;
mod internet_computer;
mod named;
mod siacoin;
mod ton;

use self::found::Found;

pub(crate) use internet_computer::is_account as is_internet_computer_account;

/// Returns the name of the family that an address belongs to. An error for an address of a test network or with a wrong
/// checksum; `None` for any other text.
#[must_use]
pub fn family(text: &str) -> Found {
    let text = text.trim();
    bech32::family(text)
        .or_else(|| base58::family(text))
        .or_else(|| base32::family(text))
        .or_else(|| ton::family(text))
        .or_else(|| internet_computer::family(text))
        .or_else(|| siacoin::family(text))
        .or_else(|| named::family(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::ParseAddressError;

    const WHOLE: &[(&str, &str)] = &[
        ("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "Tron"),
        ("rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn", "XRP"),
        ("X7qvLs7gSnNoKvZzNWUT2e8st17QPY64PPe7zriLNuJszeg", "XRP"),
        ("cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh", "Cosmos Hub"),
        ("bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2", "BNB Beacon Chain"),
        ("15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", "Polkadot"),
        ("5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY", "Polkadot"),
        ("7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q", "Algorand"),
        (
            "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x",
            "Cardano",
        ),
        ("stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw", "Cardano"),
        ("Ae2tdPwUPEZ4YjgvykNpoFeYUxoyhNj2kg8KfKWN2FizsSpLUPv68MpTVDo", "Cardano"),
        ("GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7", "Stellar"),
        (
            "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK",
            "Stellar",
        ),
        ("EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2", "TON"),
        (
            "df0f89f19ae35f75cd887f92108988fd0a418d8c155fbe96db6eb5861c28a4a1",
            "Internet Computer",
        ),
        ("rrkah-fqaaa-aaaaa-aaaaq-cai", "Internet Computer"),
        ("aaaaa-aa", "Internet Computer"),
        (
            "530d9e7099901ba8c6244b5858420cb08495e3593a891c4c12541e43c9c3fdaff3f712aab029",
            "Siacoin",
        ),
        ("3PF2PRSqMxLUoT2HjYL4n53RBiqfphwp7cm", "Waves"),
        ("QZhUoVtFbvR6NVZ3Zm8wsJqyM5Ez6yFqgj", "Qtum"),
        ("Dse4QBdWyV77ZzP6iYfgfGcxhMZE5bGqSaT", "Decred"),
        ("alice.near", "NEAR"),
        ("0.0.1234", "Hedera"),
        ("0.0.1234-vfmkw", "Hedera"),
        ("binancecleos", "EOS"),
        ("eosio.token", "EOS"),
    ];
    /// Families whose checksum is not looked at, or that have none.
    const UNCHECKED: [&str; 4] = ["NEAR", "Hedera", "EOS", "Decred"];

    #[test]
    fn families_are_told_by_their_checksum() {
        for (text, name) in WHOLE {
            assert_eq!(family(text), Some(Ok(*name)), "{text}");
        }
        for other in [
            "",
            "hello",
            "vitalik.eth",
            "-a.near",
            "0x00",
            "G",
            "1",
            "1.2.eth",
            "0.0",
            "0.0.1.2",
            "0.0.x",
            "eosio.eth",
            "twelve.chars",
            "thirteenchars",
            "aaaaa-ab",
            "10.0.0.1",
        ] {
            assert_eq!(family(other), None, "{other}");
        }
        assert!(matches!(
            family("cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eg"),
            Some(Err(ParseAddressError::Damaged { .. }))
        ));
        assert!(matches!(
            family("GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN6"),
            Some(Err(ParseAddressError::Damaged { .. }))
        ));
    }

    #[test]
    fn one_changed_character_is_no_address() {
        for (text, name) in WHOLE.iter().filter(|(_, name)| !UNCHECKED.contains(name)) {
            for at in 0..text.len() {
                let other = if text.as_bytes()[at] == b'q' { "p" } else { "q" };
                let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                assert_ne!(family(&changed), Some(Ok(*name)), "{changed}");
            }
        }
    }
}
