//! Histories from plain EVM nodes, for chains that no explorer covers or serves, and the receipts of transactions that explorers list
//! (`receipt_reader.rs`).
//!
//! Transfers of tokens, approvals and the wrapped native asset are found by logs (`logs.rs`), in ranges of blocks that adapt to
//! what each node answers (`range.rs`, `refusal.rs`, `span.rs`). Native transfers leave no logs: they are found where the operator's own
//! node has traces (`native.rs`, `traces.rs`), and are a stated gap elsewhere. Each transaction is then read with its
//! receipt (`details.rs`).
//!
//! One scan of blocks (`scan.rs`) serves all streams of an account. Public nodes answer so few blocks at once that the whole past
//! of a chain would take days: there, only the newest part is read, and the rest is a stated gap.

mod authorization;
mod details;
mod facts;
mod fields;
mod logs;
mod native;
mod query;
mod range;
mod receipt;
mod receipt_reader;
mod refusal;
mod scan;
mod scan_cache;
mod span;
mod stream_page;
mod traces;

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use async_trait::async_trait;
use ports::{
    AccountId, ChainId, HistoryReader, Profile, RemoteError, SourceId, Stream,
    disclosure::DisclosedField,
    history::{HistoryGap, HistoryPage, HistoryRequest},
    source::SourceKind,
};

pub use self::receipt_reader::EvmReceipts;

use self::{
    facts::FactScope,
    logs::LogRows,
    query::NodeQuery,
    scan::BlockScan,
    scan_cache::ScanCache,
    span::{BlockSpan, NodeSpans},
    stream_page::{stream_page, unreported},
};
use super::{
    EvmReader,
    network::{Attempts, EvmNetwork},
    node::{EvmNode, Purpose},
};
use crate::chain::family::{distinct, unread_chain};

static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("evm-history"));
const WHO: &str = "The history of EVM nodes";
/// The chain with withdrawals of the beacon chain, which are in blocks and not in logs.
const ETHEREUM: u64 = 1;
/// The blocks of a first request to a node.
const FIRST_SPAN: u64 = 2_000;
/// The same of traces, which cost a node more.
const FIRST_TRACES: u64 = 100;
/// A public node may return nothing for blocks that it does not index. Its ranges are not longer than this, and where nothing
/// happened for longer, a second node has to report the same.
const DAY: u128 = 24 * 60 * 60 * 1000;
/// The most ranges of a public node that are read of the past of one account.
const PUBLIC_RANGES: u64 = 1_000;

/// Reads histories from the nodes of a reader's chains.
pub struct EvmHistory {
    networks: Vec<Arc<EvmNetwork>>,
    spans: Mutex<HashMap<(ChainId, String), NodeSpans>>,
    scans: ScanCache,
}

impl EvmHistory {
    /// Creates a reader of the same chains.
    #[must_use]
    pub fn new(reader: &EvmReader) -> Self {
        Self {
            networks: reader.networks.clone(),
            spans: Mutex::default(),
            scans: ScanCache::default(),
        }
    }

    fn network(&self, chain: &ChainId) -> Result<&Arc<EvmNetwork>, RemoteError> {
        let known = self.networks.iter().find(|network| network.row.chain.id == *chain);
        known.ok_or_else(|| unread_chain(WHO, chain))
    }

    /// Scans blocks from the first one on, at the first node that answers. Returns the scan with the first block that it covers.
    async fn scan(&self, account: &AccountId, blocks: (u64, u64)) -> Result<(BlockScan, u64), RemoteError> {
        let network = self.network(&account.chain)?;
        let purpose = purpose(account);
        let mut attempts = network.attempts(&SOURCE).await?;
        while let Some(node) = attempts.next() {
            let query = NodeQuery::new(account, node, &purpose);
            let scan = self.scan_at(network, &query, blocks).await;
            if let Some((scan, start)) = attempts.done(node, scan) {
                let days = u128::from(scan.through.saturating_sub(start)) * network.row.block_time.as_millis();
                return Ok(if node.is_own() || !scan.is_empty() || days <= DAY {
                    (scan, start)
                } else {
                    (self.confirmed(account, attempts, (scan, start)).await, start)
                });
            }
        }
        Err(attempts.failure())
    }

