//! Reading what an account holds on a chain.

use std::collections::BTreeSet;

use async_trait::async_trait;

use crate::{
    amount::RawAmount,
    chain::{asset::Metadata, waiting::WaitingTransactions},
    ids::{account::AccountId, asset::AssetId, chain::ChainId, source::SourceId},
    position::Position,
    protocol::ProtocolReading,
    source::{Profile, RemoteError},
    time::clock::Timestamp,
};

/// A block, at which balances are read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Block {
    /// Height; for an account at an exchange, the time in milliseconds since 1970.
    pub number: u64,
    /// Hash; `0x` and 64 hex digits on EVM chains, empty for an account at an exchange.
    pub hash: String,
    /// The time in the block's header.
    pub time: Timestamp,
}

/// The reason for an unreadable token at whose address there is no contract.
pub const NO_CONTRACT: &str = "no contract answers";
/// The reason for an unreadable token whose contract reverts when its balance is read.
pub const REVERTS: &str = "its contract fails when it is called";

/// Returns whether this reason means that the token's contract returned no answer at all.
#[must_use]
pub fn is_silent(why: &str) -> bool {
    [NO_CONTRACT, REVERTS].contains(&why)
}

/// The balances of an account, read at one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The block at which every balance was read.
    pub block: Block,
    /// The source that answered.
    pub source: SourceId,
    /// The host that answered, shown in explanations.
    pub host: String,
    /// The balances; zero balances are left out.
    pub balances: Vec<(AssetId, RawAmount)>,
    /// What it has in parts of an exchange account; positions of zero are left out. Decimals that the source does not state are `None`.
    pub positions: Vec<Position>,
    /// What it has in protocols, at the same block.
    pub protocols: ProtocolReading,
    /// Tokens whose contract gave no usable answer, each with the reason: [`NO_CONTRACT`] and [`REVERTS`] are typical of
    /// dead list entries, any other reason means that the contract's answer could not be parsed.
    pub unreadable: Vec<(AssetId, String)>,
    /// The transactions that wait for a block, where the source states them. The balances do not contain them.
    pub waiting: WaitingTransactions,
}

impl Reading {
    /// Returns the assets of its balances and positions; those of several are repeated.
    pub fn assets(&self) -> impl Iterator<Item = &AssetId> {
        let balances = self.balances.iter().map(|(asset, _)| asset);
        let positions = self.positions.iter().chain(self.protocols.amounts());
        balances.chain(positions.map(|position| &position.asset))
    }

    /// Returns the first asset that it states twice: as a balance, as a position of the same kind in the same
    /// place, or in the same role of the same position in a protocol. Such a reading
    /// is refused, because one of the two would be shown as both.
    #[must_use]
    pub fn stated_twice(&self) -> Option<&AssetId> {
        let (mut balances, mut places, mut legs) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut assets = self.balances.iter().map(|(asset, _)| asset);
        let balance = assets.find(|asset| !balances.insert(*asset));
        let mut positions = self.positions.iter();
        let position = positions.find(|one| !places.insert((&one.asset, one.kind, &one.place)));
        let mut in_protocols = self.protocols.positions.iter().flat_map(|of| {
            let item = of.item.as_ref();
            of.legs
                .iter()
                .map(move |leg| (&leg.position.asset, leg.role, &leg.contract, &of.place, item))
        });
        let leg = in_protocols.find(|leg| !legs.insert(*leg));
        let stated = balance.or(position.map(|one| &one.asset));
        stated.or(leg.map(|(asset, ..)| asset))
    }

    /// Returns whether the account holds nothing and every token could be read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.balances.is_empty()
            && self.positions.is_empty()
            && self.protocols == ProtocolReading::default()
            && self.unreadable.is_empty()
    }
}

/// The capability of readers whose probe reports whether an address was ever used, even if it is empty now. It is needed
/// to find the last used address of an extended public key.
pub const USAGE: &str = "usage";

/// The capability of readers that read every token an account holds. Readers of EVM chains without it read only the
/// requested tokens.
pub const ALL_TOKENS: &str = "every token";

/// The activity of an account on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The number of transactions that it sent; with the [`USAGE`] capability, the number of all transactions that involve
    /// it.
    pub sent: u64,
    /// How many of them are not yet in a block.
    pub pending: u64,
    /// Whether the account is a contract, so that [`Self::sent`] does not count its transactions; false where the node does not say.
    pub is_contract: bool,
    /// Whether a contract acts for the account's key (EIP-7702), so that [`Self::sent`] also counts authorizations.
    pub is_delegated: bool,
    /// The native balance; no token was read.
    pub reading: Reading,
}

impl Probe {
    /// Returns whether the account shows no activity: it sent nothing and has no native balance.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.sent == 0 && self.reading.balances.is_empty() && self.reading.positions.is_empty()
    }
}

/// Receives the progress of a reading.
pub trait Progress: Send + Sync {
    /// Reports that `done` of `total` tokens are read; both are 0 while only activity is probed.
    fn report(&self, done: u32, total: u32);
}

/// Reads the balances of accounts on chains.
///
/// An implementer MUST read every balance of one [`Reading`] at the same block, MUST state each of them once, MUST fail as a whole rather than leave
/// out requested tokens (a token whose own contract misbehaves goes to `unreadable`), MUST reject an endpoint that serves
/// another chain, and MUST reject a node that is not up to date
/// ([`Chain::check_head`](crate::chain::Chain::check_head)): one that is syncing, whose head is too old or too new, or that
/// does not have the chain's state. It tries another endpoint of the chain before it fails with
/// [`RemoteError::NotCurrent`].
#[async_trait]
pub trait ChainReader: Send + Sync {
    /// Returns the reader's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the chains it reads.
    fn chains(&self) -> Vec<ChainId>;

    /// Returns the newest block that the up-to-date endpoints agree on.
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError>;

    /// Reads the native balance and the balances of `tokens`, all at one block.
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError>;

    /// Checks cheaply whether the account was ever used. `None` where a full reading costs no more.
    async fn probe(&self, _account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        Ok(None)
    }

    /// Returns whether `token` is a separate token. A contract that only reports the balance of the native asset or of another token
    /// again is not.
    fn is_token(&self, _token: &AssetId) -> bool {
        true
    }

    /// Reads symbol, name and decimals from the contracts; a field that a contract does not return stays empty.
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError>;
}
