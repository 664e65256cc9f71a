//! Wallets: a user's own rows for addresses.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{
    address::Address, asset::clean, clock::Timestamp, extended_key::Extended, name::Name, storage::StorageError,
    user::UserId,
};

crate::id!(
    /// A wallet's id.
    WalletId
);

/// A user's own row for an address or a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wallet {
    /// Which row.
    pub id: WalletId,
    /// Whose.
    pub user: UserId,
    /// Place in the user's list, from 0.
    pub position: u32,
    /// What the person wrote, trimmed: the row's key among the user's rows (see [`Wallet::key`]).
    pub text: String,
    /// The name, when the person wrote one.
    pub name: Option<Name>,
    /// The address; `None` while it is not recognised or a name does not resolve.
    pub address: Option<Address>,
    /// The extended public key, when the person gave one, and what was derived from it. Such a row has no address.
    pub extended: Option<Extended>,
    /// Why there is no address: a stable code and a sentence for people.
    pub problem: Option<Problem>,
    /// The person's own word for it.
    pub nickname: Option<Nickname>,
    /// What kind of wallet software or device it is.
    pub kind: Option<WalletKind>,
    /// When the name was last resolved.
    pub resolved_at: Option<Timestamp>,
    /// Where the name pointed before it changed.
    pub previous_address: Option<Address>,
    /// When the person added it.
    pub created_at: Timestamp,
    /// When the person removed it; adding it back within a day restores the row.
    pub removed_at: Option<Timestamp>,
}

/// Why a row is not read: a stable code and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Problem {
    /// Stable code.
    pub code: String,
    /// A sentence for people.
    pub text: String,
}

impl Wallet {
    /// What makes the row one of a kind among a user's rows: the address, else the text, which is a key's own. A name and its address are one.
    #[must_use]
    pub fn key(&self) -> &str {
        self.address.as_ref().map_or(&self.text, Address::as_str)
    }

    /// What to call it on screen: nickname, name, short address or key, or what was written.
    #[must_use]
    pub fn label(&self) -> String {
        let name = || self.name.as_ref().map(|name| name.as_str().to_owned());
        let short = || self.address.as_ref().map(Address::short);
        let key = || self.extended.as_ref().map(|extended| extended.key.short());
        let own = self.nickname.as_ref().map(|nickname| nickname.as_str().to_owned());
        own.or_else(name)
            .or_else(short)
            .or_else(key)
            .unwrap_or_else(|| self.text.clone())
    }
}

/// A person's own word for a wallet: 1 to 60 characters, made plain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nickname(String);

/// Why a text is not a nickname.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNicknameError {
    /// Nothing left to show.
    #[error("A nickname needs at least one character, such as Savings.")]
    Empty,
    /// Too long.
    #[error("A nickname can have up to 60 characters.")]
    TooLong,
}

impl Nickname {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Nickname {
    type Err = ParseNicknameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shown = clean(text, 61);
        match shown.chars().count() {
            0 => Err(ParseNicknameError::Empty),
            61 => Err(ParseNicknameError::TooLong),
            _ => Ok(Self(shown)),
        }
    }
}

/// What kind of wallet software or device holds the keys. The list is closed: [`WalletKind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalletKind {
    /// Stable id.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
}

impl WalletKind {
    /// Every kind, by name.
    pub const ALL: &'static [Self] = &[
        Self {
            id: "argent",
            name: "Argent",
        },
        Self {
            id: "brave",
            name: "Brave Wallet",
        },
        Self {
            id: "coinbase-wallet",
            name: "Coinbase Wallet",
        },
        Self {
            id: "frame",
            name: "Frame",
        },
        Self {
            id: "gridplus",
            name: "GridPlus",
        },
        Self {
            id: "imtoken",
            name: "imToken",
        },
        Self {
            id: "keystone",
            name: "Keystone",
        },
        Self {
            id: "ledger",
            name: "Ledger",
        },
        Self {
            id: "metamask",
            name: "MetaMask",
        },
        Self {
            id: "multisig",
            name: "Safe",
        },
        Self {
            id: "paper",
            name: "Paper wallet",
        },
        Self {
            id: "rabby",
            name: "Rabby",
        },
        Self {
            id: "rainbow",
            name: "Rainbow",
        },
        Self {
            id: "trezor",
            name: "Trezor",
        },
        Self {
            id: "trust",
            name: "Trust Wallet",
        },
        Self {
            id: "other",
            name: "Other",
        },
    ];
}

/// Why a text is not a kind of wallet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please select a wallet name")]
pub struct ParseWalletKindError;

impl FromStr for WalletKind {
    type Err = ParseWalletKindError;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .find(|kind| kind.id == id)
            .copied()
            .ok_or(ParseWalletKindError)
    }
}

impl fmt::Display for WalletKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What rests after it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The kind of the job that tries.
    pub kind: String,
    /// Given up after this, it still rests.
    pub since: Timestamp,
}

/// Reads wallets.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait WalletStore: Send + Sync {
    /// A user's wallets that are not removed, in the user's order.
    async fn of_user(&self, user: UserId) -> Result<Vec<Wallet>, StorageError>;

    /// Wallets with a name that was last resolved before `before` (or never, or later than `now`, by a clock that was wrong),
    /// at most `limit`: one row per name is enough. A name that is looked up, waits for that or was `tried` in vain is left
    /// out.
    async fn names_due(
        &self,
        before: Timestamp,
        tried: &Tried,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Name>, StorageError>;

    /// The addresses that somebody watches and whose text comes after this one (`""` for the first), each once, at most
    /// `limit`, in their order.
    async fn addresses(&self, after: &str, limit: u32) -> Result<Vec<Address>, StorageError>;

    /// Whether a wallet of somebody who did not leave carries this name.
    async fn has_name(&self, name: &Name) -> Result<bool, StorageError>;
}

/// Keeps wallets.
#[async_trait]
pub trait WalletWrites: Send {
    /// A user's wallets in the user's order, the ones removed at or after `removed_since` last.
    async fn of_user(&mut self, user: UserId, removed_since: Timestamp) -> Result<Vec<Wallet>, StorageError>;

    /// Adds a row or replaces it by id; a row never changes its user. What was derived from its key is not the row's. [`StorageError::Conflict`] when another row of the
    /// user that is not removed has the same [`Wallet::key`]: rows that go are saved before rows that come.
    async fn save(&mut self, wallet: &Wallet) -> Result<(), StorageError>;

    /// Every wallet that is not removed and carries this name, of whichever user.
    async fn named(&mut self, name: &Name) -> Result<Vec<Wallet>, StorageError>;

    /// Erases the rows that were removed before `before`. Answers how many.
    async fn erase_removed(&mut self, before: Timestamp) -> Result<u64, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_plain_and_bounded() {
        assert_eq!(" My\u{202e} ledger ".parse::<Nickname>().unwrap().as_str(), "My ledger");
        assert_eq!("\u{200b}".parse::<Nickname>(), Err(ParseNicknameError::Empty));
        assert_eq!("x".repeat(61).parse::<Nickname>(), Err(ParseNicknameError::TooLong));
        assert!("x".repeat(60).parse::<Nickname>().is_ok());
    }

    #[test]
    fn kinds_are_a_closed_list() {
        assert_eq!("ledger".parse::<WalletKind>().unwrap().name, "Ledger");
        assert_eq!(
            "".parse::<WalletKind>().unwrap_err().to_string(),
            "Please select a wallet name"
        );
    }
}