    /// Compares an empty scan of many blocks with that of another node: some public nodes return nothing for blocks whose logs
    /// they do not have. Returns what the other one found, if anything.
    async fn confirmed(
        &self,
        account: &AccountId,
        mut attempts: Attempts<'_>,
        (empty, start): (BlockScan, u64),
    ) -> BlockScan {
        let purpose = purpose(account);
        while let (Some(node), Ok(network)) = (attempts.next(), self.network(&account.chain)) {
            let query = NodeQuery::new(account, node, &purpose);
            let scan = self.scan_at(network, &query, (start, empty.through)).await;
            match attempts.done(node, scan) {
                Some((scan, from)) if from == start => return scan,
                Some(_) | None => {}
            }
        }
        BlockScan {
            is_unconfirmed: true,
            ..empty
        }
    }

    /// Returns whether native transfers are served, by the first node that answers.
    async fn serves_native(&self, account: &AccountId) -> Result<bool, RemoteError> {
        let purpose = purpose(account);
        let mut attempts = self.network(&account.chain)?.attempts(&SOURCE).await?;
        while let Some(node) = attempts.next() {
            let served = native::index(&NodeQuery::new(account, node, &purpose)).await;
            if let Some(served) = attempts.done(node, served) {
                return Ok(served.is_some());
            }
        }
        Err(attempts.failure())
    }

    async fn scan_at(
        &self,
        network: &EvmNetwork,
        query: &NodeQuery<'_>,
        (from, to): (u64, u64),
    ) -> Result<(BlockScan, u64), RemoteError> {
        let logs = network.row.logs.as_ref();
        if logs.is_some_and(|logs| logs.refused_by.iter().any(|host| host == query.node.host())) {
            return Err(query.context.refused("it serves no logs"));
        }
        let mut spans = self.spans_of(network, query.node);
        let from = first_block(query, (from, to), &mut spans.logs).await?;
        let scope = FactScope {
            account: query.account,
            source: &SOURCE,
            mirrors: &network.row.mirrors,
        };
        let scan = scan::scan(query, (from, to), &mut spans, &scope).await;
        let key = (network.row.chain.id.clone(), query.node.host().to_owned());
        self.spans
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key, spans);
        scan.map(|scan| (scan, from))
    }

    /// Returns how many blocks this node answers at once, as far as known.
    fn spans_of(&self, network: &EvmNetwork, node: &EvmNode) -> NodeSpans {
        let key = (network.row.chain.id.clone(), node.host().to_owned());
        let known = self.spans.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key).copied().unwrap_or_else(|| {
            let logs = network.row.logs.as_ref();
            let stated = logs.map(|logs| logs.span);
            let of_day = u64::try_from(DAY / network.row.block_time.as_millis().max(1)).ok();
            let of_host = logs.and_then(|logs| logs.spans.get(node.host()).copied());
            let limit = of_day.into_iter().chain(of_host).min().filter(|_| !node.is_own());
            NodeSpans {
                logs: BlockSpan::new(stated.unwrap_or(FIRST_SPAN).min(FIRST_SPAN), limit),
                traces: BlockSpan::new(FIRST_TRACES, None),
            }
        })
    }
}

fn purpose(account: &AccountId) -> Purpose {
    Purpose {
        source: SOURCE.clone(),
        purpose: "history",
        disclosed: DisclosedField::Address(account.address.clone()),
    }
}

