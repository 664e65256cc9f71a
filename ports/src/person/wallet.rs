//! Wallets: a user's own rows for addresses, and for their accounts at exchanges.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{
    address::Address,
    bip32::{DerivedAddress, WalletExtendedKey},
    chain::{asset::clean, name::Name},
    ids::user::UserId,
    job::RetryState,
    person::wallet_group::WalletGroup,
    storage::StorageError,
    time::clock::Timestamp,
};

crate::id!(
    /// A wallet's id.
    WalletId
);

/// A user's own row for an address or a name, or for an account at an exchange, which has an address that nobody enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wallet {
    /// Which row.
    pub id: WalletId,
    /// The user it belongs to.
    pub user: UserId,
    /// Position in the user's list, from 0.
    pub position: u32,
    /// The user's input, trimmed: the row's key among the user's rows where it has no address (see [`Wallet::key`]).
    pub text: String,
    /// The name, where the input was one.
    pub name: Option<Name>,
    /// The address; `None` while the input is not recognized or its name does not resolve.
    pub address: Option<Address>,
    /// The extended public key, where the input was one, with the derived addresses. Such a row has no address.
    pub extended: Option<WalletExtendedKey>,
    /// Why there is no address: a stable code and a sentence for users.
    pub problem: Option<WalletProblem>,
    /// The user's label for it.
    pub nickname: Option<Nickname>,
    /// The group that the user put it in.
    pub group: Option<WalletGroup>,
    /// What kind of wallet software or device it is.
    pub kind: Option<WalletKind>,
    /// When the name was last resolved.
    pub resolved_at: Option<Timestamp>,
    /// The address that the name had before it changed.
    pub previous_address: Option<Address>,
    /// When the user added it.
    pub created_at: Timestamp,
    /// When the user removed it; adding it back within a day restores the row.
    pub removed_at: Option<Timestamp>,
}

/// The code of the problem of a wallet over the limit of the plan.
pub const OVER_LIMIT: &str = "over_limit";

/// Why a row is not read: a stable code and a sentence for users.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WalletProblem {
    /// Stable code.
    pub code: String,
    /// A sentence for users.
    pub text: String,
}

impl Wallet {
    /// Returns whether it is over the limit of the plan: it keeps its address and everything that belongs to it, and counts in
    /// nothing.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.problem.as_ref().is_some_and(|problem| problem.code == OVER_LIMIT)
    }

    /// Returns whether it is an account at an exchange. It is not part of the list that the user enters.
    #[must_use]
    pub fn is_of_exchange(&self) -> bool {
        self.address.as_ref().is_some_and(Address::is_of_exchange)
    }

    /// Returns the unique key of the row among a user's rows: the address, or else the text, as for an extended public key.
    /// A name and the address it resolves to have the same key.
    #[must_use]
    pub fn key(&self) -> &str {
        self.address.as_ref().map_or(&self.text, Address::as_str)
    }

    /// Returns the addresses derived from its extended public key.
    pub fn derived(&self) -> impl Iterator<Item = &DerivedAddress> {
        self.extended.iter().flat_map(|extended| &extended.derived)
    }

    /// Returns its addresses: the one that it is, and those derived from its extended public key.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        self.address
            .iter()
            .chain(self.derived().map(|one| &one.account.address))
    }

    /// Returns the label to display: nickname, name, shortened address or key, or the text.
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

/// A user's label for a wallet: 1 to 60 characters, with control and invisible characters removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nickname(String);

/// Why a text is not a nickname.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNicknameError {
    /// No visible character.
    #[error("A nickname needs at least one character, such as Savings.")]
    Empty,
    /// Over 60 characters.
    #[error("A nickname can have up to 60 characters.")]
    TooLong,
}

impl Nickname {
    /// Returns the label as text.
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

/// Reads wallets.
#[async_trait]
pub trait WalletReader: Send + Sync {
    /// Returns a user's wallets that are not removed, in the user's order.
    async fn of_user(&self, user: UserId) -> Result<Vec<Wallet>, StorageError>;

    /// Returns up to `limit` names of wallets, each once, that were last resolved before `before`, or never, or at a time
    /// after `now` (by a wrong clock). A name whose look-up is waiting or running, or died since `retries`, is left out.
    async fn names_due(
        &self,
        before: Timestamp,
        retries: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Name>, StorageError>;

    /// Returns up to `limit` watched addresses, each once, sorted by text, that come after `after` (`""` for the first
    /// page).
    async fn addresses(&self, after: &str, limit: u32) -> Result<Vec<Address>, StorageError>;

    /// Returns whether a wallet of a user with a session or a shared portfolio has this name.
    async fn has_name(&self, name: &Name) -> Result<bool, StorageError>;
}

/// Writes wallets.
#[async_trait]
pub trait WalletWriter: Send {
    /// Returns a user's wallets in the user's order, followed by those removed at or after `removed_since`.
    async fn of_user(&mut self, user: UserId, removed_since: Timestamp) -> Result<Vec<Wallet>, StorageError>;

    /// Adds a row or replaces it by id; a row never changes its user. Addresses derived from its key are not written here.
    /// Fails with [`StorageError::Conflict`] where another row of the user that is not removed has the same
    /// [`Wallet::key`]; so save removed rows before added ones.
    async fn save(&mut self, wallet: &Wallet) -> Result<(), StorageError>;

    /// Returns every wallet, of all users, that is not removed and has this name.
    async fn named(&mut self, name: &Name) -> Result<Vec<Wallet>, StorageError>;

    /// Erases the rows that were removed before `before`. Returns how many.
    async fn erase_removed(&mut self, before: Timestamp) -> Result<u64, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_cleaned_and_bounded() {
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
