//! Compares a block of each source with the nodes of the chain. An address has transactions on many chains, so that the rows of another
//! chain look right.

use std::collections::BTreeSet;

use ports::{AccountId, Ports, RemoteError, SourceId, history::HistoryPage};

use super::sources::{CurrentBlocks, HistorySource};
use crate::sync::handlers::job_error::JobError;

/// Blocks at the head of a chain that may still be replaced. They are read again in each run. Longer reorganizations have
/// not occurred on the main chains since 2022.
pub(super) const REPLACEABLE: u64 = 64;

/// The sources of which a block of this run is one of the chain.
#[derive(Default)]
pub(super) struct ComparedSources(BTreeSet<SourceId>);

impl ComparedSources {
    /// Fails if a page is of another chain: the newest final block with a hash is none that the nodes have. A page without such a block, and
    /// blocks that no node has any more, are not compared. Neither are the histories that nodes report themselves.
    pub(super) async fn check(
        &mut self,
        ports: &Ports,
        account: &AccountId,
        source: &HistorySource<'_>,
        (page, current): (&HistoryPage, CurrentBlocks),
    ) -> Result<Result<(), RemoteError>, JobError> {
        let mut readers = ports.transaction_receipts.iter();
        let reader = readers.find(|reader| reader.chains().contains(&account.chain));
        let (Some((number, hash)), Some(reader)) = (newest(page, current), reader) else {
            return Ok(Ok(()));
        };
        if self.0.contains(&source.id) {
            return Ok(Ok(()));
        }
        match reader.block_hash(&account.chain, number).await? {
            Some(known) if !known.eq_ignore_ascii_case(hash) => {
                return Ok(Err(RemoteError::Malformed {
                    who: source.reader.profile().name,
                    what: format!("its block {number} is none of this network"),
                }));
            }
            Some(_) => drop(self.0.insert(source.id.clone())),
            None => {}
        }
        Ok(Ok(()))
    }
}

fn newest(page: &HistoryPage, current: CurrentBlocks) -> Option<(u64, &String)> {
    let last = current.newest.saturating_sub(REPLACEABLE);
    let blocks = page.facts.iter().map(|fact| &fact.block);
    let stated = blocks.filter_map(|block| Some((block.number, block.hash.as_ref()?)));
    stated.filter(|(number, _)| *number <= last).max()
}
