//! Names of accounts: ENS.

use std::{collections::HashSet, fmt, str::FromStr, sync::LazyLock};

use async_trait::async_trait;
use ens_normalize_rs::EnsNameNormalizer;
use sha3::{Digest, Keccak256};

use crate::{
    address::Address,
    clock::Timestamp,
    day::Day,
    source::{Profile, RemoteError},
    storage::StorageError,
    wallet::Tried,
};

/// Building the normaliser is slow, using it is quick: it is built once.
static NORMALIZER: LazyLock<EnsNameNormalizer> = LazyLock::new(EnsNameNormalizer::default);

/// The endings that names can have: `eth`, and the top-level domains of DNS, whose names ENS takes over.
static ENDINGS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("name/endings.txt").split_whitespace().collect());

/// A name such as `vitalik.eth`, normalised by ENSIP-15.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// What is wrong with a text that should be a name. The texts are shown to people as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNameError {
    /// No dot: a name has at least two labels.
    #[error("A name needs a dot, such as vitalik.eth.")]
    NoDot,
    /// Longer than any name we look up.
    #[error("This name is too long: at most 255 characters.")]
    TooLong,
    /// Refused by ENSIP-15.
    #[error("This name has invalid characters. Try a name like vitalik.eth.")]
    NotNormal,
}

impl Name {
    /// The normalised text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the last label is one that names can end with. Others are not looked up.
    #[must_use]
    pub fn has_known_ending(&self) -> bool {
        self.0.rsplit('.').next().is_some_and(|ending| ENDINGS.contains(ending))
    }

    /// The node of the name (ERC-137): its labels hashed from the right.
    #[must_use]
    pub fn node(&self) -> [u8; 32] {
        node(&self.0)
    }
}

/// ERC-137 `namehash` of a normalised name; the empty name is the root.
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

/// ENSIP-15 normalisation of any text, without the demands that [`Name`] makes on a name worth looking up.
pub fn normalize(text: &str) -> Result<String, ParseNameError> {
    if is_plain(text) {
        return Ok(text.to_owned());
    }
    NORMALIZER.normalize(text).map_err(|_| ParseNameError::NotNormal)
}

/// Small Latin letters and digits in labels are their own normal form; most names are so, and are read without the
/// tables.
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

/// Why a name has no address. The texts are shown to people as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// Nobody registered it, or it has no resolver.
    #[error("This name is not registered.")]
    NotRegistered,
    /// It has a resolver, which knows no address for it.
    #[error("This name exists but has no address.")]
    NoAddress,
    /// Its resolver wants us to ask a web server of its choice (EIP-3668), which would let a name's owner choose whom
    /// this server calls.
    #[error(
        "This name is stored off-chain. Looking it up would contact a server that its owner chose, so we don't. Paste the address instead."
    )]
    OffChain,
    /// Its registration is over (ENS, names below `.eth`). Until `renewable_until` its owner alone can renew it; after that
    /// anyone can register it and point it elsewhere.
    #[error("The registration of this name expired on {on}{}. Paste the address instead.", after_expiry(*.renewable_until, *.is_renewable))]
    Expired {
        /// The day it expired.
        on: Day,
        /// The last day on which its owner alone can renew it.
        renewable_until: Day,
        /// Whether that day is still to come.
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
/// An implementer MUST answer `reverse` only with a name that itself resolves back to the address, and MUST NOT follow
/// off-chain look-ups.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait NameResolver: Send + Sync {
    /// Who this is and what it learns.
    fn profile(&self) -> Profile;

    /// The address that a name points to now.
    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError>;

    /// The name that an address calls itself, if that name points back.
    async fn reverse(&self, address: &Address) -> Result<Option<Name>, ResolveError>;
}

/// A name that was resolved: an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The name.
    pub name: Name,
    /// Where it pointed.
    pub address: Address,
    /// When that was read.
    pub resolved_at: Timestamp,
}

/// The result of the last successful reverse look-up of an address: an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReverseName {
    /// The address.
    pub address: Address,
    /// The name that it claims and that points back to it; `None` when there is none.
    pub name: Option<Name>,
    /// When that was read.
    pub checked_at: Timestamp,
}

/// Reads names that were resolved before, and the reverse names of addresses.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait NameStore: Send + Sync {
    /// The newest resolution of a name. One that lies after `now` was kept by a clock that was wrong, and is passed over.
    async fn latest(&self, name: &Name, now: Timestamp) -> Result<Option<Resolution>, StorageError>;

    /// The reverse names of these addresses that were checked after `since` and not later than `now`, by address.
    async fn reverse(
        &self,
        addresses: &[Address],
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<ReverseName>, StorageError>;

    /// EVM addresses of wallets without a name whose reverse name was last checked before `before` (or never, or later than
    /// `now`, by a clock that was wrong), at most `limit`, those that were never checked first. An address that is being
    /// looked up, waits for that or was `tried` in vain is left out.
    async fn reverse_due(
        &self,
        before: Timestamp,
        tried: &Tried,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Address>, StorageError>;

    /// Whether a wallet of a person who did not leave has this address and no name.
    async fn is_reverse_wanted(&self, address: &Address) -> Result<bool, StorageError>;
}

/// Keeps resolutions.
#[async_trait]
pub trait NameWrites: Send {
    /// Adds a resolution.
    async fn add(&mut self, resolution: &Resolution) -> Result<(), StorageError>;

    /// Keeps the result of a reverse look-up in place of the last one of its address.
    async fn keep_reverse(&mut self, found: &ReverseName) -> Result<(), StorageError>;

    /// Erases the resolutions of names that no wallet carries and that were resolved before `before`, with their jobs and with
    /// what the privacy ledger says of them; reverse names of addresses that no wallet has; and what the privacy ledger says,
    /// from before `before`, of names that are neither resolutions nor names of wallets or of their addresses.
    async fn erase_unused(&mut self, before: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalised() {
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
