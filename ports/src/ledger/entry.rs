//! Entries of the ledger: what a transaction changed in an account, derived from facts. Entries are append-only.

use async_trait::async_trait;

use crate::{
    address::Address,
    amount::RawAmount,
    ids::{account::AccountId, asset::AssetId},
    ledger::{
        approval::Approval,
        fact::{EXCHANGE_DECIMALS, Stream},
    },
    storage::StorageError,
    time::clock::Timestamp,
};

pub use crate::ids::{
    hash_text::{HashParts, HashText},
    transaction::{EntryId, ParseEntryIdError, ParseTransactionIdError, TransactionId},
};

/// The method of an entry: the coarse kind by which people filter, with its number on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryMethod {
    /// Burns and redemptions.
    Burn,
    /// Transfers, swaps and bridges.
    Transfer,
    /// Mints, stakes and rewards.
    Mint,
    /// Deposits, loans, liquidity and approvals.
    Commit,
}

impl EntryMethod {
    /// All methods, by number.
    pub const ALL: [Self; 4] = [Self::Burn, Self::Transfer, Self::Mint, Self::Commit];

    /// Returns the number on the wire.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            Self::Burn => 10,
            Self::Transfer => 20,
            Self::Mint => 30,
            Self::Commit => 40,
        }
    }
}

/// The finer kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Something left the account.
    Send,
    /// Something arrived.
    Receive,
    /// From the account to itself.
    SelfTransfer,
    /// One asset out, another in.
    Swap,
    /// The native asset out, its wrapped form in.
    Wrap,
    /// The wrapped form out, the native asset in.
    Unwrap,
    /// An allowance was set; no amount moved.
    Approve,
    /// Into a vault or a lending pool.
    Deposit,
    /// Out of a vault or a lending pool.
    Withdraw,
    /// Staked.
    Stake,
    /// No longer staked.
    Unstake,
    /// A reward was claimed or paid.
    Reward,
    /// Borrowed.
    Borrow,
    /// Repaid.
    Repay,
    /// Into a liquidity pool.
    AddLiquidity,
    /// Out of a liquidity pool.
    RemoveLiquidity,
    /// Sent to another chain.
    BridgeOut,
    /// Arrived from another chain.
    BridgeIn,
    /// Newly created for the account.
    Mint,
    /// Destroyed.
    Burn,
    /// Sent to many accounts without a request.
    Airdrop,
    /// Unwanted: advertising, or an imitation of an earlier transfer.
    Spam,
    /// A contract was created.
    CreateContract,
    /// A contract was called and no amount moved.
    Call,
    /// The transaction failed; only the fee was paid.
    Failed,
    /// Several of these at once.
    Mixed,
}

impl EntryKind {
    /// All kinds.
    pub const ALL: [Self; 26] = [
        Self::Send,
        Self::Receive,
        Self::SelfTransfer,
        Self::Swap,
        Self::Wrap,
        Self::Unwrap,
        Self::Approve,
        Self::Deposit,
        Self::Withdraw,
        Self::Stake,
        Self::Unstake,
        Self::Reward,
        Self::Borrow,
        Self::Repay,
        Self::AddLiquidity,
        Self::RemoveLiquidity,
        Self::BridgeOut,
        Self::BridgeIn,
        Self::Mint,
        Self::Burn,
        Self::Airdrop,
        Self::Spam,
        Self::CreateContract,
        Self::Call,
        Self::Failed,
        Self::Mixed,
    ];

