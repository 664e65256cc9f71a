//! Searches the ledger: conditions, order and pages.

mod cost_gaps;
pub(in crate::ledger) mod detail;
pub(in crate::ledger) mod filters;
pub(in crate::ledger) mod found_rows;
pub(in crate::ledger) mod line;
pub(in crate::ledger) mod party;
pub(in crate::ledger) mod valuer;
pub(in crate::ledger) mod waiting;

use std::{collections::BTreeMap, sync::Arc};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{AssetId, Currency, EntryId};
use sha2::{Digest, Sha256};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{
            Book, BookOwner,
            conditions::{EntryConditions, EntrySort, RowOrder},
            latest_searches::FoundRows,
        },
        coverage::HistoryCoverage,
        search::{
            line::{EntryLine, LineBuilder},
            valuer::PriceToday,
            waiting::WaitingLines,
        },
        table::book_row::BookRow,
    },
};

/// A search in the ledger.
#[derive(Clone, Debug)]
pub struct EntryQuery {
    /// The offset of the first row.
    pub start: usize,
    /// The row before the first one, so that a page follows the one before it also where rows were added meanwhile. It counts instead of
    /// the offset while the search finds it.
    pub after: Option<EntryId>,
    /// The maximum number of rows.
    pub limit: usize,
    /// Which rows.
    pub conditions: EntryConditions,
    /// The order.
    pub sort: EntrySort,
    /// Whether the order is ascending.
    pub ascending: bool,
    /// The currency of values.
    pub currency: Currency,
}

/// A page of a search.
#[derive(Clone, Debug)]
pub struct EntryPage {
    /// The offset of its first row.
    pub start: usize,
    /// The rows.
    pub rows: Vec<EntryLine>,
    /// How many rows match.
    pub total: usize,
    /// How many rows match but are left out as dust.
    pub dust_hidden: usize,
    /// Today's prices of the assets of the rows. Those without a known price are left out.
    pub prices: BTreeMap<AssetId, PriceToday>,
    /// What waits for a block in the wallets and networks of the search, whatever its other conditions. Visitors do not see it.
    pub waiting: WaitingLines,
    /// How much of the history is known.
    pub coverage: HistoryCoverage,
    /// Changes with every change of the rows.
    pub revision: String,
}

impl Ledgers {
    /// Returns a page of the caller's entries.
    pub async fn search(&self, caller: &Caller, query: &EntryQuery) -> Result<EntryPage, LedgerError> {
        let owner = self.owner(caller).await?;
        self.search_of(&owner, query).await
    }

    /// Returns a page of an owner's entries.
    pub(crate) async fn search_of(&self, owner: &BookOwner, query: &EntryQuery) -> Result<EntryPage, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let coverage = self.coverage(owner).await?;
        let waiting = self.waiting(owner, &book, &query.conditions).await?;
        let found = self.found_rows(&book, owner, query);
        let start = query
            .after
            .as_ref()
            .and_then(|id| found.after(book.rows.place_with(id)?));
        let start = start.unwrap_or(query.start);
        let page = found.page(start, query.limit);
        let page: Vec<BookRow> = page.filter_map(|at| book.rows.get(at)).collect();
        let values = self
            .valuer(owner.user, &book, &page.iter().collect::<Vec<_>>(), &query.currency)
            .await?;
        let builder = LineBuilder {
            ports: &self.ports,
            names: self.names(&book, owner),
            book: &book,
            values: &values,
        };
        Ok(EntryPage {
            start,
            rows: page.iter().map(|row| builder.line(row)).collect(),
            total: found.positions.len(),
            dust_hidden: found.dust_hidden,
            prices: values.prices_today(),
            revision: book.revision(),
            waiting,
            coverage,
        })
    }

    /// Returns the rows of a book that a search finds, in its order.
    pub(in crate::ledger) fn found_rows(&self, book: &Book, owner: &BookOwner, query: &EntryQuery) -> Arc<FoundRows> {
        let order = RowOrder {
            sort: query.sort,
            ascending: query.ascending,
        };
        let search = || found_rows::search(book, &self.names(book, owner), &query.conditions, order);
        book.searches
            .rows((&query.conditions, order, &owner.own_labels), search)
    }
}

impl Book {
    /// Returns a text that changes with every change of the rows.
    pub(super) fn revision(&self) -> String {
        let heads = self.heads.iter().map(|head| head.revision.to_string());
        // What the person says about entries, and the names of the addresses, change rows without any new entry.
        let private = Sha256::digest(format!("{:?} {:?}", self.annotations, self.own));
        let private = URL_SAFE_NO_PAD.encode(private.split_at(8).0);
        heads.chain([private]).collect::<Vec<_>>().join(".")
    }
}
