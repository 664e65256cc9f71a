//! What was held in one period, coin by coin.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, Currency, Day, Timestamp, WalletId};

use super::{
    closes::CoinCloses,
    coins::CoinIndex,
    days::held_days,
    inputs::{ValueBasis, ValueOwner},
    now::ValueNow,
    period_row::{CoinPeriod, PeriodRow, replace_by_now, row},
};
use crate::{
    accounting::{Exact, PartialSum},
    caller::Caller,
    ledger::{LedgerError, Ledgers, book::BookOwner, report::coverage::ReportCoverage},
    valuation::FigureId,
};

/// The most days of a period, those of two years.
const MOST_DAYS: i64 = 732;
/// The most coins that are listed, the most valuable first.
const MOST_ROWS: usize = 200;

/// Which period is wanted.
#[derive(Clone, Debug)]
pub struct PeriodQuery {
    /// The first day.
    pub first: Day,
    /// The last one. A period that reaches into today ends now.
    pub last: Day,
    /// Only these wallets; empty for all.
    pub wallets: Vec<WalletId>,
    /// The currency.
    pub currency: Currency,
}

/// What was held in a period.
#[derive(Clone, Debug)]
pub struct ValuePeriod {
    /// The first day.
    pub first: Day,
    /// The last one.
    pub last: Day,
    /// When it begins.
    pub from: Timestamp,
    /// Its last moment.
    pub to: Timestamp,
    /// The currency.
    pub currency: Currency,
    /// The value at its end.
    pub closing: PartialSum,
    /// The largest value of each coin on a day of it, summed.
    pub largest: PartialSum,
    /// What everything held cost at its end; `None` where some wallets are left out.
    pub cost: Option<Amount>,
    /// The coins, the most valuable first.
    pub rows: Vec<PeriodRow>,
    /// How many further coins are not listed.
    pub unlisted: usize,
    /// Under what the figures are explained; `None` where some wallets are left out.
    pub figures: Option<PeriodFigures>,
    /// How much of the history it covers.
    pub coverage: ReportCoverage,
}

/// Under what the figures of a period are explained.
#[derive(Clone, Debug)]
pub enum PeriodFigures {
    /// As values of the end of a day.
    OfDay(Day),
    /// As the values of now, by the id of the total and of each row.
    OfNow(FigureId, Vec<FigureId>),
}

impl Ledgers {
    /// Returns what the caller held in a period.
    pub async fn value_period(&self, caller: &Caller, query: &PeriodQuery) -> Result<ValuePeriod, LedgerError> {
        let owner = self.value_owner(caller, &query.wallets).await?;
        self.value_period_of(&owner, query).await
    }

    /// Returns what an owner held in a period.
    pub(crate) async fn value_period_of(
        &self,
        whose: &ValueOwner,
        query: &PeriodQuery,
    ) -> Result<ValuePeriod, LedgerError> {
        check(query)?;
        let (owner, from) = (&whose.book, self.value_basis(whose, &query.currency).await?);
        let (mut rows, cost) = self.rows_of(owner, &from, (query.first, query.last)).await?;
        let is_now = query.last >= from.today;
        let now = if is_now {
            Some(self.value_now(&whose.viewpoint, &from).await?)
        } else {
            None
        };
        if let Some(now) = &now {
            replace_by_now(&mut rows, now, &from.book);
        }
        rows.sort_by(|one, other| (other.value, &one.symbol).cmp(&(one.value, &other.symbol)));
        let closing = closing(&rows, now.as_ref());
        let largest = total(&rows, |row| row.max_value);
        let unlisted = rows.len().saturating_sub(MOST_ROWS);
        rows.truncate(MOST_ROWS);
        let with_positions = now.as_ref().map_or(0, |now| now.with_positions);
        let figures = match &now {
            None => PeriodFigures::OfDay(query.last),
            Some(now) => of_now(now, &rows),
        };
        Ok(ValuePeriod {
            first: query.first,
            last: query.last,
            from: owner.zone.start(query.first),
            to: Timestamp::from_millis(owner.zone.start(query.last.plus(1)).millis() - 1),
            currency: query.currency.clone(),
            closing,
            largest,
            cost: cost.map(Exact::amount),
            rows,
            unlisted,
            figures: from.accounts.is_none().then_some(figures),
            coverage: ReportCoverage::from(&self.coverage(owner).await?).without_positions(with_positions),
        })
    }

