//! What values of past days follow from, so that they can be kept.

use std::collections::BTreeSet;

use ports::{AccountId, CostRules, Currency, Day, TimeZone, entry::LedgerHead};

use crate::ledger::{
    book::{Book, BookOwner, BookReaders},
    cost::BookBasis,
};

/// What values of past days follow from, but for prices.
#[derive(Clone, PartialEq, Eq)]
pub struct ValuesKey {
    /// For whom they are.
    pub readers: BookReaders,
    /// The states of the accounts' ledgers.
    heads: Vec<LedgerHead>,
    /// The state of the owner's annotations.
    annotations: String,
    /// The rules of the cost.
    rules: CostRules,
    /// The currency.
    currency: Currency,
    /// The zone in which days begin.
    zone: TimeZone,
    /// The day that is not over.
    today: Day,
    /// The accounts that count; `None` for all.
    accounts: Option<BTreeSet<AccountId>>,
}

impl ValuesKey {
    /// Returns what the values of some accounts of an owner follow from.
    pub fn of(
        owner: &BookOwner,
        (book, basis): (&Book, &BookBasis),
        (today, accounts): (Day, Option<&BTreeSet<AccountId>>),
    ) -> Self {
        Self {
            readers: owner.readers,
            heads: book.heads.clone(),
            annotations: book.annotated.clone(),
            rules: basis.rules,
            currency: basis.currency().clone(),
            zone: owner.zone.clone(),
            today,
            accounts: accounts.cloned(),
        }
    }
}
