//! Lists of an exchange that are read in windows of time, from the oldest one.
//!
//! - A window is read whole or not at all. Where it has more rows than can be read at once, it becomes shorter, so that no row depends on
//!   the number of those before it.
//! - Where an exchange keeps rows for some time only, the part before that is a gap. It is stated once, by the first request; rows that were
//!   read while the exchange had them stay.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    AccountId, RemoteError, Timestamp,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use super::{
    list_page::{inconsistent_list, moment},
    listed_row::ListedRow,
};

/// The first and the last moment of a part of a list, inclusive.
pub(crate) type ListMoments = (Timestamp, Timestamp);

/// The rows of a part of a list; `None` where it has more rows than can be read at once.
pub(crate) type WindowRows = Option<Vec<ListedRow>>;

/// By how much later than the oldest rows a walk begins, so that no window is too old by the time of its request.
const MARGIN: Duration = Duration::from_hours(1);

/// A list that is read in windows.
#[async_trait]
pub(crate) trait WindowedList: Send + Sync {
    /// Returns the rows between two moments.
    async fn rows(&self, moments: ListMoments) -> Result<WindowRows, RemoteError>;
}

/// How far back a list reaches, and how long its windows are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListReach {
    /// The first moment of which anything is requested, in milliseconds.
    pub(crate) opened: u64,
    /// The longest window.
    pub(crate) longest: Duration,
    /// For how long the exchange keeps rows, until now; `None` where it keeps all.
    pub(crate) kept: Option<(Duration, Timestamp)>,
    /// Whether the exchange has a part of the rows before that, so that they are requested.
    pub(crate) has_older: bool,
}

impl ListReach {
    /// Returns the first moment that is requested of these, and what is missing before it.
    pub(super) fn begin(&self, first: u64) -> (u64, Option<HistoryGap>) {
        let opened = first.max(self.opened);
        let Some((kept, now)) = self.kept else {
            return (opened, None);
        };
        let oldest = block(now.minus(kept));
        if first >= oldest {
            return (opened, None);
        }
        let begin = oldest.saturating_add(length(MARGIN));
        let gap = HistoryGap {
            kind: HistoryGapKind::Retention,
            blocks: Some((first, begin.saturating_sub(1))),
        };
        let first = if self.has_older { opened } else { opened.max(begin) };
        (first, Some(gap))
    }
}

/// Reads the next window of a list.
pub(crate) async fn window(
    list: &dyn WindowedList,
    reach: ListReach,
    (who, part): (&str, &HistoryRequest),
) -> Result<HistoryPage, RemoteError> {
    let last = part.blocks.1;
    let (first, gap) = reach.begin(part.blocks.0);
    let mut end = last.min(first.saturating_add(length(reach.longest)).saturating_sub(1));
    let (rows, end) = loop {
        if first > end {
            break (Vec::new(), last);
        }
        let moments = (moment_of(first), moment_of(end));
        if let Some(rows) = list.rows(moments).await? {
            break (rows, end);
        }
        if first == end {
            // A millisecond does not have a thousand rows: the numbers do not mean what they are taken for.
            return Err(inconsistent_list(who));
        }
        end = first + (end - first) / 2;
    };
    let mut page = page(&part.account, rows, end);
    page.gaps.extend(gap);
    Ok(page)
}

/// Makes the page of a window. A row before it is kept: lists may select by another time than the one that a row states.
fn page(account: &AccountId, rows: Vec<ListedRow>, end: u64) -> HistoryPage {
    let rows = rows.into_iter().filter(|row| row.time <= moment_of(end));
    HistoryPage {
        markets: Vec::new(),
        facts: rows.map(|row| row.into_fact(account)).collect(),
        through: Some(end),
        continuation: None,
        total: None,
        gaps: Vec::new(),
    }
}

fn length(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn block(at: Timestamp) -> u64 {
    u64::try_from(at.millis()).unwrap_or_default()
}

/// Returns the moment of a block, also of one that no time has.
pub(crate) fn moment_of(number: u64) -> Timestamp {
    moment(number).unwrap_or(Timestamp::from_millis(i64::MAX))
}

#[cfg(test)]
mod tests;