    /// Returns its name for people, such as `Bridge arrival`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Send => "Sent",
            Self::Receive => "Received",
            Self::SelfTransfer => "Self transfer",
            Self::Swap => "Swap",
            Self::Wrap => "Wrap",
            Self::Unwrap => "Unwrap",
            Self::Approve => "Approval",
            Self::Deposit => "Deposit",
            Self::Withdraw => "Withdrawal",
            Self::Stake => "Stake",
            Self::Unstake => "Unstake",
            Self::Reward => "Reward",
            Self::Borrow => "Borrow",
            Self::Repay => "Repay",
            Self::AddLiquidity => "Add liquidity",
            Self::RemoveLiquidity => "Remove liquidity",
            Self::BridgeOut => "Bridge",
            Self::BridgeIn => "Bridge arrival",
            Self::Mint => "Mint",
            Self::Burn => "Burn",
            Self::Airdrop => "Airdrop",
            Self::Spam => "Spam",
            Self::CreateContract => "Contract creation",
            Self::Call => "Contract call",
            Self::Failed => "Failed",
            Self::Mixed => "Several actions",
        }
    }

    /// Returns the stable code on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Receive => "receive",
            Self::SelfTransfer => "self_transfer",
            Self::Swap => "swap",
            Self::Wrap => "wrap",
            Self::Unwrap => "unwrap",
            Self::Approve => "approve",
            Self::Deposit => "deposit",
            Self::Withdraw => "withdraw",
            Self::Stake => "stake",
            Self::Unstake => "unstake",
            Self::Reward => "reward",
            Self::Borrow => "borrow",
            Self::Repay => "repay",
            Self::AddLiquidity => "add_liquidity",
            Self::RemoveLiquidity => "remove_liquidity",
            Self::BridgeOut => "bridge_out",
            Self::BridgeIn => "bridge_in",
            Self::Mint => "mint",
            Self::Burn => "burn",
            Self::Airdrop => "airdrop",
            Self::Spam => "spam",
            Self::CreateContract => "create_contract",
            Self::Call => "call",
            Self::Failed => "failed",
            Self::Mixed => "mixed",
        }
    }

    /// Returns the coarse kind.
    #[must_use]
    pub fn method(self) -> EntryMethod {
        match self {
            Self::Burn | Self::Withdraw | Self::Unstake | Self::RemoveLiquidity => EntryMethod::Burn,
            Self::Mint | Self::Stake | Self::Reward | Self::Airdrop => EntryMethod::Mint,
            Self::Approve | Self::Deposit | Self::Borrow | Self::Repay | Self::AddLiquidity => EntryMethod::Commit,
            Self::Send
            | Self::Receive
            | Self::SelfTransfer
            | Self::Swap
            | Self::Wrap
            | Self::Unwrap
            | Self::BridgeOut
            | Self::BridgeIn
            | Self::Spam
            | Self::CreateContract
            | Self::Call
            | Self::Failed
            | Self::Mixed => EntryMethod::Transfer,
        }
    }
}

/// The role of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LegRole {
    /// Left the account.
    Out,
    /// Arrived in the account.
    In,
    /// Paid as a fee; left the account.
    Fee,
}

/// One amount of an entry.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Leg {
    /// Its direction and purpose.
    pub role: LegRole,
    /// Which asset.
    pub asset: AssetId,
    /// The id within the contract for tokens that have one.
    pub token_id: Option<String>,
    /// The exact amount in the smallest unit; at an exchange, in [`EXCHANGE_DECIMALS`] decimal places.
    pub amount: RawAmount,
    /// Who received or sent it; `None` for fees.
    pub counterparty: Option<Address>,
    /// The stream of the fact that it was derived from.
    pub stream: Stream,
    /// The item of the fact, such as `log 12`, `call 0_1`, `value` or `fee`.
    pub item: String,
}

impl Leg {
    /// Returns the decimal places of its amount, given those of its asset.
    #[must_use]
    pub fn decimals(&self, of_asset: Option<u8>) -> Option<u8> {
        if self.stream.is_of_exchange() {
            Some(EXCHANGE_DECIMALS)
        } else {
            of_asset
        }
    }
}

/// How well a transaction was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decoding {
    /// A decoder recognized it.
    Complete,
    /// Classified by the amounts that moved.
    Generic,
    /// The responsible decoder failed; the generic one classified it.
    Failed,
}

