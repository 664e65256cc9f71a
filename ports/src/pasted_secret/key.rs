//! Private keys in base58 and Bech32, recognized by prefix, length or checksum.

use bs58::Alphabet;
use sha2::{Digest, Sha256};

use super::kind::Place;

/// The maximum length of a base58 key. Longer texts are not decoded, because that takes quadratic time.
const LONGEST: usize = 128;
/// The maximum length of base58 addresses that begin like an extended key.
const LONGER_THAN_ADDRESSES: usize = 60;

/// Prefixes of extended private keys (BIP 32, SLIP 132) of Bitcoin, Litecoin, Dogecoin and Dash.
const EXTENDED: [&str; 16] = [
    "xprv", "yprv", "zprv", "tprv", "uprv", "vprv", "Yprv", "Zprv", "Uprv", "Vprv", "Ltpv", "Mtpv", "ttpv", "dgpv",
    "drkv", "drkp",
];

/// Prefixes of Bech32 keys, without the separator `1`: Nostr, Sui, Cardano (CIP 5), Zcash, age.
const BECH32: [&str; 20] = [
    "nsec",
    "ncryptsec",
    "suiprivkey",
    "ed25519_sk",
    "ed25519e_sk",
    "ed25519bip32_sk",
    "root_sk",
    "root_xsk",
    "acct_sk",
    "acct_xsk",
    "addr_sk",
    "addr_xsk",
    "stake_sk",
    "stake_xsk",
    "payment_sk",
    "payment_xsk",
    "xprv",
    "secret-extended-key-main",
    "secret-spending-key-main",
    "age-secret-key-",
];

/// Prefixes of base58 keys: Tezos, EOS.
const MARKED: [&str; 7] = ["edsk", "edesk", "spsk", "p2sk", "PVT_K1_", "PVT_R1_", "SEC_K1_"];

/// Returns whether the text contains an extended private key, whole or truncated.
pub fn is_extended(text: &str) -> bool {
    tokens(text).any(|token| {
        let whole = || {
            let mut found = token.match_indices("prv").chain(token.match_indices("tpv"));
            found.any(|(at, _)| at > 0 && is_base58(&token[at + 3..]) && token.len() - at > 100)
        };
        let begins = || {
            let bytes = token.as_bytes();
            let known = EXTENDED.iter().any(|begin| token.starts_with(begin));
            let is_long = token.len() > LONGER_THAN_ADDRESSES;
            let any = bytes[0].is_ascii_alphabetic() && bytes[1..4] == *b"prv" && is_long;
            // Some networks have long addresses in base32 (RFC 4648) with lower-case letters.
            let is_base32 = is_long && bytes.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
            (known || any)
                && !is_base32
                && token[4..].bytes().all(|byte| byte.is_ascii_alphanumeric())
                && !is_solana_address(token)
        };
        token.len() >= 16 && (begins() || whole())
    })
}

pub fn is_private(text: &str, place: Place) -> bool {
    // A damaged key is recognized by its form only, which part of another text may have by chance. So it must be the whole text.
    let whole = text.trim_matches(|c: char| c.is_whitespace() || "\"'`".contains(c));
    let is_key_here = |token: &str| {
        let is_whole = token.len() == whole.len();
        let is_hash = || place.is_hash(text.find(token).map_or("", |at| &text[..at]), is_whole);
        let place = if is_whole { place } else { Place::Any };
        is_key(token, place) || is_64_bytes(token, place) && !is_hash()
    };
    tokens(text).any(is_key_here) || has_marked_key(text) || has_bech32_key(text)
}

/// Splits the text at everything except letters and digits; short tokens are left out.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|token| token.len() >= 16)
}

fn is_base58(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() && !b"0OIl".contains(&byte))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    (text.len() <= LONGEST).then(|| bs58::decode(text).into_vec().ok())?
}

