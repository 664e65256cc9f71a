//! The closing prices of assets of a book, day by day.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, AssetId, Currency, Day, TimeZone};

use super::value::closes::{PricedDays, in_places};
use crate::{
    accounting::Exact,
    caller::Caller,
    currency::Conversion,
    ledger::{
        LedgerError, Ledgers,
        book::{Book, BookOwner, day_rates::conversions_of_days},
    },
    parallel::par_map,
    price::{PastDecision, PastPriceIndex},
};

/// The most assets of which prices are loaded at once.
pub const PRICED_ASSETS: usize = 50;
/// The most days of which prices are loaded at once.
pub const PRICED_DAYS: i64 = 10_000;

/// Of which assets and days closing prices are wanted.
#[derive(Clone, Debug)]
pub struct ClosingPriceQuery {
    /// The assets, at most [`PRICED_ASSETS`]. Those that neither moved in the history nor are the same coin as one that did are left
    /// out, so that nobody learns of which assets other people need prices.
    pub assets: Vec<AssetId>,
    /// How many days until the last one that is over, at most [`PRICED_DAYS`]; `None` for all since the first entry.
    pub days: Option<i64>,
    /// The currency.
    pub currency: Currency,
}

/// The closing prices of assets.
#[derive(Clone, Debug)]
pub struct ClosingPriceTable {
    /// The zone in which days end.
    pub zone: TimeZone,
    /// The days, the oldest first.
    pub days: Vec<Day>,
    /// A row for each asset.
    pub rows: Vec<ClosingPriceRow>,
    /// The currency.
    pub currency: Currency,
    /// Whether no price of the history is awaited any more.
    pub is_loaded: bool,
}

/// The closing prices of an asset.
#[derive(Clone, Debug)]
pub struct ClosingPriceRow {
    /// The asset.
    pub asset: AssetId,
    /// The price of a whole unit at the end of each day, rounded to 18 places; `None` where it is not known.
    pub prices: Vec<Option<Amount>>,
}

impl Ledgers {
    /// Returns the closing prices of assets in the caller's history.
    pub async fn closing_prices(
        &self,
        caller: &Caller,
        query: &ClosingPriceQuery,
    ) -> Result<ClosingPriceTable, LedgerError> {
        let owner = self.owner(caller).await?;
        self.closing_prices_of(&owner, query).await
    }

    /// Returns the closing prices of assets in an owner's history.
    pub(crate) async fn closing_prices_of(
        &self,
        owner: &BookOwner,
        query: &ClosingPriceQuery,
    ) -> Result<ClosingPriceTable, LedgerError> {
        let book = self.books.load(&self.ports, owner).await?;
        let coins = coins(&book, &query.assets);
        let days = PricedDays::of(&self.ports, owner, self.span(owner, &book, query.days));
        let assets: Vec<AssetId> = coins.iter().flatten().map(|one| (*one).clone()).collect();
        let evidence = days.evidence(&assets).await?;
        let index = PastPriceIndex::new(&self.ports, &evidence, days.now);
        let wanted: BTreeSet<Day> = days.days.iter().copied().collect();
        let rates = conversions_of_days(&self.ports, &query.currency, &wanted).await?;
        let row = |_, coin: &Vec<&AssetId>| {
            let known: Vec<&AssetId> = coin.iter().copied().filter(|asset| index.has_prices(asset)).collect();
            let price = |day: &Day| price_on(&days, &index, &known, (*day, &rates));
            coin.first().map(|asset| ClosingPriceRow {
                asset: (*asset).clone(),
                prices: days.days.iter().map(price).collect(),
            })
        };
        let rows = par_map(&coins, row).into_iter().flatten().collect();
        Ok(ClosingPriceTable {
            zone: owner.zone.clone(),
            rows,
            currency: query.currency.clone(),
            is_loaded: !book.is_awaiting_prices(),
            days: days.days,
        })
    }

    /// Returns the first and the last day: the last one is over.
    fn span(&self, owner: &BookOwner, book: &Book, days: Option<i64>) -> (Day, Day) {
        let last = owner.zone.day(self.ports.clock.now()).plus(-1);
        let oldest = book.rows.len().checked_sub(1).and_then(|place| book.rows.time(place));
        let first = oldest.map_or(last.plus(1), |time| owner.zone.day(time));
        let earliest = last.plus(1 - PRICED_DAYS);
        (days.map_or(first, |days| last.plus(1 - days)).max(earliest), last)
    }
}

/// Returns each of these assets with those of the book that are the same coin and share its price.
fn coins<'a>(book: &'a Book, assets: &'a [AssetId]) -> Vec<Vec<&'a AssetId>> {
    let mut groups: BTreeMap<&str, Vec<&AssetId>> = BTreeMap::new();
    for (id, asset) in &book.assets {
        groups.entry(&asset.group).or_default().push(id);
    }
    let coin = |asset: &'a AssetId| {
        let group = &book.assets.get(asset)?.group;
        let same = groups.get(group.as_str()).into_iter().flatten().copied();
        Some([asset].into_iter().chain(same.filter(|one| *one != asset)).collect())
    };
    assets.iter().filter_map(coin).collect()
}

fn price_on(
    days: &PricedDays<'_>,
    index: &PastPriceIndex<'_>,
    coin: &[&AssetId],
    (day, rates): (Day, &BTreeMap<Day, Conversion>),
) -> Option<Amount> {
    let dollars = coin.iter().find_map(|asset| match days.decide(index, asset, day) {
        PastDecision::Priced(priced) => Some(priced.value),
        PastDecision::Unknown { .. } => None,
    })?;
    in_places(rates.get(&day)?.of_dollars(dollars)?).map(Exact::amount)
}