    /// Returns what was held of each coin that ever had a price on the days of a period that are over, and what everything cost.
    async fn rows_of(
        &self,
        owner: &BookOwner,
        from: &ValueBasis,
        (first, last): (Day, Day),
    ) -> Result<(Vec<PeriodRow>, Option<Exact>), LedgerError> {
        let index = CoinIndex::of(&from.book, &from.basis.tables);
        let priced = self.day_values(owner, from).await?.priced_in(&index);
        let over = last.min(from.today.plus(-1));
        let closes = CoinCloses::load(&self.ports, (owner, from), (&index, first, over)).await?;
        let (coins, cost) = held((owner, from), (&index, &closes, &priced), (first, last));
        let rows = coins.iter().filter(|(coin, _)| priced.contains(coin));
        let rows =
            rows.filter_map(|(coin, period)| row(index.coins.get(*coin)?, (&from.book, &closes, *coin), last, period));
        Ok((rows.collect(), cost))
    }
}

/// Returns the value of all rows. Of now it is the total of the header.
fn closing(rows: &[PeriodRow], now: Option<&ValueNow>) -> PartialSum {
    let mut closing = total(rows, |row| row.value);
    let partial = rows.iter().filter(|row| row.value.is_some() && row.reason.is_some());
    closing.left_out += u32::try_from(partial.count()).unwrap_or(u32::MAX);
    if let Some(total) = now.and_then(|now| now.total) {
        closing.known = Exact::try_from(total).unwrap_or(closing.known);
    }
    closing
}

fn total(rows: &[PeriodRow], of: impl Fn(&PeriodRow) -> Option<Amount>) -> PartialSum {
    let mut sum = PartialSum::ZERO;
    let values = rows.iter().map(of);
    values.for_each(|value| sum.add(value.and_then(|value| Exact::try_from(value).ok())));
    sum
}

fn check(query: &PeriodQuery) -> Result<(), LedgerError> {
    check_order(query.first, query.last)?;
    if query.last.number() - query.first.number() < MOST_DAYS {
        Ok(())
    } else {
        Err(invalid("A period has at most two years."))
    }
}

/// Returns whether a span ends after it begins.
pub(in crate::ledger) fn check_order(first: Day, last: Day) -> Result<(), LedgerError> {
    if last < first {
        Err(invalid("The last day is before the first one."))
    } else {
        Ok(())
    }
}

fn invalid(text: &str) -> LedgerError {
    LedgerError::Invalid {
        field: "last_day",
        text: text.to_owned(),
    }
}

/// Returns what was held of each coin on the days of a period that are over, with the cost of everything at its end.
fn held(
    (owner, from): (&BookOwner, &ValueBasis),
    (index, closes, priced): (&CoinIndex, &CoinCloses, &BTreeSet<usize>),
    (first, last): (Day, Day),
) -> (BTreeMap<usize, CoinPeriod>, Option<Exact>) {
    let mut coins: BTreeMap<usize, CoinPeriod> = BTreeMap::new();
    let mut cost = None;
    let over = last.min(from.today.plus(-1));
    let end = held_days((&owner.zone, from), (index, priced), over.plus(1), |day| {
        if day.day < first {
            return;
        }
        for held in day.coins {
            coins.entry(held.coin).or_default().add(day.day, held, closes);
        }
        cost = day.cost;
    });
    for period in coins.values_mut().filter(|period| period.last != Some(over)) {
        period.count = Some(Exact::ZERO);
    }
    // Of today it is the cost after the entries so far.
    (
        coins,
        if last >= from.today { end } else { cost }.filter(|_| from.accounts.is_none()),
    )
}

fn of_now(now: &ValueNow, rows: &[PeriodRow]) -> PeriodFigures {
    let of_row = |row: &PeriodRow| now.figure_of(&(row.group.clone(), row.chain.clone()));
    PeriodFigures::OfNow(now.figure.clone(), rows.iter().map(of_row).collect())
}
