//! Assets that anyone can redeem for another one at a fixed ratio, guaranteed by a contract.

use std::collections::BTreeMap;

use crate::{ids::asset::AssetId, market::money::Price};

/// An asset that a contract redeems for another one. Bridged forms are not included, because a bridge can fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redeemable {
    /// The asset to redeem.
    pub asset: AssetId,
    /// The asset received for it.
    pub target: AssetId,
    /// How much is received for one unit.
    pub ratio: Price,
}

/// The redeemable assets, and the quote assets of markets.
#[derive(Clone, Debug, Default)]
pub struct Redeemables {
    by_asset: BTreeMap<AssetId, Redeemable>,
    units: Vec<AssetId>,
}

impl Redeemables {
    /// Makes the table of these rows and quote assets of markets.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = Redeemable>, units: Vec<AssetId>) -> Self {
        Self {
            by_asset: rows.into_iter().map(|row| (row.asset.clone(), row)).collect(),
            units,
        }
    }

    /// Returns what an asset is redeemed for.
    #[must_use]
    pub fn of(&self, asset: &AssetId) -> Option<&Redeemable> {
        self.by_asset.get(asset)
    }

    /// Returns the assets whose prices are needed to price these: themselves, the assets they are redeemed for, and the quote
    /// assets of markets. Sorted, each once.
    #[must_use]
    pub fn needed(&self, assets: &[AssetId]) -> Vec<AssetId> {
        let targets = assets.iter().filter_map(|asset| Some(&self.of(asset)?.target));
        let mut needed: Vec<AssetId> = assets.iter().chain(targets).chain(&self.units).cloned().collect();
        needed.sort();
        needed.dedup();
        needed
    }
}
