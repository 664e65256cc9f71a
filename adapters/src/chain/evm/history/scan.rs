//! Reading the beginning of a range of blocks from one node: logs, native transfers, and the transactions of both.

use std::collections::BTreeMap;

use ports::{RemoteError, TransactionId, source::NodeProblem};

use super::{
    details,
    facts::{FactScope, StreamFacts},
    logs::{self, FoundLog},
    native,
    query::{NodeQuery, RangeError},
    span::BlockSpan,
};

/// A scan ends after this many requests for logs, so that accounts take turns, or with this many transactions.
const RANGES: usize = 20;
const TRANSACTIONS: usize = 200;
/// After this many refusals in a row the node has no limit of blocks: it serves nothing.
const REFUSALS: usize = 48;

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
    span: &mut BlockSpan,
    scope: &FactScope<'_>,
) -> Result<BlockScan, RemoteError> {
    check_head(query, to).await?;
    let has_native = native::is_served(query).await?;
    let (indexed, to) = if has_native {
        native::search(query, (from, to)).await?
    } else {
        (Vec::new(), to)
    };
    let (logs, through) = logs_of(query, (from, to), span).await?;
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

/// Reads the logs of as many ranges as a scan has. Returns them with the last block that they cover. A failure after the first
/// range ends the scan there.
async fn logs_of(
    query: &NodeQuery<'_>,
    (from, to): (u64, u64),
    span: &mut BlockSpan,
) -> Result<(Vec<FoundLog>, u64), RemoteError> {
    let (mut found, mut next) = (Vec::new(), from);
    for _ in 0..RANGES {
        match range(query, (next, to), span).await {
            Ok((logs, last)) => {
                found.extend(logs);
                if last >= to || found.len() >= TRANSACTIONS {
                    return Ok((found, last));
                }
                next = last + 1;
            }
            Err(error) if next == from => return Err(error),
            Err(_) => break,
        }
    }
    Ok((found, next - 1))
}

/// Reads the logs of the widest range that the node answers. Returns them with its last block.
pub(super) async fn range(
    query: &NodeQuery<'_>,
    (from, to): (u64, u64),
    span: &mut BlockSpan,
) -> Result<(Vec<FoundLog>, u64), RemoteError> {
    for _ in 0..REFUSALS {
        let last = from.saturating_add(span.blocks() - 1).min(to);
        match logs::read(query, (from, last)).await {
            Ok(logs) => {
                span.answered(last - from + 1);
                return Ok((logs, last));
            }
            Err(RangeError::TooWide(hint)) if last > from => {
                span.refused((from, last), hint);
            }
            Err(RangeError::TooWide(_)) => break,
            Err(RangeError::Failed(error)) => return Err(error),
        }
    }
    Err(query
        .context
        .refused("it serves no logs, not even those of a single block"))
}
