//! The conversion of dollars and entered costs to the currency of a cost basis, at the rates of each day.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, Currency, Day, Ports, StorageError, Timestamp, annotation::AnnotationContent};

use crate::{
    accounting::Exact,
    currency::Conversion,
    ledger::{book::Book, day_rates::conversions_of_days},
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
}

impl LedgerRates {
    /// Loads the rates of the days on which something moved, and of the days of costs that were entered in other currencies.
    pub async fn load(ports: &Ports, book: &Book, currency: &Currency) -> Result<Self, StorageError> {
        let mut rates = Self {
            currency: currency.clone(),
            conversions: BTreeMap::new(),
            dollars: Conversion::dollars(),
        };
        for (currency, days) in needed(book, currency) {
            for (day, conversion) in conversions_of_days(ports, &currency, &days).await? {
                rates.conversions.insert((currency.clone(), day), conversion);
            }
        }
        Ok(rates)
    }

    /// Returns the rates of dollars, which are not converted.
    #[cfg(test)]
    pub fn dollars() -> Self {
        Self {
            currency: Currency::usd(),
            conversions: BTreeMap::new(),
            dollars: Conversion::dollars(),
        }
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
