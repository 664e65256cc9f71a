//! Which movements a report covers: those of a span of time, of some chains and coins.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use ports::{ChainId, Currency, Day, TimeZone, Timestamp};

use crate::{
    accounting::{Movement, PeriodLength},
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        cost::{BookBasis, EventMovements},
    },
    parallel::{PART, par_map},
};

/// The most days that are shown one by one. Longer spans are shown by month.
const MOST_DAYS: i64 = 31;

/// What a report covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportWindow {
    /// The first moment; `None` for everything before the last one.
    pub from: Option<Timestamp>,
    /// The last moment; `None` for now.
    pub to: Option<Timestamp>,
    /// Only movements on these chains; empty for all.
    pub chains: BTreeSet<ChainId>,
    /// Only these coins, by what the same coin on several chains has in common; empty for all.
    pub coins: BTreeSet<String>,
}

impl ReportWindow {
    /// Returns the movements of a span of time on all chains.
    pub fn of_span(from: Timestamp, to: Timestamp) -> Self {
        Self {
            from: Some(from),
            to: Some(to),
            ..Self::default()
        }
    }

    /// Returns whether movements on a chain count.
    pub fn has_chain(&self, chain: Option<&ChainId>) -> bool {
        self.chains.is_empty() || chain.is_some_and(|chain| self.chains.contains(chain))
    }

    /// Returns whether a coin counts.
    pub fn has_coin(&self, group: &str) -> bool {
        self.coins.is_empty() || self.coins.contains(group)
    }

    /// Returns the places of its events in the plan.
    pub(in crate::ledger) fn events(&self, basis: &BookBasis) -> Range<usize> {
        let events = &basis.events;
        let first = events.partition_point(|event| self.from.is_some_and(|from| event.time < from));
        let end = events.partition_point(|event| self.to.is_none_or(|to| event.time <= to));
        first..end.max(first)
    }

    /// Returns the length of the periods by which it is shown.
    pub fn length(&self, now: Timestamp) -> PeriodLength {
        let last = Day::of(self.to.unwrap_or(now));
        match self.from {
            Some(from) if last.number() - Day::of(from).number() <= MOST_DAYS => PeriodLength::Day,
            _ => PeriodLength::Month,
        }
    }

    /// Returns the first day of each period from the first to the last moment, the oldest first.
    pub fn periods(&self, (first, now): (Timestamp, Timestamp), zone: &TimeZone) -> Vec<Day> {
        let length = self.length(now);
        let (first, last) = (zone.day(self.from.unwrap_or(first)), zone.day(self.to.unwrap_or(now)));
        let mut days: Vec<Day> = Vec::new();
        for number in first.number()..=last.number() {
            let start = length.start(first.plus(number - first.number()));
            if days.last() != Some(&start) {
                days.push(start);
            }
        }
        days
    }
}

/// What a report over a window is made from.
pub struct WindowBook {
    /// The book.
    pub book: Arc<Book>,
    /// Its cost basis.
    pub basis: Arc<BookBasis>,
    /// The window, with its end.
    pub window: ReportWindow,
    /// The last moment.
    pub end: Timestamp,
    /// The length of the periods.
    pub length: PeriodLength,
    /// The first day of every period from the first to the last moment.
    pub days: Vec<Day>,
}

impl Ledgers {
    /// Loads what a report over a window of an owner's history is made from.
    pub(in crate::ledger) async fn window_book(
        &self,
        owner: &BookOwner,
        window: &ReportWindow,
        currency: &Currency,
    ) -> Result<WindowBook, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let basis = self.books.basis(&self.ports, owner, &book, currency).await?;
        let now = self.ports.clock.now();
        let end = window.to.unwrap_or(now);
        let window = ReportWindow {
            to: Some(end),
            ..window.clone()
        };
        let first = basis.events.first().map_or(now, |event| event.time);
        Ok(WindowBook {
            days: window.periods((first, now), &owner.zone),
            length: window.length(now),
            book,
            basis,
            window,
            end,
        })
    }
}

/// Hands over the movements of each event of a window, the oldest first, without what the person supplied.
pub fn each_event(book: &Book, basis: &BookBasis, window: &ReportWindow, mut each: impl FnMut(&[Movement])) {
    let builder = basis.builder(book);
    let range = window.events(basis);
    let own = basis.events.get(range.clone()).unwrap_or_default();
    for (part, events) in own.chunks(PART).enumerate() {
        let start = range.start + part * PART;
        let built: Vec<EventMovements> = par_map(events, |place, event| builder.event(start + place, event));
        for event in &built {
            each(&event.moved);
        }
    }
}

/// Returns the chain of each account, by the account's number.
pub fn chains_of(book: &Book, basis: &BookBasis) -> BTreeMap<u32, ChainId> {
    let accounts = book.rows.distinct_accounts().into_iter();
    accounts
        .filter_map(|account| Some((basis.tables.account(account)?, account.chain.clone())))
        .collect()
}
