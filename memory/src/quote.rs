//! Quotes.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    AssetId, Quote, SourceId, StorageError, Timestamp,
    quote::{AgreedPrice, QuoteAnswer, QuoteId, QuoteReader, QuoteWriter},
};

use crate::{
    rows::Series,
    storage::MemoryStorage,
    tables::{Table, Tables, check_unique, end_of_day},
    work::MemoryWork,
};

/// The sort key of a quote: the source's own time, then the time of receipt.
fn order(quote: &Quote) -> (Timestamp, Timestamp, QuoteId) {
    (quote.source_time, quote.received_at, quote.id)
}

fn is_price(quote: &Quote) -> bool {
    matches!(quote.answer, QuoteAnswer::Price { .. } | QuoteAnswer::WorthZero)
}

impl Series {
    /// Returns the newest quote received at or before `at` whose own time is after `after`. An answer without a price has no
    /// time of its own: it is ignored once a price that is at most a day older was received after it.
    fn newest(&self, after: Option<Timestamp>, at: Option<Timestamp>) -> Option<&Arc<Quote>> {
        const DAY: Duration = Duration::from_hours(24);
        let is_there = |quote: &Quote| at.is_none_or(|at| quote.received_at <= at);
        let is_behind = |quote: &Quote| {
            let is_later = |later: &Arc<Quote>| {
                later.source_time > quote.source_time.minus(DAY) && later.received_at > quote.received_at
            };
            let mut prices = self.quotes.iter().filter(|later| is_price(later) && is_there(later));
            !is_price(quote) && prices.any(is_later)
        };
        let there = self.quotes.iter().rev().filter(|quote| is_there(quote));
        let mut new = there.filter(|quote| after.is_none_or(|after| quote.source_time > after));
        new.find(|quote| !is_behind(quote))
    }

    /// Returns the quote whose own time is nearest to `at`, at most `within` milliseconds away; of two equally near the
    /// earlier one.
    fn around(&self, at: Timestamp, within: u64) -> Option<&Arc<Quote>> {
        let away = |quote: &Quote| quote.source_time.millis().abs_diff(at.millis());
        let near = self.quotes.iter().filter(|quote| away(quote) <= within);
        // Of several with the same time, the one received last.
        near.min_by_key(|quote| (away(quote), quote.source_time, std::cmp::Reverse(quote.received_at)))
    }

    fn insert(&mut self, quote: &Quote) {
        let at = self.quotes.partition_point(|known| order(known) < order(quote));
        self.quotes.insert(at, Arc::new(quote.clone()));
    }

    /// Removes quotes received before `before`, except the last one of each day and those that are kept.
    fn thin(&mut self, before: Timestamp, kept: &BTreeSet<QuoteId>) -> Vec<QuoteId> {
        let followers = self.quotes.iter().skip(1);
        let pairs = self.quotes.iter().zip(followers);
        let gone = pairs
            .filter(|(quote, next)| quote.received_at < before && next.source_time < end_of_day(quote.source_time))
            .filter(|(quote, _)| !kept.contains(&quote.id));
        let gone: Vec<QuoteId> = gone.map(|(quote, _)| quote.id).collect();
        self.quotes.retain(|quote| !gone.contains(&quote.id));
        gone
    }
}

fn series<'a>(tables: &'a Tables, assets: &'a [AssetId]) -> impl Iterator<Item = &'a Series> {
    assets
        .iter()
        .filter_map(|asset| tables.quotes.get(asset))
        .flat_map(|all| all.values())
}

#[async_trait]
impl QuoteReader for MemoryStorage {
    async fn find(&self, ids: &[QuoteId]) -> Result<Vec<Quote>, StorageError> {
        let tables = self.tables();
        let ids: BTreeSet<&QuoteId> = ids.iter().collect();
        let found = ids.into_iter().filter_map(|id| {
            let (asset, source) = tables.quote_series.get(id)?;
            let series = tables.quotes.get(asset)?.get(source)?;
            series.quotes.iter().find(|quote| quote.id == *id)
        });
        Ok(found.map(|quote| Quote::clone(quote)).collect())
    }

    async fn newest(&self, assets: &[AssetId], after: Timestamp, at: Timestamp) -> Result<Vec<Quote>, StorageError> {
        let tables = self.tables();
        let newest = series(&tables, assets).filter_map(|series| series.newest(Some(after), Some(at)));
        let mut found: Vec<Quote> = newest.map(|quote| Quote::clone(quote)).collect();
        found.sort_by(|a, b| (&a.asset, &a.source).cmp(&(&b.asset, &b.source)));
        Ok(found)
    }

