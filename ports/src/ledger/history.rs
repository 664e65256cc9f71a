//! Reading the history of accounts, and the progress of it.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, chain::ChainId, source::SourceId},
    ledger::{
        fact::{Fact, Stream},
        market_update::MarketUpdate,
    },
    source::{Profile, RemoteError, failure::Failure},
    storage::StorageError,
    time::clock::Timestamp,
};

/// A request for a part of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRequest {
    /// Which account.
    pub account: AccountId,
    /// Which stream.
    pub stream: Stream,
    /// The first and the last block, inclusive.
    pub blocks: (u64, u64),
    /// Where the previous page of the same request ended, as the reader returned it.
    pub continuation: Option<String>,
}

/// A page of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// The facts, each transaction with all its rows of this stream.
    pub facts: Vec<Fact>,
    /// The last block up to which everything from the start of the request is now reported; `None` while no block is.
    pub through: Option<u64>,
    /// Where to continue; `None` at the end, where `through` is the last block of the request.
    pub continuation: Option<String>,
    /// The number of rows of the whole stream, where the source states it.
    pub total: Option<u64>,
    /// What the source left out within the reported blocks.
    pub gaps: Vec<HistoryGap>,
    /// What the page states about markets, at exchanges that list trades by market.
    pub markets: Vec<MarketUpdate>,
}

/// A part of the history that a source cannot report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct HistoryGap {
    /// Why it is missing.
    pub kind: HistoryGapKind,
    /// The first and the last block that it affects; `None` for the whole history.
    pub blocks: Option<(u64, u64)>,
}

/// Why a part of the history is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryGapKind {
    /// Native value moved by contracts is not in logs, and no source with traces covers the chain.
    InternalTransfers,
    /// No source reports transactions without token transfers.
    NativeTransfers,
    /// One block has more rows than the source reports.
    FullBlock,
    /// The source serves only the newest part.
    Window,
    /// The source keeps rows for some time only, and these were never read.
    Retention,
    /// One public node alone reports that nothing happened for more than a day, and no second one confirms it.
    Unconfirmed,
    /// No source covers the chain.
    NoSource,
    /// The number of facts per account is capped.
    Cap,
    /// The source reports fewer transactions than the account sent.
    MissingTransactions,
    /// The account is a contract, so that the number of its transactions cannot be compared with a node.
    ContractAccount,
    /// The index of the source ends before these blocks.
    StaleIndex,
    /// The source has not finished indexing, so that any of these blocks may be incomplete.
    UnfinishedIndex,
    /// A balance that a node reported contradicts what the facts add up to.
    BalanceDiffers,
    /// No source that is configured reports this stream.
    Unreported(Stream),
    /// A market of an exchange was not read to its end yet.
    MarketUnread,
    /// A person left a market of an exchange out.
    MarketLeftOut,
    /// An exchange has no market of a name that it listed, or that a person added.
    MarketUnknown,
}

/// Reads the history of accounts.
///
/// An implementer MUST return a [`RemoteError`], never an empty or shorter page, where the source limits, refuses or has not
/// finished indexing. `through` MUST NOT pass a block of which a row may be missing, unless a gap names it. Pages MUST make
/// progress: the next request begins after `through`, or with another continuation. A transaction's rows of one stream
/// MUST be in one fact, ordered as in the transaction, or sorted where the source states no order; at an exchange each row is a fact. Requesting the same
/// blocks again MUST return equal facts while the chain and the source do not change.
#[async_trait]
pub trait HistoryReader: Send + Sync {
    /// Returns the reader's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the chains it covers.
    fn chains(&self) -> Vec<ChainId>;

    /// Returns the streams that it reports on a chain, in the order in which they are read.
    fn streams(&self, chain: &ChainId) -> Vec<Stream>;

    /// Returns what it can never report on a chain.
    fn gaps(&self, chain: &ChainId) -> Vec<HistoryGap>;

