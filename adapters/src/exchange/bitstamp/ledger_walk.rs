//! The pages of Bitstamp's list of transactions: the newest rows first, by the number of rows to skip.
//!
//! Every page begins with the last row of the page before, which shows that no row between them is missing. Rows that are added meanwhile
//! move all others towards the end, so that rows are repeated and none is lost. The list ends with the row that is known already.

use ports::{
    Timestamp,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use crate::exchange::account::{ListedRow, moment_of, reaches_back};

/// The most rows of a page.
pub(super) const ROWS_OF_PAGE: u64 = 1_000;
/// The most rows that can be skipped, by the documentation.
const MOST_SKIPPED: u64 = 200_000;

/// Where a walk over the list is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LedgerWalk {
    /// The last moment of the walk, with which it began.
    last: Timestamp,
    skipped: u64,
    /// The last row that was read, with its time in milliseconds.
    known: Option<(i64, String)>,
}

/// What follows a page.
enum AfterPage {
    Continues(LedgerWalk),
    Ends,
}

impl LedgerWalk {
    /// Returns where a request continues; `None` for a continuation that is none.
    pub(super) fn of(request: &HistoryRequest) -> Option<Self> {
        let Some(continuation) = request.continuation.as_deref() else {
            return Some(Self {
                last: moment_of(request.blocks.1),
                skipped: 0,
                known: None,
            });
        };
        let mut parts = continuation.splitn(4, ' ');
        let last = moment_of(parts.next()?.parse().ok()?);
        let skipped = parts.next()?.parse().ok()?;
        let known = (parts.next()?.parse().ok()?, parts.next()?.to_owned());
        Some(Self {
            last,
            skipped,
            known: Some(known),
        })
    }

    /// Returns the form of the request.
    pub(super) fn form(&self) -> String {
        format!("limit={ROWS_OF_PAGE}&offset={}&sort=desc", self.skipped)
    }

    /// Makes the page of the rows that Bitstamp returned here. `None` where rows are missing or repeated without end, so that such a
    /// list never counts as read.
    pub(super) fn page(&self, request: &HistoryRequest, rows: Vec<ListedRow>) -> Option<HistoryPage> {
        let first = moment_of(request.blocks.0);
        let next = match self.after(&rows)? {
            AfterPage::Continues(next) if !reaches_back(&rows, first) => Some(next),
            _ => None,
        };
        let oldest = rows.iter().map(|row| row.time.millis()).min();
        let is_kept = |next: &Self| next.skipped <= MOST_SKIPPED;
        let is_cut = next.as_ref().is_some_and(|next| !is_kept(next));
        let missing = oldest.filter(|_| is_cut).map(|oldest| HistoryGap {
            kind: HistoryGapKind::Retention,
            blocks: Some((request.blocks.0, oldest.unsigned_abs().saturating_sub(1))),
        });
        let next = next.filter(is_kept);
        // The known row is on the page before.
        let known = self.known.as_ref().map(|(_, id)| id.as_str());
        let is_new = |row: &ListedRow| known != Some(row.row.id.as_str());
        let within = rows
            .into_iter()
            .filter(|row| (first..=self.last).contains(&row.time) && is_new(row));
        Some(HistoryPage {
            markets: Vec::new(),
            facts: within.map(|row| row.into_fact(&request.account)).collect(),
            through: next.is_none().then(|| self.last.millis().unsigned_abs()),
            continuation: next.and_then(|next| next.text()),
            total: None,
            gaps: missing.into_iter().collect(),
        })
    }

    /// Returns what follows these rows; `None` where rows are missing or repeated.
    fn after(&self, rows: &[ListedRow]) -> Option<AfterPage> {
        let returned = u64::try_from(rows.len()).ok()?;
        let Some(last) = rows.last() else {
            // Where a row was read before, it must be there.
            return self.known.is_none().then_some(AfterPage::Ends);
        };
        let known = Some((last.time.millis(), last.row.id.clone()));
        let (known, step) = match &self.known {
            Some((_, id)) if last.row.id == *id => return (returned < ROWS_OF_PAGE).then_some(AfterPage::Ends),
            Some((_, id)) if rows.iter().all(|row| row.row.id != *id) => {
                // Rows were added, so that the known one comes later. Otherwise rows are missing.
                let is_moved = rows.iter().all(|row| row.time.millis() >= self.oldest());
                is_moved.then_some((self.known.clone(), returned))?
            }
            _ => (known, returned - 1),
        };
        Some(AfterPage::Continues(Self {
            last: self.last,
            skipped: self.skipped.checked_add(step)?,
            known,
        }))
    }

    fn oldest(&self) -> i64 {
        self.known.as_ref().map_or(i64::MAX, |(time, _)| *time)
    }

    fn text(&self) -> Option<String> {
        let (time, id) = self.known.as_ref()?;
        Some(format!("{} {} {time} {id}", self.last.millis(), self.skipped))
    }
}
