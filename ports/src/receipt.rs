//! Receipt tokens, which represent a position elsewhere, such as staked ether.

use std::collections::BTreeMap;

use crate::{ids::asset::AssetId, position::PositionKind};

/// A token that is the receipt of a position. It is a separate asset with its own price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The token.
    pub asset: AssetId,
    /// The kind of the position.
    pub kind: PositionKind,
    /// The asset in the position.
    pub of: AssetId,
    /// A description of the position, such as `ether that is staked with Lido`.
    pub words: String,
}

impl Receipt {
    /// Returns a sentence for users that describes it.
    #[must_use]
    pub fn text(&self) -> String {
        format!("A receipt for {}.", self.words)
    }
}

/// The known receipts. The list is incomplete: a token that is not in it may be a receipt too.
#[derive(Clone, Debug, Default)]
pub struct Receipts(BTreeMap<AssetId, Receipt>);

impl Receipts {
    /// Makes the table of these rows.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = Receipt>) -> Self {
        Self(rows.into_iter().map(|row| (row.asset.clone(), row)).collect())
    }

    /// Returns the receipt that an asset is, where known.
    #[must_use]
    pub fn of(&self, asset: &AssetId) -> Option<&Receipt> {
        self.0.get(asset)
    }
}
