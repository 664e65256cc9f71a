//! Accounts that are numbers and names without a checksum: Hedera, EOS, NEAR.

use super::found::Found;

pub fn family(text: &str) -> Found {
    hedera(text).or_else(|| eos(text)).or_else(|| near(text))
}

/// Checks shard, realm and number, such as `0.0.1234`, optionally followed by a checksum of five letters.
fn hedera(text: &str) -> Found {
    let (id, sum) = text.split_once('-').unwrap_or((text, "aaaaa"));
    let is_sum = sum.len() == 5 && sum.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut parts = id.split('.');
    let is_number = |part: &str| (1..=19).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = parts.by_ref().take(3).filter(|part| is_number(part)).count();
    (is_sum && numbers == 3 && parts.next().is_none()).then_some(Ok("Hedera"))
}

/// The system accounts of EOS.
const EOS_SYSTEM: [&str; 12] = [
    "eosio.token",
    "eosio.stake",
    "eosio.ram",
    "eosio.ramfee",
    "eosio.saving",
    "eosio.bpay",
    "eosio.vpay",
    "eosio.names",
    "eosio.rex",
    "eosio.msig",
    "eosio.wrap",
    "eosio.null",
];

/// Prefixes of Bitcoin and Litecoin addresses. A truncated address must be reported as invalid, not as an account of EOS.
const SEGWIT: [&str; 4] = ["bc1", "tb1", "bcrt1", "ltc1"];

/// Checks for twelve letters and digits from 1 to 5 (shorter names are auctioned and rare), or a system account.
fn eos(text: &str) -> Found {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || (b'1'..=b'5').contains(&byte);
    let is_segwit = SEGWIT.iter().any(|beginning| text.starts_with(beginning));
    let is_account = text.len() == 12 && text.bytes().all(is_letter) && !is_segwit;
    (is_account || EOS_SYSTEM.contains(&text)).then_some(Ok("EOS"))
}

/// Checks for parts of lower-case letters, digits, `-` and `_` that end with `.near`.
fn near(text: &str) -> Found {
    let name = text.strip_suffix(".near")?;
    let is_part = |part: &str| {
        let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
        let is_edge = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphanumeric());
        part.bytes().all(inner) && is_edge(part.bytes().next()) && is_edge(part.bytes().last())
    };
    (text.len() <= 64 && name.split('.').all(is_part)).then_some(Ok("NEAR"))
}
