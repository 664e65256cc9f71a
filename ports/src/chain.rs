//! Chains, and reading what an account holds on one.

use std::{str::FromStr, sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{
    account::AccountId,
    address::{Address, Form},
    amount::RawAmount,
    asset::{AssetId, Metadata},
    clock::Timestamp,
    extended_key::ExtendedKey,
    ids::text,
    source::{Profile, RemoteError, SourceId},
};

/// A chain's CAIP-2 name, such as `eip155:1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChainId(Arc<str>);

/// Why a text is not a chain id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a chain id such as eip155:1 (CAIP-2)")]
pub struct ParseChainIdError;

impl ChainId {
    /// The EVM chain with this number.
    #[must_use]
    pub fn evm(number: u64) -> Self {
        Self(format!("eip155:{number}").into())
    }

    /// The number of an EVM chain.
    #[must_use]
    pub fn evm_number(&self) -> Option<u64> {
        self.0.strip_prefix("eip155:")?.parse().ok()
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// CAIP-2: `namespace` of 3 to 8 of `[-a-z0-9]`, a colon, `reference` of 1 to 32 of `[-_a-zA-Z0-9]`.
    pub(crate) fn check(text: &str) -> Result<(), ParseChainIdError> {
        let (namespace, reference) = text.split_once(':').ok_or(ParseChainIdError)?;
        let namespace_fits = (3..=8).contains(&namespace.len())
            && namespace
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let reference_fits = (1..=32).contains(&reference.len())
            && reference
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if namespace_fits && reference_fits {
            Ok(())
        } else {
            Err(ParseChainIdError)
        }
    }
}

impl FromStr for ChainId {
    type Err = ParseChainIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::check(text).map(|()| Self(text.into()))
    }
}

text!(ChainId);

/// A chain as the product knows it: one row of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// CAIP-2 id.
    pub id: ChainId,
    /// Other CAIP-2 ids that others write for it. They are understood, and nothing is kept or answered under them.
    pub aliases: Vec<ChainId>,
    /// Short stable code for calls and addresses of pages: `ethereum`.
    pub code: String,
    /// Name for people: `OP Mainnet`.
    pub name: String,
    /// The symbol that stands for the chain: `ETH`.
    pub symbol: String,
    /// `#rrggbb`.
    pub color: String,
    /// The chain that this one settles on, if any.
    pub parent: Option<ChainId>,
    /// The asset that pays for transactions.
    pub native: AssetId,
    /// What is known of the native asset.
    pub native_metadata: Metadata,
    /// The forms of its addresses.
    pub addresses: Vec<Form>,
    /// The letters that extended public keys of its wallets begin with.
    pub keys: Vec<String>,
    /// Whether tokens are looked for also where an account shows no activity: many people hold nothing else here.
    pub large: bool,
    /// How far the time of its newest block may be from this server's time.
    pub max_head_age: Duration,
    /// Where a person can check a balance.
    pub explorer: Option<Explorer>,
}

impl Chain {
    /// Whether a person or a call means this chain by its id, an alias of it, or its code.
    #[must_use]
    pub fn is_called(&self, text: &str) -> bool {
        let mut ids = std::iter::once(&self.id).chain(&self.aliases);
        self.code == text || ids.any(|id| id.as_str() == text)
    }

    /// The account that an address is here, under the text that this chain writes; `None` where it is not valid.
    #[must_use]
    pub fn account(&self, address: &Address) -> Option<AccountId> {
        let address = self.addresses.iter().find_map(|form| form.canonical(address))?;
        Some(AccountId {
            chain: self.id.clone(),
            address,
        })
    }
}

/// Address patterns of a block explorer; `{}` stands for the thing looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explorer {
    /// Page of an address, e.g. `https://etherscan.io/address/{}`.
    pub address: String,
    /// Page of a block.
    pub block: String,
    /// Page of a transaction.
    pub transaction: String,
}

/// The chains that are known, in the order they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains(Vec<Chain>);

impl Chains {
    /// Keeps the rows in their order.
    #[must_use]
    pub fn new(rows: Vec<Chain>) -> Self {
        Self(rows)
    }

    /// All rows.
    #[must_use]
    pub fn all(&self) -> &[Chain] {
        &self.0
    }

    /// The row with this id.
    #[must_use]
    pub fn get(&self, id: &ChainId) -> Option<&Chain> {
        self.0.iter().find(|chain| &chain.id == id)
    }

    /// The chain that a key with these letters is of.
    #[must_use]
    pub fn of_key(&self, key: &ExtendedKey) -> Option<&Chain> {
        self.0
            .iter()
            .find(|chain| chain.keys.iter().any(|letters| letters == key.letters()))
    }

