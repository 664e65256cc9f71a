//! Prices at the moments of entries.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ports::{
    Amount, Asset, AssetId, Entry, Ports, SourceId, StorageError, Timestamp,
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
    prices: HashMap<(AssetId, Timestamp), PriceThen>,
    /// The decimals of each asset that states them.
    decimals: BTreeMap<AssetId, u8>,
}

impl PastValues {
    /// Decides the prices of all amounts of these entries at their own moments. Amounts without known decimals have none.
    pub async fn load(
        ports: &Ports,
        entries: &[Entry],
        assets: &BTreeMap<AssetId, Asset>,
    ) -> Result<Self, StorageError> {
        let decimals = assets
            .values()
            .filter_map(|asset| Some((asset.id.clone(), asset.metadata.decimals?)));
        let decimals: BTreeMap<AssetId, u8> = decimals.collect();
        let mut moments = BTreeSet::new();
        for entry in entries {
            for leg in entry.legs.iter().filter(|leg| decimals.contains_key(&leg.asset)) {
                moments.insert((leg.asset.clone(), entry.time));
            }
        }
        let moments: Vec<(AssetId, Timestamp)> = moments.into_iter().collect();
        let evidence = PastEvidence::of_moments(ports, &moments).await?;
        let index = PastPriceIndex::new(ports, &evidence, ports.clock.now());
        let profiles = ports.profiles();
        let name = |source: &SourceId| {
            let profile = profiles.iter().find(|profile| profile.id == *source);
            profile.map_or_else(|| source.to_string(), |profile| profile.name.clone())
        };
        let decide = |(asset, at): (AssetId, Timestamp)| {
            let price = match index.at(&asset, at) {
                PastDecision::Priced(priced) => Ok((priced.value, priced.basis)),
                PastDecision::Unknown { reason, .. } => Err(reason.reason(at, name)),
            };
            ((asset, at), price)
        };
        Ok(Self {
            prices: moments.into_iter().map(decide).collect(),
            decimals,
        })
    }

    /// Returns closing prices that a test states.
    #[cfg(test)]
    pub fn of_closes(closes: Vec<(AssetId, Timestamp, Amount)>) -> Self {
        let close = |(asset, at, price)| ((asset, at), Ok((price, PastBasis::Close(ports::Day::of(at)))));
        Self {
            prices: closes.into_iter().map(close).collect(),
            decimals: BTreeMap::new(),
        }
    }

    /// Returns the price of an asset at the moment of an entry.
    pub fn price(&self, asset: &AssetId, at: Timestamp) -> PriceThen {
        let found = self.prices.get(&(asset.clone(), at));
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
        let amount = leg.amount.in_units(*self.decimals.get(&leg.asset)?).ok()?;
        amount.mul(self.price(&leg.asset, at).ok()?.0).ok()
    }
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
