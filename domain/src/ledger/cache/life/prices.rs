//! The assets of a history, and their prices and rates of each day.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Currency, Day, Fixing, PastPrice, Timestamp, UnitOfWork, currency::FixingId};

use super::{Life, START};
use crate::ledger::cache::samples::asset;

impl Life {
    pub(super) async fn add_assets(&self, work: &mut dyn UnitOfWork) {
        let assets = self.assets();
        let rows = assets.iter().map(asset);
        work.assets().add(&rows.collect::<Vec<_>>()).await.unwrap();
        for (n, asset) in (1..).zip(assets.iter().skip(1)) {
            self.add_prices(work, asset, n * 10).await;
        }
    }

    /// Stores a price for each day, each higher than the one before.
    async fn add_prices(&self, work: &mut dyn UnitOfWork, asset: &AssetId, lowest: i64) {
        let source = self.ports.past_prices[0].profile().id;
        let first = Day::of(Timestamp::from_seconds(START));
        let price = |day: i64| PastPrice {
            asset: asset.clone(),
            day: first.plus(day),
            source: source.clone(),
            price: Some(Amount::from(u32::try_from(lowest + day).unwrap()).try_into().unwrap()),
            quoted_in: None,
            at: first.plus(day + 1).start(),
            confidence: None,
            read_at: self.ports.clock.now(),
        };
        let prices: Vec<PastPrice> = (0..60).map(price).collect();
        work.past_prices().add(&prices).await.unwrap();
    }

    /// Stores prices of the asset that had none.
    pub async fn add_late_prices(&self) {
        let mut work = self.ports.storage.begin().await.unwrap();
        self.add_prices(work.as_mut(), &self.assets()[0], 7).await;
        work.commit().await.unwrap();
    }

    /// Stores the rates of each day.
    pub(super) async fn add_rates(&self, work: &mut dyn UnitOfWork) {
        let price = |text: &str| text.parse::<Amount>().unwrap().try_into().unwrap();
        let fixing = |day: i64| Fixing {
            id: FixingId::new(self.ports.ids.next()),
            source: "rates".parse().unwrap(),
            day: Day::of(Timestamp::from_seconds(START)).plus(day),
            rates: BTreeMap::from([
                (Currency::usd(), price(&format!("1.{:02}", 5 + day))),
                ("CHF".parse().unwrap(), price("0.95")),
            ]),
            received_at: self.ports.clock.now(),
        };
        let fixings: Vec<Fixing> = (0..60).map(fixing).collect();
        work.currencies().add(&fixings).await.unwrap();
    }
}