/// An entry: what one transaction changed in one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Account and transaction.
    pub id: EntryId,
    /// The block's height.
    pub block: u64,
    /// The block's hash; `None` where no source stated it.
    pub block_hash: Option<HashText>,
    /// The position of the transaction in the block. Where no source stated it, a place by which what spends follows what it spends.
    pub position: u32,
    /// The block's time.
    pub time: Timestamp,
    /// What it was.
    pub kind: EntryKind,
    /// The amounts, in the order out, in, fee.
    pub legs: Vec<Leg>,
    /// The other side of the transaction, where there is one.
    pub counterparty: Option<Address>,
    /// The protocol, such as `uniswap-v3`.
    pub protocol: Option<String>,
    /// The id by which a bridge names both sides of a transfer, such as `across:1:12345`; at an exchange, [`STATED_TRANSACTION`] and the
    /// transaction on a chain that it states.
    pub bridge_id: Option<String>,
    /// Whom it allowed to move tokens of the account, as contracts logged it; each once, sorted.
    pub approvals: Vec<Approval>,
    /// Whether the transaction failed.
    pub failed: bool,
    /// How well it was understood.
    pub decoding: Decoding,
    /// The decoder that made it.
    pub decoder: String,
    /// The version of the list of decoders.
    pub decoder_version: u32,
}

/// What comes before the id of a transaction on a chain that an exchange states for a transfer.
pub const STATED_TRANSACTION: &str = "transaction:";

impl Entry {
    /// Returns the id of the transaction on a chain that an exchange states for a transfer.
    #[must_use]
    pub fn stated_transaction(&self) -> Option<&str> {
        self.bridge_id.as_deref()?.strip_prefix(STATED_TRANSACTION)
    }
}

/// A revision of an entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The content.
    pub entry: Entry,
    /// The number of this revision of the entry, from 1.
    pub revision: u32,
    /// The account's ledger revision with which it was stored.
    pub ledger_revision: u64,
    /// When it was stored.
    pub stored_at: Timestamp,
    /// Whether this revision takes the entry back, because its facts were withdrawn.
    pub withdrawn: bool,
}

/// The state of an account's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerHead {
    /// Which account.
    pub account: AccountId,
    /// Incremented by every change.
    pub revision: u64,
    /// The number of entries that count.
    pub entries: u64,
    /// The lowest version of the decoders that made one of its entries; 0 without entries.
    pub oldest_decoder: u32,
}

/// Reads entries.
#[async_trait]
pub trait EntryReader: Send + Sync {
    /// Returns the heads of these accounts; an account without entries is left out.
    async fn heads(&self, accounts: &[AccountId]) -> Result<Vec<LedgerHead>, StorageError>;

    /// Returns the newest revision of every entry of an account that changed after this ledger revision, ordered by
    /// block, position and transaction. Revisions that take an entry back are included unless `after` is 0.
    async fn changed(&self, account: &AccountId, after: u64) -> Result<Vec<StoredEntry>, StorageError>;

    /// Returns the newest revision of every entry of an account whose time is after `at`, ordered by block, position and
    /// transaction. Entries that were taken back are left out.
    async fn since(&self, account: &AccountId, at: Timestamp) -> Result<Vec<StoredEntry>, StorageError>;

    /// Returns up to `limit` accounts with a current entry of a lower version of the decoders than this one.
    async fn outdated(&self, version: u32, limit: u32) -> Result<Vec<AccountId>, StorageError>;

    /// Returns all revisions of an entry, the first one first.
    async fn revisions(&self, id: &EntryId) -> Result<Vec<StoredEntry>, StorageError>;
}

/// Writes entries.
#[async_trait]
pub trait EntryWriter: Send {
    /// Adds entries of one account, each as a new revision; an entry that equals its newest revision is left out. Returns
    /// how many were added. All of them get the same new ledger revision. An entry of an account that is not stored is a
    /// [`StorageError::Conflict`], so that nothing is stored about an account that was erased.
    async fn append(&mut self, entries: &[Entry], at: Timestamp) -> Result<u64, StorageError>;

    /// Takes back these entries of one account with a new revision each; unknown ones and those already taken back are
    /// left out. Returns how many were taken back.
    async fn withdraw(&mut self, ids: &[EntryId], at: Timestamp) -> Result<u64, StorageError>;
}
