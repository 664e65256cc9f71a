//! What an account has in a protocol.

use std::str::FromStr;

use crate::{
    address::Address,
    amount::Amount,
    ids::asset::AssetId,
    position::{Position, PositionPlace},
    time::clock::Timestamp,
};

/// What an account has in all protocols of its chain, at one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProtocolReading {
    /// The positions; those without any amount are left out, unless they could not be read.
    pub positions: Vec<ProtocolPosition>,
    /// The protocols that were not read. What the account has in them is unknown.
    pub unread: Vec<UnreadProtocol>,
}

impl ProtocolReading {
    /// Returns the amounts of all positions.
    pub fn amounts(&self) -> impl Iterator<Item = &Position> {
        let legs = self.positions.iter().flat_map(|position| &position.legs);
        legs.map(|leg| &leg.position)
    }

    /// Returns whether the amounts of a position stand for the balance of this token, which must not count beside them.
    #[must_use]
    pub fn is_receipt(&self, asset: &AssetId) -> bool {
        self.positions.iter().any(|position| position.receipts.contains(asset))
    }
}

/// A protocol that was not read for an account, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadProtocol {
    /// The protocol's name.
    pub place: PositionPlace,
    /// Why, as a clause that follows a colon.
    pub why: String,
}

/// One position of an account in a protocol: the amounts that belong together, such as the collateral and the debt of a loan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolPosition {
    /// The protocol's name, which is the place of all its amounts.
    pub place: PositionPlace,
    /// Which of the account's positions in the protocol, such as a market or the number of a token; `None` where it can have one only.
    pub item: Option<String>,
    /// Its amounts. No two have the same asset, role and contract.
    pub legs: Vec<PositionLeg>,
    /// The health factor that the protocol itself states, with all its digits: the position can be liquidated below 1. `None` without
    /// debt, and where the protocol states none.
    pub health: Option<Amount>,
    /// The tokens whose balances its amounts stand for: shares, certificates of debt, receipts of stakes.
    pub receipts: Vec<AssetId>,
    /// What could not be read of it, each as a sentence.
    pub unread: Vec<String>,
}

impl ProtocolPosition {
    /// Returns whether its liquidity is in one token only. Liquidity within a range of prices is when the price is outside of the range.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        let liquidity = self.legs.iter().filter(|leg| leg.role == PositionRole::Liquidity);
        self.unread.is_empty() && liquidity.count() == 1
    }
}

/// One amount of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLeg {
    /// The amount, negative for what is owed.
    pub position: Position,
    /// What it does in the position.
    pub role: PositionRole,
    /// The contract that states it.
    pub contract: Address,
    /// The function that was called, as its interface names it: `getUserReserveData(address,address)`.
    pub function: String,
    /// When it can be withdrawn; `None` where that is possible at any time or unknown.
    pub unlocks_at: Option<Timestamp>,
}

/// What an amount does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PositionRole {
    /// Supplied and no security for a debt.
    Supply,
    /// Supplied as the security for a debt.
    Collateral,
    /// Borrowed.
    Borrow,
    /// Part of the liquidity of a pool.
    Liquidity,
    /// Staked, to be withdrawn at any time.
    Stake,
    /// Locked until a time.
    Locked,
    /// Received step by step until a time.
    Vesting,
    /// No longer staked, to be withdrawn now.
    Claimable,
    /// Earned and not yet claimed.
    Reward,
    /// Requested back and not yet paid.
    PendingWithdrawal,
}

/// Why a text is not the role of an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the role of an amount such as collateral")]
pub struct ParsePositionRoleError;

impl PositionRole {
    /// Every role.
    pub const ALL: [Self; 10] = [
        Self::Supply,
        Self::Collateral,
        Self::Borrow,
        Self::Liquidity,
        Self::Stake,
        Self::Locked,
        Self::Vesting,
        Self::Claimable,
        Self::Reward,
        Self::PendingWithdrawal,
    ];

    /// Returns its stable code.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Supply => "supply",
            Self::Collateral => "collateral",
            Self::Borrow => "borrow",
            Self::Liquidity => "liquidity",
            Self::Stake => "stake",
            Self::Locked => "locked",
            Self::Vesting => "vesting",
            Self::Claimable => "claimable",
            Self::Reward => "reward",
            Self::PendingWithdrawal => "pending_withdrawal",
        }
    }
}

impl FromStr for PositionRole {
    type Err = ParsePositionRoleError;

    /// Returns the role of a code.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut roles = Self::ALL.into_iter();
        roles.find(|role| role.as_str() == text).ok_or(ParsePositionRoleError)
    }
}
