//! What was held in one period, coin by coin.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, AssetId, ChainId, Currency, Day, Timestamp, WalletId};

use super::{
    closes::CoinCloses,
    coins::{ChainCoin, CoinIndex},
    day_run::HeldCoin,
    days::held_days,
    inputs::{ValueBasis, ValueOwner},
    now::{CoinNow, ValueNow},
};
use crate::{
    accounting::{Exact, PartialSum},
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner},
        report::coverage::ReportCoverage,
        table::pricing::{no_price, no_price_then},
    },
    reason::Reason,
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

/// What was held of a coin on one chain in a period.
#[derive(Clone, Debug)]
pub struct PeriodRow {
    /// The asset.
    pub asset: AssetId,
    /// What the same coin on other chains has in common with it.
    pub group: String,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// Its name; empty where unknown.
    pub name: String,
    /// The chain.
    pub chain: ChainId,
    /// The quantity at the end; `None` where the entries say that less than nothing was left.
    pub count: Option<Amount>,
    /// The largest quantity at any time.
    pub max_count: Option<Amount>,
    /// The price at the end.
    pub price: Option<Amount>,
    /// The value at the end.
    pub value: Option<Amount>,
    /// The largest value on a day: of the most that was held, at its closing price.
    pub max_value: Option<Amount>,
    /// Why there is no value.
    pub reason: Option<Reason>,
}

/// What was held of a coin in the days of a period so far.
#[derive(Clone, Copy, Debug, Default)]
struct CoinPeriod {
    /// On which day it was held last.
    last: Option<Day>,
    count: Option<Exact>,
    most: Option<Exact>,
    largest: Option<Exact>,
}

impl PeriodRow {
    /// Returns the text by which its figures name it.
    #[must_use]
    pub fn subject(&self) -> String {
        subject(&self.group, &self.chain)
    }
}

/// Returns the text by which the figures of a coin on a chain name it.
pub(in crate::ledger) fn subject(group: &str, chain: &ChainId) -> String {
    format!("{chain} {group}")
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
        let mut closing = total(&rows, |row| row.value);
        if let Some(total) = now.as_ref().and_then(|now| now.total) {
            closing.known = Exact::try_from(total).unwrap_or(closing.known);
        }
        let largest = total(&rows, |row| row.max_value);
        let unlisted = rows.len().saturating_sub(MOST_ROWS);
        rows.truncate(MOST_ROWS);
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
            coverage: ReportCoverage::from(&self.coverage(owner).await?),
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

fn total(rows: &[PeriodRow], of: impl Fn(&PeriodRow) -> Option<Amount>) -> PartialSum {
    let mut sum = PartialSum::ZERO;
    let values = rows.iter().map(of);
    values.for_each(|value| sum.add(value.and_then(|value| Exact::try_from(value).ok())));
    sum
}

fn check(query: &PeriodQuery) -> Result<(), LedgerError> {
    let days = query.last.number() - query.first.number();
    let text = if days < 0 {
        "The last day is before the first one."
    } else if days >= MOST_DAYS {
        "A period has at most two years."
    } else {
        return Ok(());
    };
    Err(LedgerError::Invalid {
        field: "last_day",
        text: text.to_owned(),
    })
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

impl CoinPeriod {
    fn add(&mut self, day: Day, held: &HeldCoin, closes: &CoinCloses) {
        let larger = |one: Option<Exact>, other: Option<Exact>| match (one, other) {
            (Some(one), Some(other)) => Some(if other > one { other } else { one }),
            (one, other) => one.or(other),
        };
        let worth = held.most.zip(closes.of(held.coin, day));
        let worth = worth.and_then(|(most, price)| most.mul(price).ok());
        (self.last, self.count) = (Some(day), held.quantity);
        self.most = larger(self.most, held.most);
        self.largest = larger(self.largest, worth);
    }
}

fn row(
    coin: &ChainCoin,
    (book, closes, number): (&Book, &CoinCloses, usize),
    last: Day,
    period: &CoinPeriod,
) -> Option<PeriodRow> {
    let price = closes.of(number, last);
    let worth = period.count.zip(price);
    let value = match period.count {
        Some(count) if count.is_zero() => Some(Exact::ZERO),
        _ => worth.and_then(|(count, price)| count.mul(price).ok()),
    };
    let row = PeriodRow {
        group: coin.group.clone(),
        chain: coin.chain.clone(),
        count: period.count.map(Exact::amount),
        max_count: period.most.map(Exact::amount),
        price: price.map(Exact::amount),
        value: value.map(Exact::amount),
        max_value: period.largest.map(Exact::amount),
        reason: value.is_none().then(|| no_price_then(last.start())),
        symbol: String::new(),
        name: String::new(),
        asset: coin.assets.first()?.clone(),
    };
    Some(named(row, book))
}

fn named(row: PeriodRow, book: &Book) -> PeriodRow {
    let metadata = book.assets.get(&row.asset).map(|asset| &asset.metadata);
    PeriodRow {
        symbol: metadata.map(|one| one.symbol.clone()).unwrap_or_default(),
        name: metadata.map(|one| one.name.clone()).unwrap_or_default(),
        ..row
    }
}

/// Replaces what was held at the end by what is held now.
fn replace_by_now(rows: &mut Vec<PeriodRow>, now: &ValueNow, book: &Book) {
    let mut found: BTreeSet<(String, ChainId)> = BTreeSet::new();
    for row in rows.iter_mut() {
        let key = (row.group.clone(), row.chain.clone());
        set_now(row, now.coins.get(&key));
        found.insert(key);
    }
    let others = now.coins.iter().filter(|(key, _)| !found.contains(*key));
    for ((group, chain), coin) in others {
        let mut row = PeriodRow {
            asset: coin.asset.clone(),
            group: group.clone(),
            chain: chain.clone(),
            symbol: String::new(),
            name: String::new(),
            count: None,
            max_count: None,
            price: None,
            value: None,
            max_value: None,
            reason: None,
        };
        set_now(&mut row, Some(coin));
        rows.push(named(row, book));
    }
}

fn set_now(row: &mut PeriodRow, coin: Option<&CoinNow>) {
    let larger = |one: Option<Amount>, other: Option<Amount>| {
        one.zip(other)
            .map_or(one.or(other), |(one, other)| Some(one.max(other)))
    };
    let Some(coin) = coin else {
        (row.count, row.value, row.reason) = (Some(Amount::ZERO), Some(Amount::ZERO), None);
        return;
    };
    (row.count, row.value, row.price) = (coin.quantity, coin.value, coin.price);
    row.max_count = larger(row.max_count, coin.quantity);
    row.max_value = larger(row.max_value, coin.value);
    row.reason = coin.value.is_none().then(no_price);
}

fn of_now(now: &ValueNow, rows: &[PeriodRow]) -> PeriodFigures {
    let of_row = |row: &PeriodRow| now.figure_of(&(row.group.clone(), row.chain.clone()));
    PeriodFigures::OfNow(now.figure.clone(), rows.iter().map(of_row).collect())
}
