//! The sources of an account's history, and how far the index of each reaches.

use ports::{AccountId, HistoryReader, Ports, RemoteError, SourceId, StorageError, Timestamp, source::NodeProblem};

use crate::{
    source::{failure, in_backoff},
    sync::handlers::history_readers::readers,
};

/// The newest block of a chain, and the oldest one with which a history still counts as current.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CurrentBlocks {
    pub(super) oldest: u64,
    pub(super) newest: u64,
}

/// A source, with how far its index reaches.
#[derive(Clone)]
pub(super) struct HistorySource<'a> {
    pub(super) reader: &'a dyn HistoryReader,
    pub(super) id: SourceId,
    pub(super) index: IndexState,
    /// Whether it is requested only for what explorers do not serve at all.
    pub(super) is_fallback: bool,
}

/// How far the index of a source reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum IndexState {
    /// The source does not say.
    Unstated,
    /// It reaches this block, which is near the newest one.
    Current(u64),
    /// It ends with this block, far behind the newest one.
    Stale(u64, RemoteError),
    /// It has holes, or may have some because the source's statement cannot be read.
    Unfinished(RemoteError),
    /// The source did not answer.
    Failed(RemoteError),
    /// The source is not queried until this time.
    InBackoff(Timestamp),
}

impl HistorySource<'_> {
    /// Returns whether nothing speaks against what the source reports.
    pub(super) fn is_current(&self) -> bool {
        matches!(self.index, IndexState::Unstated | IndexState::Current(_))
    }

    /// Returns the last block that it can report.
    pub(super) fn last_block(&self) -> Option<u64> {
        match self.index {
            IndexState::Current(block) | IndexState::Stale(block, _) => Some(block),
            _ => None,
        }
    }

    /// Returns the place in the order in which sources are used. What a stale index has is complete, unlike what an unfinished
    /// one has.
    fn rank(&self) -> (bool, u8) {
        let of_index = match self.index {
            IndexState::Unstated | IndexState::Current(_) => 0,
            IndexState::Stale(..) => 1,
            IndexState::Unfinished(_) => 2,
            IndexState::Failed(_) | IndexState::InBackoff(_) => 3,
        };
        (self.is_fallback, of_index)
    }
}

/// Returns the sources that cover the chain of an account, those with a current index first, and nodes behind explorers. An index that is
/// behind or not finished is stored as a failure of its source.
pub(super) async fn of<'a>(
    ports: &'a Ports,
    account: &AccountId,
    current: CurrentBlocks,
) -> Result<Vec<HistorySource<'a>>, StorageError> {
    let mut sources = Vec::new();
    let (main, fallbacks) = readers(ports, &account.chain);
    for reader in main {
        sources.push(HistorySource {
            reader,
            id: reader.profile().id,
            index: index(ports, reader, account, current).await?,
            is_fallback: false,
        });
    }
    sources.extend(fallbacks.into_iter().map(|reader| HistorySource {
        reader,
        id: reader.profile().id,
        // How far it reaches is not requested before it is used.
        index: IndexState::Unstated,
        is_fallback: true,
    }));
    sources.sort_by_key(HistorySource::rank);
    Ok(sources)
}

async fn index(
    ports: &Ports,
    reader: &dyn HistoryReader,
    account: &AccountId,
    current: CurrentBlocks,
) -> Result<IndexState, StorageError> {
    let profile = reader.profile();
    let at_chain = profile.id.at(&account.chain);
    let in_backoff = in_backoff(ports).await?;
    if let Some(until) = in_backoff.get(&profile.id).max(in_backoff.get(&at_chain)) {
        return Ok(IndexState::InBackoff(*until));
    }
    let state = match reader.head(&account.chain).await {
        Ok(None) => IndexState::Unstated,
        Ok(Some(block)) if block >= current.oldest => IndexState::Current(block.min(current.newest)),
        Ok(Some(block)) => IndexState::Stale(block, behind(profile.name, block, current)),
        Err(error) if is_temporary(&error) => IndexState::Failed(error),
        Err(error) => IndexState::Unfinished(error),
    };
    match &state {
        IndexState::Stale(_, error) | IndexState::Unfinished(error) | IndexState::Failed(error) => {
            failure::note(ports, &at_chain, Some(error)).await?;
        }
        _ => {}
    }
    Ok(state)
}

fn behind(who: String, block: u64, current: CurrentBlocks) -> RemoteError {
    RemoteError::NotCurrent {
        who,
        problem: NodeProblem::Behind,
        why: format!(
            "its index ends with block {block}, and the chain is at block {}",
            current.newest
        ),
    }
}

fn is_temporary(error: &RemoteError) -> bool {
    matches!(
        error,
        RemoteError::Unavailable { .. } | RemoteError::RateLimited { .. } | RemoteError::Throttled { .. }
    )
}