    async fn around(&self, assets: &[AssetId], at: Timestamp, within_millis: i64) -> Result<Vec<Quote>, StorageError> {
        let tables = self.tables();
        let within = u64::try_from(within_millis).unwrap_or_default();
        let nearest = series(&tables, assets).filter_map(|series| series.around(at, within));
        Ok(nearest.map(|quote| Quote::clone(quote)).collect())
    }

    async fn answered_between(
        &self,
        source: &SourceId,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<BTreeSet<AssetId>, StorageError> {
        let tables = self.tables();
        let asked_at = |all: &Table<SourceId, Series>| all.get(source).and_then(|series| series.asked_at);
        let answered = tables
            .quotes
            .iter()
            .filter(|(_, all)| asked_at(all).is_some_and(|at| from <= at && at <= to));
        Ok(answered.map(|(asset, _)| asset.clone()).collect())
    }

    async fn agreed(&self, assets: &[AssetId]) -> Result<Vec<AgreedPrice>, StorageError> {
        let tables = self.tables();
        let mut found: Vec<AgreedPrice> = assets
            .iter()
            .filter_map(|asset| tables.agreed_prices.get(asset))
            .cloned()
            .collect();
        found.sort_by(|a, b| a.asset.cmp(&b.asset));
        Ok(found)
    }
}

/// Returns the quotes that differ from the previous one of their asset and source. Stored quotes with a later time of receipt
/// come from a wrong clock and are not compared with.
fn fresh<'a>(tables: &Tables, quotes: &'a [Quote]) -> Vec<&'a Quote> {
    let received = quotes.iter().map(|quote| quote.received_at).max();
    let statement = |quote: &Quote| (quote.answer.clone(), quote.source_time, quote.market.clone());
    let mut last = BTreeMap::new();
    let mut fresh = vec![];
    for quote in quotes {
        let stored = || {
            tables
                .quotes
                .get(&quote.asset)?
                .get(&quote.source)?
                .newest(None, received)
        };
        let known = last.insert((&quote.asset, &quote.source), statement(quote));
        let known = known.or_else(|| stored().map(|known| statement(known)));
        if known.is_none_or(|known| known != statement(quote)) {
            fresh.push(quote);
        }
    }
    fresh
}

/// Returns whether an agreed price replaces the known one. A price of one source does not replace a price on which several
/// sources agreed within a minute of it.
fn replaces(new: &AgreedPrice, known: &AgreedPrice) -> bool {
    const APART: u64 = 60_000;
    new.sources > 1 || known.sources == 1 || new.at.millis().abs_diff(known.at.millis()) > APART
}

#[async_trait]
impl QuoteWriter for MemoryWork {
    async fn add(&mut self, quotes: &[Quote]) -> Result<(), StorageError> {
        for quote in fresh(&self.tables, quotes) {
            check_unique("quotes", self.tables.quote_series.contains_key(&quote.id))?;
            let place = (quote.asset.clone(), quote.source.clone());
            self.tables.quote_series.insert(quote.id, place);
            let all = self.tables.quotes.entry(quote.asset.clone()).or_default();
            all.entry(quote.source.clone()).or_default().insert(quote);
        }
        Ok(())
    }

    async fn answered(&mut self, source: &SourceId, assets: &[AssetId], at: Timestamp) -> Result<(), StorageError> {
        for asset in assets {
            let all = self.tables.quotes.get_mut(asset);
            if let Some(series) = all.and_then(|all| all.get_mut(source)) {
                series.asked_at = Some(at);
            }
        }
        Ok(())
    }

    async fn agree(&mut self, prices: &[AgreedPrice]) -> Result<(), StorageError> {
        for price in prices {
            let known = self.tables.agreed_prices.get(&price.asset);
            if known.is_none_or(|known| replaces(price, known)) {
                self.tables.agreed_prices.insert(price.asset.clone(), price.clone());
            }
        }
        Ok(())
    }

    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let kept = self.tables.entries.values().flat_map(|own| own.moments.quotes());
        let kept: BTreeSet<QuoteId> = kept.collect();
        let mut gone = vec![];
        let old = |series: &Series| series.quotes.iter().any(|quote| quote.received_at < before);
        for all in self.tables.quotes.values_mut().filter(|all| all.values().any(old)) {
            for series in all.values_mut() {
                gone.extend(series.thin(before, &kept));
            }
        }
        for id in &gone {
            self.tables.quote_series.remove(id);
        }
        Ok(gone.len() as u64)
    }
}
