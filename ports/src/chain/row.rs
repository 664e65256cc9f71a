//! Chains as rows of data, and the table of the known ones.

use std::time::Duration;

use crate::{
    address::{Address, Form},
    bip32::ExtendedKey,
    chain::asset::Metadata,
    ids::{account::AccountId, asset::AssetId, chain::ChainId},
    time::clock::Timestamp,
};

/// A contract that states the balances of another token: most of them were the token's first one. Both often log each transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondContract {
    /// The contract, which is not counted.
    pub contract: Address,
    /// The contract that is counted.
    pub of: Address,
    /// Since when that one holds the balances; `None` where it always did. What it was given before is what it took over.
    pub since: Option<Timestamp>,
}

/// The asset that pays a chain's transaction fees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeAsset {
    /// Which asset.
    pub id: AssetId,
    /// Its symbol, name and decimals.
    pub metadata: Metadata,
}

/// A known chain: one row of data. An exchange is a row too, in the namespace `exchange`: what a person has there is an account
/// with balances and a history like any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// CAIP-2 id.
    pub id: ChainId,
    /// Other CAIP-2 ids in use for it. They are accepted as input; stored rows and answers use [`Self::id`] only.
    pub aliases: Vec<ChainId>,
    /// Short stable code for calls and page addresses: `ethereum`.
    pub code: String,
    /// Display name: `OP Mainnet`.
    pub name: String,
    /// The symbol shown for the chain: `ETH`.
    pub symbol: String,
    /// Display color, `#rrggbb`.
    pub color: String,
    /// The chain that this one settles on; `None` for a layer 1.
    pub parent: Option<ChainId>,
    /// The asset that pays transaction fees; `None` for an exchange.
    pub native: Option<NativeAsset>,
    /// The contract of the native asset's wrapped form.
    pub wrapped: Option<Address>,
    /// Contracts that report the native asset once more, as a token. Their balances and transfers are those of the native asset.
    pub mirrors: Vec<Address>,
    /// Contracts that state the balances of another token.
    pub second_contracts: Vec<SecondContract>,
    /// The address formats it accepts.
    pub addresses: Vec<Form>,
    /// The prefixes of extended public keys of its wallets, such as `xpub`.
    pub keys: Vec<String>,
    /// Whether token balances are read even for accounts without activity, because many users hold only tokens here.
    pub large: bool,
    /// Whether a transaction also pays for storing its data on the parent chain, in a part of the fee of its own.
    pub data_fee: bool,
    /// Why it is ending, as a sentence; `None` for a chain that goes on.
    pub ending: Option<String>,
    /// The largest difference between the time of its newest block and this server's clock.
    pub max_head_age: Duration,
    /// The block explorer where users can check a balance.
    pub explorer: Option<Explorer>,
}

impl Chain {
    /// Returns whether `text` is the chain's id, one of its aliases, or its code.
    #[must_use]
    pub fn has_name(&self, text: &str) -> bool {
        let mut ids = std::iter::once(&self.id).chain(&self.aliases);
        self.code == text || ids.any(|id| id.as_str() == text)
    }

    /// Returns the name of the exchange that this row is; `None` for a chain.
    #[must_use]
    pub fn exchange(&self) -> Option<&str> {
        self.addresses.iter().find_map(|form| match form {
            Form::Exchange { name } => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns the account of an address on this chain, in the chain's canonical spelling; `None` where the address is not
    /// valid on this chain.
    #[must_use]
    pub fn account(&self, address: &Address) -> Option<AccountId> {
        let address = self.addresses.iter().find_map(|form| form.canonical(address))?;
        Some(AccountId {
            chain: self.id.clone(),
            address,
        })
    }
}

/// URL patterns of a block explorer; `{}` is replaced by the address, block or transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explorer {
    /// Page of an address, such as `https://etherscan.io/address/{}`.
    pub address: String,
    /// Page of a block.
    pub block: String,
    /// Page of a transaction.
    pub transaction: String,
}

/// The known chains, in display order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains(Vec<Chain>);

impl Chains {
    /// Makes the table of these rows, in their order.
    #[must_use]
    pub fn new(rows: Vec<Chain>) -> Self {
        Self(rows)
    }

    /// Returns all rows.
    #[must_use]
    pub fn all(&self) -> &[Chain] {
        &self.0
    }

    /// Returns the native assets of all chains that have one, in their order.
    pub fn natives(&self) -> impl Iterator<Item = &NativeAsset> {
        self.0.iter().filter_map(|chain| chain.native.as_ref())
    }

    /// Returns the row with this id.
    #[must_use]
    pub fn get(&self, id: &ChainId) -> Option<&Chain> {
        self.0.iter().find(|chain| &chain.id == id)
    }

    /// Returns the chain that uses the prefix of this key.
    #[must_use]
    pub fn of_key(&self, key: &ExtendedKey) -> Option<&Chain> {
        self.0
            .iter()
            .find(|chain| chain.keys.iter().any(|letters| letters == key.letters()))
    }

    /// Returns whether `account` is the account of `address` on its chain, which may spell the address differently.
    #[must_use]
    pub fn is_at(&self, address: &Address, account: &AccountId) -> bool {
        let is_written_so = || self.get(&account.chain)?.account(address).filter(|own| own == account);
        *address == account.address || (!address.is_evm() && !account.address.is_evm() && is_written_so().is_some())
    }

    /// Returns the row whose id, alias or code is `text`.
    #[must_use]
    pub fn named(&self, text: &str) -> Option<&Chain> {
        self.0.iter().find(|chain| chain.has_name(text))
    }
}
