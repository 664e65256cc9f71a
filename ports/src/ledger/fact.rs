//! Facts: what sources reported about transactions. A fact never changes; entries are derived from facts.

mod body;
mod exchange_row;

use std::fmt;

use async_trait::async_trait;
use sha2::{Digest, Sha256};

use crate::{
    ids::{account::AccountId, source::SourceId, transaction::TransactionId},
    storage::StorageError,
    time::clock::Timestamp,
};

pub use body::{
    CoinOutput, CoinTransaction, FactBody, InternalTransfer, Log, ReportedTransaction, TokenStandard, TokenTransfer,
    TransactionReceipt, ValidatorWithdrawal,
};
pub use exchange_row::{EXCHANGE_DECIMALS, ExchangeAmount, ExchangeRow, ExchangeRowKind};

/// One kind of list that sources report about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// Transactions that the account sent, or that call or pay it directly.
    Transactions,
    /// Native value that contracts moved to or from the account.
    InternalTransfers,
    /// Transfers of fungible tokens (ERC-20).
    TokenTransfers,
    /// Transfers of unique tokens (ERC-721).
    NftTransfers,
    /// Transfers of tokens with ids and amounts (ERC-1155).
    MultiTokenTransfers,
    /// Withdrawals of the beacon chain to the account.
    Withdrawals,
    /// Receipts with all logs of transactions that another stream reported.
    Receipts,
    /// Transactions of Bitcoin-like chains, with all inputs and outputs.
    CoinTransactions,
    /// The rows of an exchange's ledger of the account, in which every change of a balance is a row.
    ExchangeLedger,
    /// Deposits to an account at an exchange.
    ExchangeDeposits,
    /// Withdrawals from an account at an exchange.
    ExchangeWithdrawals,
    /// Conversions at an exchange outside of its markets, such as instant purchases and dust.
    ExchangeConversions,
    /// Rewards and interest that an exchange paid to an account.
    ExchangeRewards,
    /// Trades on markets of an exchange that are requested one by one. They are read after all other lists, because the assets in those
    /// decide which markets are requested.
    MarketTrades,
    /// Trades at an exchange that lists those of all markets at once.
    ExchangeTrades,
    /// Rows of files that an exchange exported and a person imported. No source is requested for it.
    ExchangeFiles,
}

impl Stream {
    /// All streams, in the order in which they are read; only trades on single markets come after all others.
    pub const ALL: [Self; 16] = [
        Self::Transactions,
        Self::InternalTransfers,
        Self::TokenTransfers,
        Self::NftTransfers,
        Self::MultiTokenTransfers,
        Self::Withdrawals,
        Self::Receipts,
        Self::CoinTransactions,
        Self::ExchangeLedger,
        Self::ExchangeDeposits,
        Self::ExchangeWithdrawals,
        Self::ExchangeConversions,
        Self::ExchangeRewards,
        Self::MarketTrades,
        Self::ExchangeTrades,
        Self::ExchangeFiles,
    ];

    /// Returns the stable code that is stored and sent on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Transactions => "transactions",
            Self::InternalTransfers => "internal_transfers",
            Self::TokenTransfers => "token_transfers",
            Self::NftTransfers => "nft_transfers",
            Self::MultiTokenTransfers => "multi_token_transfers",
            Self::Withdrawals => "withdrawals",
            Self::Receipts => "receipts",
            Self::CoinTransactions => "coin_transactions",
            Self::ExchangeLedger => "exchange_ledger",
            Self::ExchangeDeposits => "exchange_deposits",
            Self::ExchangeWithdrawals => "exchange_withdrawals",
            Self::ExchangeConversions => "exchange_conversions",
            Self::ExchangeRewards => "exchange_rewards",
            Self::MarketTrades => "market_trades",
            Self::ExchangeTrades => "exchange_trades",
            Self::ExchangeFiles => "exchange_files",
        }
    }

    /// Returns whether it is a list of an exchange. Its facts are single rows: an event that several rows make up has several facts, and
    /// amounts are counted in [`EXCHANGE_DECIMALS`] decimal places.
    #[must_use]
    pub fn is_of_exchange(self) -> bool {
        matches!(
            self,
            Self::ExchangeLedger
                | Self::ExchangeDeposits
                | Self::ExchangeWithdrawals
                | Self::ExchangeConversions
                | Self::ExchangeRewards
                | Self::ExchangeTrades
                | Self::MarketTrades
                | Self::ExchangeFiles
        )
    }

    /// Returns the stream with this code.
    #[must_use]
    pub fn named(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stream| stream.code() == code)
    }
}

/// What one source reported about one transaction in one stream of an account; at an exchange, a row of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The account whose history was requested.
    pub account: AccountId,
    /// Which transaction.
    pub transaction: TransactionId,
    /// The block of the transaction.
    pub block: FactBlock,
    /// The source that reported it.
    pub source: SourceId,
    /// What it reported.
    pub body: FactBody,
}

