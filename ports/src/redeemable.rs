//! Assets that anybody can exchange for another one at a fixed ratio, by a contract and not by a promise.

use std::collections::BTreeMap;

use crate::{asset::AssetId, money::Price};

/// An asset and what a contract gives for it. A bridged form is none: a bridge can fail, and its tokens with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redeemable {
    /// What is given.
    pub asset: AssetId,
    /// What is had for it.
    pub target: AssetId,
    /// How many of it for one.
    pub ratio: Price,
}

/// Every such asset, and what the prices of markets count in.
#[derive(Clone, Debug, Default)]
pub struct Redeemables {
    by_asset: BTreeMap<AssetId, Redeemable>,
    units: Vec<AssetId>,
}

impl Redeemables {
    /// Of these rows, and of the assets that prices of markets count in.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = Redeemable>, units: Vec<AssetId>) -> Self {
        Self {
            by_asset: rows.into_iter().map(|row| (row.asset.clone(), row)).collect(),
            units,
        }
    }

    /// What an asset is exchanged for.
    #[must_use]
    pub fn of(&self, asset: &AssetId) -> Option<&Redeemable> {
        self.by_asset.get(asset)
    }

    /// The assets whose prices are needed for the prices of these: themselves, what they are exchanged for, and what
    /// markets count in. Sorted, each once.
    #[must_use]
    pub fn needed(&self, assets: &[AssetId]) -> Vec<AssetId> {
        let targets = assets.iter().filter_map(|asset| Some(&self.of(asset)?.target));
        let mut needed: Vec<AssetId> = assets.iter().chain(targets).chain(&self.units).cloned().collect();
        needed.sort();
        needed.dedup();
        needed
    }
}