fn is_solana_address(token: &str) -> bool {
    (32..=44).contains(&token.len()) && decode(token).is_some_and(|bytes| bytes.len() == 32)
}

fn is_key(token: &str, place: Place) -> bool {
    let first = token.as_bytes()[0];
    let has = |is: fn(&u8) -> bool| token.bytes().any(|byte| is(&byte));
    match token.len() {
        22 | 26 | 30 if first == b'S' && is_base58(token) && is_mini_key(token) => true,
        28..=31 if first == b's' && is_base58(token) => {
            is_xrp_seed(token) || place == Place::Address && has(u8::is_ascii_digit)
        }
        51 | 52 if is_base58(token) => {
            let is_like_one =
                b"5KLcTQ67X".contains(&first) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
            is_wif(token) || place == Place::Address && is_like_one
        }
        56 => {
            let is_base32 = |byte: u8| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte);
            first == b'S' && token.bytes().all(is_base32) && has(u8::is_ascii_digit)
        }
        58 => token.starts_with("6P") && is_base58(token) && has(u8::is_ascii_lowercase),
        _ => false,
    }
}

/// Returns whether a token is 64 bytes: a key pair, or the signature of a transaction of Solana.
fn is_64_bytes(token: &str, place: Place) -> bool {
    let has = |is: fn(&u8) -> bool| token.bytes().any(|byte| is(&byte));
    (80..=90).contains(&token.len())
        && is_base58(token)
        && (has(u8::is_ascii_uppercase) || !has(u8::is_ascii_lowercase))
        && (place == Place::Address || decode(token).is_some_and(|bytes| bytes.len() == 64))
}

/// Checks for wallet import format: a version, 32 bytes, and a 1 if the public key is compressed.
fn is_wif(token: &str) -> bool {
    let bytes = bs58::decode(token).with_check(None).into_vec();
    bytes.is_ok_and(|bytes| bytes.len() == 33 || bytes.len() == 34 && bytes[33] == 1)
}

/// Checks for the version of an XRP Ledger seed and 16 bytes, in the alphabet of the XRP Ledger.
fn is_xrp_seed(token: &str) -> bool {
    let bytes = bs58::decode(token)
        .with_alphabet(Alphabet::RIPPLE)
        .with_check(None)
        .into_vec();
    bytes.is_ok_and(|bytes| match bytes.len() {
        17 => bytes[0] == 0x21,
        19 => bytes.starts_with(&[0x01, 0xe1, 0x4b]),
        _ => false,
    })
}

/// Checks for mini keys, as on paper and coins (Casascius): the hash of the key and a question mark begins with a zero byte.
fn is_mini_key(token: &str) -> bool {
    let is_mixed =
        token.bytes().any(|byte| byte.is_ascii_lowercase()) && token.bytes().any(|byte| byte.is_ascii_digit());
    is_mixed && Sha256::new().chain_update(token).chain_update("?").finalize()[0] == 0
}

fn has_marked_key(text: &str) -> bool {
    MARKED.iter().any(|mark| {
        text.match_indices(mark).any(|(at, _)| {
            let begins = text[..at]
                .bytes()
                .next_back()
                .is_none_or(|before| !before.is_ascii_alphanumeric());
            let rest = &text[at + mark.len()..];
            let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
            begins && length >= 40
        })
    })
}

fn has_bech32_key(text: &str) -> bool {
    if !text.contains('1') {
        return false;
    }
    let text = text.to_ascii_lowercase();
    BECH32.iter().any(|begin| {
        text.match_indices(begin).any(|(at, _)| {
            let begins = text[..at]
                .bytes()
                .next_back()
                .is_none_or(|before| !before.is_ascii_alphanumeric());
            let rest = text[at + begin.len()..].strip_prefix('1').unwrap_or_default();
            let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() && !b"1bio".contains(byte);
            begins && rest.bytes().take_while(is_letter).count() >= 40
        })
    })
}
