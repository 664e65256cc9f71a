//! The supported currencies and their exchange rates.

mod conversion;
mod gather;
mod native_rates;
mod table;

use std::{sync::Arc, time::Duration};

use ports::{Amount, Currency, Day, Ports, StorageError, Timestamp};

pub use conversion::{Conversion, ConversionBasis, MissingClose, NoRate, RATE_MEMORY, per_euro};
pub(crate) use gather::{coin, coins, conversion_at, fixing_at, is_coin, reference_assets};
pub use native_rates::AssetRate;
pub use table::Known;

/// Use cases about currencies and their rates.
pub struct Currencies {
    ports: Arc<Ports>,
}

/// A currency with its rate to the dollar.
#[derive(Clone, Debug)]
pub struct CurrencyLine {
    /// Code, name, symbol and decimal places.
    pub known: &'static Known,
    /// Units for one dollar; `None` if no source states a rate.
    pub rate: Option<Amount>,
    /// The time of the rate: when the day's rates were fixed, or the time of the coin's price.
    pub as_of: Option<Timestamp>,
}

/// The error for a code that is not a supported currency. It lists the supported ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This is not a supported currency. Use one of: {known}")]
pub struct UnknownCurrency {
    /// All supported codes, separated by commas.
    pub known: String,
}

impl Currencies {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Returns the currency with this code. Letter case does not matter.
    pub fn named(text: &str) -> Result<Currency, UnknownCurrency> {
        let found = table::KNOWN
            .iter()
            .find(|one| one.code.eq_ignore_ascii_case(text.trim()));
        found
            .and_then(|one| one.code.parse().ok())
            .ok_or_else(|| UnknownCurrency {
                known: table::KNOWN.map(|one| one.code).join(", "),
            })
    }

    /// Returns every supported currency with its current rate.
    pub async fn all(&self) -> Result<Vec<CurrencyLine>, StorageError> {
        let now = self.ports.clock.now();
        let fixing = self.ports.stores.currencies.latest(Day::of(now)).await?;
        let mut lines = Vec::new();
        for known in &table::KNOWN {
            let Ok(currency) = known.code.parse::<Currency>() else {
                continue;
            };
            let conversion = match table::coin(&currency) {
                _ if currency == Currency::usd() => Conversion::dollars(),
                Some(_) => conversion_at(&self.ports, &currency, now).await?,
                None => Conversion::by_fixing(currency, fixing.clone(), now),
            };
            lines.push(line(known, &conversion, now));
        }
        Ok(lines)
    }
}

/// Returns the time at which a day's rates are fixed: about 16:00 in Frankfurt, here 15:00 UTC.
pub(crate) fn fixed_at(day: Day) -> Timestamp {
    day.start().plus(Duration::from_hours(15))
}

fn line(known: &'static Known, conversion: &Conversion, now: Timestamp) -> CurrencyLine {
    let as_of = match &conversion.basis {
        ConversionBasis::Same => Some(now),
        ConversionBasis::Fixing(fixing) => Some(fixed_at(fixing.day)),
        ConversionBasis::Coin(_, crate::price::Decision::Priced(priced)) => Some(priced.as_of),
        ConversionBasis::Coin(..) | ConversionBasis::Missing(_) => None,
    };
    CurrencyLine {
        known,
        rate: conversion.of_dollars(Amount::ONE),
        as_of,
    }
}
