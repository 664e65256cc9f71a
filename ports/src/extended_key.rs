//! Extended public keys (BIP 32): one key from which every address of an account of a wallet follows.
//!
//! A key is private to the person who gave it. Its text has no `Display`, its `Debug` does not tell it, and no error
//! repeats it: [`ExtendedKey::reveal`] is the only way to it, and nothing that leaves this machine calls that.

mod text;

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{
    account::AccountId,
    address::{Address, Form},
    clock::Timestamp,
    storage::StorageError,
    wallet::{Wallet, WalletId},
};

pub use text::ParseExtendedKeyError;

/// A key, and which of its scripts are meant where the person said so.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ExtendedKey {
    letters: &'static Letters,
    /// Everything behind the version: depth, fingerprint, number, chain code and the compressed point.
    body: [u8; 74],
    only: Option<Script>,
}

/// The letters that a key begins with, and what follows from them (SLIP 132).
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Letters {
    /// The letters: `xpub`.
    pub name: &'static str,
    version: u32,
    scripts: &'static [Script],
}

/// How an address is made of a key. A wallet uses one for all addresses of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Script {
    /// The key's hash (BIP 44).
    Pkh,
    /// Native segregated witness (BIP 84).
    Wpkh,
    /// Segregated witness inside of a script's hash (BIP 49).
    ShWpkh,
    /// Taproot with the key alone (BIP 86).
    Tr,
}

impl Script {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Pkh, Self::Wpkh, Self::ShWpkh, Self::Tr];

    /// Stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Pkh => "pkh",
            Self::Wpkh => "wpkh",
            Self::ShWpkh => "sh-wpkh",
            Self::Tr => "tr",
        }
    }

    /// What stands before a key in an output descriptor (BIP 380 to 386), without the last bracket.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::ShWpkh => "sh(wpkh",
            other => other.code(),
        }
    }
}

/// A text that names no script.
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

/// The two chains of a key: addresses that are handed out, and those that take change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Branch {
    /// Handed out to whoever pays.
    External,
    /// For change.
    Change,
}

impl Branch {
    /// Both.
    pub const ALL: [Self; 2] = [Self::External, Self::Change];

    /// The one of this number.
    #[must_use]
    pub fn of(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|branch| branch.number() == number)
    }

    /// Its number in a path.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::External => 0,
            Self::Change => 1,
        }
    }
}

/// Where an address stands below a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// How it is made.
    pub script: Script,
    /// Which of the two chains.
    pub branch: Branch,
    /// Its number there, from 0.
    pub index: u32,
}

impl fmt::Display for Place {
    /// The end of its path: `0/12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.branch.number(), self.index)
    }
}

/// An address that follows from a key, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Where it stands.
    pub place: Place,
    /// The account: this address on the key's chain.
    pub account: AccountId,
    /// How many transactions it had part in when it was last read; `None` until then. With any it is used.
    pub transactions: Option<u64>,
    /// When it was last read.
    pub read_at: Option<Timestamp>,
}

impl Derived {
    /// Whether it was ever used; `None` while nobody knows.
    #[must_use]
    pub fn is_used(&self) -> Option<bool> {
        self.transactions.map(|count| count > 0)
    }
}

/// A wallet's key with what was derived from it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extended {
    /// The key.
    pub key: ExtendedKey,
    /// Its addresses that are watched, by place. Kept by [`ExtendedKeyWrites`], not with the wallet.
    pub derived: Vec<Derived>,
}

/// Why nothing follows from a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeriveError {
    /// Its point is not on the curve: no wallet made it.
    #[error("This extended public key is not valid. Copy it again from your wallet.")]
    NoPoint,
    /// A hardened number, or one of the very few (less than one in 2^127) that have no key.
    #[error("There is no public key with this index.")]
    NoKey,
    /// This program derives nothing from any key.
    #[error("Extended public keys are not supported here.")]
    Unsupported,
}

/// Makes keys and addresses of keys. Pure arithmetic: an implementer MUST ask nobody and keep nothing.
pub trait KeyDeriver: Send + Sync {
    /// The child of this number, as BIP 32 makes it of public keys alone.
    fn child(&self, key: &ExtendedKey, number: u32) -> Result<ExtendedKey, DeriveError>;

    /// The address of this very key on a chain with these forms; `None` where the chain has none of the script.
    fn address(&self, key: &ExtendedKey, script: Script, forms: &[Form]) -> Result<Option<Address>, DeriveError>;
}

impl ExtendedKey {
    /// The letters it begins with.
    #[must_use]
    pub fn letters(&self) -> &'static str {
        self.letters.name
    }

    /// The scripts whose addresses are looked for, the likeliest first. Some letters leave open which a wallet uses.
    #[must_use]
    pub fn scripts(&self) -> Vec<Script> {
        self.only
            .map_or_else(|| self.letters.scripts.to_vec(), |only| vec![only])
    }

    /// Whether it is open which script the wallet uses.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.scripts().len() > 1
    }

    /// The chain code.
    #[must_use]
    pub fn chain_code(&self) -> [u8; 32] {
        let mut code = [0; 32];
        code.copy_from_slice(&self.body[9..41]);
        code
    }

    /// The compressed public key.
    #[must_use]
    pub fn public_key(&self) -> [u8; 33] {
        let mut key = [0; 33];
        key.copy_from_slice(&self.body[41..]);
        key
    }

    /// How many steps it is from the root.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.body[0]
    }

    /// The child that was made of it. `None` below the greatest depth.
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

    /// The first eight and last four characters: enough to know it again, and nothing follows from them.
    #[must_use]
    pub fn short(&self) -> String {
        let text = self.bare();
        let short = format!("{}…{}", &text[..8], &text[text.len() - 4..]);
        self.only
            .map_or_else(|| short.clone(), |script| text::wrapped(script, &short))
    }
}

impl fmt::Debug for ExtendedKey {
    /// Its letters alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", self.letters.name)
    }
}

/// Reads what was derived.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait ExtendedKeyStore: Send + Sync {
    /// This wallet with its key, unless it is removed or has none.
    async fn wallet(&self, wallet: WalletId) -> Result<Option<Wallet>, StorageError>;

    /// The wallets, of whichever user, for whose key this account was derived.
    async fn holders(&self, account: &AccountId) -> Result<Vec<WalletId>, StorageError>;
}

/// Keeps what was derived.
#[async_trait]
pub trait ExtendedKeyWrites: Send {
    /// Adds addresses of a wallet's key; those that are there stay. `false`, and nothing is added, when the wallet was
    /// removed meanwhile. Their accounts are to be added first.
    async fn derive(&mut self, wallet: WalletId, places: &[(Place, AccountId)]) -> Result<bool, StorageError>;

    /// Forgets every address that was derived for a wallet.
    async fn forget(&mut self, wallet: WalletId) -> Result<(), StorageError>;
}
