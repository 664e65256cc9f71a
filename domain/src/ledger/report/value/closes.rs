//! The closing prices of the coins of a book, of each day.

use std::collections::BTreeSet;

use ports::{AssetId, Day, Ports, StorageError, Timestamp};

use super::{
    coins::{ChainCoin, CoinIndex},
    inputs::ValueBasis,
};
use crate::{
    accounting::{CloseTable, ClosingPrices, Exact},
    currency::Conversion,
    ledger::book::{BookOwner, day_rates::conversions_of_days},
    parallel::par_map,
    price::{PastDecision, PastEvidence, PastPriceIndex, last_over},
};

/// How many coins are loaded at once, so that the stored prices of all coins need not be in memory together.
const COINS_AT_ONCE: usize = 32;
/// The places to which prices are rounded before they are multiplied, as in the cost basis.
const PLACES: i16 = 18;

/// The closing prices of coins in a currency, by the number of the coin.
#[derive(Debug, Default)]
pub struct CoinCloses {
    table: CloseTable,
    /// The coins with any price.
    priced: BTreeSet<usize>,
}

/// The days of which prices are loaded.
pub struct PricedDays<'a> {
    /// The days.
    pub days: Vec<Day>,
    /// Of those whose closing prices are not published yet, the moment at which they end for the owner.
    pub recent: Vec<(Day, Timestamp)>,
    /// When it is now.
    pub now: Timestamp,
    /// The ports.
    pub ports: &'a Ports,
}

impl<'a> PricedDays<'a> {
    /// Returns the days from the first to the last one.
    pub fn of(ports: &'a Ports, owner: &BookOwner, (first, last): (Day, Day)) -> Self {
        let now = ports.clock.now();
        let days: Vec<Day> = (first.number()..=last.number())
            .map(|number| first.plus(number - first.number()))
            .collect();
        let is_recent = |day: &&Day| **day > last_over(now);
        let recent = days.iter().filter(is_recent);
        let recent = recent.map(|day| (*day, owner.zone.start(day.plus(1)))).collect();
        Self {
            days,
            recent,
            now,
            ports,
        }
    }

    /// Loads the stored prices of these assets.
    pub async fn evidence(&self, assets: &[AssetId]) -> Result<PastEvidence, StorageError> {
        let edges = [self.days.first(), self.days.last()];
        let edges = edges.into_iter().flatten().map(|day| day.start());
        let moments: Vec<Timestamp> = edges.chain(self.recent.iter().map(|(_, end)| *end)).collect();
        let of_assets = assets
            .iter()
            .flat_map(|asset| moments.iter().map(|at| (asset.clone(), *at)));
        PastEvidence::of_moments(self.ports, &of_assets.collect::<Vec<_>>()).await
    }

    /// Decides the price of an asset at the end of a day: the closing price of the day, and where that is not published yet the price
    /// of quotes near that moment.
    pub fn decide(&self, index: &PastPriceIndex<'_>, asset: &AssetId, day: Day) -> PastDecision {
        index.at(asset, self.moment(day))
    }

    /// Returns the moment of which a price of a day is taken. Quotes are loaded only for the end of recent days, so that of others it is
    /// the closing price.
    pub fn moment(&self, day: Day) -> Timestamp {
        let end = self.recent.iter().find(|(recent, _)| *recent == day);
        end.map_or_else(
            || Timestamp::from_millis(day.plus(1).start().millis() - 1),
            |(_, end)| *end,
        )
    }
}

impl CoinCloses {
    /// Loads the prices of the days from the first to the last one.
    pub(super) async fn load(
        ports: &Ports,
        (owner, from): (&BookOwner, &ValueBasis),
        (index, first, last): (&CoinIndex, Day, Day),
    ) -> Result<Self, StorageError> {
        let mut closes = Self::default();
        let days = PricedDays::of(ports, owner, (first, last));
        if days.days.is_empty() {
            return Ok(closes);
        }
        let wanted: BTreeSet<Day> = days.days.iter().copied().collect();
        let rates = conversions_of_days(ports, from.basis.currency(), &wanted).await?;
        for (part, coins) in index.coins.chunks(COINS_AT_ONCE).enumerate() {
            let assets: Vec<AssetId> = coins.iter().flat_map(|coin| coin.assets.iter().cloned()).collect();
            let evidence = days.evidence(&assets).await?;
            if evidence.is_without_prices() {
                continue;
            }
            let prices = PastPriceIndex::new(ports, &evidence, days.now);
            let of_coin = |_, coin: &ChainCoin| prices_of(&days, &prices, coin);
            for (place, found) in par_map(coins, of_coin).into_iter().enumerate() {
                let coin = part * COINS_AT_ONCE + place;
                for (day, dollars) in found {
                    closes.set((coin, day), dollars, rates.get(&day));
                }
            }
        }
        Ok(closes)
    }

    /// Returns the price of a coin at the end of a day; `None` where it is not known.
    pub fn of(&self, coin: usize, day: Day) -> Option<Exact> {
        self.table.close(u32::try_from(coin).ok()?, day)
    }

    /// Returns the coins that had a price on any day.
    pub fn priced(&self) -> &BTreeSet<usize> {
        &self.priced
    }

    /// Sets the price of a coin on a day.
    #[cfg(test)]
    pub fn state(&mut self, coin: usize, day: Day, price: Exact) {
        self.table.set(u32::try_from(coin).unwrap(), day, price);
        self.priced.insert(coin);
    }

    fn set(&mut self, (coin, day): (usize, Day), dollars: ports::Amount, rate: Option<&Conversion>) {
        let price = rate.and_then(|rate| rate.of_dollars(dollars));
        let Some((price, number)) = price.and_then(in_places).zip(u32::try_from(coin).ok()) else {
            return;
        };
        self.table.set(number, day, price);
        self.priced.insert(coin);
    }
}

/// Returns the price of a coin in dollars on each day that has one: of its first asset with a price.
fn prices_of(days: &PricedDays<'_>, index: &PastPriceIndex<'_>, coin: &ChainCoin) -> Vec<(Day, ports::Amount)> {
    let assets: Vec<&AssetId> = coin.assets.iter().filter(|asset| index.has_prices(asset)).collect();
    let price = |day: &Day| {
        let mut decided = assets.iter().map(|asset| days.decide(index, asset, *day));
        decided.find_map(|one| match one {
            PastDecision::Priced(priced) => Some((*day, priced.value)),
            PastDecision::Unknown { .. } => None,
        })
    };
    days.days.iter().filter_map(price).collect()
}

/// Returns a price rounded to 18 places.
pub fn in_places(price: ports::Amount) -> Option<Exact> {
    let price = if price.fits(PLACES) {
        price
    } else {
        price.rounded(PLACES)
    };
    Exact::try_from(price).ok()
}
