//! Receipt tokens, which represent a position elsewhere, such as staked ether, and tokens whose balances change without transfers.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    ids::asset::AssetId,
    position::{PositionKind, PositionPlace},
};

/// A token that is the receipt of a position. It is a separate asset with its own price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The token.
    pub asset: AssetId,
    /// The kind of the position.
    pub kind: PositionKind,
    /// The asset in the position.
    pub of: AssetId,
    /// The protocol that the position is in.
    pub place: PositionPlace,
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

/// The known receipts and rebasing tokens. The lists are incomplete: a token that is not in them may be one too.
#[derive(Clone, Debug, Default)]
pub struct Receipts {
    receipts: BTreeMap<AssetId, Receipt>,
    rebasing: BTreeSet<AssetId>,
}

impl Receipts {
    /// Makes the tables of these rows.
    #[must_use]
    pub fn new(receipts: impl IntoIterator<Item = Receipt>, rebasing: impl IntoIterator<Item = AssetId>) -> Self {
        let receipts = receipts.into_iter().map(|row| (row.asset.clone(), row));
        Self {
            receipts: receipts.collect(),
            rebasing: rebasing.into_iter().collect(),
        }
    }

    /// Returns the receipt that an asset is, where known.
    #[must_use]
    pub fn of(&self, asset: &AssetId) -> Option<&Receipt> {
        self.receipts.get(asset)
    }

    /// Returns whether the balances of a token are known to change without transfers.
    #[must_use]
    pub fn is_rebasing(&self, asset: &AssetId) -> bool {
        self.rebasing.contains(asset)
    }
}
