//! What everything that was held at the end of a past day cost, and what it was worth then.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Currency, Day, Timestamp};

use crate::{
    caller::Caller,
    currency::Conversion,
    ledger::{
        LedgerError, Ledgers,
        book::{BookOwner, day_rates::conversions_of_days},
        report::{
            cost_table::{CostTable, HeldPrices, table},
            coverage::ReportCoverage,
            value::closes::PricedDays,
        },
        search::valuer::PriceToday,
        table::pricing::{no_price_then, overflow},
    },
    price::{PastDecision, PastPriceIndex},
    reason::Reason,
};

/// The prices of what was held at the end of a day.
struct DayPrices {
    at: Timestamp,
    /// In dollars.
    dollars: BTreeMap<AssetId, Amount>,
    conversion: Option<Conversion>,
}

impl Ledgers {
    /// Returns what everything that the caller held at the end of a day cost, and what it was worth then. Of today and later days it
    /// is what is held now.
    pub async fn cost_table_at(
        &self,
        caller: &Caller,
        day: Day,
        currency: &Currency,
    ) -> Result<CostTable, LedgerError> {
        let owner = self.owner(caller).await?;
        if day >= owner.zone.day(self.ports.clock.now()) {
            return self.cost_table_of(&owner, currency).await;
        }
        let end = Timestamp::from_millis(owner.zone.start(day.plus(1)).millis() - 1);
        let book = self.books.load(&self.ports, &owner).await?;
        let basis = self.books.basis(&self.ports, &owner, &book, currency).await?;
        let pools = basis.open_at(&book, end);
        let main = pools.0.keys().filter_map(|pool| basis.tables.main_asset(*pool));
        let assets = main.filter_map(|number| basis.tables.of_number(number));
        let assets: Vec<AssetId> = assets.map(|one| one.asset.clone()).collect();
        let prices = self.prices_of(&owner, (day, end), &assets, currency).await?;
        let coverage = self.coverage(&owner).await?;
        Ok(table(&book, &basis, (&pools, &prices), ReportCoverage::from(&coverage)))
    }

    async fn prices_of(
        &self,
        owner: &BookOwner,
        (day, at): (Day, Timestamp),
        assets: &[AssetId],
        currency: &Currency,
    ) -> Result<DayPrices, LedgerError> {
        let days = PricedDays::of(&self.ports, owner, (day, day));
        let evidence = days.evidence(assets).await?;
        let index = PastPriceIndex::new(&self.ports, &evidence, days.now);
        let price = |asset: &AssetId| match days.decide(&index, asset, day) {
            PastDecision::Priced(priced) => Some((asset.clone(), priced.value)),
            PastDecision::Unknown { .. } => None,
        };
        let dollars = assets.iter().filter_map(price).collect();
        let mut conversions = conversions_of_days(&self.ports, currency, &[day].into()).await?;
        Ok(DayPrices {
            at,
            dollars,
            conversion: conversions.remove(&day),
        })
    }
}

impl DayPrices {
    fn converted(&self, asset: &AssetId, quantity: Amount) -> Result<Amount, Reason> {
        let unknown = || no_price_then(self.at);
        let price = self.dollars.get(asset).ok_or_else(unknown)?;
        let conversion = self.conversion.as_ref().ok_or_else(unknown)?;
        let dollars = quantity.mul(*price).map_err(|_| overflow())?;
        conversion.of_dollars(dollars).ok_or_else(unknown)
    }
}

impl HeldPrices for DayPrices {
    fn price(&self, asset: &AssetId) -> Result<PriceToday, Reason> {
        Ok(PriceToday {
            price: self.converted(asset, Amount::ONE)?,
            as_of: self.at,
        })
    }

    fn worth(&self, asset: &AssetId, quantity: Amount) -> Result<Amount, Reason> {
        self.converted(asset, quantity)
    }
}
