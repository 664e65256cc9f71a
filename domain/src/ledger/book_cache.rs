//! Keeps loaded books, so that paging and filtering do not load the entries again.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ports::{Currency, Ports, StorageError, Timestamp, UserId, entry::LedgerHead};

use crate::ledger::{
    book::{Book, BookOwner, BookReaders},
    cost::{BookBasis, LedgerRates},
};

/// How long a book is used while nothing of it changed. Prices of past days that arrive later appear after this time.
const USED_FOR: Duration = Duration::from_secs(60);
/// How long a large book is used for each row of it: a hundred times as long as loading a row takes, so that a long history is not
/// loaded again every minute.
const USED_PER_ROW: Duration = Duration::from_micros(600);
/// How long a book with unknown values is used instead, where it is loaded quickly: their prices may be on their way.
const USED_UNPRICED_FOR: Duration = Duration::from_secs(5);
/// The most rows of a book that is loaded quickly.
const FEW_ROWS: usize = 10_000;
/// The most rows that all kept books have together; the newest book is kept whatever its size. A row takes about half a kilobyte with its cost basis.
const MOST_ROWS: usize = 150_000;
/// The most currencies in which the cost basis of one book is kept.
const MOST_CURRENCIES: usize = 2;

/// The books of users and of the visitors of their portfolios that were loaded lately.
#[derive(Default)]
pub struct BookCache {
    books: Mutex<BTreeMap<BookReaders, CachedBook>>,
}

struct CachedBook {
    owner: BookOwner,
    book: Arc<Book>,
    /// The cost bases that were computed from the book, the one used last at the end.
    bases: Vec<Arc<BookBasis>>,
    loaded_at: Timestamp,
    used_at: Timestamp,
}

impl BookCache {
    /// Returns the book of an owner: the kept one if the owner's accounts and their entries are unchanged, otherwise a new
    /// one.
    pub(super) async fn load(&self, ports: &Ports, owner: &BookOwner) -> Result<Arc<Book>, StorageError> {
        let heads = ports.stores.entries.heads(&owner.accounts).await?;
        let now = ports.clock.now();
        if let Some(book) = self.kept(owner, &heads, now) {
            return Ok(book);
        }
        let book = Arc::new(Book::load(ports, owner, heads).await?);
        self.keep(owner, &book, now);
        Ok(book)
    }

    fn kept(&self, owner: &BookOwner, heads: &[LedgerHead], now: Timestamp) -> Option<Arc<Book>> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books.get_mut(&owner.readers)?;
        let rows = kept.book.rows.len();
        let used_for = if rows <= FEW_ROWS && kept.book.rows.has_unknown_values() {
            USED_UNPRICED_FOR
        } else {
            USED_FOR.max(USED_PER_ROW.saturating_mul(u32::try_from(rows).unwrap_or(u32::MAX)))
        };
        let is_current =
            now.within(used_for, kept.loaded_at) && kept.owner.has_same_book(owner) && kept.book.heads == heads;
        if !is_current {
            return None;
        }
        kept.used_at = now;
        Some(kept.book.clone())
    }

    /// Returns the cost basis of a book: the kept one if the book is kept, otherwise a new one.
    pub(super) async fn basis(
        &self,
        ports: &Ports,
        owner: &BookOwner,
        book: &Arc<Book>,
        currency: &Currency,
    ) -> Result<Arc<BookBasis>, StorageError> {
        if let Some(kept) = self.kept_basis(owner, book, currency) {
            return Ok(kept);
        }
        let rates = LedgerRates::load(ports, book, currency).await?;
        let basis = Arc::new(BookBasis::of(book, rates));
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books.get_mut(&owner.readers);
        if let Some(kept) = kept.filter(|kept| Arc::ptr_eq(&kept.book, book)) {
            kept.bases.push(basis.clone());
            if kept.bases.len() > MOST_CURRENCIES {
                kept.bases.remove(0);
            }
        }
        Ok(basis)
    }

    fn kept_basis(&self, owner: &BookOwner, book: &Arc<Book>, currency: &Currency) -> Option<Arc<BookBasis>> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books
            .get_mut(&owner.readers)
            .filter(|kept| Arc::ptr_eq(&kept.book, book))?;
        let at = kept.bases.iter().position(|basis| basis.currency() == currency)?;
        let basis = kept.bases.remove(at);
        kept.bases.push(basis.clone());
        Some(basis)
    }

    /// Drops the book of a user, whose annotations changed.
    pub(crate) fn drop_user(&self, user: UserId) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.remove(&BookReaders::User(user));
    }

    fn keep(&self, owner: &BookOwner, book: &Arc<Book>, now: Timestamp) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = CachedBook {
            owner: owner.clone(),
            book: book.clone(),
            bases: Vec::new(),
            loaded_at: now,
            used_at: now,
        };
        books.insert(owner.readers, kept);
        while books.values().map(|kept| kept.book.rows.len()).sum::<usize>() > MOST_ROWS {
            let others = books.iter().filter(|(readers, _)| **readers != owner.readers);
            let oldest = others.min_by_key(|(_, kept)| kept.used_at).map(|(readers, _)| *readers);
            let Some(oldest) = oldest else { break };
            books.remove(&oldest);
        }
    }
}
