use proptest::{collection::vec, prelude::*, sample::select};
use serde::Deserialize;

use super::*;

/// The test vectors that the page is tested with too.
const VECTORS: &str = include_str!("vectors.json");

#[derive(Deserialize)]
struct Vectors {
    secrets: Vec<Vector>,
    ordinary: Vec<String>,
    hashes: Vec<HashVector>,
}

/// A text in a field in which hashes of transactions are expected.
#[derive(Deserialize)]
struct HashVector {
    text: String,
    place: String,
    kind: String,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    text: String,
    kind: String,
    #[serde(default)]
    place: Option<String>,
}

fn vectors() -> Vectors {
    serde_json::from_str(VECTORS).unwrap()
}

fn kind(found: Option<PastedSecret>) -> &'static str {
    match found {
        None => "none",
        Some(PastedSecret::SeedPhrase) => "phrase",
        Some(PastedSecret::PrivateKey) => "key",
        Some(PastedSecret::HexKey) => "hex",
        Some(PastedSecret::ExtendedPrivateKey) => "extended",
    }
}

#[test]
fn secrets_are_found() {
    let vectors = vectors();
    assert!(vectors.secrets.len() > 200);
    let mut wrong = Vec::new();
    for Vector {
        name,
        text,
        kind: expected,
        place,
    } in &vectors.secrets
    {
        let in_address = kind(find_in_address(text));
        let anywhere = kind(find(text));
        let expected_anywhere = if place.is_none() { expected } else { "none" };
        if in_address != expected || anywhere != expected_anywhere {
            wrong.push(format!(
                "{name}: {in_address} in an address, {anywhere} anywhere: {text}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ordinary_texts_are_not_secrets() {
    for text in vectors().ordinary {
        assert_eq!(find(&text), None, "{text}");
    }
}

#[test]
fn hashes_are_told_from_keys_by_their_place_and_the_words_before() {
    for HashVector {
        text,
        place,
        kind: expected,
    } in vectors().hashes
    {
        let found = match place.as_str() {
            "text" => find_in_text(&text),
            "note" => find_in_note(&text),
            other => panic!("{other}"),
        };
        assert_eq!(kind(found), expected, "{place}: {text}");
    }
}

#[test]
fn addresses_and_names_are_not_secrets_in_their_own_field() {
    let is_one = |text: &String| !text.contains([' ', '。']) || text.contains(", 0x");
    for text in vectors().ordinary.iter().filter(|text| is_one(text)) {
        assert_eq!(find_in_address(text), None, "{text}");
    }
}

#[test]
fn base32_in_small_letters_is_no_extended_key() {
    for begin in ["mprv", "xprv"] {
        assert_eq!(find_in_address(&format!("{begin}{}", "a2b3".repeat(19))), None);
    }
    let key = format!("mprv{}", "aB2c".repeat(19));
    assert_eq!(find_in_address(&key), Some(PastedSecret::ExtendedPrivateKey));
}

#[test]
fn a_long_text_is_searched_to_its_end() {
    let long = |text: &str| find(&text.repeat((1 << 16) / text.len()));
    for text in [
        "z", "K", ".", "abandon", "a.", "的", "あ", "\u{200b}", "0 ", "ab:", "<", "&", "\\", "xprv", "nsec1", "S2",
        "BEGIN ",
    ] {
        // A search in quadratic time would exceed the time limit of the test runner.
        long(text);
    }
    assert_eq!(long("word "), Some(PastedSecret::SeedPhrase));
}

/// Words that are common in names of wallets; some are in the lists.
const NICKNAME: &str = "main wallet vault cold storage savings ledger trezor hot spare home office family kids crypto bitcoin \
    ether eth btc sol my our the old new first second backup key cash fund pension play trading long short term hold paper \
    phone laptop work private public joint dad mum grandma's company treasury dao nft art collection gaming airdrop test \
    safe multisig exchange binance kraken withdrawal 2017 2021 1 2 #3 🦊 🐋 épargne portefeuille principal cartera ahorros \
    Sparbuch Hauptkonto кошелёк основной 我的 钱包 主要 財布 メイン 지갑 메인 and of for with in de la";

fn base58(bytes: &[u8]) -> String {
    bs58::encode(bytes).with_check().into_string()
}

/// Random addresses of common families.
fn address() -> impl Strategy<Value = String> {
    let hrp = select(vec![
        "bc", "ltc", "cosmos", "osmo", "addr", "stake", "celestia", "secret", "sei", "zil", "erd",
    ]);
    let base58_version = select(vec![0_u8, 5, 22, 30, 48, 50, 65, 0x3a, 0x32, 0x1e]);
    let bytes = |length: usize| vec(any::<u8>(), length);
    let hex = |bytes: Vec<u8>| data_encoding::HEXLOWER.encode(&bytes);
    let plain58 = |bytes: Vec<u8>| bs58::encode(bytes).into_string();
    prop_oneof![
        6 => bytes(20).prop_map(move |bytes| format!("0x{}", hex(bytes))),
        1 => bytes(20).prop_map(hex),
        1 => bytes(20).prop_map(move |bytes| format!("xdc{}", hex(bytes))),
        4 => (base58_version, bytes(20)).prop_map(|(version, hash)| base58(&[&[version][..], &hash].concat())),
        4 => bytes(32).prop_map(plain58),
        2 => (hrp, bytes(32), any::<bool>()).prop_map(|(hrp, bytes, is_long)| {
            let data = if is_long { &bytes[..] } else { &bytes[..20] };
            bech32::encode::<bech32::Bech32>(bech32::Hrp::parse(hrp).unwrap(), data).unwrap()
        }),
        1 => bytes(35).prop_map(|bytes| data_encoding::BASE32_NOPAD.encode(&bytes).replacen(|_: char| true, "G", 1)),
        1 => bytes(36).prop_map(|bytes| data_encoding::BASE32_NOPAD.encode(&bytes)),
        1 => bytes(36).prop_map(|bytes| data_encoding::BASE64URL.encode(&bytes)),
        1 => bytes(35).prop_map(plain58),
        1 => bytes(69).prop_map(plain58),
        1 => bytes(37).prop_map(|bytes| bs58::encode([&[1][..], &bytes].concat()).into_string()),
        1 => bytes(50).prop_map(|bytes| data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase()),
        1 => bytes(16).prop_map(|bytes| plain58_slug(&bytes)),
        1 => (any::<u32>(), any::<u16>()).prop_map(|(a, b)| format!("0.{b}.{a}")),
    ]
}

/// The last part of a share link.
fn plain58_slug(bytes: &[u8]) -> String {
    let mut random = [0; 32];
    random[..16].copy_from_slice(bytes);
    random[16..].copy_from_slice(bytes);
    crate::person::share::ShareLink::new(&random).to_string()
}

fn name() -> impl Strategy<Value = String> {
    let label = prop_oneof!["[a-z0-9]{3,15}", "[a-z]{2,8}-[a-z]{2,8}(-[a-z]{2,6})?", "0x[a-z]{3,10}"];
    let word = select(words());
    let joined = vec(word, 1..4).prop_map(|words| words.concat());
    let end = select(vec!["eth", "com", "xyz", "base.eth", "cb.id", "sol"]);
    (prop_oneof![label, joined], end).prop_map(|(label, end)| format!("{label}.{end}"))
}

/// Random words of the English list.
fn words() -> Vec<&'static str> {
    include_str!("words.txt")
        .lines()
        .next()
        .unwrap()
        .split(' ')
        .skip(1)
        .collect()
}

fn nickname() -> impl Strategy<Value = String> {
    let words: Vec<_> = NICKNAME.split_whitespace().collect();
    let separator = select(vec![" ", " ", " ", "-", ", ", " / ", ": ", "_"]);
    (vec(select(words), 1..7), separator)
        .prop_map(|(words, separator)| words.join(separator).chars().take(60).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40_000))]

    #[test]
    fn no_address_is_a_secret(text in address()) {
        // By chance, about one address in a million of some coins begins like an extended key, of which a part is refused too.
        prop_assume!(!["prv", "tpv"].contains(&text.get(1..4).unwrap_or_default()));
        prop_assert_eq!(find_in_address(&text), None);
    }

    #[test]
    fn no_name_is_a_secret(text in name()) {
        prop_assert_eq!(find_in_address(&text), None);
    }

    #[test]
    fn no_nickname_is_a_secret(text in nickname()) {
        prop_assert_eq!(find(&text), None);
    }
}

proptest! {
    /// With any separators, and after any text. In a text the words are no ordinary sentence: they differ, and few are frequent.
    #[test]
    fn words_of_a_list_are_a_phrase(
        list in 0..14_usize,
        picked in vec(any::<prop::sample::Index>(), 12),
        separator in "[ ,.;:|/_\u{3000}\u{200b}•*\"'\\[\\]()0-9\n\t-]{1,4}",
        label in select(vec!["", "seed: ", "Phrase = ", "мой ключ: ", "#1 "]),
    ) {
        let line = include_str!("words.txt").lines().nth(list).unwrap();
        let words: Vec<_> = line.split(' ').skip(1).collect();
        let picked: Vec<_> = picked.iter().map(|index| *index.get(&words)).collect();
        let text = format!("{label}{}", picked.join(&separator));
        prop_assert_eq!(find_in_address(&text), Some(PastedSecret::SeedPhrase), "{}", text);
        let differing = picked.iter().collect::<std::collections::BTreeSet<_>>().len();
        let frequent = picked.iter().filter(|word| words::find(word).is_frequent).count();
        if differing == 12 && frequent < 2 {
            prop_assert_eq!(find(&text), Some(PastedSecret::SeedPhrase), "{}", text);
        }
    }

    #[test]
    fn keys_are_found_in_any_case_and_grouping(bytes in vec(any::<u8>(), 32), size in 2..34_usize, separator in "[ :_.,|/\n-]") {
        let digits = data_encoding::HEXLOWER.encode(&bytes);
        let groups: Vec<_> = digits.as_bytes().chunks(size).map(|group| std::str::from_utf8(group).unwrap()).collect();
        let text = groups.join(&separator);
        prop_assert!(find(&text).is_some(), "{}", text);
        prop_assert!(find(&format!("key: {}", text.to_uppercase())).is_some(), "{}", text);
    }
}
