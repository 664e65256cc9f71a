//! Prices at the moments of entries.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ports::{
    Amount, Asset, AssetId, Day, Entry, Ports, SourceId, StorageError, Timestamp,
    entry::{Leg, LegRole},
};

use crate::{
    price::{PastBasis, PastDecision, PastEvidence, PastPriceIndex},
    reason::Reason,
};

/// The price of an asset at a moment in dollars, or why it is unknown.
type PriceThen = Result<(Amount, PastBasis), Reason>;

/// Prices at the moments of entries, in dollars.
pub(super) struct PastValues {
    assets: HashMap<AssetId, AssetPast>,
}

/// The prices of one asset.
struct AssetPast {
    /// The decimals of the asset.
    decimals: u8,
    /// The price of each day.
    days: HashMap<Day, PriceThen>,
    /// The price of each moment that is recent enough for quotes near it.
    moments: HashMap<Timestamp, PriceThen>,
}

/// When an asset's prices are needed.
#[derive(Default)]
struct Needed {
    days: BTreeSet<Day>,
    moments: BTreeSet<Timestamp>,
}

impl PastValues {
    /// Decides the prices of all amounts of these entries at their own moments. Amounts without known decimals have none.
    pub async fn load(
        ports: &Ports,
        entries: &[Entry],
        assets: &BTreeMap<AssetId, Asset>,
    ) -> Result<Self, StorageError> {
        let now = ports.clock.now();
        let needed = needed(entries, PastEvidence::quotes_since(now));
        let decimals = |asset: &AssetId| assets.get(asset).and_then(|asset| asset.metadata.decimals);
        let needed = needed
            .into_iter()
            .filter_map(|(asset, needed)| Some((asset, decimals(asset)?, needed)));
        let needed: Vec<(&AssetId, u8, Needed)> = needed.collect();
        let moments = needed.iter().flat_map(|(asset, _, needed)| {
            let edges = needed.days.first().into_iter().chain(needed.days.last());
            let edges = edges.map(|day| day.start()).chain(needed.moments.iter().copied());
            edges.map(|at| ((*asset).clone(), at))
        });
        let evidence = PastEvidence::of_moments(ports, &moments.collect::<Vec<_>>()).await?;
        let index = PastPriceIndex::new(ports, &evidence, now);
        let profiles = ports.profiles();
        let name = |source: &SourceId| {
            let profile = profiles.iter().find(|profile| profile.id == *source);
            profile.map_or_else(|| source.to_string(), |profile| profile.name.clone())
        };
        let price = |decision: PastDecision, at| match decision {
            PastDecision::Priced(priced) => Ok((priced.value, priced.basis)),
            PastDecision::Unknown { reason, .. } => Err(reason.reason(at, name)),
        };
        let decide = |(asset, decimals, needed): &(&AssetId, u8, Needed)| {
            let of_day = |day: &Day| (*day, price(index.close(asset, *day), day.start()));
            let of_moment = |at: &Timestamp| (*at, price(index.at(asset, *at), *at));
            let past = AssetPast {
                decimals: *decimals,
                days: needed.days.iter().map(of_day).collect(),
                moments: needed.moments.iter().map(of_moment).collect(),
            };
            ((*asset).clone(), past)
        };
        Ok(Self {
            assets: needed.iter().map(decide).collect(),
        })
    }

    /// Returns closing prices that a test states.
    #[cfg(test)]
    pub fn of_closes(closes: Vec<(AssetId, Timestamp, Amount)>) -> Self {
        let mut assets: HashMap<AssetId, AssetPast> = HashMap::new();
        for (asset, at, price) in closes {
            let past = assets.entry(asset).or_insert_with(|| AssetPast {
                decimals: 18,
                days: HashMap::new(),
                moments: HashMap::new(),
            });
            past.moments.insert(at, Ok((price, PastBasis::Close(Day::of(at)))));
        }
        Self { assets }
    }

    /// Returns the price of an asset at the moment of an entry.
    pub fn price(&self, asset: &AssetId, at: Timestamp) -> PriceThen {
        let found = self.assets.get(asset).and_then(|past| past.at(at));
        found.cloned().unwrap_or_else(|| Err(no_price()))
    }

    /// Returns what came in, else what went out, in dollars; `None` where a price is unknown or nothing moved.
    pub fn of_entry(&self, entry: &Entry) -> Option<Amount> {
        let of = |role| {
            let mut legs = entry.legs.iter().filter(|leg| leg.role == role).peekable();
            legs.peek()?;
            legs.try_fold(Amount::ZERO, |sum, leg| sum.add(self.of_leg(leg, entry.time)?).ok())
        };
        of(LegRole::In).or_else(|| of(LegRole::Out))
    }

    fn of_leg(&self, leg: &Leg, at: Timestamp) -> Option<Amount> {
        let past = self.assets.get(&leg.asset)?;
        let (price, _) = past.at(at)?.as_ref().ok()?;
        leg.amount.in_units(past.decimals).ok()?.mul(*price).ok()
    }
}

impl AssetPast {
    fn at(&self, at: Timestamp) -> Option<&PriceThen> {
        self.moments.get(&at).or_else(|| self.days.get(&Day::of(at)))
    }
}

/// Returns when the price of each asset is needed: on the days of its entries, and at the moments from `since` on.
fn needed(entries: &[Entry], since: Timestamp) -> HashMap<&AssetId, Needed> {
    let mut found: HashMap<&AssetId, Needed> = HashMap::new();
    for entry in entries {
        for leg in &entry.legs {
            let needed = found.entry(&leg.asset).or_default();
            if entry.time >= since {
                needed.moments.insert(entry.time);
            } else {
                needed.days.insert(Day::of(entry.time));
            }
        }
    }
    found
}

/// Returns the reason of a missing price.
pub(super) fn no_price() -> Reason {
    Reason {
        code: "no_price",
        text: "No price is known now.".to_owned(),
    }
}

/// Returns the reason of an amount with too many digits.
pub(super) fn overflow() -> Reason {
    Reason {
        code: "overflow",
        text: "The amount has more digits than we can store exactly.".to_owned(),
    }
}
