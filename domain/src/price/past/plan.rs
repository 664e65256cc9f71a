//! The plan of requests for past prices: as few as possible, so that two independent sources agree on each needed day.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AssetId, Day, PastPriceSource, SourceId};

use crate::price::past::index::PastPriceIndex;

/// The number of independent sources that have to agree on a day. Further ones are queried only where fewer do.
const WITNESSES: usize = 2;

/// A request for the closing prices of an asset on some days, of all users.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PastRequest {
    /// The source.
    pub source: SourceId,
    /// The asset whose prices are stored.
    pub asset: AssetId,
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
}

/// Returns the requests for what is needed and not known. `needed` has the days by the asset of their price series, `last` is
/// the last day that is over, and `unavailable` are sources that are not queried now.
///
/// For each day, the sources that cover the asset are queried in their order until two independent ones agree. A request has as
/// many days as its source returns at once, counted back from the end of the unknown days around the needed ones, so that
/// neighbouring days are known then too. An answer without a price is an answer, and is requested again only if it was read soon after
/// its day.
#[must_use]
pub fn plan_requests(
    index: &PastPriceIndex<'_>,
    needed: &BTreeMap<AssetId, BTreeSet<Day>>,
    unavailable: &BTreeSet<SourceId>,
    last: Day,
) -> Vec<PastRequest> {
    let mut requests = Vec::new();
    for (asset, days) in needed {
        let mut covering = index.covering(asset);
        covering.retain(|(source, ..)| !unavailable.contains(*source));
        let mut wanted: BTreeMap<usize, BTreeSet<Day>> = BTreeMap::new();
        for day in days.range(..=last) {
            for place in next_sources(index, &covering, asset, *day) {
                wanted.entry(place).or_default().insert(*day);
            }
        }
        for (place, days) in wanted {
            let Some((id, _, source)) = covering.get(place) else {
                continue;
            };
            let known: BTreeSet<Day> = index.known(asset, id).into_iter().collect();
            let size = i64::from(source.days_per_request().max(1));
            let pages = pages(&days, &known, last, size);
            requests.extend(pages.into_iter().map(|(from, to)| PastRequest {
                source: (*id).clone(),
                asset: asset.clone(),
                from,
                to,
            }));
        }
    }
    requests
}

/// Returns the places of the sources to query next about a day: as many as agreeing ones are missing, each with an origin that
/// has no price of that day.
fn next_sources(
    index: &PastPriceIndex<'_>,
    covering: &[(&SourceId, SourceId, &dyn PastPriceSource)],
    asset: &AssetId,
    day: Day,
) -> Vec<usize> {
    let missing = WITNESSES.saturating_sub(index.agreeing(asset, day));
    let rows = index.rows_of(asset, day);
    let priced = rows.iter().filter(|row| row.price.is_some());
    let mut origins: BTreeSet<SourceId> = priced.map(|row| index.origin(row)).collect();
    let mut next = Vec::new();
    for (place, (id, origin, _)) in covering.iter().enumerate() {
        let is_known = index.is_known(asset, id, day);
        if next.len() < missing && !is_known && origins.insert(origin.clone()) {
            next.push(place);
        }
    }
    next
}

/// Returns the ranges of at most `size` unknown days that contain the wanted days, the newest first.
fn pages(wanted: &BTreeSet<Day>, known: &BTreeSet<Day>, last: Day, size: i64) -> Vec<(Day, Day)> {
    let mut found: Vec<(Day, Day)> = Vec::new();
    for day in wanted.iter().rev() {
        if found.last().is_some_and(|(from, _)| from <= day) {
            continue;
        }
        let before = known.range(..*day).next_back();
        let after = known.range(*day..).next();
        let end = after.map_or(last, |after| after.plus(-1));
        let pages_back = (end.number() - day.number()) / size;
        let to = end.plus(-pages_back * size);
        let from = to.plus(1 - size);
        found.push((before.map_or(from, |before| from.max(before.plus(1))), to));
    }
    found
}

#[cfg(test)]
mod tests;
