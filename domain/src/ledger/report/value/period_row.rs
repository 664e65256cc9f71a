//! What was held of one coin in a period.

use std::collections::BTreeSet;

use ports::{Amount, AssetId, ChainId, Day};

use super::{
    closes::CoinCloses,
    coins::ChainCoin,
    day_run::HeldCoin,
    now::{CoinNow, ValueNow},
};
use crate::{
    accounting::Exact,
    ledger::{
        book::Book,
        table::pricing::{no_price, no_price_then},
    },
    reason::Reason,
};

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
    /// Why there is no value, or that a part of it has none.
    pub reason: Option<Reason>,
}

/// What was held of a coin in the days of a period so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoinPeriod {
    /// On which day it was held last.
    pub last: Option<Day>,
    pub count: Option<Exact>,
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

impl CoinPeriod {
    /// Adds a day.
    pub fn add(&mut self, day: Day, held: &HeldCoin, closes: &CoinCloses) {
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

/// Returns what was held of a coin in a period with its prices.
pub fn row(
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
pub fn replace_by_now(rows: &mut Vec<PeriodRow>, now: &ValueNow, book: &Book) {
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
    row.reason = match coin.value {
        None => Some(no_price()),
        Some(_) => coin.is_partial.then(partly_priced),
    };
}

/// Returns why a value is only that of a part.
fn partly_priced() -> Reason {
    Reason {
        code: "partly_priced",
        text: "A part of it has no known price.".to_owned(),
    }
}
