//! Why a holding is not counted.

use ports::Amount;

use crate::{price::Unpriced, valuation::inputs::decimals::Assumption};

/// Why a holding is not included in the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// It has no price.
    Unpriced(Unpriced),
    /// The contract does not state its decimals.
    DecimalsUnknown,
    /// The contract does not state its decimals; a token list does, but the user has not accepted them. With the
    /// quantity that they would give, if it can be computed.
    DecimalsAssumed(Assumption, Option<Amount>),
    /// The contract returned no usable balance, with the reason.
    Unreadable(String),
    /// The value has more digits than can be stored exactly.
    Overflow,
}
