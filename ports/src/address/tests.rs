use super::*;

const VITALIK: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

fn address(text: &str) -> Address {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn say(text: &str) -> String {
    text.parse::<Address>().unwrap_err().to_string()
}

#[test]
fn every_writing_of_an_address_is_one_address() {
    for text in [
        VITALIK.to_owned(),
        VITALIK.to_lowercase(),
        VITALIK.to_uppercase(),
        format!(" {VITALIK}\n"),
        VITALIK.replace("0x", "ronin:"),
        VITALIK.to_lowercase().replace("0x", "xdc"),
    ] {
        let address = address(&text);
        assert_eq!(address.as_str(), VITALIK);
        assert_eq!(address.evm_bytes().map(Address::evm), Some(address));
    }
    assert_eq!(address(VITALIK).short(), "0xd8dA…6045");
    let rootstock = address("0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD");
    assert_eq!(rootstock.as_str(), "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(
        say(&VITALIK[..41]),
        "1 character is missing: 39 of the 40 after 0x. Paste it again."
    );
    assert_eq!(
        say(&VITALIK[..40]),
        "2 characters are missing: 38 of the 40 after 0x. Paste it again."
    );
    assert_eq!(
        say(&format!("{VITALIK}a")),
        "1 character too many: 41 after 0x instead of 40. Paste it again."
    );
    assert!(say(&VITALIK.replace('B', "G")).starts_with("“G” at place 6 cannot stand"));
    assert!(say(&VITALIK.replace("dA6B", "da6B")).starts_with("The capital letters do not match"));
    assert!(say(&format!("0x{}", "a".repeat(64))).contains("transaction hash"));
    assert!(say("hello").starts_with("This is not an address"));
    assert!(say("").starts_with("Paste an address"));
    assert!(say("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb").starts_with("This looks like a Bitcoin address, but"));
    assert!(say("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5").starts_with("This looks like a Bitcoin address, but"));
    assert!(say("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3t4").starts_with("Capital and small letters are mixed"));
    assert!(say("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q").contains("a Bitcoin Cash address, but"));
    for test in [
        "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
        "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
        "bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap",
    ] {
        assert!(say(test).contains("test network, whose coins"), "{test}: {}", say(test));
    }
}

#[test]
fn forms_have_one_canonical_text() {
    for (text, canonical) in [
        (
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        ),
        (
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        ),
        (
            "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
            "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        ),
        (
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
        ),
        (
            "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
            "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
        ),
        ("11111111111111111111111111111111", "11111111111111111111111111111111"),
    ] {
        assert_eq!(address(text).as_str(), canonical);
        assert_eq!(address(canonical).as_str(), canonical);
    }
}

fn forms(toml: &str) -> Form {
    serde_json::from_str(toml).unwrap()
}

#[test]
fn a_chain_writes_an_address_its_own_way() {
    let bitcoin = forms(r#"{"form": "base58", "pubkey": [0], "script": [5]}"#);
    let litecoin = forms(r#"{"form": "base58", "pubkey": [48], "script": [50, 5]}"#);
    let cash = forms(r#"{"form": "cashaddr", "prefix": "bitcoincash", "pubkey": [0], "script": [5]}"#);
    let on = |form: &Form, text: &str| form.canonical(&address(text)).map(|own| own.to_string());
    let pubkey = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
    assert_eq!(on(&bitcoin, pubkey).as_deref(), Some(pubkey));
    assert_eq!(on(&litecoin, pubkey), None);
    assert_eq!(
        on(&cash, pubkey).as_deref(),
        Some("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")
    );
    let script = "3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC";
    assert_eq!(on(&bitcoin, script).as_deref(), Some(script));
    assert!(on(&litecoin, script).unwrap().starts_with('M'));
    assert_eq!(
        on(&cash, script).as_deref(),
        Some("ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq")
    );
    assert_eq!(on(&bitcoin, "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"), None);
    assert!(serde_json::from_str::<Form>(r#"{"form": "segwit", "hrp": "bc", "more": 1}"#).is_err());
}
