//! Reads a search in the ledger page by page while the ledger changes.

use std::collections::BTreeSet;

use ports::EntryId;

use crate::{
    caller::Caller,
    ledger::{EntryLine, EntryPage, EntryQuery, LedgerError, Ledgers},
};

/// The pages of a search in the ledger, each read when it is needed.
///
/// Each row is returned once, also if rows are added or taken back meanwhile: a ledger that changed is read again until it was read
/// without a change. So the rows are all that the search finds at the end, and in its order only if the ledger did not change.
pub struct EntryPages {
    ledgers: Ledgers,
    caller: Caller,
    query: EntryQuery,
    /// The offset and the number of rows of a page.
    first: usize,
    limit: usize,
    seen: BTreeSet<EntryId>,
    pass: Pass,
    is_ended: bool,
}

/// One reading from the first page to the last.
struct Pass {
    next: usize,
    /// The revision and the number of rows of the last page.
    state: Option<(String, usize)>,
    /// The last row of the last page.
    last: Option<EntryId>,
    /// Whether every page belongs to the same state of the ledger.
    is_whole: bool,
}

impl Pass {
    fn at(first: usize) -> Self {
        Self {
            next: first,
            state: None,
            last: None,
            is_whole: true,
        }
    }

    /// Adds a page, which repeats the last row of the page before. That row is in its place unless the ledger changed before it.
    fn add(&mut self, start: usize, page: &EntryPage) {
        let state = (page.revision.clone(), page.total);
        let is_same = self.state.as_ref().is_none_or(|before| *before == state);
        let is_in_place = self.last.is_none() || self.last.as_ref() == page.rows.first().map(|row| &row.id);
        self.is_whole &= is_same && is_in_place;
        self.state = Some(state);
        self.last = page.rows.last().map(|row| row.id.clone());
        self.next = start.saturating_add(page.rows.len());
    }
}

impl EntryPages {
    /// Returns the pages of a search, from its `start` on, with `limit` rows each.
    pub(super) fn new(ledgers: Ledgers, caller: Caller, query: EntryQuery) -> Self {
        Self {
            ledgers,
            caller,
            first: query.start,
            limit: query.limit.max(1),
            pass: Pass::at(query.start),
            query,
            seen: BTreeSet::new(),
            is_ended: false,
        }
    }

    /// Returns the next rows; `None` after the last ones.
    pub async fn next(&mut self) -> Result<Option<Vec<EntryLine>>, LedgerError> {
        while !self.is_ended {
            let repeated = usize::from(self.pass.last.is_some());
            let start = self.pass.next.saturating_sub(repeated);
            (self.query.start, self.query.limit) = (start, self.limit.saturating_add(repeated));
            let page = self.ledgers.search(&self.caller, &self.query).await?;
            self.pass.add(start, &page);
            if page.rows.len() <= repeated || self.pass.next >= page.total {
                self.is_ended = self.pass.is_whole;
                self.pass = Pass::at(self.first);
            }
            let rows = page.rows.into_iter();
            let rows: Vec<EntryLine> = rows.filter(|row| self.seen.insert(row.id.clone())).collect();
            if !rows.is_empty() {
                return Ok(Some(rows));
            }
        }
        Ok(None)
    }
}
