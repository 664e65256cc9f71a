//! Prices at the moments of entries.

use std::{collections::BTreeMap, sync::Arc};

use hashbrown::HashMap;
use ports::{Amount, Asset, AssetId, Day, Entry, Ports, RawAmount, SourceId, StorageError, Timestamp, entry::LegRole};

use crate::{
    ledger::table::net_amounts::{CountedAmount, net_amounts},
    parallel::par_map,
    price::{PastBasis, PastDecision, PastEvidence, PastPriceIndex},
    reason::Reason,
};

/// The price of an asset at a moment in dollars, or why it is unknown.
type PriceThen = Result<(Amount, PastBasis), Reason>;

/// Prices at the moments of entries, in dollars.
pub(in crate::ledger) struct PastValues {
    assets: HashMap<AssetId, AssetPast>,
}

/// The prices of one asset.
struct AssetPast {
    /// The decimals of the asset.
    decimals: u8,
    /// The price of each day, sorted.
    days: Vec<(Day, KeptPrice)>,
    /// The price of each moment with quotes near it, and of recent ones, sorted.
    moments: Vec<(Timestamp, KeptPrice)>,
}

/// A price in little memory. Days without a price share the reason.
type KeptPrice = Result<Box<(Amount, PastBasis)>, Arc<Reason>>;

/// When the prices of assets are needed.
pub(in crate::ledger) struct NeededPrices {
    /// The time from which on quotes near a moment are kept.
    since: Timestamp,
    assets: HashMap<AssetId, Needed>,
}

/// When an asset's prices are needed.
#[derive(Default)]
struct Needed {
    days: Vec<Day>,
    moments: Vec<Timestamp>,
}

impl NeededPrices {
    /// Needs closing prices before this time, and the prices of moments from it on.
    pub fn since(since: Timestamp) -> Self {
        Self {
            since,
            assets: HashMap::new(),
        }
    }

    /// Adds the assets of an entry, at its moment.
    pub fn add(&mut self, entry: &Entry) {
        for leg in &entry.legs {
            if !self.assets.contains_key(&leg.asset) {
                self.assets.insert(leg.asset.clone(), Needed::default());
            }
            let Some(needed) = self.assets.get_mut(&leg.asset) else {
                continue;
            };
            // Entries come nearly sorted, so that most repetitions follow each other.
            if entry.time >= self.since {
                push_new(&mut needed.moments, entry.time);
            } else {
                push_new(&mut needed.days, Day::of(entry.time));
            }
        }
    }

    /// Returns the times at which each asset with known decimals is needed, sorted.
    fn of_known(self, assets: &BTreeMap<AssetId, Asset>) -> Vec<(u8, AssetId, Needed)> {
        let decimals = |asset: &AssetId| assets.get(asset).and_then(|asset| asset.metadata.decimals);
        let known = self.assets.into_iter().filter_map(|(asset, Needed { days, moments })| {
            let (days, moments) = (sorted(days), sorted(moments));
            Some((decimals(&asset)?, asset, Needed { days, moments }))
        });
        known.collect()
    }

    /// Returns the assets of all entries.
    pub fn assets(&self) -> impl Iterator<Item = &AssetId> {
        self.assets.keys()
    }
}

fn push_new<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if values.last() != Some(&value) {
        values.push(value);
    }
}

fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values.dedup();
    values
}

impl PastValues {
    /// Decides the needed prices. Amounts without known decimals have none.
    pub async fn load(
        ports: &Ports,
        needed: NeededPrices,
        assets: &BTreeMap<AssetId, Asset>,
    ) -> Result<Self, StorageError> {
        let now = ports.clock.now();
        let needed = needed.of_known(assets);
        let moments = needed.iter().flat_map(|(_, asset, needed)| {
            let edges = needed.days.first().into_iter().chain(needed.days.last());
            let edges = edges.map(|day| day.start()).chain(needed.moments.iter().copied());
            edges.map(|at| (asset.clone(), at))
        });
        let evidence = PastEvidence::of_moments(ports, &moments.collect::<Vec<_>>()).await?;
        let near = evidence.moments_of_assets();
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
        let decide = |_, (decimals, asset, needed): &(u8, AssetId, Needed)| {
            let of_day = |day: &Day| price(index.close(asset, *day), day.start());
            let of_moment = |at: &Timestamp| price(index.at(asset, *at), *at);
            // Of older moments, those near which quotes were kept.
            let units = ports.redeemables.needed(std::slice::from_ref(asset));
            let kept_moments = units.iter().filter_map(|unit| near.get(unit)).flatten();
            let moments = sorted(needed.moments.iter().chain(kept_moments).copied().collect());
            let past = AssetPast {
                decimals: *decimals,
                days: kept(&needed.days, of_day),
                moments: kept(&moments, of_moment),
            };
            (asset.clone(), past)
        };
        Ok(Self {
            assets: par_map(&needed, decide).into_iter().collect(),
        })
    }

    /// Returns closing prices that a test states.
    #[cfg(test)]
    pub fn of_closes(closes: Vec<(AssetId, Timestamp, Amount)>) -> Self {
        let mut assets: HashMap<AssetId, AssetPast> = HashMap::new();
        for (asset, at, price) in closes {
            let past = assets.entry(asset).or_insert_with(|| AssetPast {
                decimals: 18,
                days: Vec::new(),
                moments: Vec::new(),
            });
            // Of several prices of a moment, the last one counts.
            past.moments.retain(|(known, _)| *known != at);
            past.moments
                .push((at, Ok(Box::new((price, PastBasis::Close(Day::of(at)))))));
            past.moments.sort_by_key(|(at, _)| *at);
        }
        Self { assets }
    }

