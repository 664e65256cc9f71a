//! How far the prices of past days are that a person's entries are valued with.

use std::collections::BTreeSet;

use ports::{Currency, Day};

use crate::{
    caller::Caller,
    currency::is_coin,
    ledger::{LedgerError, Ledgers, book::day_rates::conversions_of_days},
    reason::{NOT_REQUESTED_YET, RATE_LIMITED, Reason, SOURCE_FAILED},
};

/// The most reasons of failures that are listed.
const MOST_FAILURES: usize = 10;

/// How far the prices of past days are, in the number of prices: one of each asset and each day or moment at which entries need it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastPriceStatus {
    /// All prices.
    pub total: usize,
    /// Those that are known, and those that no source has.
    pub done: usize,
    /// Those that are requested, or will be.
    pub waiting: usize,
    /// Those whose last request failed. It is repeated.
    pub failed: usize,
    /// Why requests failed, each reason once. Only a few are listed.
    pub failures: Vec<Reason>,
}

impl PastPriceStatus {
    /// Counts a price by the reason for which it is not known, if it is not.
    fn count(&mut self, reason: Option<&Reason>) {
        self.total += 1;
        match reason {
            Some(reason) if reason.code == NOT_REQUESTED_YET => self.waiting += 1,
            Some(reason) if [SOURCE_FAILED, RATE_LIMITED].contains(&reason.code) => {
                self.failed += 1;
                if self.failures.len() < MOST_FAILURES && !self.failures.contains(reason) {
                    self.failures.push(reason.clone());
                }
            }
            _ => self.done += 1,
        }
    }
}

impl Ledgers {
    /// Returns how far the prices of past days are that the caller's entries are valued with. A coin as the currency needs its own
    /// price on each day too.
    pub async fn past_prices(&self, caller: &Caller, currency: &Currency) -> Result<PastPriceStatus, LedgerError> {
        let owner = self.owner(caller).await?;
        let book = self.books.load(&self.ports, &owner).await?;
        let mut status = PastPriceStatus::default();
        book.past.reasons().for_each(|reason| status.count(reason));
        if is_coin(currency) {
            let days: BTreeSet<Day> = book.rows.entries().map(|(_, time)| Day::of(time)).collect();
            for conversion in conversions_of_days(&self.ports, currency, &days).await?.values() {
                let missing = conversion.exchange().err().map(|why| why.reason(currency));
                status.count(missing.as_ref());
            }
        }
        Ok(status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(code: &'static str, text: &str) -> Reason {
        Reason {
            code,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_failure_is_neither_waited_for_nor_done_and_is_listed_once() {
        let failed = reason(SOURCE_FAILED, "Its price could not be read.");
        let reasons = [
            None,
            Some(reason("not_listed", "No source lists a price.")),
            Some(reason(NOT_REQUESTED_YET, "Its price is being requested.")),
            Some(failed.clone()),
            Some(failed.clone()),
            Some(reason(RATE_LIMITED, "Later.")),
        ];
        let mut status = PastPriceStatus::default();
        for reason in &reasons {
            status.count(reason.as_ref());
        }
        assert_eq!((status.total, status.done, status.waiting, status.failed), (6, 2, 1, 3));
        assert_eq!(status.failures, [failed, reason(RATE_LIMITED, "Later.")]);
    }
}
