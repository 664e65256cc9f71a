//! The text of a key: base58 with a checksum, alone or in the words of an output descriptor that say which script is
//! meant: `wpkh(xpub…)`.

use std::str::FromStr;

use super::{ExtendedKey, Letters, Script};

/// Keys that are read, by their letters (SLIP 132). `xpub` and `Ltub` leave open which script a wallet uses: BIP 86 has
/// no letters of its own, and many wallets write accounts of every kind as `xpub`.
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
/// Keys of wallets with several signers: no address follows from one of them.
const SEVERAL: &[&str] = &["Ypub", "Zpub"];
/// Keys of networks for trying things out.
const TEST: &[&str] = &["tpub", "upub", "vpub", "Upub", "Vpub", "ttub"];
/// No key is longer: decoding base58 takes the square of the length.
const LONGEST: usize = 128;

/// Why a text that begins as a key is none that can be read. The key is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseExtendedKeyError {
    /// It begins as none.
    #[error("This is not an extended public key. One starts with xpub, ypub or zpub.")]
    Other,
    /// A character is wrong or missing.
    #[error("This looks like an extended public key, but the checksum does not match. Copy it again from your wallet.")]
    Damaged,
    /// Of a network for trying things out.
    #[error(
        "This extended public key belongs to a test network, where coins have no value. Paste one of the main network."
    )]
    Testnet,
    /// One of several keys of a wallet.
    #[error(
        "This key is part of a multi-signature wallet, so it gives no addresses on its own. Paste the addresses instead."
    )]
    Several,
}

impl ExtendedKey {
    /// The key that a text is: an error where it begins as one and cannot be read, `None` where it is something else.
    #[must_use]
    pub fn find(text: &str) -> Option<Result<Self, ParseExtendedKeyError>> {
        match text.parse() {
            Err(ParseExtendedKeyError::Other) => None,
            found => Some(found),
        }
    }

    /// The whole text. It belongs into the store and before the eyes of the person who gave it, and nowhere else.
    #[must_use]
    pub fn reveal(&self) -> String {
        let bare = self.bare();
        self.only.map_or_else(|| bare.clone(), |script| wrapped(script, &bare))
    }

    /// The text without the word for a script.
    pub(super) fn bare(&self) -> String {
        let bytes = [self.letters.version.to_be_bytes().as_slice(), &self.body].concat();
        bs58::encode(bytes).with_check().into_string()
    }
}

/// A text in the word of a script.
pub(super) fn wrapped(script: Script, text: &str) -> String {
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

/// What a script's word holds, and the script.
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

/// What stands behind the version, if the version is that of the letters and the parts agree: a compressed point, and a
/// root without a parent or a number.
fn body(letters: &Letters, bytes: &[u8]) -> Option<[u8; 74]> {
    let body: [u8; 74] = bytes.strip_prefix(&letters.version.to_be_bytes())?.try_into().ok()?;
    let is_point = matches!(body[41], 2 | 3);
    let is_rooted = body[0] != 0 || body[1..9] == [0; 8];
    (is_point && is_rooted).then_some(body)
}
