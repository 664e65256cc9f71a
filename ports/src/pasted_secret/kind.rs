//! The kinds of secrets, and the fields in which they are searched.

use super::label;

/// The kind of secret that a text contains. The text itself is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PastedSecret {
    /// A recovery phrase, or most of one.
    SeedPhrase,
    /// A private key.
    PrivateKey,
    /// 64 hex digits: a private key, or an address of a network that uses the same form.
    HexKey,
    /// An extended private key (`xprv`, `yprv`, `zprv`).
    ExtendedPrivateKey,
}

impl PastedSecret {
    /// Returns the warning for users.
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
pub enum Place {
    /// Any text, such as a nickname.
    Any,
    /// An address or a name: words with spaces between them and damaged keys are secrets here too.
    Address,
    /// A text that may contain hashes of transactions, which have the form of private keys, among other words.
    Text,
    /// The same, where a hash may be the whole text.
    Note,
}

impl Place {
    /// Whether hashes of transactions are expected.
    pub fn has_hashes(self) -> bool {
        matches!(self, Self::Text | Self::Note)
    }

    /// Whether something of the form of a key is accepted as a hash, given the text before and around it.
    pub fn is_hash(self, before: &str, is_whole: bool) -> bool {
        self.has_hashes() && !label::names_key(before) && (self == Self::Note || !is_whole)
    }
}
