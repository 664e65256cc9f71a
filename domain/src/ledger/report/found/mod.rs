//! Reports over the entries that a search finds: their sums, and a table of all of them.

pub(in crate::ledger) mod export;
pub(in crate::ledger) mod sums;

use std::sync::Arc;

use crate::ledger::{
    LedgerError, Ledgers,
    book::{Book, BookOwner, latest_searches::FoundRows},
    cost::BookBasis,
    search::EntryQuery,
};

/// The entries that a search finds.
struct FoundEntries {
    book: Arc<Book>,
    /// The cost basis of the whole book.
    basis: Arc<BookBasis>,
    rows: Arc<FoundRows>,
}

impl FoundEntries {
    /// Returns the places of the rows in the book, in the order of the search.
    fn places(&self) -> impl ExactSizeIterator<Item = usize> {
        let positions = self.rows.positions.iter();
        positions.map(|position| usize::try_from(*position).unwrap_or(usize::MAX))
    }
}

impl Ledgers {
    async fn found_entries(&self, owner: &BookOwner, query: &EntryQuery) -> Result<FoundEntries, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let basis = self.books.basis(&self.ports, owner, &book, &query.currency).await?;
        let rows = self.found_rows(&book, owner, query);
        Ok(FoundEntries { book, basis, rows })
    }
}
