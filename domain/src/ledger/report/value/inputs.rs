//! For whom values are computed, and from what.

use std::{collections::BTreeSet, sync::Arc};

use ports::{AccountId, Currency, Day, WalletId};

use crate::{
    accounting::PeriodLength,
    ledger::{
        book::{Book, BookOwner},
        cost::BookBasis,
    },
    valuation::Viewpoint,
};

/// Which values are wanted.
#[derive(Clone, Debug)]
pub struct ValueQuery {
    /// Only these wallets; empty for all.
    pub wallets: Vec<WalletId>,
    /// The length of the periods.
    pub length: PeriodLength,
    /// The currency.
    pub currency: Currency,
}

/// For whom values are computed.
pub(crate) struct ValueOwner {
    /// The owner of the book.
    pub book: BookOwner,
    /// The viewpoint on what is held now.
    pub viewpoint: Viewpoint,
    /// The accounts that count; `None` for all.
    pub accounts: Option<BTreeSet<AccountId>>,
}

/// What the values of one answer are computed from.
pub(in crate::ledger) struct ValueBasis {
    /// The book.
    pub book: Arc<Book>,
    /// Its cost basis.
    pub basis: Arc<BookBasis>,
    /// The accounts that count; `None` for all.
    pub accounts: Option<BTreeSet<AccountId>>,
    /// The day of now, in the zone of the owner.
    pub today: Day,
}

impl ValueBasis {
    /// Returns the day of the first entry; `None` without entries.
    pub fn first_day(&self, owner: &BookOwner) -> Option<Day> {
        self.basis.events.first().map(|event| owner.zone.day(event.time))
    }
}
