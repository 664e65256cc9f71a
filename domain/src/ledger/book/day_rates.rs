//! The conversion of dollars to a currency at the rates of past days.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AssetId, Currency, Day, Ports, StorageError};

use crate::{
    currency::{Conversion, MissingClose, coin, conversion_at, is_coin},
    price::{Decision, Method, PastDecision, PastEvidence, PastPriceIndex, PastPriced, PastUnknown, Priced, last_over},
};

/// Returns the conversion of each of these days. Amounts in a coin are converted by its closing price of the day.
pub async fn conversions_of_days(
    ports: &Ports,
    currency: &Currency,
    days: &BTreeSet<Day>,
) -> Result<BTreeMap<Day, Conversion>, StorageError> {
    if is_coin(currency) {
        return of_coin(ports, currency, days).await;
    }
    let mut conversions = BTreeMap::new();
    for day in days {
        conversions.insert(*day, conversion_at(ports, currency, day.start()).await?);
    }
    Ok(conversions)
}

async fn of_coin(
    ports: &Ports,
    currency: &Currency,
    days: &BTreeSet<Day>,
) -> Result<BTreeMap<Day, Conversion>, StorageError> {
    let (asset, now) = (coin(ports, currency), ports.clock.now());
    let (Some(asset), Some(first), Some(last)) = (asset, days.first(), days.last()) else {
        let none = |day: &Day| (*day, Conversion::by_coin(currency.clone(), None));
        return Ok(days.iter().map(none).collect());
    };
    let evidence = PastEvidence::of_days(ports, std::slice::from_ref(&asset), *first, *last).await?;
    let index = PastPriceIndex::new(ports, &evidence, now);
    let mut conversions = BTreeMap::new();
    for day in days {
        let conversion = match index.close(&asset, *day) {
            PastDecision::Priced(priced) => {
                let coin = Some((asset.clone(), Some(decision(priced, *day))));
                Conversion::by_coin(currency.clone(), coin)
            }
            // A day whose closing price is not published yet has none, but the coin has a price now.
            PastDecision::Unknown { .. } if *day > last_over(now) => conversion_at(ports, currency, now).await?,
            PastDecision::Unknown { reason, .. } => {
                let missing = missing(ports, &evidence, &asset, &reason);
                Conversion::without_close(currency.clone(), *day, missing)
            }
        };
        conversions.insert(*day, conversion);
    }
    Ok(conversions)
}

/// Returns why a coin has no closing price. It is requested although nobody may hold it, so that one without a request gets one.
fn missing(ports: &Ports, evidence: &PastEvidence, asset: &AssetId, reason: &PastUnknown) -> MissingClose {
    let has_request = evidence.requests.contains_key(ports.price_series.root(asset));
    match reason {
        PastUnknown::NotRequested if !has_request => MissingClose::Requested,
        other => MissingClose::of(other),
    }
}

fn decision(priced: PastPriced, day: Day) -> Decision {
    Decision::Priced(Priced {
        value: priced.value,
        method: Method::Median,
        spread: priced.spread,
        as_of: day.plus(1).start(),
        confidence: priced.confidence,
        considered: priced.considered,
    })
}
