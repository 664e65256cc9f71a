//! Why a holding is not counted.

use ports::Amount;

use crate::{price::Unpriced, valuation::inputs::decimals::Assumption};

/// Why a holding is not in the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It has no price.
    Unpriced(Unpriced),
    /// The contract does not say how many decimals a unit has.
    DecimalsUnknown,
    /// The contract does not say how many decimals a unit has; a list does, and the person has not accepted that. With
    /// the quantity that it would be, where that can be computed.
    DecimalsAssumed(Assumption, Option<Amount>),
    /// The contract gave no usable balance.
    Unreadable(String),
    /// The figure needs more digits than are kept exactly.
    Overflow,
}
