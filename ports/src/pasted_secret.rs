//! Finds keys, seeds and other secrets that somebody pastes where an address belongs.

/// What kind of secret a pasted text looks like. The text itself goes nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastedSecret {
    /// Words.
    SeedPhrase,
    /// A key of one chain or another.
    PrivateKey,
    /// An extended private key (`xprv`, `yprv`, `zprv`).
    ExtendedPrivateKey,
}

impl PastedSecret {
    /// The one plain warning.
    #[must_use]
    pub fn warning(self) -> &'static str {
        match self {
            Self::SeedPhrase => {
                "This looks like a seed phrase. Never paste it anywhere. We did not keep it; an address is enough."
            }
            Self::PrivateKey => {
                "This looks like a private key. Never paste it anywhere. We did not keep it; an address is enough."
            }
            Self::ExtendedPrivateKey => {
                "This looks like an extended private key. Never paste it anywhere. We did not keep it; an address is enough."
            }
        }
    }
}

/// What secret a text looks like, if any, by the same forms as in the browser. No address and no name has any of them;
/// a transaction hash has the form of a private key, and nobody watches one. The time it takes grows with the length of
/// the text and no faster.
#[must_use]
pub fn find(text: &str) -> Option<PastedSecret> {
    let text = without_descriptor(text.trim().trim_matches(['"', '\'', '`']));
    if is_seed_phrase(text) {
        Some(PastedSecret::SeedPhrase)
    } else if is_extended_key(text) {
        Some(PastedSecret::ExtendedPrivateKey)
    } else if is_hex_key(text) || is_base58_key(text) || is_key_in_numbers(text) || is_marked_key(text) {
        Some(PastedSecret::PrivateKey)
    } else {
        None
    }
}

/// What stands in the brackets of an output descriptor, such as `wpkh(…)`.
fn without_descriptor(text: &str) -> &str {
    let inside = text.trim_end_matches(')');
    inside
        .rsplit_once('(')
        .filter(|(word, _)| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'('))
        .map_or(text, |(_, inside)| inside)
}

/// Six or more words, which is most of a recovery phrase in any language. The numbers that some people write before the
/// words do not count.
fn is_seed_phrase(text: &str) -> bool {
    let spaced = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    let mut words = spaced
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')'))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| !word.is_empty())
        .peekable();
    let like_a_word = |word: &str| word.chars().all(char::is_alphabetic) && (2..=12).contains(&word.chars().count());
    words.peek().is_some() && words.try_fold(0, |count, word| like_a_word(word).then_some(count + 1)) >= Some(6)
}

/// BIP 32 and SLIP 132: `xprv`, `yprv`, `zprv` and their kin, with Litecoin's and Dogecoin's letters, whole or cut.
fn is_extended_key(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 16
        && bytes[0].is_ascii_alphabetic()
        && (&bytes[1..4] == b"prv"
            || [b"Ltpv", b"Mtpv", b"ttpv", b"dgpv"]
                .iter()
                .any(|own| bytes.starts_with(*own)))
        && bytes[4..].iter().all(u8::is_ascii_alphanumeric)
}

/// 32 bytes in hex, and pieces long enough to be one that was cut.
fn is_hex_key(text: &str) -> bool {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    digits.len() >= 52 && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Keys of Bitcoin and its kin (wallet import format, BIP 38), of Solana (64 bytes) and of the XRP ledger, by their
/// length and first letter: addresses in base58 have at most 44.
fn is_base58_key(text: &str) -> bool {
    let base58 = |b: u8| b.is_ascii_alphanumeric() && !b"0OIl".contains(&b);
    let Some(first) = text
        .chars()
        .next()
        .filter(|_| text.len() <= 90 && text.bytes().all(base58))
    else {
        return false;
    };
    match text.len() {
        29..=31 => first == 's',
        51 | 52 => "5KLc9TQ67".contains(first),
        58 => text.starts_with("6P"),
        80..=90 => true,
        _ => false,
    }
}

/// The bytes of a key as Solana's programs keep them: a list of 64 numbers, or a good part of it.
fn is_key_in_numbers(text: &str) -> bool {
    let list = text.strip_prefix('[').unwrap_or(text);
    let list = list.strip_suffix(']').unwrap_or(list);
    let mut numbers = list.split(',').map(|number| number.trim().parse::<u8>());
    numbers.try_fold(0, |count, number| number.ok().map(|_| count + 1)) >= Some(16)
}

/// Keys whose first letters say what they are: Stellar, Tezos, Nostr, Sui.
fn is_marked_key(text: &str) -> bool {
    let marked = |mark: &str| text.strip_prefix(mark).filter(|rest| rest.len() >= 40);
    let stellar = |b: u8| b.is_ascii_uppercase() || (b'2'..=b'7').contains(&b);
    let rest = marked("edsk")
        .or_else(|| marked("nsec1"))
        .or_else(|| marked("suiprivkey1"));
    rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_alphanumeric()))
        || (text.len() == 56 && text.starts_with('S') && text.bytes().all(stellar))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "abandon ability able about above absent absorb abstract absurd abuse access accident";

    #[test]
    fn secrets_are_found() {
        let numbered: Vec<_> = WORDS
            .split(' ')
            .enumerate()
            .map(|(n, word)| format!("{}. {word}", n + 1))
            .collect();
        for phrase in [
            WORDS.to_owned(),
            WORDS.replace(' ', "\n"),
            WORDS.replace(' ', ", "),
            WORDS.to_uppercase(),
            numbered.join(" "),
            "ábaco abdomen abeja abierto abogado abono".to_owned(),
        ] {
            assert_eq!(find(&phrase), Some(PastedSecret::SeedPhrase), "{phrase}");
        }
        let bytes: Vec<_> = (0..64).map(|n| n.to_string()).collect();
        for key in [
            "ab".repeat(32),
            format!(" 0x{} ", "4C".repeat(32)),
            "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ".to_owned(),
            "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg".to_owned(),
            "4".repeat(88),
            format!("[{}]", bytes.join(", ")),
            format!("S{}B", "A2".repeat(27)),
            "snoPBrXtMeMyMHUVTgbuqAfg1SUTb".to_owned(),
        ] {
            assert_eq!(find(&key), Some(PastedSecret::PrivateKey), "{key}");
        }
        for begins in ["xprv", "zprv", "tprv", "Ltpv", "Mtpv", "dgpv"] {
            let extended = format!("{begins}{}", "9".repeat(107));
            for text in [
                extended.clone(),
                format!("wpkh({extended})"),
                format!("sh(wpkh({extended}"),
            ] {
                assert_eq!(find(&text), Some(PastedSecret::ExtendedPrivateKey), "{text}");
            }
        }
    }

    #[test]
    fn addresses_and_names_are_not_secrets() {
        for text in [
            "",
            "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "vitalik.eth",
            "a-long-name-with-many-words-in-it.sub.domain.eth",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
            "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
            "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK",
            "7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q",
            "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
            "Ae2tdPwUPEZ4YjgvykNpoFeYUxoyhNj2kg8KfKWN2FizsSpLUPv68MpTVDo",
            "X7qvLs7gSnNoKvZzNWUT2e8st17QPY64PPe7zriLNuJszeg",
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            "stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw",
            "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
            "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
            "the quick brown fox",
            "1, 2, 3",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn a_long_text_takes_no_long_time() {
        let long = |text: &str| find(&text.repeat(1 << 20));
        assert_eq!((long("z"), long("K"), long(".")), (None, None, None));
        assert_eq!(long("word "), Some(PastedSecret::SeedPhrase));
    }
}