/// Returns the first block to read. Of a public node these are its newest blocks, as many as [`PUBLIC_RANGES`] requests cover,
/// unless it would take less than twice as many to read all.
async fn first_block(query: &NodeQuery<'_>, (from, to): (u64, u64), span: &mut BlockSpan) -> Result<u64, RemoteError> {
    if query.node.is_own() || to - from < PUBLIC_RANGES {
        return Ok(from);
    }
    if !span.is_learned() {
        // One answer shows how many blocks the node answers at once.
        let newest = to.saturating_sub(span.blocks() - 1).max(from);
        range::range::<LogRows>(query, (newest, to), span).await?;
    }
    let most = PUBLIC_RANGES.saturating_mul(span.blocks());
    Ok(if to - from < most.saturating_mul(2) {
        from
    } else {
        to - most
    })
}

#[async_trait]
impl HistoryReader for EvmHistory {
    fn profile(&self) -> Profile {
        Profile {
            id: SOURCE.clone(),
            name: "History from EVM nodes".to_owned(),
            kind: SourceKind::Chain,
            website: "https://ethereum.org/developers/docs/apis/json-rpc/".to_owned(),
            learns:
                "The node that answers sees the address, its transactions, the time and this server. It may guess that \
                     addresses requested by one server belong together. It never sees who you are."
                    .to_owned(),
            capabilities: vec!["account history".to_owned()],
            rate_limit: "5 requests a second for each public node".to_owned(),
            hosts: distinct(self.networks.iter().flat_map(|network| network.hosts())),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        let chains = self.networks.iter().map(|network| network.row.chain.id.clone());
        chains.collect()
    }

    /// Native transfers by contracts and withdrawals of the beacon chain are listed too, so that pages state where they are
    /// missing.
    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        if self.network(chain).is_err() {
            return Vec::new();
        }
        let mut streams = vec![
            Stream::Transactions,
            Stream::InternalTransfers,
            Stream::TokenTransfers,
            Stream::NftTransfers,
            Stream::MultiTokenTransfers,
            Stream::Receipts,
        ];
        if chain.evm_number() == Some(ETHEREUM) {
            streams.push(Stream::Withdrawals);
        }
        streams
    }

    /// What is missing depends on the node that answers, so that the pages state it.
    fn gaps(&self, _chain: &ChainId) -> Vec<HistoryGap> {
        Vec::new()
    }

    /// Nodes have every block up to their head, which a scan compares with the request once more.
    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        let mut attempts = self.network(chain)?.attempts(&SOURCE).await?;
        while let Some(node) = attempts.next() {
            let head = node.head(&SOURCE).await;
            if let Some(head) = attempts.done(node, head) {
                return Ok(Some(head.block.number));
            }
        }
        Err(attempts.failure())
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let account = &request.account;
        let unsupported = |what: &str| RemoteError::Unsupported {
            who: WHO.to_owned(),
            what: what.to_owned(),
        };
        if !self.streams(&account.chain).contains(&request.stream) || account.address.evm_bytes().is_none() {
            self.network(&account.chain)?;
            return Err(unsupported(request.stream.code()));
        }
        let (first, last) = request.blocks;
        let from = match &request.continuation {
            Some(text) => text.parse().ok().filter(|from| (first..=last).contains(from)),
            None => Some(first).filter(|first| *first <= last),
        };
        let from = from.ok_or_else(|| unsupported("a continuation of other blocks"))?;
        if request.stream == Stream::Withdrawals {
            return Ok(unreported(request));
        }
        let part = match self.scans.take(account, (from, last), request.stream) {
            Some(part) => part,
            // Where nothing can be found, the stream would be scanned from its start each time.
            None if request.stream == Stream::InternalTransfers && !self.serves_native(account).await? => {
                return Ok(unreported(request));
            }
            None => {
                let (scan, start) = self.scan(account, (from, last)).await?;
                self.scans.put(account, (from, last), scan, start, request.stream)
            }
        };
        Ok(stream_page(request, from, part))
    }
}
