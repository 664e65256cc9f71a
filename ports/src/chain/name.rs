//! Names of addresses (ENS).

use std::{collections::HashSet, fmt, str::FromStr, sync::LazyLock};

use async_trait::async_trait;
use ens_normalize_rs::EnsNameNormalizer;
use sha3::{Digest, Keccak256};

use crate::{
    address::Address,
    job::RetryState,
    source::{Profile, RemoteError},
    storage::StorageError,
    time::{clock::Timestamp, day::Day},
};

/// Built once, because building the normalizer is slow.
static NORMALIZER: LazyLock<EnsNameNormalizer> = LazyLock::new(EnsNameNormalizer::default);

/// The endings of names that can exist in ENS: `eth` and the top-level domains of DNS, whose names ENS can import.
static ENDINGS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("name/endings.txt").split_whitespace().collect());

/// A name such as `vitalik.eth`, normalized by ENSIP-15.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Why a text is not a name. The messages are shown to users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNameError {
    /// No dot; a name has at least two labels.
    #[error("A name needs a dot, such as vitalik.eth.")]
    NoDot,
    /// Over 255 characters.
    #[error("This name is too long: at most 255 characters.")]
    TooLong,
    /// Rejected by ENSIP-15.
    #[error("This name has invalid characters. Try a name like vitalik.eth.")]
    NotNormal,
}

impl Name {
    /// Returns the normalized text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the last label is a known ending. Names with other endings are not looked up.
    #[must_use]
    pub fn has_known_ending(&self) -> bool {
        self.0.rsplit('.').next().is_some_and(|ending| ENDINGS.contains(ending))
    }

    /// Returns the node of the name (ERC-137 `namehash`).
    #[must_use]
    pub fn node(&self) -> [u8; 32] {
        node(&self.0)
    }
}

/// Returns the ERC-137 `namehash` of a normalized name; the empty name is the root.
#[must_use]
pub fn node(name: &str) -> [u8; 32] {
    name.rsplit('.')
        .filter(|label| !label.is_empty())
        .fold([0; 32], |parent, label| {
            Keccak256::new()
                .chain_update(parent)
                .chain_update(Keccak256::digest(label.as_bytes()))
                .finalize()
                .into()
        })
}

/// Normalizes any text by ENSIP-15, without the further requirements of [`Name`].
pub fn normalize(text: &str) -> Result<String, ParseNameError> {
    if is_plain(text) {
        return Ok(text.to_owned());
    }
    NORMALIZER.normalize(text).map_err(|_| ParseNameError::NotNormal)
}

/// Whether all labels are lower-case Latin letters and digits, which are their own normal form. Most names are, and need
/// no tables.
fn is_plain(text: &str) -> bool {
    let plain = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.split('.').all(plain)
}

impl FromStr for Name {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.len() > 255 {
            return Err(ParseNameError::TooLong);
        }
        let normal = normalize(text)?;
        if normal.split('.').count() < 2 {
            Err(ParseNameError::NoDot)
        } else {
            Ok(Self(normal))
        }
    }
}

impl TryFrom<String> for Name {
    type Error = ParseNameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a name has no address. The messages are shown to users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// It is not registered, or has no resolver.
    #[error("This name is not registered.")]
    NotRegistered,
    /// Its resolver has no address for it.
    #[error("This name exists but has no address.")]
    NoAddress,
    /// Its resolver redirects to a web server (EIP-3668). Following it would let the owner of a name choose which hosts this
    /// server contacts.
    #[error(
        "This name is stored off-chain. Looking it up would contact a server that its owner chose, so we don't. Paste the address instead."
    )]
    OffChain,
    /// Its registration expired (ENS, names below `.eth`). Until `renewable_until` only its owner can renew it; after that
    /// anyone can register it and set another address.
    #[error("The registration of this name expired on {on}{}. Paste the address instead.", after_expiry(*.renewable_until, *.is_renewable))]
    Expired {
        /// The day it expired.
        on: Day,
        /// The last day on which only its owner can renew it.
        renewable_until: Day,
        /// Whether that day is in the future.
        is_renewable: bool,
    },
    /// The look-up itself failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
}

fn after_expiry(until: Day, is_renewable: bool) -> String {
    if is_renewable {
        format!("; only the owner can renew it until {until}")
    } else {
        "; anyone can register it now".to_owned()
    }
}

/// Resolves names to addresses and back.
///
/// An implementer MUST return from `reverse` only a name that itself resolves to the address, and MUST NOT follow
/// off-chain look-ups.
#[async_trait]
pub trait NameResolver: Send + Sync {
    /// Returns the resolver's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the current address of a name.
    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError>;

