//! Compares blocks of each source with the nodes of the chain. An address has transactions on many chains, so that the rows of another
//! chain look right, and a source may report blocks that were replaced since.

use std::collections::BTreeSet;

use ports::{
    AccountId, Ports, RemoteError, SourceId, TransactionReceiptReader, history::HistoryPage, source::NodeProblem,
};

use super::sources::{CurrentBlocks, HistorySource};
use crate::sync::handlers::job_error::JobError;

/// Blocks at the head of a chain that may still be replaced. They are read again in each run. Longer reorganizations have
/// not occurred on the main chains since 2022.
pub(super) const REPLACEABLE: u64 = 64;

/// Returns the nodes that state the hashes of a chain's blocks.
pub(super) fn nodes<'a>(ports: &'a Ports, account: &AccountId) -> Option<&'a dyn TransactionReceiptReader> {
    let mut readers = ports.transaction_receipts.iter();
    let found = readers.find(|reader| reader.chains().contains(&account.chain));
    found.map(AsRef::as_ref)
}

/// The sources of which a block of this run is one of the chain.
#[derive(Default)]
pub(super) struct ComparedSources(BTreeSet<SourceId>);

impl ComparedSources {
    /// Fails if a page is of another chain or branch: its newest block with a hash is none that the nodes have. Of final blocks one is
    /// compared for each source, of others one of each page. A page without hashes, and blocks that no node has any more, are not
    /// compared. Neither are the histories that nodes report themselves.
    pub(super) async fn check(
        &mut self,
        ports: &Ports,
        account: &AccountId,
        source: &HistorySource<'_>,
        (page, current): (&HistoryPage, CurrentBlocks),
    ) -> Result<Result<(), RemoteError>, JobError> {
        let (Some((number, hash)), Some(nodes)) = (newest(page, current), nodes(ports, account)) else {
            return Ok(Ok(()));
        };
        let is_final = number <= current.newest.saturating_sub(REPLACEABLE);
        if is_final && self.0.contains(&source.id) {
            return Ok(Ok(()));
        }
        match nodes.block_hash(&account.chain, number).await? {
            Some(known) if !known.eq_ignore_ascii_case(hash) => {
                return Ok(Err(foreign(source.reader.profile().name, number, is_final)));
            }
            Some(_) => drop(self.0.insert(source.id.clone())),
            None => {}
        }
        Ok(Ok(()))
    }
}

fn newest(page: &HistoryPage, current: CurrentBlocks) -> Option<(u64, &String)> {
    let blocks = page.facts.iter().map(|fact| &fact.block);
    let stated = blocks.filter_map(|block| Some((block.number, block.hash.as_ref()?)));
    stated.filter(|(number, _)| *number <= current.newest).max()
}

fn foreign(who: String, number: u64, is_final: bool) -> RemoteError {
    if is_final {
        return RemoteError::Malformed {
            who,
            what: format!("its block {number} is none of this network"),
        };
    }
    RemoteError::NotCurrent {
        who,
        problem: NodeProblem::Behind,
        why: format!("its block {number} was replaced by another one"),
    }
}
