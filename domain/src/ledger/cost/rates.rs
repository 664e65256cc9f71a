//! The conversion of dollars and entered costs to the currency of a cost basis, at the rates of each day.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{Amount, Currency, Day, Ports, StorageError, Timestamp, annotation::AnnotationContent};

use crate::{
    accounting::Exact,
    currency::Conversion,
    ledger::book::{Book, day_rates::conversions_of_days},
    reason::Reason,
};

/// The places to which prices and costs are rounded before they are multiplied.
const PLACES: i16 = 18;

/// The rates of the days of a book, for one currency.
pub struct LedgerRates {
    /// The currency of the cost basis.
    pub currency: Currency,
    /// By currency and day. Dollars are not in it.
    conversions: BTreeMap<(Currency, Day), Conversion>,
    dollars: Conversion,
    /// Whether a rate is missing.
    has_missing: bool,
    /// When they were loaded.
    loaded_at: Timestamp,
}

impl LedgerRates {
    /// Loads the rates of the days on which something moved, and of the days of costs that were entered in other currencies.
    pub async fn load(ports: &Ports, book: &Book, currency: &Currency) -> Result<Self, StorageError> {
        let loaded_at = ports.clock.now();
        let mut conversions = BTreeMap::new();
        for (currency, days) in needed(book, currency) {
            let of_days = conversions_of_days(ports, &currency, &days).await?.into_iter();
            conversions.extend(of_days.map(|(day, conversion)| ((currency.clone(), day), conversion)));
        }
        Ok(Self {
            currency: currency.clone(),
            has_missing: has_missing(&conversions),
            conversions,
            dollars: Conversion::dollars(),
            loaded_at,
        })
    }

    /// Returns the rates of a currency on the days that a test states. Dollars are not converted.
    #[cfg(test)]
    pub fn of_days(currency: Currency, conversions: BTreeMap<(Currency, Day), Conversion>) -> Self {
        Self {
            currency,
            has_missing: has_missing(&conversions),
            conversions,
            dollars: Conversion::dollars(),
            loaded_at: Timestamp::from_millis(0),
        }
    }

    /// Returns whether they were loaded longer ago than this and some were missing, which may be known by now.
    pub fn is_to_reload(&self, after: Duration, now: Timestamp) -> bool {
        self.has_missing && !now.within(after, self.loaded_at)
    }

    /// Returns why there is no rate of a currency at a moment; `None` where there is one.
    pub fn missing(&self, currency: &Currency, at: Timestamp) -> Option<Reason> {
        let missing = self.of(currency, at)?.exchange().err()?;
        Some(missing.reason(currency))
    }

    /// Returns why a price in dollars cannot be converted at a moment; `None` where it can be.
    pub fn missing_of_price(&self, at: Timestamp) -> Option<Reason> {
        self.missing(&self.currency, at)
    }

    /// Returns why a cost that was entered in a currency cannot be converted; `None` where it can be.
    pub fn missing_of_cost(&self, currency: &Currency, at: Timestamp) -> Option<Reason> {
        let is_converted = *currency != self.currency;
        let missing = || self.missing(currency, at).or_else(|| self.missing_of_price(at));
        is_converted.then(missing).flatten()
    }

    /// Returns the conversion from dollars at a moment; `None` for a currency and a day that were not loaded.
    pub fn conversion(&self, at: Timestamp) -> Option<&Conversion> {
        self.of(&self.currency, at)
    }

    /// Returns a price in dollars in the currency, rounded to 18 places; `None` where there is no rate.
    pub fn price(&self, dollars: Amount, at: Timestamp) -> Option<Exact> {
        rounded(self.conversion(at)?.of_dollars(dollars)?)
    }

    /// Returns an entered cost in the currency, rounded to 18 places where it is converted; `None` where there is no rate.
    pub fn cost(&self, amount: Amount, currency: &Currency, at: Timestamp) -> Option<Exact> {
        if *currency == self.currency {
            return rounded(amount);
        }
        let dollars = self.of(currency, at)?.to_dollars(amount).ok()?.ok()?;
        self.price(dollars, at)
    }

    /// Returns the conversion from dollars to any loaded currency.
    pub fn of(&self, currency: &Currency, at: Timestamp) -> Option<&Conversion> {
        if *currency == Currency::usd() {
            return Some(&self.dollars);
        }
        self.conversions.get(&(currency.clone(), Day::of(at)))
    }
}

fn has_missing(conversions: &BTreeMap<(Currency, Day), Conversion>) -> bool {
    conversions.values().any(|one| one.exchange().is_err())
}

fn rounded(amount: Amount) -> Option<Exact> {
    let amount = if amount.fits(PLACES) {
        amount
    } else {
        amount.rounded(PLACES)
    };
    Exact::try_from(amount).ok()
}

/// Returns the days on which each currency is needed.
fn needed(book: &Book, currency: &Currency) -> BTreeMap<Currency, BTreeSet<Day>> {
    let mut needed: BTreeMap<Currency, BTreeSet<Day>> = BTreeMap::new();
    if *currency != Currency::usd() {
        let days = book.rows.entries().map(|(_, time)| Day::of(time)).collect();
        needed.insert(currency.clone(), days);
    }
    if book.annotations.is_empty() {
        return needed;
    }
    for (id, time) in book.rows.entries() {
        for content in book.annotations.get(&id).into_iter().flatten() {
            if let AnnotationContent::Cost { currency: entered, .. } = content
                && *entered != Currency::usd()
            {
                needed.entry(entered.clone()).or_default().insert(Day::of(time));
            }
        }
    }
    needed
}
