use super::*;

const XPUB: &str =
    "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";

fn key(text: &str) -> ExtendedKey {
    text.parse().unwrap()
}

#[test]
fn a_text_is_written_as_it_was_read() {
    for text in [
        XPUB.to_owned(),
        ZPUB.to_owned(),
        format!("tr({XPUB})"),
        format!("sh(wpkh({XPUB}))"),
        format!("wpkh({ZPUB})"),
    ] {
        assert_eq!(key(&text).reveal(), text);
        assert_eq!(key(&format!(" {text}\n")), key(&text));
    }
}

#[test]
fn letters_say_the_scripts_and_a_word_says_one() {
    assert_eq!(key(ZPUB).scripts(), [Script::Wpkh]);
    assert!(key(XPUB).is_open());
    assert_eq!(key(XPUB).scripts()[0], Script::Pkh);
    assert_eq!(key(&format!("tr({XPUB})")).scripts(), [Script::Tr]);
    assert_eq!(key(&format!("sh(wpkh({XPUB}))")).scripts(), [Script::ShWpkh]);
}

#[test]
fn what_is_shown_of_a_key_is_not_the_key() {
    assert_eq!(format!("{:?}", key(XPUB)), "xpub…");
    assert_eq!(key(XPUB).short(), "xpub6BgB…eUsQ");
    assert_eq!(key(&format!("sh(wpkh({XPUB}))")).short(), "sh(wpkh(xpub6BgB…eUsQ))");
}

#[test]
fn one_changed_character_is_damage_and_other_texts_are_none() {
    for at in 4..XPUB.len() {
        let other = if XPUB.as_bytes()[at] == b'q' { "p" } else { "q" };
        let changed = format!("{}{other}{}", &XPUB[..at], &XPUB[at + 1..]);
        assert_eq!(ExtendedKey::find(&changed), Some(Err(ParseExtendedKeyError::Damaged)));
    }
    let long = format!("xpub{}", "9".repeat(100_000));
    assert_eq!(ExtendedKey::find(&long), Some(Err(ParseExtendedKeyError::Damaged)));
    for other in ["", "xpu", "vitalik.eth", "pkh(", "wpkh()", "0x00", "bc1q", "ÄÖÜ…"] {
        assert_eq!(ExtendedKey::find(other), None, "{other}");
    }
}

#[test]
fn keys_of_which_nothing_follows_say_why() {
    let upub = "upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY";
    assert_eq!(upub.parse::<ExtendedKey>(), Err(ParseExtendedKeyError::Testnet));
    assert_eq!(
        format!("Z{}", &ZPUB[1..]).parse::<ExtendedKey>(),
        Err(ParseExtendedKeyError::Several)
    );
    // Prefixes and errors are not secret; none of them reveals a key.
    for error in [ParseExtendedKeyError::Damaged, ParseExtendedKeyError::Several] {
        assert!(!error.to_string().contains("xpub6"));
    }
}