    /// Whether the account is what this address is on the account's chain, which may write it another way.
    #[must_use]
    pub fn is_at(&self, address: &Address, account: &AccountId) -> bool {
        let is_written_so = || self.get(&account.chain)?.account(address).filter(|own| own == account);
        *address == account.address || (!address.is_evm() && !account.address.is_evm() && is_written_so().is_some())
    }

    /// The row that calls name so.
    #[must_use]
    pub fn named(&self, text: &str) -> Option<&Chain> {
        self.0.iter().find(|chain| chain.is_called(text))
    }
}

/// A block: the moment at which something was read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Block {
    /// Height.
    pub number: u64,
    /// Hash, `0x` and 64 hex digits on EVM chains.
    pub hash: String,
    /// The block's own time.
    pub time: Timestamp,
}

/// The reason of an unreadable token at whose address no contract answers.
pub const NO_CONTRACT: &str = "no contract answers";
/// The reason of an unreadable token whose contract fails when its balance is read.
pub const REVERTS: &str = "its contract fails when it is called";

/// Whether an unreadable token's contract gave no answer at all, for this reason.
#[must_use]
pub fn is_silent(why: &str) -> bool {
    [NO_CONTRACT, REVERTS].contains(&why)
}

/// What an account holds, read at one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The one block that every balance was read at.
    pub block: Block,
    /// Who answered.
    pub source: SourceId,
    /// The host that answered, for the explanation.
    pub host: String,
    /// What the account holds; zero balances are left out.
    pub balances: Vec<(AssetId, RawAmount)>,
    /// Tokens whose contract gave no usable answer, each with the reason: [`NO_CONTRACT`] and [`REVERTS`] are those of
    /// dead entries of lists, any other is that of a contract that answers and cannot be understood.
    pub unreadable: Vec<(AssetId, String)>,
}

/// The capability of readers whose probe says whether an address was ever used, also if nothing is left there: without
/// it nobody knows where the addresses of an extended public key end.
pub const USAGE: &str = "usage";

/// The capability of readers that read every token an account holds, also those that nobody named. Readers of EVM chains
/// without it find only the requested tokens.
pub const ALL_TOKENS: &str = "every token";

/// Whether an account was ever used on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Transactions that it sent. Where readers say whether an address was ever used ([`USAGE`]), those that it had any
    /// part in.
    pub sent: u64,
    /// Transactions among them that wait for a block.
    pub pending: u64,
    /// The native balance alone: no token was looked for.
    pub reading: Reading,
}

impl Probe {
    /// Whether it shows no activity: it sent nothing and holds none of the coin.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.sent == 0 && self.reading.balances.is_empty()
    }
}

/// Is told how far a reading is.
pub trait Progress: Send + Sync {
    /// `done` of `total` tokens are read; none of none while it is only seen whether there is any activity.
    fn report(&self, done: u32, total: u32);
}

/// Reads chains.
///
/// An implementer MUST read every balance of one [`Reading`] at the same block, MUST fail as a whole rather than leave
/// out requested tokens (a token whose own contract misbehaves goes to `unreadable`), MUST refuse an
/// endpoint that answers for another chain, and MUST refuse a node that is not up to date ([`Chain::check_head`]): one
/// that is syncing, whose head is too old or too new, or that does not have the chain's state. Another endpoint of the
/// chain is tried before the reading fails with [`RemoteError::NotCurrent`].
#[async_trait]
pub trait ChainReader: Send + Sync {
    /// Who this is and what it learns.
    fn profile(&self) -> Profile;

    /// The chains it reads.
    fn chains(&self) -> Vec<ChainId>;

    /// The newest block that the endpoints agree on, of endpoints that are up to date.
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError>;

    /// The native balance and the balances of `tokens`, at one block.
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError>;

    /// A cheap look at whether the account was ever used. `None` where reading everything costs no more.
    async fn probe(&self, _account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        Ok(None)
    }

    /// Whether this can be read as a token of its own: a contract that reports the native balance once more cannot.
    fn is_token(&self, _token: &AssetId) -> bool {
        true
    }

    /// Symbol, name and decimals as the contracts say them; a contract that does not say leaves the field empty.
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chain_ids_follow_caip_2() {
        for good in [
            "eip155:1",
            "bip122:000000000019d6689c085ae165831e93",
            "cosmos:cosmoshub-4",
        ] {
            assert_eq!(good.parse::<ChainId>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            "eip155",
            "eip155:",
            "EIP155:1",
            "ab:1",
            "eip155:1 ",
            "bip122:000000000019d6689c085ae165831e930",
        ] {
            assert!(bad.parse::<ChainId>().is_err(), "{bad}");
        }
        assert_eq!(ChainId::evm(10).evm_number(), Some(10));
    }
}
