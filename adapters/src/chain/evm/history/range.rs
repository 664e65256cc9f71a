//! Reading rows of ranges of blocks that adapt to what a node answers.

use std::time::Duration;

use ports::RemoteError;
use tokio::time::Instant;

use super::{
    query::{NodeQuery, RangeError},
    refusal::RangeHint,
    span::BlockSpan,
};

/// A scan ends after this many ranges, so that accounts take turns, or with this many rows.
const RANGES: usize = 20;
const ROWS: usize = 200;
/// After this many refusals in a row the node has no limit of blocks: it serves nothing.
const REFUSALS: usize = 48;

/// Rows that a node reports for a range of blocks.
pub(super) trait RangeRows {
    type Row: Send;

    /// How long an answer may take before ranges no longer grow; `None` where the node refuses what costs it too much.
    const QUICK: Option<Duration>;

    /// Reads the rows of a range, in the order of the chain.
    fn read(
        query: &NodeQuery<'_>,
        blocks: (u64, u64),
    ) -> impl Future<Output = Result<Vec<Self::Row>, RangeError>> + Send;
}

/// Reads as many ranges as a scan has. Returns the rows with the last block that they cover. A failure after the first range ends
/// the scan there.
pub(super) async fn ranges<R: RangeRows>(
    query: &NodeQuery<'_>,
    (from, to): (u64, u64),
    span: &mut BlockSpan,
) -> Result<(Vec<R::Row>, u64), RemoteError> {
    let (mut found, mut next) = (Vec::new(), from);
    for _ in 0..RANGES {
        match range::<R>(query, (next, to), span).await {
            Ok((rows, last)) => {
                found.extend(rows);
                if last >= to || found.len() >= ROWS {
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

/// Reads the widest range that the node answers. Returns its rows with its last block.
pub(super) async fn range<R: RangeRows>(
    query: &NodeQuery<'_>,
    (from, to): (u64, u64),
    span: &mut BlockSpan,
) -> Result<(Vec<R::Row>, u64), RemoteError> {
    for _ in 0..REFUSALS {
        let last = from.saturating_add(span.blocks() - 1).min(to);
        let began = Instant::now();
        match R::read(query, (from, last)).await {
            Ok(rows) => {
                if R::QUICK.is_none_or(|quick| began.elapsed() <= quick) {
                    span.answered(last - from + 1);
                } else {
                    span.refused((from, last), RangeHint::default());
                }
                return Ok((rows, last));
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
        .refused("it serves no history, not even that of a single block"))
}