    /// Returns the newest block that the source has indexed; `None` where it does not say.
    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError>;

    /// Reads one page.
    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError>;
}

/// The progress of reading one stream of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryProgress {
    /// Which account.
    pub account: AccountId,
    /// Which stream.
    pub stream: Stream,
    /// The source of the newest page, or the one that is tried next.
    pub source: Option<SourceId>,
    /// The last block up to which everything is stored; `None` before the first page.
    pub through: Option<u64>,
    /// The last block of the current run.
    pub target: Option<u64>,
    /// Where the current run continues.
    pub continuation: Option<String>,
    /// The time of the earliest stored fact.
    pub oldest: Option<Timestamp>,
    /// The number of stored facts.
    pub facts: u64,
    /// The number of rows that the source states.
    pub total: Option<u64>,
    /// The number of facts at which reading stops until a user lifts the cap.
    pub cap: Option<u64>,
    /// What is missing.
    pub gaps: Vec<HistoryGap>,
    /// Why the stream is incomplete, with numbers: a source's index, or transactions that are missing. Its retry time is when missing
    /// ones are looked for again, and `None` while they are.
    pub failure: Option<Failure>,
    /// Whether the stream was read up to the chain's head, nothing of it is missing, and no balance contradicts it.
    pub is_whole: bool,
    /// The number of different nonces among the stored transactions that the account sent itself, when they were last counted;
    /// 0 for other streams than [`Stream::Transactions`].
    pub sent: u64,
    /// The number of transactions that the account sent according to a node, when the stream was last read to the end; `None` if its facts changed
    /// since.
    pub expected: Option<u64>,
    /// The block of the newest stored fact. Where it is after [`Self::through`], it may still be replaced.
    pub newest: Option<u64>,
    /// The hash of the block [`Self::through`], as a node stated it when the stream was last read to the end; `None` where no node
    /// states hashes.
    pub final_hash: Option<String>,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl HistoryProgress {
    /// Returns the progress of a stream that was never read, without a cap.
    #[must_use]
    pub fn unread(account: &AccountId, stream: Stream, at: Timestamp) -> Self {
        Self {
            account: account.clone(),
            stream,
            source: None,
            through: None,
            target: None,
            continuation: None,
            oldest: None,
            facts: 0,
            total: None,
            cap: None,
            gaps: Vec::new(),
            failure: None,
            is_whole: false,
            sent: 0,
            expected: None,
            newest: None,
            final_hash: None,
            updated_at: at,
        }
    }

    /// Returns whether stored facts are in blocks that may still be replaced, so that those blocks are to be read again.
    #[must_use]
    pub fn has_replaceable_facts(&self) -> bool {
        self.newest > self.through
    }
}

/// Reads the progress of histories.
#[async_trait]
pub trait HistoryProgressReader: Send + Sync {
    /// Returns the progress of every stream of these accounts, ordered by account and stream.
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<HistoryProgress>, StorageError>;

    /// Returns up to `limit` accounts of these chains that are watched and to be read again, and whose streams were all last changed
    /// at or before `before`; accounts without any progress come first. To be read again are active accounts, those with facts in
    /// blocks that may still be replaced, and those that are read again because balances contradict their entries. The progress of [`Stream::Receipts`] does not count: where receipts are read apart from the other streams, the others do not
    /// wait for them.
    async fn due(&self, chains: &[ChainId], before: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError>;
}

/// Writes the progress of histories.
#[async_trait]
pub trait HistoryProgressWriter: Send {
    /// Stores the progress of a stream, in place of the previous one. Of two caps the larger one stays, so that a reading that
    /// began before a user lifted the cap does not lower it again. Progress of an account that is not stored is a
    /// [`StorageError::Conflict`], so that nothing is stored about an account that was erased.
    async fn set(&mut self, progress: &HistoryProgress) -> Result<(), StorageError>;
}
