//! Keeps loaded books, so that paging and filtering do not load the entries again.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ports::{Currency, Ports, StorageError, Timestamp, UserId, entry::LedgerHead};

use crate::ledger::{
    book::{Book, BookOwner, BookReaders},
    cost::{BookBasis, LedgerRates},
    report::value::{days::DayValues, values_key::ValuesKey},
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
/// The most cost bases of one book that are kept, one for each currency and choice of rules.
const MOST_BASES: usize = 2;
/// The most values over time that are kept, of all owners. Those of five years take about a megabyte.
const MOST_VALUES: usize = 24;
/// For how many times the time of their computation values of past days are used.
const VALUES_USED_TIMES: u32 = 40;
/// The same while prices are awaited.
const VALUES_UNPRICED_TIMES: u32 = 4;

/// The books of users and of the visitors of their portfolios that were loaded lately.
#[derive(Default)]
pub struct BookCache {
    books: Mutex<BTreeMap<BookReaders, CachedBook>>,
    /// Taken by the call that loads a book, so that the calls of one page load it once.
    turns: Mutex<BTreeMap<BookReaders, Weak<Turn>>>,
    /// How often loading any book began.
    loads: AtomicU64,
    /// The values of past days that were computed lately, the one used last at the end.
    values: Mutex<Vec<KeptValues>>,
}

/// Values of past days, and how long they are used.
struct KeptValues {
    key: ValuesKey,
    values: Arc<DayValues>,
    computed_at: Timestamp,
    used_for: Duration,
}

/// The turn of those who load the book of the same readers.
#[derive(Default)]
struct Turn {
    lock: futures::lock::Mutex<()>,
    /// How often their book was dropped. One that was loaded meanwhile may lack the annotation because of which that happened.
    drops: AtomicU64,
}

struct CachedBook {
    owner: BookOwner,
    /// The state of the owner's annotations from which it was made, which another server may change.
    annotations: String,
    book: Arc<Book>,
    /// The cost bases that were computed from the book, the one used last at the end.
    bases: Vec<Arc<BookBasis>>,
    /// The number of its loading.
    load: u64,
    loaded_at: Timestamp,
    used_at: Timestamp,
}

/// What a book is made of that changes by itself.
struct BookState {
    /// The states of the accounts' ledgers.
    heads: Vec<LedgerHead>,
    /// The state of the owner's annotations; empty for visitors.
    annotations: String,
}

impl BookState {
    async fn load(ports: &Ports, owner: &BookOwner) -> Result<Self, StorageError> {
        Ok(Self {
            heads: ports.stores.entries.heads(&owner.accounts).await?,
            annotations: match owner.user {
                Some(user) => ports.stores.annotations.revision(user).await?,
                None => String::new(),
            },
        })
    }
}

impl BookCache {
    /// Returns the book of an owner, with all entries that were stored before the call: the kept one if the owner's accounts and their
    /// entries are unchanged, otherwise a new one.
    pub(in crate::ledger) async fn load(&self, ports: &Ports, owner: &BookOwner) -> Result<Arc<Book>, StorageError> {
        let before = self.loads.load(Ordering::Acquire);
        let state = BookState::load(ports, owner).await?;
        if let Some(book) = self.kept(owner, &state, (before, ports.clock.now())) {
            return Ok(book);
        }
        let turn = self.turn(owner.readers);
        let _held = turn.lock.lock().await;
        let load = self.loads.fetch_add(1, Ordering::AcqRel) + 1;
        // Another call may have loaded it in the meantime, and entries may have been added.
        let state = BookState::load(ports, owner).await?;
        let (now, drops) = (ports.clock.now(), turn.drops.load(Ordering::Acquire));
        if let Some(book) = self.kept(owner, &state, (before, now)) {
            return Ok(book);
        }
        self.discard(owner.readers);
        let mut book = Book::load(ports, owner, state.heads).await?;
        book.annotated.clone_from(&state.annotations);
        let book = Arc::new(book);
        let kept = CachedBook {
            owner: owner.clone(),
            annotations: state.annotations,
            book: book.clone(),
            bases: Vec::new(),
            load,
            loaded_at: now,
            used_at: now,
        };
        self.keep(kept, &turn, drops);
        Ok(book)
    }

    /// Drops a book that is outdated, before the new one takes as much memory.
    fn discard(&self, readers: BookReaders) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.remove(&readers);
    }

    /// Returns the turn of those who load the book of these readers.
    fn turn(&self, readers: BookReaders) -> Arc<Turn> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&readers).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(Turn::default());
        turns.insert(readers, Arc::downgrade(&turn));
        turn
    }

    /// Returns the kept book if it is current: its entries are unchanged, or its loading began after this number of others. That is
    /// after the call began, so that calls do not load a book one after the other while entries are stored all the time.
    fn kept(&self, owner: &BookOwner, state: &BookState, (before, now): (u64, Timestamp)) -> Option<Arc<Book>> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books.get_mut(&owner.readers)?;
        let has_entries = kept.book.heads == state.heads || kept.load > before;
        if !has_entries || !kept.is_used(owner, state, now) {
            return None;
        }
        kept.used_at = now;
        Some(kept.book.clone())
    }

    /// Returns the cost basis of a book: the kept one if the book is kept, otherwise a new one.
    pub(in crate::ledger) async fn basis(
        &self,
        ports: &Ports,
        owner: &BookOwner,
        book: &Arc<Book>,
        currency: &Currency,
    ) -> Result<Arc<BookBasis>, StorageError> {
        if let Some(kept) = self.kept_basis(owner, book, (currency, ports.clock.now())) {
            return Ok(kept);
        }
        let turn = self.turn(owner.readers);
        let _held = turn.lock.lock().await;
        if let Some(kept) = self.kept_basis(owner, book, (currency, ports.clock.now())) {
            return Ok(kept);
        }
        let rates = LedgerRates::load(ports, book, currency).await?;
        let basis = Arc::new(BookBasis::of(book, rates, owner.rules));
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books.get_mut(&owner.readers);
        if let Some(kept) = kept.filter(|kept| Arc::ptr_eq(&kept.book, book)) {
            kept.bases.push(basis.clone());
            if kept.bases.len() > MOST_BASES {
                kept.bases.remove(0);
            }
        }
        Ok(basis)
    }

    /// Returns the kept cost basis of a book. One without some rates is dropped as early as a book with unknown values.
    fn kept_basis(
        &self,
        owner: &BookOwner,
        book: &Arc<Book>,
        (currency, now): (&Currency, Timestamp),
    ) -> Option<Arc<BookBasis>> {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = books
            .get_mut(&owner.readers)
            .filter(|kept| Arc::ptr_eq(&kept.book, book))?;
        let at = kept
            .bases
            .iter()
            .position(|basis| basis.currency() == currency && basis.rules == owner.rules)?;
        let basis = kept.bases.remove(at);
        if book.rows.len() <= FEW_ROWS && basis.rates.is_to_reload(USED_UNPRICED_FOR, now) {
            return None;
        }
        kept.bases.push(basis.clone());
        Some(basis)
    }

    /// Returns the values of past days: the kept ones while nothing but prices can have changed since, and for some time, otherwise new
    /// ones. A long computation is used longer, and values that wait for prices shorter.
    pub(in crate::ledger) async fn values(
        &self,
        (ports, key): (&Ports, ValuesKey),
        is_whole: bool,
        compute: impl Future<Output = Result<DayValues, StorageError>>,
    ) -> Result<Arc<DayValues>, StorageError> {
        if let Some(kept) = self.kept_values(&key, ports.clock.now()) {
            return Ok(kept);
        }
        let turn = self.turn(key.readers);
        let _held = turn.lock.lock().await;
        // Another call of the same page may have computed them in the meantime.
        if let Some(kept) = self.kept_values(&key, ports.clock.now()) {
            return Ok(kept);
        }
        let from = ports.clock.now();
        let values = Arc::new(compute.await?);
        let computed_at = ports.clock.now();
        let (least, times) = if is_whole {
            (USED_FOR, VALUES_USED_TIMES)
        } else {
            (USED_UNPRICED_FOR, VALUES_UNPRICED_TIMES)
        };
        let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.key != key && computed_at.within(one.used_for, one.computed_at));
        if kept.len() >= MOST_VALUES {
            kept.remove(0);
        }
        kept.push(KeptValues {
            key,
            values: values.clone(),
            computed_at,
            used_for: least.max(computed_at.since(from).saturating_mul(times)),
        });
        Ok(values)
    }

    fn kept_values(&self, key: &ValuesKey, now: Timestamp) -> Option<Arc<DayValues>> {
        let mut kept = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let is_meant = |one: &KeptValues| one.key == *key && now.within(one.used_for, one.computed_at);
        let at = kept.iter().position(is_meant)?;
        let found = kept.remove(at);
        let values = found.values.clone();
        kept.push(found);
        Some(values)
    }

    /// Drops the book of a user, whose annotations changed.
    pub(crate) fn drop_user(&self, user: UserId) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let readers = BookReaders::User(user);
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&readers).and_then(Weak::upgrade) {
            turn.drops.fetch_add(1, Ordering::AcqRel);
        }
        drop(turns);
        books.remove(&readers);
    }

    /// Keeps a book, unless that of the same readers was dropped since its loading began.
    fn keep(&self, kept: CachedBook, turn: &Turn, drops: u64) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        if turn.drops.load(Ordering::Acquire) != drops {
            return;
        }
        let newest = kept.owner.readers;
        books.insert(newest, kept);
        while books.values().map(|kept| kept.book.rows.len()).sum::<usize>() > MOST_ROWS {
            let others = books.iter().filter(|(readers, _)| **readers != newest);
            let oldest = others.min_by_key(|(_, kept)| kept.used_at).map(|(readers, _)| *readers);
            let Some(oldest) = oldest else { break };
            books.remove(&oldest);
        }
    }
}

