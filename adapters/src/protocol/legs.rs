//! The amounts of positions.

use alloy_primitives::U256;
use ports::{Address, AssetId, Position, PositionKind, PositionLeg, amount::SignedRaw, protocol::PositionRole};

use super::{calls::raw, spec::ProtocolSpec};

/// Returns the kind of position of an amount with this role.
fn kind(role: PositionRole) -> PositionKind {
    match role {
        PositionRole::Supply => PositionKind::Lent,
        PositionRole::Collateral => PositionKind::Supplied,
        PositionRole::Borrow => PositionKind::Borrowed,
        PositionRole::Liquidity => PositionKind::Pool,
        PositionRole::Reward | PositionRole::Vesting => PositionKind::Reward,
        _ => PositionKind::Staked,
    }
}

impl ProtocolSpec {
    /// Returns a token of the protocol's chain.
    pub(super) fn token(&self, contract: &Address) -> AssetId {
        AssetId::erc20(&self.profile.chain, contract)
    }

    /// Returns an amount, with the contract and the function that stated it; `None` where it is zero. What is borrowed is owed.
    pub(super) fn leg(
        &self,
        role: PositionRole,
        (contract, function): (&Address, &str),
        asset: AssetId,
        value: U256,
    ) -> Option<PositionLeg> {
        let size = raw(value);
        let is_owed = role == PositionRole::Borrow;
        (!size.is_zero()).then(|| PositionLeg {
            position: Position {
                asset,
                raw: if is_owed { SignedRaw::owed(size) } else { size.into() },
                decimals: None,
                kind: kind(role),
                place: self.profile.place.clone(),
            },
            role,
            contract: contract.clone(),
            function: function.to_owned(),
            unlocks_at: None,
        })
    }
}
