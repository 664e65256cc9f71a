//! What is valued: a balance or a position of a snapshot.

use ports::{AssetId, Position, PositionKind, amount::SignedRaw, snapshot::SnapshotRow};

use crate::valuation::inputs::types::Inputs;

/// A balance or a position of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct HeldAmount<'a> {
    /// The asset.
    pub asset: &'a AssetId,
    /// The quantity in the asset's smallest unit; negative for what is owed.
    pub raw: SignedRaw,
    /// The asset's decimals as known when it was read.
    pub decimals: Option<u8>,
    /// The position; `None` for a balance.
    pub position: Option<&'a Position>,
}

impl<'a> From<&'a SnapshotRow> for HeldAmount<'a> {
    fn from(row: &'a SnapshotRow) -> Self {
        Self {
            asset: &row.asset,
            raw: row.raw.into(),
            decimals: row.decimals,
            position: None,
        }
    }
}

impl<'a> From<&'a Position> for HeldAmount<'a> {
    fn from(position: &'a Position) -> Self {
        Self {
            asset: &position.asset,
            raw: position.raw,
            decimals: position.decimals,
            position: Some(position),
        }
    }
}

impl HeldAmount<'_> {
    /// Returns the decimals that it is counted with.
    pub fn counted_decimals(&self, inputs: &Inputs) -> Option<u8> {
        inputs.decimals_of(self.asset, self.decimals)
    }

    /// Returns how it is held: a balance in the way of the position that its asset is a receipt of.
    pub fn kind(&self, inputs: &Inputs) -> PositionKind {
        self.position
            .map_or_else(|| inputs.kind(self.asset), |position| position.kind)
    }
}