impl CachedBook {
    /// Returns whether it is used for an owner as long as its entries are unchanged.
    fn is_used(&self, owner: &BookOwner, state: &BookState, now: Timestamp) -> bool {
        let rows = self.book.rows.len();
        let used_for = if rows <= FEW_ROWS && self.book.rows.has_unknown_values() {
            USED_UNPRICED_FOR
        } else {
            USED_FOR.max(USED_PER_ROW.saturating_mul(u32::try_from(rows).unwrap_or(u32::MAX)))
        };
        let is_same = self.annotations == state.annotations && self.owner.has_same_book(owner);
        is_same && now.within(used_for, self.loaded_at)
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, task::Poll};

    use futures::executor::block_on;

    use super::*;
    use crate::ledger::cache::life::Life;

    #[test]
    fn a_book_is_not_kept_if_an_annotation_changed_while_it_was_loaded() {
        block_on(async {
            let life = Life::new(1).await;
            let (cache, user) = (BookCache::default(), life.owner.user.unwrap());
            let state = BookState::load(&life.ports, &life.owner).await.unwrap();
            let kept = |book: &Arc<Book>| {
                let state = BookState {
                    heads: book.heads.clone(),
                    annotations: state.annotations.clone(),
                };
                cache.kept(&life.owner, &state, (0, life.ports.clock.now()))
            };
            let book = Arc::new(life.loaded().await);
            let loaded = || CachedBook {
                owner: life.owner.clone(),
                annotations: state.annotations.clone(),
                book: book.clone(),
                bases: Vec::new(),
                load: 0,
                loaded_at: life.ports.clock.now(),
                used_at: life.ports.clock.now(),
            };
            let turn = cache.turn(life.owner.readers);
            let before = turn.drops.load(Ordering::Acquire);
            cache.keep(loaded(), &turn, before);
            assert!(kept(&book).is_some());
            cache.drop_user(user);
            assert!(kept(&book).is_none());
            cache.keep(loaded(), &turn, before);
            assert!(kept(&book).is_none(), "its loading began before");
        });
    }

