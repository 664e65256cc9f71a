//! One run of reading receipts: where it begins, and its batches.

use std::time::Duration;

use ports::{
    AccountId, HistoryProgress, Ports, StorageError, Stream, TransactionId,
    history::{HistoryGap, HistoryGapKind},
};

use super::{
    batch::{self, ReceiptBatch},
    position::ReceiptPosition,
    read_apart::is_read_apart,
};
use crate::sync::handlers::job_error::JobError;

/// The most transactions that are looked at for one batch. Most of those without a receipt are spam.
const LOOKED_AT: u32 = 500;
/// Receipts that no node had are requested again after this time.
const AGAIN_AFTER: Duration = Duration::from_hours(24);
/// What no node serves.
const UNREPORTED: HistoryGapKind = HistoryGapKind::Unreported(Stream::Receipts);

/// A run of reading the receipts of an account.
pub(super) struct ReceiptRun<'a> {
    ports: &'a Ports,
    pub(super) account: AccountId,
    pub(super) progress: HistoryProgress,
    position: Option<ReceiptPosition>,
    /// The last block whose transactions are final and known.
    pub(super) limit: u64,
    /// Whether no node serves receipts, until they are requested once more.
    is_refused: bool,
}

impl<'a> ReceiptRun<'a> {
    /// Loads the position; `None` where receipts are not read apart from the history, or nothing of it is final yet.
    pub(super) async fn begin(ports: &'a Ports, account: &AccountId) -> Result<Option<Self>, StorageError> {
        if !is_read_apart(ports, &account.chain) {
            return Ok(None);
        }
        let streams = &ports.stores.history_progress;
        let streams = streams.of_accounts(std::slice::from_ref(account)).await?;
        let Some(limit) = limit(&streams) else {
            return Ok(None);
        };
        let known = streams.into_iter().find(|one| one.stream == Stream::Receipts);
        let mut run = Self {
            ports,
            account: account.clone(),
            position: None,
            progress: known.unwrap_or_else(|| HistoryProgress::unread(account, Stream::Receipts, ports.clock.now())),
            limit,
            is_refused: false,
        };
        run.resume().await?;
        Ok(Some(run))
    }

    /// Continues at the stored position, unless transactions before it are to be looked at again.
    async fn resume(&mut self) -> Result<(), StorageError> {
        let stored = self.progress.continuation.as_ref().and_then(|text| text.parse().ok());
        self.position = stored.filter(ReceiptPosition::is_current);
        if self.is_retried() {
            self.position = None;
            self.progress.gaps.clear();
        }
        if let Some(position) = &self.position {
            let facts = &self.ports.stores.facts;
            let without = facts.count_without(&self.account, Stream::Receipts, &position.last);
            if without.await? > position.without {
                self.position = None;
            }
        }
        if self.position.is_none() {
            self.progress.continuation = None;
            self.progress.through = None;
            self.progress.gaps.retain(|gap| gap.blocks.is_none());
        }
        self.is_refused = self.progress.gaps.iter().any(|gap| gap.blocks.is_none());
        self.progress.target = Some(self.limit);
        self.progress.is_whole = false;
        Ok(())
    }

    /// Returns whether missing receipts are requested once more.
    fn is_retried(&self) -> bool {
        let position = self.position.as_ref();
        let since = position.map_or(self.progress.updated_at, |position| position.begun);
        !self.progress.gaps.is_empty() && !self.ports.clock.now().within(AGAIN_AFTER, since)
    }

    /// Returns whether there is anything to read.
    pub(super) async fn has_more(&self) -> Result<bool, StorageError> {
        Ok(!self.is_refused && !self.listed(1).await?.is_empty())
    }

    /// Returns the next transactions without a receipt, in the order of the chain.
    async fn listed(&self, most: u32) -> Result<Vec<(u64, TransactionId)>, StorageError> {
        let after = self.position.as_ref().map(|position| &position.last);
        let facts = &self.ports.stores.facts;
        let mut found = facts
            .transactions_without(&self.account, Stream::Receipts, after, most)
            .await?;
        found.retain(|(block, _)| *block <= self.limit);
        Ok(found)
    }

    /// Reads the next batch; `None` at the end, or where no node serves receipts.
    pub(super) async fn next(&mut self) -> Result<Option<ReceiptBatch>, JobError> {
        if !self.has_more().await? {
            return Ok(None);
        }
        let listed = self.listed(LOOKED_AT).await?;
        let batch = batch::read(self.ports, &self.account, &listed).await?;
        self.is_refused = batch.is_none();
        Ok(batch)
    }

    /// Moves the progress past a batch.
    pub(super) fn pass(&mut self, batch: &ReceiptBatch) {
        let before = self.position.as_ref();
        let begun = before.map_or(batch.at, |position| position.begun);
        let without = before.map_or(0, |position| position.without);
        let position = ReceiptPosition::new(begun, without.saturating_add(batch.left_out), batch.last.clone());
        let progress = &mut self.progress;
        progress.continuation = Some(position.to_string());
        // The other transactions of the last block may be in the next batch.
        progress.through = batch.last.0.checked_sub(1).max(progress.through);
        progress.facts = progress.facts.saturating_add(batch.receipts());
        if let Some(source) = &batch.source {
            progress.source = Some(source.clone());
        }
        if let Some(missing) = batch.missing {
            add_missing(&mut progress.gaps, missing);
        }
        progress.updated_at = batch.at;
        self.position = Some(position);
    }

    /// Stores in the progress that the end is reached, or that no node serves receipts.
    pub(super) fn finish(&mut self) {
        let progress = &mut self.progress;
        if self.is_refused {
            progress.gaps = vec![HistoryGap {
                kind: UNREPORTED,
                blocks: None,
            }];
        } else {
            progress.through = Some(self.limit);
        }
        progress.is_whole = progress.gaps.is_empty();
        progress.updated_at = self.ports.clock.now();
    }
}

/// Extends the gap to the blocks of missing receipts.
fn add_missing(gaps: &mut Vec<HistoryGap>, (first, last): (u64, u64)) {
    let known = gaps.pop().and_then(|gap| gap.blocks).unwrap_or((first, last));
    gaps.push(HistoryGap {
        kind: UNREPORTED,
        blocks: Some((known.0.min(first), known.1.max(last))),
    });
}

/// Returns the last block up to which every stream that is reported is stored. None of these blocks is replaced any more.
fn limit(streams: &[HistoryProgress]) -> Option<u64> {
    let is_reported = |one: &&HistoryProgress| {
        let unreported = HistoryGapKind::Unreported(one.stream);
        one.stream != Stream::Receipts && !one.gaps.iter().any(|gap| gap.kind == unreported)
    };
    let reported: Option<Vec<u64>> = streams.iter().filter(is_reported).map(|one| one.through).collect();
    reported?.into_iter().min()
}
