//! Values of the amounts of one page: at their own day, and today.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, Asset, AssetId, Currency, Day, Ports, Snapshot, StorageError, Timestamp, UserId, entry::Leg};

use crate::{
    currency::{Conversion, conversion_at},
    ledger::{
        Ledgers,
        book::{Book, day_rates::conversions_of_days},
        table::{
            book_row::BookRow,
            pricing::{PastValues, no_price, no_price_then, overflow},
        },
    },
    price::{Decision, Evidence, Holder, PastBasis, Quotes, decide_all},
    reason::Reason,
};

/// Today's price of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceToday {
    /// Of one whole unit, in the currency of the page.
    pub price: Amount,
    /// The time of the oldest quote.
    pub as_of: Timestamp,
}

/// Values the amounts of one page.
pub(in crate::ledger) struct Valuer<'a> {
    past: &'a PastValues,
    today: BTreeMap<AssetId, Decision>,
    now: Conversion,
    /// The conversion of each day on the page.
    days: BTreeMap<Day, Conversion>,
}

impl Ledgers {
    /// Loads what the values of these rows are computed from.
    pub(in crate::ledger) async fn valuer<'a>(
        &self,
        user: Option<UserId>,
        book: &'a Book,
        rows: &[&BookRow],
        currency: &Currency,
    ) -> Result<Valuer<'a>, StorageError> {
        let legs = rows.iter().flat_map(|row| row.legs());
        let assets: BTreeSet<AssetId> = legs.map(|leg| leg.asset.clone()).collect();
        let entries = rows
            .iter()
            .flat_map(|row| std::iter::once(&row.entry).chain(row.others()));
        let days: BTreeSet<Day> = entries.map(|entry| Day::of(entry.time)).collect();
        self.valuer_of(user, book, (assets, days), currency).await
    }

    /// Loads what the values of these assets on these days and today are computed from.
    pub(in crate::ledger) async fn valuer_of<'a>(
        &self,
        user: Option<UserId>,
        book: &'a Book,
        (assets, days): (BTreeSet<AssetId>, BTreeSet<Day>),
        currency: &Currency,
    ) -> Result<Valuer<'a>, StorageError> {
        let ports = &*self.ports;
        let at = ports.clock.now();
        let assets: Vec<AssetId> = assets.into_iter().collect();
        let holder = Holder {
            manual: match user {
                Some(user) => manual(ports, user).await?,
                None => BTreeMap::new(),
            },
            held: self.held(book).await?,
        };
        let evidence = Evidence::load(ports, &assets, at, Quotes::Newest).await?;
        Ok(Valuer {
            past: &book.past,
            today: decide_all(ports, &assets, &evidence, &holder, &BTreeMap::new(), at),
            now: conversion_at(ports, currency, at).await?,
            days: conversions_of_days(ports, currency, &days).await?,
        })
    }

    /// Returns the amount of each asset that the accounts hold now, by which the prices are judged as in a valuation.
    async fn held(&self, book: &Book) -> Result<BTreeMap<AssetId, Amount>, StorageError> {
        let states = self.ports.stores.accounts.states(&book.accounts).await?;
        let latest: Vec<_> = states.into_iter().filter_map(|state| state.latest).collect();
        let mut held: BTreeMap<AssetId, Amount> = BTreeMap::new();
        let snapshots = self.ports.stores.snapshots.find(&latest).await?;
        for (asset, raw, decimals) in snapshots.iter().flat_map(Snapshot::sizes) {
            let amount = decimals.and_then(|decimals| raw.in_units(decimals).ok());
            let sum = held.get(asset).copied().unwrap_or(Amount::ZERO);
            if let Some(sum) = amount.and_then(|amount| sum.add(amount).ok()) {
                held.insert(asset.clone(), sum);
            }
        }
        Ok(held)
    }
}

async fn manual(ports: &Ports, user: UserId) -> Result<BTreeMap<AssetId, ports::ManualPrice>, StorageError> {
    let own = ports.stores.manual_prices.of_user(user).await?;
    Ok(own.into_iter().map(|one| (one.asset.clone(), one)).collect())
}

