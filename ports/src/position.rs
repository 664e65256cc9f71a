//! Positions: what an account has in a protocol or in a part of an exchange account, beside its balances.

use std::{str::FromStr, sync::Arc};

use crate::{amount::SignedRaw, ids::asset::AssetId, text_type::text};

/// A quantity of one asset in a position. A snapshot has at most one with the same asset, kind and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The asset.
    pub asset: AssetId,
    /// The quantity in the asset's smallest unit; negative for what is owed.
    pub raw: SignedRaw,
    /// The asset's decimals as known when it was read; `None` where they are unknown.
    pub decimals: Option<u8>,
    /// How it is held.
    pub kind: PositionKind,
    /// Where it is held.
    pub place: PositionPlace,
}

/// The longest name of a place.
const LONGEST: usize = 64;

/// Where a position is held: the name of a protocol such as `Aave v3`, or of a part of an exchange account such as `Cross margin`.
/// 1 to 64 ASCII letters, digits, spaces and `.-_/+&'`, as shown to users.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionPlace(Arc<str>);

/// Why a text is not the place of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the place of a position such as Aave v3")]
pub struct ParsePositionPlaceError;

impl PositionPlace {
    /// Returns the name to show.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PositionPlace {
    type Err = ParsePositionPlaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b" .-_/+&'".contains(&byte);
        let is_place = (1..=LONGEST).contains(&text.len()) && text.trim() == text && text.bytes().all(fits);
        is_place.then(|| Self(text.into())).ok_or(ParsePositionPlaceError)
    }
}

text!(PositionPlace);

/// The kind of position in which an asset is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PositionKind {
    /// Held directly.
    Regular,
    /// Staked to secure a chain or a protocol; it can be lost when the validator misbehaves.
    Staked,
    /// Borrowed, to be paid back.
    Borrowed,
    /// Lent to borrowers.
    Lent,
    /// Deposited in a protocol as collateral for a loan.
    Supplied,
    /// Part of a liquidity pool of several assets.
    Pool,
    /// Earned and not yet claimed.
    Reward,
    /// The receipt of a pool, deposited elsewhere to earn more.
    Farm,
}

/// Why a text is not a kind of position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a kind of position such as staked")]
pub struct ParsePositionKindError;

impl PositionKind {
    /// Every kind, by number.
    pub const ALL: [Self; 8] = [
        Self::Regular,
        Self::Staked,
        Self::Borrowed,
        Self::Lent,
        Self::Supplied,
        Self::Pool,
        Self::Reward,
        Self::Farm,
    ];

    /// Returns its stable number: 10, 20 and so on.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Regular => 10,
            Self::Staked => 20,
            Self::Borrowed => 30,
            Self::Lent => 40,
            Self::Supplied => 50,
            Self::Pool => 60,
            Self::Reward => 70,
            Self::Farm => 80,
        }
    }

    /// Returns its display name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regular => "Regular",
            Self::Staked => "Staked",
            Self::Borrowed => "Borrowed",
            Self::Lent => "Lent",
            Self::Supplied => "Supplied",
            Self::Pool => "Pool",
            Self::Reward => "Reward",
            Self::Farm => "Farm",
        }
    }
}

impl FromStr for PositionKind {
    type Err = ParsePositionKindError;

    /// Returns its name in lower case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |kind: &Self| kind.name().to_lowercase() == text;
        Self::ALL.into_iter().find(named).ok_or(ParsePositionKindError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_plain_names() {
        for good in ["Aave v3", "Cross margin", "a", "Simple Earn/locked"] {
            assert_eq!(good.parse::<PositionPlace>().unwrap().as_str(), good);
        }
        for bad in ["", " Aave", "Aave ", "a|b", "a\nb", "Aavé", &"a".repeat(65)] {
            assert_eq!(bad.parse::<PositionPlace>(), Err(ParsePositionPlaceError), "{bad}");
        }
    }

    #[test]
    fn kinds_are_numbered_by_tens_and_read_by_name() {
        for (kind, number) in PositionKind::ALL.into_iter().zip((10..).step_by(10)) {
            assert_eq!(kind.number(), number, "{kind:?}");
            assert_eq!(kind.name().to_lowercase().parse(), Ok(kind));
        }
        assert_eq!("staked".parse(), Ok(PositionKind::Staked));
        for text in ["", "Staked", "stake", "20"] {
            assert_eq!(text.parse::<PositionKind>(), Err(ParsePositionKindError), "{text}");
        }
    }
}
