//! Receipts: tokens that stand for a position elsewhere, such as ether that is staked.

use std::collections::BTreeMap;

use crate::{asset::AssetId, position::PositionKind};

/// A token that is the receipt of a position. It is an asset of its own, with a price of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The token.
    pub asset: AssetId,
    /// What kind of position it stands for.
    pub kind: PositionKind,
    /// The asset that is in the position.
    pub of: AssetId,
    /// The position in plain words, such as `ether that is staked with Lido`.
    pub words: String,
}

impl Receipt {
    /// What it is, as a sentence for people.
    #[must_use]
    pub fn text(&self) -> String {
        format!("A receipt for {}.", self.words)
    }
}

/// Every receipt that is known. A token that is not among them may be one all the same: nothing is said of it.
#[derive(Clone, Debug, Default)]
pub struct Receipts(BTreeMap<AssetId, Receipt>);

impl Receipts {
    /// Of these rows.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = Receipt>) -> Self {
        Self(rows.into_iter().map(|row| (row.asset.clone(), row)).collect())
    }

    /// What an asset is the receipt of, where that is known.
    #[must_use]
    pub fn of(&self, asset: &AssetId) -> Option<&Receipt> {
        self.0.get(asset)
    }
}
