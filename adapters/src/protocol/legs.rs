//! The amounts of positions.

use alloy_primitives::{Address as Word, U256, address};
use ports::{
    Address, AssetId, ContractCaller, Position, PositionKind, PositionLeg, ProtocolPosition, amount::SignedRaw,
    protocol::PositionRole,
};

use super::{
    calls::{contract, raw},
    spec::ProtocolSpec,
};

/// The address that contracts name in the place of a token where they mean the coin of the chain.
const COIN: Word = address!("EeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE");

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

    /// Returns the token that a contract names, which may be the coin of the chain; `None` for the address of none.
    pub(super) fn asset(&self, token: Word, caller: &dyn ContractCaller) -> Option<AssetId> {
        if token == COIN {
            return Some(caller.coin());
        }
        contract(token).map(|token| self.token(&token))
    }

    /// Returns a position without a debt, without receipts and without anything unread.
    pub(super) fn position(&self, item: Option<String>, legs: Vec<PositionLeg>) -> ProtocolPosition {
        ProtocolPosition {
            place: self.profile.place.clone(),
            item,
            legs,
            health: None,
            receipts: Vec::new(),
            unread: Vec::new(),
        }
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
