use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use ports::{
    Address, ChainId, Fact, HistoryReader, Profile, RemoteError, SourceId, Stream, Timestamp,
    fact::{FactBlock, FactBody, ReportedTransaction},
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
    source::SourceKind,
};

use super::OWN;

const OTHER: &str = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";

/// A transfer of ether that a mock source reports.
#[derive(Clone, Debug)]
pub struct Move {
    pub(super) block: u64,
    hash: u64,
    pub nonce: u64,
    outgoing: bool,
    wei: u128,
}

/// Returns a transfer whose nonce is the number in its hash.
pub fn moved(block: u64, hash: u64, outgoing: bool, wei: u128) -> Move {
    Move {
        block,
        hash,
        nonce: hash,
        outgoing,
        wei,
    }
}

/// The fee of each transaction.
const FEE: u128 = 21_000;

impl Move {
    /// Returns by how much it changes the balance of the account.
    pub fn change(&self) -> i128 {
        let wei = i128::try_from(self.wei).unwrap();
        let fee = i128::try_from(FEE).unwrap();
        if self.outgoing { -wei - fee } else { wei }
    }

    /// Returns its block.
    pub fn block(&self) -> u64 {
        self.block
    }

    /// Returns whether the account sent it.
    pub fn is_sent(&self) -> bool {
        self.outgoing
    }
}

/// A source that reports these transfers, at most two per page, as an explorer does that counts blocks upwards.
#[derive(Clone)]
pub struct MockSource {
    name: &'static str,
    pub(super) moves: Arc<Mutex<Vec<Move>>>,
    pub head: Arc<Mutex<Result<Option<u64>, RemoteError>>>,
    pub(super) error: Arc<Mutex<Option<(Stream, RemoteError)>>>,
    kind: SourceKind,
    /// What it cannot report of the transactions.
    gap: Option<HistoryGapKind>,
    pub requests: Arc<Mutex<Vec<HistoryRequest>>>,
}

impl MockSource {
    pub fn new(name: &'static str, moves: Vec<Move>) -> Self {
        Self {
            name,
            moves: Arc::new(Mutex::new(moves)),
            head: Arc::new(Mutex::new(Ok(None))),
            error: Arc::default(),
            kind: SourceKind::Explorer,
            gap: None,
            requests: Arc::default(),
        }
    }

    /// A node that leaves out the transfers of the native asset.
    pub fn node(name: &'static str, moves: Vec<Move>) -> Self {
        Self {
            kind: SourceKind::Chain,
            gap: Some(HistoryGapKind::NativeTransfers),
            ..Self::new(name, moves)
        }
    }

    /// Reports one more transfer from now on.
    pub fn add(&self, one: Move) {
        self.moves.lock().unwrap().push(one);
    }

    /// Reports these transfers from now on, and no others.
    pub fn set(&self, moves: &[Move]) {
        *self.moves.lock().unwrap() = moves.to_vec();
    }

    /// Fails for transactions from now on, or answers again.
    pub fn fail(&self, error: Option<RemoteError>) {
        *self.error.lock().unwrap() = error.map(|error| (Stream::Transactions, error));
    }

    fn gaps_of(&self, stream: Stream) -> Vec<HistoryGap> {
        let kind = self.gap.filter(|_| stream == Stream::Transactions);
        kind.map(|kind| HistoryGap { kind, blocks: None }).into_iter().collect()
    }

    pub fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

fn fact(request: &HistoryRequest, source: &'static str, one: &Move) -> Fact {
    let (own, other): (Address, Address) = (OWN.parse().unwrap(), OTHER.parse().unwrap());
    let (from, to) = if one.outgoing { (own, other) } else { (other, own) };
    Fact {
        account: request.account.clone(),
        transaction: format!("0x{:064x}", one.hash).parse().unwrap(),
        block: FactBlock {
            number: one.block,
            hash: None,
            time: Timestamp::from_seconds(1_600_000_000 + i64::try_from(one.block).unwrap()),
            position: u32::try_from(one.hash).ok(),
        },
        source: SourceId::fixed(source),
        body: FactBody::Transaction(ReportedTransaction {
            from,
            to: Some(to),
            created: None,
            value: one.wei.into(),
            nonce: Some(one.nonce),
            succeeded: true,
            fee: Some(FEE.into()),
            data_fee: None,
            selector: None,
            envelope: None,
        }),
    }
}

#[async_trait]
impl HistoryReader for MockSource {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed(self.name), self.name, self.kind)
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(1)]
    }

    fn streams(&self, _chain: &ChainId) -> Vec<Stream> {
        vec![Stream::Transactions, Stream::InternalTransfers]
    }

    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        vec![]
    }

    async fn head(&self, _chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        self.head.lock().unwrap().clone()
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        self.requests.lock().unwrap().push(request.clone());
        if let Some((stream, error)) = &*self.error.lock().unwrap()
            && *stream == request.stream
        {
            return Err(error.clone());
        }
        let (from, to) = request.blocks;
        let moves = self.moves.lock().unwrap().clone();
        let mut within: Vec<Move> = moves
            .into_iter()
            .filter(|one| (from..=to).contains(&one.block))
            .collect();
        if request.stream == Stream::InternalTransfers {
            within.clear();
        }
        within.sort_by_key(|one| one.block);
        let through = within.get(2).map_or(to, |third| third.block - 1);
        within.retain(|one| one.block <= through);
        Ok(HistoryPage {
            markets: Vec::new(),
            facts: within.iter().map(|one| fact(request, self.name, one)).collect(),
            through: Some(through),
            continuation: None,
            total: None,
            gaps: self.gaps_of(request.stream),
        })
    }
}
