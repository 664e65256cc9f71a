//! Extended public keys (BIP 32), from which every address of a wallet account can be derived.
//!
//! A key is private to its user. It has no `Display`, its `Debug` hides it, and no error repeats it:
//! [`ExtendedKey::reveal`] is the only access to its text, and no outgoing request calls it.

mod text;

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use crate::{
    address::{Address, Form},
    ids::account::AccountId,
    time::clock::Timestamp,
};

pub use text::ParseExtendedKeyError;

/// An extended public key, with the script type where the input named one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ExtendedKey {
    letters: &'static Letters,
    /// Everything after the version bytes: depth, fingerprint, child number, chain code and the compressed point.
    body: [u8; 74],
    only: Option<Script>,
}

/// A prefix of extended public keys, with its version and script types (SLIP 132).
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Letters {
    /// The prefix: `xpub`.
    pub name: &'static str,
    version: u32,
    scripts: &'static [Script],
}

/// The script type of an address. A wallet uses one type for all addresses of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Script {
    /// Pay to public key hash (BIP 44).
    Pkh,
    /// Native segregated witness (BIP 84).
    Wpkh,
    /// Native segregated witness inside pay to script hash (BIP 49).
    ShWpkh,
    /// Taproot, key path only (BIP 86).
    Tr,
}

impl Script {
    /// All script types.
    pub const ALL: [Self; 4] = [Self::Pkh, Self::Wpkh, Self::ShWpkh, Self::Tr];

    /// Returns the stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Pkh => "pkh",
            Self::Wpkh => "wpkh",
            Self::ShWpkh => "sh-wpkh",
            Self::Tr => "tr",
        }
    }

    /// Returns the text before the key in an output descriptor (BIP 380 to 386), without the opening parenthesis.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::ShWpkh => "sh(wpkh",
            other => other.code(),
        }
    }
}

/// Why a text is not a script type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a script such as wpkh")]
pub struct ParseScriptError;

impl FromStr for Script {
    type Err = ParseScriptError;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|script| script.code() == code);
        found.ok_or(ParseScriptError)
    }
}

/// The two branches of a key: receiving addresses and change addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Branch {
    /// Receiving addresses.
    External,
    /// Change addresses.
    Change,
}

impl Branch {
    /// Both branches.
    pub const ALL: [Self; 2] = [Self::External, Self::Change];

    /// Returns the branch with this number.
    #[must_use]
    pub fn of(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|branch| branch.number() == number)
    }

    /// Returns its number in a derivation path.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::External => 0,
            Self::Change => 1,
        }
    }
}

/// The derivation path of an address below a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DerivationPath {
    /// The script type.
    pub script: Script,
    /// The branch.
    pub branch: Branch,
    /// The index in the branch, from 0.
    pub index: u32,
}

impl fmt::Display for DerivationPath {
    /// Writes the last two steps of the path: `0/12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.branch.number(), self.index)
    }
}

/// An address derived from a key, with its activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedAddress {
    /// Its derivation path.
    pub path: DerivationPath,
    /// Its account on the key's chain.
    pub account: AccountId,
    /// The number of its transactions when it was last read; `None` before that. An address with any is used.
    pub transactions: Option<u64>,
    /// When it was last read.
    pub read_at: Option<Timestamp>,
}

impl DerivedAddress {
    /// Returns whether it was ever used; `None` before the first reading.
    #[must_use]
    pub fn is_used(&self) -> Option<bool> {
        self.transactions.map(|count| count > 0)
    }
}

/// How many unused addresses in a row end the search of a branch (BIP 44): 20 to 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GapLimit(u32);

/// Why a number is not a gap limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Enter a whole number from {} to {}.", GapLimit::LEAST.0, GapLimit::MOST.0)]
pub struct GapLimitError;

impl GapLimit {
    /// The limit of BIP 44, which a key has until its user raises it.
    pub const LEAST: Self = Self(20);
    /// The highest limit. Each address beyond the last used one is read daily.
    pub const MOST: Self = Self(200);

    /// Returns a limit of this many addresses.
    pub fn new(addresses: u32) -> Result<Self, GapLimitError> {
        let limit = Self(addresses);
        (Self::LEAST..=Self::MOST)
            .contains(&limit)
            .then_some(limit)
            .ok_or(GapLimitError)
    }

    /// Returns the number of addresses.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// The extended public key of a wallet, with the addresses derived from it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletExtendedKey {
    /// The key.
    pub key: ExtendedKey,
    /// How many unused addresses in a row end the search for its addresses.
    pub gap_limit: GapLimit,
    /// Its watched addresses, by path. They are written by [`ExtendedKeyWriter`](crate::person::extended_key::ExtendedKeyWriter), not with the wallet.
    pub derived: Vec<DerivedAddress>,
}

/// Why nothing can be derived from a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// Its point is not on the curve, so that it is no valid key.
    #[error("This extended public key is not valid. Copy it again from your wallet.")]
    NoPoint,
    /// The child number is hardened, or one of the very few (less than one in 2^127) without a key.
    #[error("There is no public key with this index.")]
    NoKey,
    /// This build does not support extended public keys.
    #[error("Extended public keys are not supported here.")]
    Unsupported,
}

/// Derives keys and addresses. Pure computation: an implementer MUST NOT use the network or store anything.
pub trait KeyDeriver: Send + Sync {
    /// Derives the child key with this number (BIP 32, public derivation).
    fn child(&self, key: &ExtendedKey, number: u32) -> Result<ExtendedKey, DeriveError>;

    /// Returns the address of the key itself on a chain with these address forms; `None` where the chain does not support
    /// the script type.
    fn address(&self, key: &ExtendedKey, script: Script, forms: &[Form]) -> Result<Option<Address>, DeriveError>;
}

impl ExtendedKey {
    /// Returns its prefix, such as `xpub`.
    #[must_use]
    pub fn letters(&self) -> &'static str {
        self.letters.name
    }

    /// Returns the script types to search, the likeliest first. Some prefixes do not determine the type.
    #[must_use]
    pub fn scripts(&self) -> Vec<Script> {
        self.only
            .map_or_else(|| self.letters.scripts.to_vec(), |only| vec![only])
    }

    /// Returns whether the script type is not determined.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.scripts().len() > 1
    }

    /// Returns the chain code.
    #[must_use]
    pub fn chain_code(&self) -> [u8; 32] {
        let mut code = [0; 32];
        code.copy_from_slice(&self.body[9..41]);
        code
    }

    /// Returns the compressed public key.
    #[must_use]
    pub fn public_key(&self) -> [u8; 33] {
        let mut key = [0; 33];
        key.copy_from_slice(&self.body[41..]);
        key
    }

    /// Returns the depth below the master key.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.body[0]
    }

    /// Returns the child key made of these parts; `None` at the maximum depth.
    #[must_use]
    pub fn with_child(
        &self,
        number: u32,
        fingerprint: [u8; 4],
        chain_code: [u8; 32],
        public_key: [u8; 33],
    ) -> Option<Self> {
        let mut body = [0; 74];
        body[0] = self.depth().checked_add(1)?;
        body[1..5].copy_from_slice(&fingerprint);
        body[5..9].copy_from_slice(&number.to_be_bytes());
        body[9..41].copy_from_slice(&chain_code);
        body[41..].copy_from_slice(&public_key);
        Some(Self { body, ..self.clone() })
    }
}

impl fmt::Debug for ExtendedKey {
    /// Writes its prefix only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", self.letters.name)
    }
}
