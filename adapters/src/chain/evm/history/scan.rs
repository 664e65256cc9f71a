//! Reading the beginning of a range of blocks from one node: logs, native transfers, and the transactions of both.

use std::collections::BTreeMap;

use ports::{RemoteError, TransactionId, source::NodeProblem};

use super::{
    details,
    facts::{FactScope, StreamFacts},
    logs::LogRows,
    native::{self, NativeIndex},
    query::NodeQuery,
    range::ranges,
    span::NodeSpans,
    traces::TraceRows,
};

/// What a scan found.
pub(super) struct BlockScan {
    /// The last block that it covers.
    pub through: u64,
    /// The facts by stream.
    pub facts: StreamFacts,
    /// Whether native transfers are among them.
    pub has_native: bool,
    /// Whether a public node alone reports that nothing happened for more than a day.
    pub is_unconfirmed: bool,
}

impl BlockScan {
    /// Returns whether nothing happened.
    pub fn is_empty(&self) -> bool {
        self.facts.values().all(Vec::is_empty)
    }
}

/// Scans blocks from the first one on.
pub(super) async fn scan(
    query: &NodeQuery<'_>,
    (from, to): (u64, u64),
    spans: &mut NodeSpans,
    scope: &FactScope<'_>,
) -> Result<BlockScan, RemoteError> {
    check_head(query, to).await?;
    let index = native::index(query).await?;
    let (indexed, to) = match index {
        Some(NativeIndex::Addresses) => native::search(query, (from, to)).await?,
        Some(NativeIndex::Traces) => ranges::<TraceRows>(query, (from, to), &mut spans.traces).await?,
        None => (Vec::new(), to),
    };
    let has_native = index.is_some();
    let (logs, through) = ranges::<LogRows>(query, (from, to), &mut spans.logs).await?;
    let mut wanted: BTreeMap<TransactionId, u64> = BTreeMap::new();
    let indexed = indexed.iter().map(|one| (&one.id, one.block));
    for (id, block) in logs.iter().map(|log| (&log.transaction, log.block)).chain(indexed) {
        if block <= through && wanted.insert(id.clone(), block).is_some_and(|other| other != block) {
            return Err(query.context.malformed("one transaction in two blocks"));
        }
    }
    let found = details::read(query, &wanted, has_native).await?;
    for one in &found {
        let mut own = logs.iter().filter(|log| log.transaction == one.id);
        if own.any(|log| one.block.hash.as_ref() != Some(&log.block_hash)) {
            return Err(query.context.unavailable("its newest blocks keep changing", None));
        }
    }
    Ok(BlockScan {
        through,
        facts: scope.facts(&found, &logs),
        has_native,
        is_unconfirmed: false,
    })
}

/// Checks that the node serves the chain and has the last block: logs of blocks that it lacks would seem not to exist.
async fn check_head(query: &NodeQuery<'_>, last: u64) -> Result<(), RemoteError> {
    let head = query.node.head(&query.purpose.source).await?.block.number;
    if head >= last {
        return Ok(());
    }
    let why = format!("its newest block is {head}, before block {last}");
    Err(query.context.not_current(NodeProblem::Behind, &why))
}
