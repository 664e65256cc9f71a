//! An explorer and a node that know the same transfers.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use ports::{
    AccountId, Address, ChainId, Fact, HistoryReader, Profile, RemoteError, SourceId, Stream, Timestamp, TransactionId,
    TransactionReceiptReader,
    fact::{FactBlock, FactBody, Log, ReportedTransaction, TransactionReceipt},
    history::{HistoryGap, HistoryPage, HistoryRequest},
    source::SourceKind,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

pub const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
pub const OTHER: &str = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
pub const POOL: &str = "0x00000000000000000000000000000000000000ab";
/// `FundsDeposited` and `FilledRelay` of Across.
pub const DEPOSITED: &str = "0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3";
pub const FILLED: &str = "0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208";
pub const ETHER: u128 = 1_000_000_000_000_000_000;
pub const DAY: i64 = 24 * 60 * 60;

pub fn address(text: &str) -> Address {
    text.parse().unwrap()
}

pub fn account(chain: u64) -> AccountId {
    format!("eip155:{chain}:{OWN}").parse().unwrap()
}

pub fn hash(number: u64) -> TransactionId {
    format!("0x{number:064x}").parse().unwrap()
}

pub fn word(number: u128) -> String {
    format!("{number:064x}")
}

pub fn party(text: &str) -> String {
    format!("{:0>64}", text.trim_start_matches("0x").to_lowercase())
}

pub fn log(event: &str, topics: &[String], words: &[String]) -> Log {
    let topics = topics.iter().map(|topic| format!("0x{topic}"));
    Log {
        index: 0,
        address: address(POOL),
        topics: std::iter::once(event.to_owned()).chain(topics).collect(),
        data: format!("0x{}", words.concat()),
    }
}

/// A transfer of ether, as an explorer lists it and as a node knows it.
#[derive(Clone)]
pub struct Move {
    pub chain: u64,
    pub block: u64,
    pub day: i64,
    pub from: &'static str,
    pub to: &'static str,
    pub wei: u128,
    pub logs: Vec<Log>,
}

impl Move {
    /// A transfer of the account in this block, whose transaction has the number of the block.
    pub fn sent(chain: u64, block: u64) -> Self {
        Self {
            chain,
            block,
            day: 0,
            from: OWN,
            to: OTHER,
            wei: ETHER,
            logs: Vec::new(),
        }
    }

    pub fn received(chain: u64, block: u64) -> Self {
        Self {
            from: OTHER,
            to: OWN,
            ..Self::sent(chain, block)
        }
    }

    fn located(&self) -> FactBlock {
        FactBlock {
            number: self.block,
            hash: None,
            time: Timestamp::from_seconds(1_700_000_000 + self.day * DAY + i64::try_from(self.block).unwrap()),
            position: None,
        }
    }

    fn fact(&self, source: &'static str, body: FactBody) -> Fact {
        Fact {
            account: account(self.chain),
            transaction: hash(self.block),
            block: self.located(),
            source: SourceId::fixed(source),
            body,
        }
    }

    pub fn listed(&self) -> Fact {
        let transaction = ReportedTransaction {
            from: address(self.from),
            to: Some(address(self.to)),
            created: None,
            value: self.wei.into(),
            nonce: None,
            succeeded: true,
            fee: Some(21_000_u128.into()),
            data_fee: None,
            selector: None,
            envelope: None,
        };
        self.fact("explorer", FactBody::Transaction(transaction))
    }

    fn receipt(&self) -> Fact {
        let receipt = TransactionReceipt {
            from: address(self.from),
            to: Some(address(self.to)),
            created: None,
            succeeded: Some(true),
            fee: 21_000_u128.into(),
            data_fee: (self.chain == 10).then(|| 4_000_u128.into()),
            operator_fee: None,
            blob_fee: None,
            authorized: Vec::new(),
            logs: self.logs.clone(),
        };
        self.fact("node", FactBody::Receipt(receipt))
    }
}

/// An explorer of Ethereum and OP Mainnet that lists transactions, and a node that has their receipts.
#[derive(Clone, Default)]
pub struct Chains {
    moves: Arc<Mutex<Vec<Move>>>,
    /// The answer of the node instead of receipts.
    error: Arc<Mutex<Option<RemoteError>>>,
    /// After how many answers the error is given.
    pub good: Arc<Mutex<usize>>,
    /// The blocks without receipts.
    pub pruned: Arc<Mutex<BTreeSet<u64>>>,
    requests: Arc<Mutex<Vec<Vec<u64>>>>,
}

impl Chains {
    pub fn of(moves: Vec<Move>) -> Self {
        Self {
            moves: Arc::new(Mutex::new(moves)),
            ..Self::default()
        }
    }

    pub fn fail(&self, error: Option<RemoteError>) {
        *self.error.lock().unwrap() = error;
    }

    pub fn add(&self, one: Move) {
        self.moves.lock().unwrap().push(one);
    }

    /// Returns the blocks of each request for receipts.
    pub fn requests(&self) -> Vec<Vec<u64>> {
        self.requests.lock().unwrap().clone()
    }
}

#[async_trait]
impl HistoryReader for Chains {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("explorer"), "Explorer", SourceKind::Explorer)
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(1), ChainId::evm(10)]
    }

    fn streams(&self, _chain: &ChainId) -> Vec<Stream> {
        vec![Stream::Transactions]
    }

    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        vec![]
    }

    async fn head(&self, _chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        Ok(None)
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let (from, to) = request.blocks;
        let mut own: Vec<Move> = self.moves.lock().unwrap().clone();
        own.retain(|one| account(one.chain) == request.account && (from..=to).contains(&one.block));
        own.sort_by_key(|one| one.block);
        Ok(HistoryPage {
            markets: Vec::new(),
            facts: own.iter().map(Move::listed).collect(),
            through: Some(to),
            continuation: None,
            total: None,
            gaps: vec![],
        })
    }
}

#[async_trait]
impl TransactionReceiptReader for Chains {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("node"), "Node", SourceKind::Chain)
    }

    fn chains(&self) -> Vec<ChainId> {
        HistoryReader::chains(self)
    }

    async fn block_hash(&self, _chain: &ChainId, _number: u64) -> Result<Option<String>, RemoteError> {
        Ok(None)
    }

    async fn receipts(
        &self,
        account: &AccountId,
        transactions: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError> {
        let blocks: Vec<u64> = transactions.iter().map(|one| one.block.number).collect();
        self.requests.lock().unwrap().push(blocks.clone());
        let mut good = self.good.lock().unwrap();
        if let Some(error) = self.error.lock().unwrap().clone() {
            *good = good.checked_sub(1).ok_or(error)?;
        }
        let moves = self.moves.lock().unwrap();
        let pruned = self.pruned.lock().unwrap();
        let own = moves.iter().filter(|one| self::account(one.chain) == *account);
        let (missing, found): (Vec<&Move>, Vec<&Move>) = own
            .filter(|one| blocks.contains(&one.block))
            .partition(|one| pruned.contains(&one.block));
        Ok(FoundReceipts {
            facts: found.into_iter().map(Move::receipt).collect(),
            missing: missing.into_iter().map(|one| hash(one.block)).collect(),
        })
    }
}
