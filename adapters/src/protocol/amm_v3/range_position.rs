//! What one position in a range of prices is worth, by what its manager and its pool state.

use alloy_primitives::U256;

use super::range_math::{fees, first_amount, second_amount, sqrt_price};

/// What a contract stores about liquidity in a range, for both tokens.
#[derive(Clone, Copy)]
pub(super) struct StoredRange {
    /// The liquidity.
    pub(super) liquidity: u128,
    /// The growth of fees within the range when it was last stored.
    pub(super) growth: [U256; 2],
    /// The amounts that were owed then.
    pub(super) owed: [u128; 2],
}

impl StoredRange {
    /// Returns what is owed for each token after growth within the range up to `inside`.
    fn owed(&self, inside: [U256; 2]) -> [u128; 2] {
        let of = |at: usize| self.owed[at].wrapping_add(fees(inside[at], self.growth[at], self.liquidity));
        [of(0), of(1)]
    }
}

/// The state of a pool, and of one range in it.
pub(super) struct RangeState {
    /// The square root of the price.
    pub(super) sqrt_price: U256,
    /// The tick of the price. On the edge of a range it decides on which side the price is.
    pub(super) tick: i32,
    /// The growth of fees in the whole pool.
    pub(super) growth: [U256; 2],
    /// The growth of fees on the other side of the lower and of the upper tick.
    pub(super) outside: [[U256; 2]; 2],
    /// What the pool stores about the range, for all positions of its manager together.
    pub(super) stored: StoredRange,
}

/// The ticks between which liquidity is used.
#[derive(Clone, Copy)]
pub(super) struct TickRange {
    /// The first tick.
    pub(super) lower: i32,
    /// The tick after the last one.
    pub(super) upper: i32,
}

impl RangeState {
    /// Returns what the pool pays for liquidity that is taken out of the range; `None` if the ticks or the price are impossible.
    pub(super) fn amounts(&self, range: TickRange, liquidity: u128) -> Option<[U256; 2]> {
        let (lower, upper) = (sqrt_price(range.lower)?, sqrt_price(range.upper)?);
        let of_first = |from: U256| first_amount(from, upper, liquidity);
        let of_second = |to: U256| second_amount(lower, to, liquidity);
        if lower >= upper {
            None
        } else if self.tick < range.lower {
            Some([of_first(lower)?, U256::ZERO])
        } else if self.tick < range.upper {
            Some([of_first(self.sqrt_price)?, of_second(self.sqrt_price)?])
        } else {
            Some([U256::ZERO, of_second(upper)?])
        }
    }

    /// Returns the growth of fees within the range. Its counters start again after the largest number.
    fn inside(&self, range: TickRange, token: usize) -> U256 {
        let (whole, [lower, upper]) = (self.growth[token], self.outside);
        let below = if self.tick >= range.lower {
            lower[token]
        } else {
            whole.wrapping_sub(lower[token])
        };
        let above = if self.tick < range.upper {
            upper[token]
        } else {
            whole.wrapping_sub(upper[token])
        };
        whole.wrapping_sub(below).wrapping_sub(above)
    }

    /// Returns what `collect` pays for a position: what its manager owes, and no more than the pool owes to the manager, which rounds the
    /// fees of all positions in the range together. Without liquidity `collect` adds no fees in either contract.
    pub(super) fn collected(&self, range: TickRange, position: &StoredRange) -> [u128; 2] {
        let (mine, all) = if position.liquidity == 0 {
            (position.owed, self.stored.owed)
        } else {
            let inside = [self.inside(range, 0), self.inside(range, 1)];
            (position.owed(inside), self.stored.owed(inside))
        };
        [mine[0].min(all[0]), mine[1].min(all[1])]
    }
}
