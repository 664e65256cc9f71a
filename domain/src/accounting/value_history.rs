//! The value of a portfolio over time, at closing prices.

use ports::Day;

use crate::accounting::{
    balances::ReplayedBalances,
    closes::ClosingPrices,
    exact::Exact,
    month::PeriodLength,
    partial_sum::PartialSum,
    rows::{indexed, row},
};

/// The value of all assets, or of one, in one period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PeriodValue {
    /// The first day of the period that was valued.
    pub first: Day,
    /// The last one.
    pub last: Day,
    /// The value at the end of the last day. Assets without a price are left out.
    pub closing: PartialSum,
    /// The largest value at the end of a day.
    pub largest: PartialSum,
    /// The first day with the largest value.
    pub largest_on: Day,
    /// The days on which something without a price was left out.
    pub incomplete_days: u32,
}

/// The value of a portfolio in every period, and of each asset where that is wanted.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ValueHistory {
    length: PeriodLength,
    /// The next day to value.
    next: Day,
    total: Vec<PeriodValue>,
    /// By asset; `None` where only totals are wanted.
    assets: Option<Vec<Vec<PeriodValue>>>,
}

impl ValueHistory {
    /// Makes a history of totals that begins on a day.
    #[must_use]
    pub const fn of_totals(length: PeriodLength, from: Day) -> Self {
        Self {
            length,
            next: from,
            total: Vec::new(),
            assets: None,
        }
    }

    /// Makes a history of totals and of each asset that begins on a day.
    #[must_use]
    pub const fn of_assets(length: PeriodLength, from: Day) -> Self {
        Self {
            length,
            next: from,
            total: Vec::new(),
            assets: Some(Vec::new()),
        }
    }

    /// Values all days before a day, on which the balances were these. Call it before the events of that day are applied.
    pub fn close_days_before(&mut self, day: Day, balances: &ReplayedBalances, closes: &impl ClosingPrices) {
        while self.next < day {
            self.close_day(balances, closes);
            self.next = self.next.plus(1);
        }
    }

    /// Returns the value of all assets by period.
    #[must_use]
    pub fn total(&self) -> &[PeriodValue] {
        &self.total
    }

    /// Returns the value of each asset by asset and period. Days on which an asset was not held are left out.
    pub fn assets(&self) -> impl Iterator<Item = (u32, &PeriodValue)> {
        let assets = self.assets.as_deref().unwrap_or_default();
        indexed(assets).flat_map(|(asset, periods)| periods.iter().map(move |period| (asset, period)))
    }

    fn close_day(&mut self, balances: &ReplayedBalances, closes: &impl ClosingPrices) {
        let (length, day) = (self.length, self.next);
        let mut total = PartialSum::ZERO;
        for (asset, quantity) in balances.totals() {
            if quantity.is_some_and(Exact::is_zero) {
                continue;
            }
            let value = quantity.and_then(|quantity| quantity.mul(closes.close(asset, day)?).ok());
            total.add(value);
            if let Some(periods) = self.assets.as_mut().and_then(|assets| row(assets, asset)) {
                let mut own = PartialSum::ZERO;
                own.add(value);
                add_day(periods, length, day, own);
            }
        }
        add_day(&mut self.total, length, day, total);
    }
}

/// Adds the value at the end of a day to the periods.
fn add_day(periods: &mut Vec<PeriodValue>, length: PeriodLength, day: Day, value: PartialSum) {
    let incomplete = u32::from(value.left_out > 0);
    match periods.last_mut().filter(|period| length.same(period.last, day)) {
        Some(period) => {
            period.last = day;
            period.closing = value;
            period.incomplete_days += incomplete;
            if value.known > period.largest.known {
                (period.largest, period.largest_on) = (value, day);
            }
        }
        None => periods.push(PeriodValue {
            first: day,
            last: day,
            closing: value,
            largest: value,
            largest_on: day,
            incomplete_days: incomplete,
        }),
    }
}