impl<'a> Valuer<'a> {
    /// Values amounts only at their own days, with these conversions of each day and of today.
    pub const fn of_past(past: &'a PastValues, days: BTreeMap<Day, Conversion>, now: Conversion) -> Self {
        Self {
            past,
            today: BTreeMap::new(),
            now,
            days,
        }
    }
}

impl Valuer<'_> {
    /// Returns the price of an asset at a moment in the currency, and how it was chosen.
    pub fn price_then(&self, asset: &AssetId, at: Timestamp) -> Option<(Amount, PastBasis)> {
        let (price, basis) = self.past.price(asset, at).ok()?;
        Some((self.days.get(&Day::of(at))?.of_dollars(price)?, basis))
    }

    /// Returns the conversion from dollars of the day of a row.
    pub fn conversion_then(&self, at: Timestamp) -> Option<&Conversion> {
        self.days.get(&Day::of(at))
    }

    /// Returns today's conversion from dollars.
    pub fn conversion_now(&self) -> &Conversion {
        &self.now
    }

    /// Returns today's prices in the currency, each with the time of its oldest quote. Assets without a known price are left out.
    pub fn prices_today(&self) -> BTreeMap<AssetId, PriceToday> {
        let price = |(asset, decision): (&AssetId, &Decision)| match decision {
            Decision::Priced(priced) => {
                let price = self.now.of_dollars(priced.value)?;
                let as_of = priced.as_of;
                Some((asset.clone(), PriceToday { price, as_of }))
            }
            Decision::Unpriced { .. } => None,
        };
        self.today.iter().filter_map(price).collect()
    }

    /// Returns today's price of an asset in the currency, or why it is not known.
    pub fn price_today(&self, asset: &AssetId) -> Result<PriceToday, Reason> {
        let Some(Decision::Priced(priced)) = self.today.get(asset) else {
            return Err(no_price());
        };
        Ok(PriceToday {
            price: converted(&self.now, priced.value)?,
            as_of: priced.as_of,
        })
    }

    /// Returns what a quantity of an asset is worth today in the currency, or why that is not known.
    pub fn worth_today(&self, asset: &AssetId, quantity: Amount) -> Result<Amount, Reason> {
        let Some(Decision::Priced(priced)) = self.today.get(asset) else {
            return Err(no_price());
        };
        converted(&self.now, quantity.mul(priced.value).map_err(|_| overflow())?)
    }

    /// Returns how today's price of an asset was decided.
    pub fn decision(&self, asset: &AssetId) -> Option<&Decision> {
        self.today.get(asset)
    }

    /// Returns the value of an amount at its own day.
    pub fn then(&self, leg: &Leg, amount: Result<&Amount, &Reason>, at: Timestamp) -> Result<Amount, Reason> {
        let amount = *amount.map_err(Clone::clone)?;
        let (price, _) = self.past.price(&leg.asset, at)?;
        let dollars = amount.mul(price).map_err(|_| overflow())?;
        let conversion = self.days.get(&Day::of(at)).ok_or_else(|| no_price_then(at))?;
        converted(conversion, dollars)
    }

    /// Returns the value of an amount today.
    pub fn today(&self, leg: &Leg, amount: Result<&Amount, &Reason>) -> Result<Amount, Reason> {
        self.worth_today(&leg.asset, *amount.map_err(Clone::clone)?)
    }
}

/// Returns the amount of a leg in whole units.
pub(in crate::ledger) fn amount(asset: Option<&Asset>, leg: &Leg) -> Result<Amount, Reason> {
    if leg.asset.is_collection() {
        return leg.amount.in_units(0).map_err(|_| overflow());
    }
    let of_asset = asset.and_then(|asset| asset.metadata.decimals);
    let decimals = leg.decimals(of_asset).ok_or_else(|| Reason {
        code: "decimals_unknown",
        text: "The token's decimals are unknown.".to_owned(),
    })?;
    leg.amount.in_units(decimals).map_err(|_| overflow())
}

fn converted(conversion: &Conversion, dollars: Amount) -> Result<Amount, Reason> {
    conversion.exchange().map_err(|why| why.reason(&conversion.currency))?;
    conversion.of_dollars(dollars).ok_or_else(overflow)
}
