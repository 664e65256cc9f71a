//! The text of a key: base58check, alone or within an output descriptor that states the script type: `wpkh(xpub…)`.

use std::str::FromStr;

use super::{ExtendedKey, Letters, Script};

/// The supported prefixes (SLIP 132). `xpub` and `Ltub` do not determine the script type: BIP 86 has no prefix of its own, and
/// many wallets export accounts of every type as `xpub`.
const LETTERS: &[Letters] = &[
    Letters {
        name: "xpub",
        version: 0x0488_b21e,
        scripts: &[Script::Pkh, Script::Wpkh, Script::Tr, Script::ShWpkh],
    },
    Letters {
        name: "ypub",
        version: 0x049d_7cb2,
        scripts: &[Script::ShWpkh],
    },
    Letters {
        name: "zpub",
        version: 0x04b2_4746,
        scripts: &[Script::Wpkh],
    },
    Letters {
        name: "Ltub",
        version: 0x019d_a462,
        scripts: &[Script::Pkh, Script::Wpkh],
    },
    Letters {
        name: "Mtub",
        version: 0x01b2_6ef6,
        scripts: &[Script::ShWpkh],
    },
    Letters {
        name: "dgub",
        version: 0x02fa_cafd,
        scripts: &[Script::Pkh],
    },
];
/// Prefixes of multi-signature wallets: no address can be derived from a single key of them.
const SEVERAL: &[&str] = &["Ypub", "Zpub"];
/// Prefixes of test networks.
const TEST: &[&str] = &["tpub", "upub", "vpub", "Upub", "Vpub", "ttub"];
/// The maximum length of a key. Longer texts are not decoded, because that takes quadratic time.
const LONGEST: usize = 128;

/// Why a text is not a supported extended public key. The messages never contain the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseExtendedKeyError {
    /// It does not begin like an extended public key.
    #[error("This is not an extended public key. One starts with xpub, ypub or zpub.")]
    Other,
    /// The checksum does not match: a character is wrong or missing.
    #[error("This looks like an extended public key, but the checksum does not match. Copy it again from your wallet.")]
    Damaged,
    /// A key of a test network.
    #[error(
        "This extended public key belongs to a test network, where coins have no value. Paste one of the main network."
    )]
    Testnet,
    /// One of the keys of a multi-signature wallet.
    #[error(
        "This key is part of a multi-signature wallet, so it gives no addresses on its own. Paste the addresses instead."
    )]
    Several,
}

impl ExtendedKey {
    /// Parses a text that may be a key: an error if it begins like one and is not valid, `None` for any other text.
    #[must_use]
    pub fn find(text: &str) -> Option<Result<Self, ParseExtendedKeyError>> {
        match text.parse() {
            Err(ParseExtendedKeyError::Other) => None,
            found => Some(found),
        }
    }

    /// Returns the full text. Use it only for storage and for display to the user who entered it.
    #[must_use]
    pub fn reveal(&self) -> String {
        let bare = self.bare();
        self.only.map_or_else(|| bare.clone(), |script| wrapped(script, &bare))
    }

    /// Returns the first eight and last four characters, by which the user recognizes it; nothing can be derived from them.
    #[must_use]
    pub fn short(&self) -> String {
        let text = self.bare();
        let short = format!("{}…{}", &text[..8], &text[text.len() - 4..]);
        self.only
            .map_or_else(|| short.clone(), |script| wrapped(script, &short))
    }

    /// Returns the text without a descriptor around it.
    fn bare(&self) -> String {
        let bytes = [self.letters.version.to_be_bytes().as_slice(), &self.body].concat();
        bs58::encode(bytes).with_check().into_string()
    }
}

/// Puts a text into the descriptor of a script type.
fn wrapped(script: Script, text: &str) -> String {
    let word = script.word();
    let close = ")".repeat(word.matches('(').count() + 1);
    format!("{word}({text}{close}")
}

impl FromStr for ExtendedKey {
    type Err = ParseExtendedKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (only, bare) = unwrapped(text);
        let begins = bare.get(..4).ok_or(ParseExtendedKeyError::Other)?;
        if SEVERAL.contains(&begins) {
            return Err(ParseExtendedKeyError::Several);
        }
        let bytes = decoded(bare);
        if TEST.contains(&begins) && bytes.is_some() {
            return Err(ParseExtendedKeyError::Testnet);
        }
        let known = LETTERS.iter().find(|letters| letters.name == begins);
        let letters = known.ok_or(ParseExtendedKeyError::Other)?;
        let body = bytes.and_then(|bytes| body(letters, &bytes));
        Ok(Self {
            letters,
            body: body.ok_or(ParseExtendedKeyError::Damaged)?,
            only,
        })
    }
}

/// Splits a text into the script type of its descriptor, if any, and the text within.
fn unwrapped(text: &str) -> (Option<Script>, &str) {
    let inside = |word: &str| {
        let rest = text.strip_prefix(word)?.strip_prefix('(')?;
        rest.strip_suffix(&")".repeat(word.matches('(').count() + 1))
    };
    let found = Script::ALL
        .into_iter()
        .find_map(|script| Some((Some(script), inside(script.word())?)));
    found.unwrap_or((None, text))
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    if text.len() > LONGEST {
        return None;
    }
    let bytes = bs58::decode(text).with_check(None).into_vec().ok()?;
    (bytes.len() == 78).then_some(bytes)
}

/// Returns the bytes after the version. `None` if the version does not belong to the prefix, the point is not compressed, or a
/// master key has a parent or a number.
fn body(letters: &Letters, bytes: &[u8]) -> Option<[u8; 74]> {
    let body: [u8; 74] = bytes.strip_prefix(&letters.version.to_be_bytes())?.try_into().ok()?;
    let is_point = matches!(body[41], 2 | 3);
    let is_rooted = body[0] != 0 || body[1..9] == [0; 8];
    (is_point && is_rooted).then_some(body)
}
