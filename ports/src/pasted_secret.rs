//! Finds private keys and recovery phrases in texts that people enter, in the forms they are copied in: with labels,
//! separators, line breaks, in ten and more languages, in descriptors, files and URLs.
//!
//! The page does the same in `frontend/src/format/secret`; both are tested with `pasted_secret/vectors.json`.

mod encoded;
mod hex;
mod key;
mod phrase;
mod text;
mod words;

#[cfg(test)]
mod tests;

/// The kind of secret that a text contains. The text itself is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PastedSecret {
    /// A recovery phrase, or most of one.
    SeedPhrase,
    /// A private key.
    PrivateKey,
    /// 64 hex digits: a private key, or an address of a network that writes them so.
    HexKey,
    /// An extended private key (`xprv`, `yprv`, `zprv`).
    ExtendedPrivateKey,
}

impl PastedSecret {
    /// The warning that people read.
    #[must_use]
    pub fn warning(self) -> &'static str {
        match self {
            Self::SeedPhrase => {
                "This looks like a seed phrase. We did not keep it. Never enter it on a website; an address is enough."
            }
            Self::PrivateKey => {
                "This looks like a private key. We did not keep it. Never enter it on a website; an address is enough."
            }
            Self::HexKey => {
                "This may be a private key, or an Aptos, Sui or NEAR address. Neither is accepted. We did not keep it."
            }
            Self::ExtendedPrivateKey => {
                "This looks like an extended private key. We did not keep it. Never enter it on a website; an address is enough."
            }
        }
    }
}

/// The field that a text was entered in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Any text, such as a nickname.
    Any,
    /// An address or a name: words with spaces between them and damaged keys are secrets here too.
    Address,
}

/// The secret that any text contains. Addresses, names, nicknames and ids contain none.
///
/// Takes time in proportion to the length of the text.
#[must_use]
pub fn find(text: &str) -> Option<PastedSecret> {
    find_in(text, Place::Any)
}

/// The secret that a text contains where an address or a name is expected. Besides what [`find`] recognizes, parts of
/// phrases and damaged keys are recognized by forms that no address has.
#[must_use]
pub fn find_in_address(text: &str) -> Option<PastedSecret> {
    find_in(text, Place::Address)
}

fn find_in(text: &str, place: Place) -> Option<PastedSecret> {
    let key_text = text::for_keys(text);
    if key::is_extended(&key_text) {
        Some(PastedSecret::ExtendedPrivateKey)
    } else if key::is_private(&key_text, place) || encoded::is_private(&key_text, place) {
        Some(PastedSecret::PrivateKey)
    } else if let Some(secret) = hex::find(&key_text) {
        Some(secret)
    } else if phrase::is_in(text, place) {
        Some(PastedSecret::SeedPhrase)
    } else {
        None
    }
}