    /// States that the price of an asset at a moment is requested.
    #[cfg(test)]
    pub fn await_price(&mut self, asset: AssetId, at: Timestamp) {
        let past = self.assets.entry(asset).or_insert_with(|| AssetPast {
            decimals: 18,
            days: Vec::new(),
            moments: Vec::new(),
        });
        let reason = crate::price::Unpriced::NotRequestedYet.reason(at, ToString::to_string);
        past.moments.push((at, Err(Arc::new(reason))));
        past.moments.sort_by_key(|(at, _)| *at);
    }

    /// Returns for each price why it is unknown; `None` where it is known.
    pub fn reasons(&self) -> impl Iterator<Item = Option<&Reason>> {
        let days = self.assets.values().flat_map(|past| &past.days).map(|(_, price)| price);
        let moments = self.assets.values().flat_map(|past| &past.moments);
        let moments = moments.map(|(_, price)| price);
        days.chain(moments)
            .map(|price| price.as_ref().err().map(|reason| &**reason))
    }

    /// Returns the price of an asset at the moment of an entry.
    pub fn price(&self, asset: &AssetId, at: Timestamp) -> PriceThen {
        match self.assets.get(asset).and_then(|past| past.at(at)) {
            Some(Ok(price)) => Ok(**price),
            Some(Err(reason)) => Err((**reason).clone()),
            None => Err(no_price_then(at)),
        }
    }

    /// Returns the price of an asset at the moment of an entry, where it is known.
    pub fn known_price(&self, asset: &AssetId, at: Timestamp) -> Option<Amount> {
        let price = self.assets.get(asset)?.at(at)?.as_ref().ok()?;
        Some(price.0)
    }

    /// Returns what came in, else what went out, in dollars; `None` where a price is unknown or nothing moved. What came back is
    /// neither. `places` are the decimal places of the amounts, where they are not those of their assets.
    pub fn of_amounts<'a>(
        &self,
        amounts: impl Iterator<Item = CountedAmount<'a>> + Clone,
        places: Option<u8>,
        at: Timestamp,
    ) -> Option<Amount> {
        match net_amounts(amounts.clone()) {
            Some(net) => self.of_counted(net.into_iter(), places, at),
            None => self.of_counted(amounts, places, at),
        }
    }

    fn of_counted<'a>(
        &self,
        amounts: impl Iterator<Item = CountedAmount<'a>> + Clone,
        places: Option<u8>,
        at: Timestamp,
    ) -> Option<Amount> {
        let of = |wanted| {
            let mut amounts = amounts.clone().filter(|(role, ..)| *role == wanted).peekable();
            amounts.peek()?;
            amounts.try_fold(Amount::ZERO, |sum, (_, asset, amount)| {
                sum.add(self.of_amount(asset, (amount, places), at)?).ok()
            })
        };
        of(LegRole::In).or_else(|| of(LegRole::Out))
    }

    fn of_amount(&self, asset: &AssetId, (amount, places): (RawAmount, Option<u8>), at: Timestamp) -> Option<Amount> {
        let past = self.assets.get(asset)?;
        let price = past.at(at)?.as_ref().ok()?;
        amount.in_units(places.unwrap_or(past.decimals)).ok()?.mul(price.0).ok()
    }
}

impl AssetPast {
    fn at(&self, at: Timestamp) -> Option<&KeptPrice> {
        find(&self.moments, &at).or_else(|| find(&self.days, &Day::of(at)))
    }
}

fn find<'a, T: Ord>(prices: &'a [(T, KeptPrice)], at: &T) -> Option<&'a KeptPrice> {
    let place = prices.binary_search_by(|(known, _)| known.cmp(at)).ok()?;
    prices.get(place).map(|(_, price)| price)
}

/// Returns the price at each of these times.
fn kept<T: Copy>(times: &[T], price: impl Fn(&T) -> PriceThen) -> Vec<(T, KeptPrice)> {
    let mut last: Option<Arc<Reason>> = None;
    let keep = |at: &T| {
        let price = price(at).map(Box::new).map_err(|reason| {
            let same = last.take().filter(|last| **last == reason);
            let shared = same.unwrap_or_else(|| Arc::new(reason));
            last = Some(shared.clone());
            shared
        });
        (*at, price)
    };
    times.iter().map(keep).collect()
}

/// Returns the reason of a missing price of a past moment.
pub(in crate::ledger) fn no_price_then(at: Timestamp) -> Reason {
    Reason {
        code: "no_price",
        text: format!("No price is known for {}.", Day::of(at)),
    }
}

/// Returns the reason of a missing price of today.
pub(in crate::ledger) fn no_price() -> Reason {
    Reason {
        code: "no_price",
        text: "No price is known now.".to_owned(),
    }
}

/// Returns the reason of an amount with too many digits.
pub(in crate::ledger) fn overflow() -> Reason {
    Reason {
        code: "overflow",
        text: "The amount has more digits than we can store exactly.".to_owned(),
    }
}
