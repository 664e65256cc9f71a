//! Sets a stream back to where a part of it may be missing, so that it is read again.

use std::time::Duration;

use ports::{
    AccountId, AccountReconciliation, HistoryProgress, Ports, SourceId, StorageError, Stream, Timestamp,
    failure::{Failure, FailureCode},
    history::{HistoryGap, HistoryGapKind},
    source::NodeProblem,
};

use super::{nonce::SentTransactions, sources::HistorySource};

/// How long after missing transactions are found the part is read again for the first time. Until then a source that only lags
/// has reported them.
const FIRST_WAIT: Duration = Duration::from_hours(1);
/// The same after each further time.
const WAIT: Duration = Duration::from_hours(24);

/// Sets the stream back where the index of a source was not finished and another source, or the same one, has a finished one now.
pub(super) fn after_unfinished_index(progress: &mut HistoryProgress, sources: &[HistorySource<'_>]) {
    let is_unfinished = |gap: &HistoryGap| gap.kind == HistoryGapKind::UnfinishedIndex;
    if !sources.first().is_some_and(HistorySource::is_current) {
        return;
    }
    if let Some(gap) = progress.gaps.iter().copied().find(is_unfinished) {
        progress.gaps.retain(|gap| !is_unfinished(gap));
        set_back(progress, gap);
    }
}

/// Sets the stream back where transactions are missing, once the wait is over, and makes the next source the one that is
/// tried. Returns whether missing transactions are being looked for, from now on or since an earlier run.
pub(super) fn to_missing(progress: &mut HistoryProgress, sources: &[HistorySource<'_>], now: Timestamp) -> bool {
    let Some(gap) = missing(progress) else {
        return false;
    };
    match progress.failure.as_mut() {
        Some(failure) if failure.retry_at.is_none() => return true,
        Some(failure) if failure.in_backoff(now) => return false,
        Some(failure) => failure.retry_at = None,
        None => progress.failure = Some(failure(String::new(), now, None)),
    }
    set_back(progress, gap);
    let usable: Vec<_> = sources.iter().filter(|source| is_usable(source)).collect();
    progress.source = next_source(progress, &usable);
    true
}

/// Returns the gap of missing transactions. Where a source leaves out all transactions without token transfers, or older ones,
/// reading again finds none of them.
fn missing(progress: &HistoryProgress) -> Option<HistoryGap> {
    let is_left_out = |gap: &HistoryGap| matches!(gap.kind, HistoryGapKind::NativeTransfers | HistoryGapKind::Window);
    let mut gaps = progress.gaps.iter().copied();
    let found = gaps.find(|gap| gap.kind == HistoryGapKind::MissingTransactions);
    found.filter(|_| !progress.gaps.iter().any(is_left_out))
}

/// Returns whether a source that is no longer used left a part out. The sources that are used now may report it, so the
/// stream is read again from its start.
pub(super) fn lacks_what_others_report(progress: &HistoryProgress, sources: &[HistorySource<'_>]) -> bool {
    let is_used = |used: &SourceId| sources.iter().any(|source| source.id == *used);
    leaves_out(progress) && progress.source.as_ref().is_some_and(|source| !is_used(source)) && !sources.is_empty()
}

/// Returns whether the source of a stream left out a part that others may report.
pub(super) fn leaves_out(progress: &HistoryProgress) -> bool {
    let is_of_source = |kind| {
        matches!(
            kind,
            HistoryGapKind::NativeTransfers
                | HistoryGapKind::Window
                | HistoryGapKind::Unconfirmed
                | HistoryGapKind::MissingTransactions
        )
    };
    progress.gaps.iter().any(|gap| is_of_source(gap.kind))
}

/// Returns whether a balance contradicts the stream. The source whose turn it is then comes first.
pub(super) fn is_contradicted(progress: &HistoryProgress) -> bool {
    progress
        .gaps
        .iter()
        .any(|gap| gap.kind == HistoryGapKind::BalanceDiffers)
}

/// Sets every stream of an account back to where balances last agreed with its entries, once it is time, and makes the next source
/// the one that is tried. Stored at once, so that a reading that is interrupted goes on where it was.
pub(super) async fn to_agreement(
    ports: &Ports,
    account: &AccountId,
    sources: &[HistorySource<'_>],
) -> Result<(), StorageError> {
    let of = std::slice::from_ref(account);
    let now = ports.clock.now();
    let known = ports.stores.reconciliations.latest(of).await?.pop();
    let is_due = |found: &AccountReconciliation| found.reread_at.is_some_and(|at| at <= now);
    let Some(mut found) = known.filter(is_due) else {
        return Ok(());
    };
    let mut streams = ports.stores.history_progress.of_accounts(of).await?;
    streams.retain(|one| one.stream != Stream::Receipts);
    // What no source reports is not found by reading again, and neither is anything while none answers.
    let is_unreported = streams.iter().any(|one| one.gaps.iter().any(is_unreported));
    if is_unreported || !sources.iter().any(is_usable) {
        return Ok(());
    }
    let mut work = ports.storage.begin().await?;
    for progress in &mut streams {
        set_back_to(progress, found.first_in_doubt());
        let reports = |source: &&HistorySource<'_>| source.reader.streams(&account.chain).contains(&progress.stream);
        let usable: Vec<_> = sources
            .iter()
            .filter(|source| is_usable(source) && reports(source))
            .collect();
        progress.source = next_source(progress, &usable);
        work.history_progress().set(progress).await?;
    }
    found.rereads = found.rereads.saturating_add(1);
    found.reread_at = Some(now.plus(WAIT));
    work.reconciliations().set(&found).await?;
    work.commit().await
}

/// Returns whether a gap is of amounts that no source here reports in any block, so that a contradiction is expected.
fn is_unreported(gap: &HistoryGap) -> bool {
    match gap.kind {
        // Rows that an exchange no longer has would be taken back by reading again.
        HistoryGapKind::NativeTransfers | HistoryGapKind::Window | HistoryGapKind::Retention | HistoryGapKind::Cap => {
            true
        }
        HistoryGapKind::Unreported(stream) => !matches!(stream, Stream::Receipts | Stream::Withdrawals),
        HistoryGapKind::InternalTransfers => gap.blocks.is_none(),
        _ => false,
    }
}

fn is_usable(source: &HistorySource<'_>) -> bool {
    source.is_current() && !source.is_fallback
}

/// Returns the source after the one that reported the stream last.
fn next_source(progress: &HistoryProgress, usable: &[&HistorySource<'_>]) -> Option<SourceId> {
    let at = usable
        .iter()
        .position(|source| Some(&source.id) == progress.source.as_ref());
    let next = at.map_or(0, |at| at + 1).checked_rem(usable.len())?;
    usable.get(next).map(|source| source.id.clone())
}

fn set_back(progress: &mut HistoryProgress, gap: HistoryGap) {
    set_back_to(progress, gap.blocks.map_or(0, |(from, _)| from));
}

/// Makes a block the next one that is read.
pub(super) fn set_back_to(progress: &mut HistoryProgress, from: u64) {
    if progress.through.is_some_and(|through| through >= from) {
        progress.through = from.checked_sub(1);
        progress.final_hash = None;
        progress.continuation = None;
    }
}

/// Returns the failure that states how many transactions are known, and when the missing ones are looked for again.
pub(super) fn missing_failure(
    progress: &HistoryProgress,
    sent: &SentTransactions,
    was_looking: bool,
    now: Timestamp,
) -> Failure {
    let waiting = progress.failure.as_ref().and_then(|failure| failure.retry_at);
    let retry_at = match waiting.filter(|_| missing(progress).is_some()) {
        _ if was_looking => now.plus(WAIT),
        Some(retry_at) => retry_at.min(now.plus(WAIT)),
        None => now.plus(FIRST_WAIT),
    };
    let mut text = format!("{} of {} sent transactions are known.", sent.found, sent.expected);
    if sent.may_be_authorizations {
        text.push_str(" The others may be authorizations of a contract (EIP-7702): they count too and are in no list.");
    }
    failure(text, now, Some(retry_at))
}

fn failure(text: String, at: Timestamp, retry_at: Option<Timestamp>) -> Failure {
    Failure {
        code: FailureCode::Node(NodeProblem::Behind),
        text,
        at,
        retry_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_of_some_blocks_or_of_receipts_does_not_explain_a_contradiction() {
        let is_expected = |kind, blocks| is_unreported(&HistoryGap { kind, blocks });
        for kind in [
            HistoryGapKind::NativeTransfers,
            HistoryGapKind::InternalTransfers,
            HistoryGapKind::Unreported(Stream::TokenTransfers),
        ] {
            assert!(is_expected(kind, None), "{kind:?}");
        }
        for stream in [Stream::Receipts, Stream::Withdrawals] {
            assert!(!is_expected(HistoryGapKind::Unreported(stream), None), "{stream:?}");
        }
        assert!(!is_expected(HistoryGapKind::InternalTransfers, Some((0, 105_235_062))));
        assert!(!is_expected(HistoryGapKind::MissingTransactions, None));
        assert!(!is_expected(HistoryGapKind::BalanceDiffers, Some((0, 9))));
    }
}
