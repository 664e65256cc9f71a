//! What an account has, summed by asset, kind and place.

use std::collections::BTreeMap;

use ports::{AssetId, Position, PositionKind};

use super::quantity::Quantity;

/// How an asset is held, and where.
pub(crate) type HoldingPlace = (PositionKind, &'static str);

/// What an account has, each quantity once for an asset, a kind and a place. Debts are negative.
#[derive(Default)]
pub(crate) struct AccountQuantities {
    quantities: BTreeMap<(AssetId, PositionKind, &'static str), Quantity>,
}

/// The reason for an answer whose sums are not exact.
const TOO_LONG: &str = "a quantity with more digits than can be stored";

impl AccountQuantities {
    /// Adds a quantity to what is held in the same way at the same place.
    pub(crate) fn add(
        &mut self,
        asset: &AssetId,
        (kind, place): HoldingPlace,
        quantity: Quantity,
    ) -> Result<(), &'static str> {
        let sum = self.quantities.entry((asset.clone(), kind, place)).or_default();
        *sum = sum.add(quantity).map_err(|_| TOO_LONG)?;
        Ok(())
    }

    /// Adds a quantity, as a debt at the same place where it is negative.
    pub(crate) fn add_signed(
        &mut self,
        asset: &AssetId,
        (kind, place): HoldingPlace,
        quantity: Quantity,
    ) -> Result<(), &'static str> {
        let is_debt = quantity.is_negative();
        let kind = if is_debt { PositionKind::Borrowed } else { kind };
        self.add(asset, (kind, place), quantity)
    }

    /// Returns the sum of what is held of an asset where `is_counted`, without debts.
    pub(crate) fn held(
        &self,
        asset: &AssetId,
        is_counted: impl Fn(PositionKind) -> bool,
    ) -> Result<Quantity, &'static str> {
        let own = self
            .quantities
            .iter()
            .filter(|((held, kind, _), _)| held == asset && *kind != PositionKind::Borrowed && is_counted(*kind));
        own.map(|(_, quantity)| *quantity)
            .try_fold(Quantity::default(), Quantity::add)
            .map_err(|_| TOO_LONG)
    }

    /// Makes what is held directly of an asset at a place a part of an allocation, of which `total` is stated.
    pub(crate) fn replace_direct(
        &mut self,
        asset: &AssetId,
        (kind, place): HoldingPlace,
        total: Quantity,
    ) -> Result<(), &'static str> {
        let allocated = self.held(asset, |kind| kind != PositionKind::Regular)?;
        self.quantities
            .retain(|(held, kind, _), _| held != asset || *kind != PositionKind::Regular);
        let rest = total.sub(allocated).map_err(|_| TOO_LONG)?;
        self.add(asset, (kind, place), rest)
    }

    /// Leaves out up to this quantity of an asset, wherever it is held. Debts stay.
    pub(crate) fn leave_out(&mut self, asset: &AssetId, most: Quantity) -> Result<(), &'static str> {
        let mut rest = most;
        let own = self.quantities.iter_mut();
        for (_, held) in own.filter(|((held, kind, _), _)| held == asset && *kind != PositionKind::Borrowed) {
            let part = if held.exceeds(rest) { rest } else { *held };
            *held = held.sub(part).map_err(|_| TOO_LONG)?;
            rest = rest.sub(part).map_err(|_| TOO_LONG)?;
        }
        Ok(())
    }

    /// Returns the positions; quantities of zero are left out.
    pub(crate) fn into_positions(self) -> Result<Vec<Position>, &'static str> {
        let held = self.quantities.into_iter().filter(|(_, quantity)| !quantity.is_zero());
        held.map(|((asset, kind, place), quantity)| {
            let (raw, decimals) = quantity.to_raw().map_err(|_| TOO_LONG)?;
            Ok(Position {
                asset,
                raw,
                decimals: Some(decimals),
                kind,
                place: place.parse().map_err(|_| "a place without a name")?,
            })
        })
        .collect()
    }
}
