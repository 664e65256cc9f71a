//! Notices a reorganization that replaced blocks which counted as final.
//!
//! The newest blocks are read again in each run. Blocks before them are not, so that the hash of the last one is kept: where a node
//! states another one for it later, the facts of an account are set back to the newest one whose block is still part of the chain.

use std::collections::BTreeMap;

use ports::{AccountId, Block, HistoryProgress, Ports, Stream, TransactionReceiptReader};

use super::{
    rewind,
    same_chain::{self, REPLACEABLE},
    stored::for_each_stored,
};
use crate::sync::handlers::job_error::JobError;

/// Sets every stream of an account back to the newest fact whose block is part of the chain, where the last final block was replaced.
/// Stored at once, so that nothing is whole until the blocks are read again.
pub(super) async fn follow(ports: &Ports, account: &AccountId, head: &Block) -> Result<(), JobError> {
    let Some(nodes) = same_chain::nodes(ports, account) else {
        return Ok(());
    };
    let streams = &ports.stores.history_progress;
    let mut streams = streams.of_accounts(std::slice::from_ref(account)).await?;
    let Some(last) = last_final(&streams) else {
        return Ok(());
    };
    if !is_replaced(nodes, account, &last, head).await? {
        return Ok(());
    }
    let common = last_common(ports, nodes, account, last.number).await?;
    let last = head.number.saturating_sub(REPLACEABLE);
    let from = common.map_or(0, |block| block.min(last).saturating_add(1));
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    for progress in &mut streams {
        rewind::set_back_to(progress, from);
        progress.is_whole = false;
        work.history_progress().set(progress).await?;
    }
    // A receipt is read of a final block alone and not requested again where one is stored.
    let blocks = (from, u64::MAX);
    work.facts()
        .withdraw_others(account, Stream::Receipts, blocks, &[], now)
        .await?;
    Ok(work.commit().await?)
}

/// The last final block up to which a stream was read.
struct FinalBlock {
    number: u64,
    hash: String,
    /// When a node stated the hash.
    read_at: ports::Timestamp,
}

fn last_final(streams: &[HistoryProgress]) -> Option<FinalBlock> {
    let of = |one: &HistoryProgress| {
        Some(FinalBlock {
            number: one.through?,
            hash: one.final_hash.clone()?,
            read_at: one.updated_at,
        })
    };
    streams.iter().filter_map(of).max_by_key(|block| block.number)
}

/// Returns whether a block is no longer part of the chain: a node has another one, or its chain ends before it although its newest block
/// is younger than the reading. An older one is of a node that is behind.
async fn is_replaced(
    nodes: &dyn TransactionReceiptReader,
    account: &AccountId,
    block: &FinalBlock,
    head: &Block,
) -> Result<bool, JobError> {
    if head.number < block.number {
        return Ok(head.time > block.read_at);
    }
    let known = nodes.block_hash(&account.chain, block.number).await?;
    Ok(known.is_some_and(|known| !known.eq_ignore_ascii_case(&block.hash)))
}

/// Returns the newest block before `end` with a fact of the account that is part of the chain. Steps grow, so that a long history takes
/// a few requests; `None` where no stored hash is one of the chain.
async fn last_common(
    ports: &Ports,
    nodes: &dyn TransactionReceiptReader,
    account: &AccountId,
    end: u64,
) -> Result<Option<u64>, JobError> {
    let mut stated = BTreeMap::new();
    let keep = |stored: ports::fact::StoredFact| {
        let block = stored.fact.block;
        stated.extend(block.hash.map(|hash| (block.number, hash)));
    };
    for_each_stored(ports, account, (0, Some(end)), keep).await?;
    let mut newest_first = stated.into_iter().rev();
    let mut skipped = 0;
    while let Some((number, hash)) = newest_first.nth(skipped) {
        let known = nodes.block_hash(&account.chain, number).await?;
        if known.is_some_and(|known| known.eq_ignore_ascii_case(&hash)) {
            return Ok(Some(number));
        }
        skipped = skipped * 2 + 1;
    }
    Ok(None)
}