/// The block of a fact, as the source reported it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FactBlock {
    /// Height; at an exchange, the time in milliseconds.
    pub number: u64,
    /// Hash; `None` where the source's list does not state it.
    pub hash: Option<String>,
    /// The time in the block's header.
    pub time: Timestamp,
    /// The position of the transaction in the block; `None` where the source's list does not state it.
    pub position: Option<u32>,
}

/// The id of a fact: the first 16 bytes of the SHA-256 of its content, so that equal facts are stored once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId(pub [u8; 16]);

impl fmt::Display for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Fact {
    /// Returns the id. Lists must be in their canonical order: the order of the transaction, or sorted where the source
    /// states none.
    pub fn id(&self) -> Result<FactId, serde_json::Error> {
        let content = (&self.account, &self.transaction, &self.block, &self.source, &self.body);
        let hash = Sha256::digest(serde_json::to_vec(&content)?);
        let mut id = [0; 16];
        id.copy_from_slice(&hash[..16]);
        Ok(FactId(id))
    }
}

/// A stored fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFact {
    /// Its id.
    pub id: FactId,
    /// What was reported.
    pub fact: Fact,
    /// When it was first reported.
    pub read_at: Timestamp,
    /// When the same part of the history was read again and no longer contained it, such as after a reorganization of the
    /// chain; `None` while it counts.
    pub withdrawn_at: Option<Timestamp>,
}

/// Reads facts.
#[async_trait]
pub trait FactReader: Send + Sync {
    /// Returns all facts of these transactions of an account that count, ordered by block, transaction and stream.
    async fn of_transactions(
        &self,
        account: &AccountId,
        transactions: &[TransactionId],
    ) -> Result<Vec<StoredFact>, StorageError>;

    /// Returns up to `limit` transactions of an account with facts that count, ordered by block and id, after this one. A
    /// transaction of which sources report several blocks is returned with the first one.
    async fn transactions<'a>(
        &self,
        account: &AccountId,
        after: Option<&'a (u64, TransactionId)>,
        limit: u32,
    ) -> Result<Vec<(u64, TransactionId)>, StorageError>;

    /// Returns up to `limit` transactions as [`Self::transactions`] does, but only those without a fact of this stream that
    /// counts.
    async fn transactions_without<'a>(
        &self,
        account: &AccountId,
        stream: Stream,
        after: Option<&'a (u64, TransactionId)>,
        limit: u32,
    ) -> Result<Vec<(u64, TransactionId)>, StorageError>;

    /// Returns how many transactions [`Self::transactions_without`] lists up to this one, which counts too.
    async fn count_without(
        &self,
        account: &AccountId,
        stream: Stream,
        last: &(u64, TransactionId),
    ) -> Result<u64, StorageError>;

    /// Returns up to `limit` accounts of which facts are stored, in a fixed order, after this one.
    async fn accounts<'a>(&self, after: Option<&'a AccountId>, limit: u32) -> Result<Vec<AccountId>, StorageError>;

    /// Returns up to `limit` facts of an account that a source reported, also those that do not count, ordered by id, after this one.
    async fn of_source(
        &self,
        account: &AccountId,
        source: &SourceId,
        after: Option<FactId>,
        limit: u32,
    ) -> Result<Vec<StoredFact>, StorageError>;

    /// Returns the number of facts of a stream that count, and the first and the last block.
    async fn extent(&self, account: &AccountId, stream: Stream) -> Result<Option<FactExtent>, StorageError>;
}

/// How many facts of a stream there are, and over which blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactExtent {
    /// The number of facts.
    pub facts: u64,
    /// The first block and its time.
    pub first: (u64, Timestamp),
    /// The last block and its time.
    pub last: (u64, Timestamp),
}

/// Writes facts.
#[async_trait]
pub trait FactWriter: Send {
    /// Adds facts. A fact that is stored already is left unchanged, and counts again if it was withdrawn. Returns the
    /// transactions for which the facts that count changed, in order. A fact of an account that is not stored is a
    /// [`StorageError::Conflict`], so that nothing is stored about an account that was erased.
    async fn add(&mut self, facts: &[Fact], at: Timestamp) -> Result<Vec<TransactionId>, StorageError>;

    /// Withdraws the facts of a stream in the blocks `from` to `to`, inclusive, except those with these ids: the source
    /// reported the range again without them. Returns the transactions whose facts were withdrawn.
    async fn withdraw_others(
        &mut self,
        account: &AccountId,
        stream: Stream,
        blocks: (u64, u64),
        kept: &[FactId],
        at: Timestamp,
    ) -> Result<Vec<TransactionId>, StorageError>;
}
