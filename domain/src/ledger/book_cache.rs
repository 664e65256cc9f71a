//! Keeps loaded books, so that paging and filtering do not load the entries again.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ports::{Currency, Ports, StorageError, Timestamp, UserId};

use crate::ledger::{
    book::{Book, BookOwner},
    cost::{BookBasis, LedgerRates},
};

/// How long a book is used while nothing of it changed. Prices of past days that arrive later appear after this time.
const USED_FOR: Duration = Duration::from_secs(60);
/// The most rows that all kept books have together. A row takes about a kilobyte.
const MOST_ROWS: usize = 150_000;
/// The most currencies in which the cost basis of one book is kept.
const MOST_CURRENCIES: usize = 2;

/// The books of users that were loaded lately.
#[derive(Default)]
pub struct BookCache {
    books: Mutex<BTreeMap<UserId, CachedBook>>,
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
    /// one. Visitors' books are not kept.
    pub(super) async fn load(&self, ports: &Ports, owner: &BookOwner) -> Result<Arc<Book>, StorageError> {
        let heads = ports.stores.entries.heads(&owner.accounts).await?;
        let now = ports.clock.now();
        if let Some(user) = owner.user {
            let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(kept) = books.get_mut(&user)
                && now.within(USED_FOR, kept.loaded_at)
                && kept.owner == *owner
                && kept.book.heads == heads
            {
                kept.used_at = now;
                return Ok(kept.book.clone());
            }
        }
        let book = Arc::new(Book::load(ports, owner, heads).await?);
        if let Some(user) = owner.user {
            self.keep(user, owner, &book, now);
        }
        Ok(book)
    }

    /// Returns the cost basis of a book: the kept one if the book is kept, otherwise a new one.
    pub(super) async fn basis(
        &self,
        ports: &Ports,
        user: Option<UserId>,
        book: &Arc<Book>,
        currency: &Currency,
    ) -> Result<Arc<BookBasis>, StorageError> {
        if let Some(kept) = self.kept_basis(user, book, currency) {
            return Ok(kept);
        }
        let rates = LedgerRates::load(ports, book, currency).await?;
        let basis = Arc::new(BookBasis::of(book, rates));
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = user.and_then(|user| books.get_mut(&user));
        if let Some(kept) = kept.filter(|kept| Arc::ptr_eq(&kept.book, book)) {
            kept.bases.push(basis.clone());
            if kept.bases.len() > MOST_CURRENCIES {
                kept.bases.remove(0);
            }
        }
        Ok(basis)
    }

    fn kept_basis(&self, user: Option<UserId>, book: &Arc<Book>, currency: &Currency) -> Option<Arc<BookBasis>> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books.get_mut(&user?).filter(|kept| Arc::ptr_eq(&kept.book, book))?;
        let at = kept.bases.iter().position(|basis| basis.currency() == currency)?;
        let basis = kept.bases.remove(at);
        kept.bases.push(basis.clone());
        Some(basis)
    }

    /// Drops the book of a user, whose annotations changed.
    pub(super) fn drop_user(&self, user: UserId) {
        self.books.lock().unwrap_or_else(PoisonError::into_inner).remove(&user);
    }

    fn keep(&self, user: UserId, owner: &BookOwner, book: &Arc<Book>, now: Timestamp) {
        if book.rows.len() > MOST_ROWS {
            return;
        }
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = CachedBook {
            owner: owner.clone(),
            book: book.clone(),
            bases: Vec::new(),
            loaded_at: now,
            used_at: now,
        };
        books.insert(user, kept);
        while books.values().map(|kept| kept.book.rows.len()).sum::<usize>() > MOST_ROWS {
            let oldest = books.iter().min_by_key(|(_, kept)| kept.used_at).map(|(user, _)| *user);
            let Some(oldest) = oldest else { break };
            books.remove(&oldest);
        }
    }
}
