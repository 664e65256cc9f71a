//! Shares of pools of Curve that an account holds.

use alloy_primitives::U256;
use ports::Address;

/// A token that an account holds, with the share of a pool that it stands for.
pub(super) struct HeldShare {
    /// The token: the share itself or a gauge that holds it.
    pub(super) token: Address,
    /// The share.
    pub(super) share: Address,
    pub(super) amount: U256,
}

impl HeldShare {
    pub(super) fn is_in_gauge(&self) -> bool {
        self.token != self.share
    }
}