    /// More entries than are made compact on the calling thread, so that calls wait for each other.
    const MANY: usize = 9_000;

    #[test]
    fn calls_that_wait_while_entries_are_stored_share_the_next_loading() {
        block_on(async {
            let life = Life::new(1).await;
            life.append(&life.receipts(0, 0..MANY)).await;
            life.append(&life.receipts(1, MANY..2 * MANY)).await;
            let (cache, ports, owner) = (BookCache::default(), &life.ports, &life.owner);
            let until_begun = |loads| {
                let cache = &cache;
                poll_fn(move |context| {
                    if cache.loads.load(Ordering::Acquire) >= loads {
                        return Poll::Ready(());
                    }
                    context.waker().wake_by_ref();
                    Poll::Pending
                })
            };
            let (life, load) = (&life, || cache.load(ports, owner));
            let store = |number: usize| async move {
                let place = 2 * MANY + number;
                life.append(&life.receipts(1, place..place + 1)).await;
            };
            // They are called while the first loading holds the turn, so that they wait for it.
            let waiting = async {
                until_begun(1).await;
                store(1).await;
                let during_next = async {
                    until_begun(2).await;
                    store(2).await;
                };
                futures::join!(load(), load(), during_next)
            };
            let (_, (second, third, ())) = futures::join!(load(), waiting);
            let (second, third) = (second.unwrap(), third.unwrap());
            assert!(Arc::ptr_eq(&second, &third), "each call loaded it again");
            assert!(second.rows.len() > 2 * MANY);
            assert_eq!(load().await.unwrap().rows.len(), 2 * MANY + 2);
        });
    }
}
