//! Kinds of positions: what somebody did with an asset, beside holding it.

use std::str::FromStr;

/// What kind of position an asset is held in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PositionKind {
    /// It is held and nothing else.
    Regular,
    /// It secures a chain or a protocol, and can be lost if whoever does so with it fails.
    Staked,
    /// It is owed.
    Borrowed,
    /// It is given to borrowers.
    Lent,
    /// It is given to a protocol, and secures what is borrowed there.
    Supplied,
    /// It is a part of a pool of several assets.
    Pool,
    /// It was earned, and waits to be taken.
    Reward,
    /// The receipt of a pool that is itself given away to earn more.
    Farm,
}

/// Why a text is no kind of position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a kind of position such as staked")]
pub struct ParsePositionKindError;

impl PositionKind {
    /// Every kind, in the order of their numbers.
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

    /// Its number, which never changes: 10, 20 and so on.
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

    /// Its name for people.
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

    /// Its name in small letters.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |kind: &Self| kind.name().to_lowercase() == text;
        Self::ALL.into_iter().find(named).ok_or(ParsePositionKindError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
