//! Sets a stream back to where a part of it may be missing, so that it is read again.

use std::time::Duration;

use ports::{
    HistoryProgress, Timestamp,
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
    let usable: Vec<_> = sources
        .iter()
        .filter(|source| source.is_current() && !source.is_fallback)
        .collect();
    let at = usable
        .iter()
        .position(|source| Some(&source.id) == progress.source.as_ref());
    let next = at.map_or(0, |at| at + 1).checked_rem(usable.len());
    progress.source = next.map(|next| usable[next].id.clone());
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

fn set_back(progress: &mut HistoryProgress, gap: HistoryGap) {
    let from = gap.blocks.map_or(0, |(from, _)| from);
    if progress.through.is_some_and(|through| through >= from) {
        progress.through = from.checked_sub(1);
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
    let text = format!("{} of {} sent transactions are known.", sent.found, sent.expected);
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
