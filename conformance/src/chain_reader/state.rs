//! The state of mocked chains: blocks with balances.

use ports::{AccountId, AssetId, ChainId, RawAmount, Timestamp};

/// The state of a mocked chain.
#[derive(Clone, Debug)]
pub struct ChainState {
    /// The chain.
    pub chain: ChainId,
    /// Every block so far, the newest last, each with the balances of the accounts.
    pub blocks: Vec<BlockState>,
    /// Whether the server belongs to another chain, and reports that chain's id.
    pub other_chain: bool,
    /// Whether the server is syncing and reports it.
    pub syncing: bool,
    /// Whether the server has blocks and no account data: every balance is zero, and every contract call returns nothing, even
    /// of a contract that certainly exists.
    pub without_state: bool,
    /// Whether an account holds each token in two places that the service lists separately, such as token accounts. Each place
    /// has the amount of the [`AccountBalances`].
    pub in_two_places: bool,
    /// The decimals of each token as its contract or mint states them; `None` where it states none.
    pub decimals: Vec<(AssetId, Option<u8>)>,
}

impl ChainState {
    /// Returns the newest block.
    ///
    /// # Panics
    /// If there is no block. The kit always creates one.
    #[must_use]
    pub fn newest(&self) -> &BlockState {
        self.blocks.last().expect("a chain has a block")
    }

    /// Returns the decimals that a token's contract or mint states; `None` if it states none or the token is unknown.
    #[must_use]
    pub fn decimals_of(&self, token: &AssetId) -> Option<u8> {
        let known = self.decimals.iter().find(|(id, _)| id == token);
        known.and_then(|(_, decimals)| *decimals)
    }

    /// Returns the block with this height.
    #[must_use]
    pub fn by_number(&self, number: u64) -> Option<&BlockState> {
        self.blocks.iter().find(|one| one.number == number)
    }

    /// Returns the block with this hash.
    #[must_use]
    pub fn by_hash(&self, hash: &str) -> Option<&BlockState> {
        self.blocks.iter().find(|one| one.hash == hash)
    }
}

/// A block, and the balances in it.
#[derive(Clone, Debug)]
pub struct BlockState {
    /// The height.
    pub number: u64,
    /// The hash, as returned by [`Harness::hash`](super::Harness::hash).
    pub hash: String,
    /// The timestamp of the block.
    pub time: Timestamp,
    /// The balances of each account.
    pub accounts: Vec<AccountBalances>,
}

impl BlockState {
    /// Returns the balances of the account with this address, in any letter case.
    #[must_use]
    pub fn held_by(&self, address: &str) -> Option<&AccountBalances> {
        let is_it = |one: &&AccountBalances| one.account.address.as_str().eq_ignore_ascii_case(address);
        self.accounts.iter().find(is_it)
    }
}

/// The balances of an account in a block.
#[derive(Clone, Debug)]
pub struct AccountBalances {
    /// The account.
    pub account: AccountId,
    /// The balance of the coin.
    pub native: RawAmount,
    /// The balance of each token; `None` if its contract returns nothing usable.
    pub tokens: Vec<(AssetId, Option<RawAmount>)>,
}

impl AccountBalances {
    /// Returns the balance of a token; `None` if its contract returns nothing usable or the token is unknown.
    #[must_use]
    pub fn balance_of(&self, token: &AssetId) -> Option<RawAmount> {
        let known = self.tokens.iter().find(|(id, _)| id == token);
        known.and_then(|(_, amount)| *amount)
    }
}
