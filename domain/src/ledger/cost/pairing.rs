//! Which amounts of a row moved between own accounts, or between forms of one coin.

use crate::accounting::{Exact, MovementKind};

/// An amount of one asset in one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegAmount {
    /// The account.
    pub account: u32,
    /// The asset.
    pub asset: u32,
    /// The pool of its lots.
    pub pool: u32,
    /// The quantity in whole units, above zero.
    pub quantity: Exact,
}

/// Amounts with what of them was carried over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// What left one account and arrived in another.
    pub carried: Vec<CarriedAmount>,
    /// What left the portfolio.
    pub out: Vec<LegAmount>,
    /// What came into the portfolio.
    pub into: Vec<LegAmount>,
    /// What became something else.
    pub conversions: Vec<ConvertedAmount>,
    /// Whether what else came in was earned with a position.
    pub pays_rewards: bool,
}

/// An amount that left one account and arrived in another, or in another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarriedAmount {
    /// What left.
    pub left: LegAmount,
    /// What arrived. Where it is less, the difference was paid on the way.
    pub arrived: LegAmount,
}

/// An amount that became something else and keeps its lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConvertedAmount {
    /// Whether it was deposited, came back, or continues.
    pub kind: MovementKind,
    /// What left.
    pub left: LegAmount,
    /// What it became.
    pub became: LegAmount,
}

impl Pairing {
    /// Makes a pairing without conversions.
    pub const fn of(carried: Vec<CarriedAmount>, out: Vec<LegAmount>, into: Vec<LegAmount>) -> Self {
        Self {
            carried,
            out,
            into,
            conversions: Vec::new(),
            pays_rewards: false,
        }
    }
}

/// Pairs what left with what arrived in the same pool. With `is_one_transfer` a difference belongs to the transfer, such as the
/// fee of a bridge; otherwise it left or came from elsewhere. `None` where a number does not fit.
pub fn pair(out: &[LegAmount], into: &[LegAmount], is_one_transfer: bool) -> Option<Pairing> {
    let (mut out, mut into) = (out.to_vec(), into.to_vec());
    let mut carried: Vec<CarriedAmount> = Vec::new();
    for left in &mut out {
        for arrived in into.iter_mut().filter(|arrived| arrived.pool == left.pool) {
            let moved = left.quantity.min(arrived.quantity);
            if moved.is_zero() {
                continue;
            }
            left.quantity.reduce(&moved).ok()?;
            arrived.quantity.reduce(&moved).ok()?;
            let part = |of: &LegAmount| LegAmount { quantity: moved, ..*of };
            carried.push(CarriedAmount {
                left: part(left),
                arrived: part(arrived),
            });
        }
    }
    if is_one_transfer {
        for rest in &mut out {
            let is_of = |one: &&mut CarriedAmount| (one.left.account, one.left.asset) == (rest.account, rest.asset);
            if let Some(last) = carried.iter_mut().rev().find(is_of) {
                last.left.quantity.accumulate(&rest.quantity).ok()?;
                rest.quantity = Exact::ZERO;
            }
        }
        for rest in &mut into {
            let is_of =
                |one: &&mut CarriedAmount| (one.arrived.account, one.arrived.asset) == (rest.account, rest.asset);
            if let Some(last) = carried.iter_mut().rev().find(is_of) {
                last.arrived.quantity.accumulate(&rest.quantity).ok()?;
                rest.quantity = Exact::ZERO;
            }
        }
    }
    let is_left = |amount: &LegAmount| !amount.quantity.is_zero();
    out.retain(is_left);
    into.retain(is_left);
    Some(Pairing::of(carried, out, into))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(account: u32, asset: u32, quantity: i128) -> LegAmount {
        LegAmount {
            account,
            asset,
            pool: asset % 10,
            quantity: Exact::new(quantity, 0),
        }
    }

    fn carried(left: LegAmount, arrived: LegAmount) -> CarriedAmount {
        CarriedAmount { left, arrived }
    }

    #[test]
    fn what_left_beyond_what_arrived_left_the_portfolio() {
        let paired = pair(&[amount(0, 1, 5)], &[amount(1, 1, 2), amount(2, 1, 1)], false).unwrap();
        assert_eq!(
            paired.carried,
            [
                carried(amount(0, 1, 2), amount(1, 1, 2)),
                carried(amount(0, 1, 1), amount(2, 1, 1))
            ]
        );
        assert_eq!((paired.out, paired.into), (vec![amount(0, 1, 2)], vec![]));
    }

    #[test]
    fn the_difference_of_one_transfer_was_paid_on_the_way() {
        let paired = pair(&[amount(0, 1, 5)], &[amount(1, 11, 4)], true).unwrap();
        assert_eq!(paired.carried, [carried(amount(0, 1, 5), amount(1, 11, 4))]);
        assert_eq!((paired.out.len(), paired.into.len()), (0, 0));
    }

    #[test]
    fn assets_of_different_pools_are_not_carried_over() {
        let paired = pair(&[amount(0, 1, 5)], &[amount(0, 2, 4)], true).unwrap();
        assert_eq!(paired.carried, []);
        assert_eq!(
            (paired.out, paired.into),
            (vec![amount(0, 1, 5)], vec![amount(0, 2, 4)])
        );
    }
}