    /// Returns the name that an address claims, if that name resolves to the address.
    async fn reverse(&self, address: &Address) -> Result<Option<Name>, ResolveError>;
}

/// A resolved name. A resolution never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The name.
    pub name: Name,
    /// Its address at that time.
    pub address: Address,
    /// When it was resolved.
    pub resolved_at: Timestamp,
}

/// The result of the last successful reverse look-up of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReverseName {
    /// The address.
    pub address: Address,
    /// The name that it claims and that resolves to it; `None` where there is none.
    pub name: Option<Name>,
    /// When it was looked up.
    pub checked_at: Timestamp,
}

/// Reads stored resolutions and reverse names.
#[async_trait]
pub trait NameReader: Send + Sync {
    /// Returns the newest resolution of a name. Resolutions dated after `now` come from a wrong clock and are ignored.
    async fn latest(&self, name: &Name, now: Timestamp) -> Result<Option<Resolution>, StorageError>;

    /// Returns the reverse names of these addresses that were looked up after `since` and not after `now`, sorted by
    /// address.
    async fn reverse(
        &self,
        addresses: &[Address],
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<ReverseName>, StorageError>;

    /// Returns up to `limit` EVM addresses of wallets without a name whose last reverse look-up was before `before`, or never,
    /// or after `now` (by a wrong clock); those that were never looked up come first. An address whose look-up is waiting
    /// or running, or died since `retries`, is left out.
    async fn reverse_due(
        &self,
        before: Timestamp,
        retries: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Address>, StorageError>;

    /// Returns whether a wallet of a user with a session or a shared portfolio has this address and no name.
    async fn is_reverse_wanted(&self, address: &Address) -> Result<bool, StorageError>;
}

/// Writes resolutions and reverse names.
#[async_trait]
pub trait NameWriter: Send {
    /// Adds a resolution.
    async fn add(&mut self, resolution: &Resolution) -> Result<(), StorageError>;

    /// Stores the result of a reverse look-up in place of the previous one of its address.
    async fn keep_reverse(&mut self, found: &ReverseName) -> Result<(), StorageError>;

    /// Erases resolutions from before `before` of names that no wallet has, with their jobs and privacy ledger rows; reverse
    /// names of addresses that no wallet has; and privacy ledger rows from before `before` of names that are neither
    /// resolved names nor names of wallets or of their addresses.
    async fn erase_unused(&mut self, before: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalized() {
        assert_eq!("  VitaLik.ETH ".parse::<Name>().unwrap().as_str(), "vitalik.eth");
        assert_eq!("nick".parse::<Name>(), Err(ParseNameError::NoDot));
        assert_eq!("a b.eth".parse::<Name>(), Err(ParseNameError::NotNormal));
        assert_eq!("a..eth".parse::<Name>(), Err(ParseNameError::NotNormal));
        assert_eq!(
            format!("{}.eth", "a".repeat(300)).parse::<Name>(),
            Err(ParseNameError::TooLong)
        );
    }

    #[test]
    fn endings_are_those_of_ens_and_dns() {
        for (text, is_known) in [
            ("vitalik.eth", true),
            ("0xsplits.eth", true),
            ("jesse.base.eth", true),
            ("example.com", true),
            ("legal.winner", false),
            ("ank.yellow", false),
            ("bonfida.sol", false),
            ("a.eht", false),
            ("1.2.3", false),
        ] {
            assert_eq!(text.parse::<Name>().unwrap().has_known_ending(), is_known, "{text}");
        }
    }

    #[test]
    fn an_expired_name_says_since_when_and_who_can_take_it() {
        let (on, renewable_until) = ("2025-03-01".parse().unwrap(), "2025-05-30".parse().unwrap());
        let text = |is_renewable| {
            let expired = ResolveError::Expired {
                on,
                renewable_until,
                is_renewable,
            };
            expired.to_string()
        };
        assert_eq!(
            text(true),
            "The registration of this name expired on 2025-03-01; only the owner can renew it until 2025-05-30. Paste the address instead."
        );
        assert_eq!(
            text(false),
            "The registration of this name expired on 2025-03-01; anyone can register it now. Paste the address instead."
        );
    }

    #[test]
    fn nodes_follow_erc_137() {
        let shown = |bytes: [u8; 32]| bytes.map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(shown(node("")), "0".repeat(64));
        assert_eq!(
            shown("foo.eth".parse::<Name>().unwrap().node()),
            "de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"
        );
    }
}
