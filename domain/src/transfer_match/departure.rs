//! On which side of a transfer an entry can be.

use ports::{
    Entry, RawAmount,
    entry::{Leg, LegRole},
};

/// Returns whether something left and nothing arrived.
pub(super) fn departs(entry: &Entry) -> bool {
    has(entry, LegRole::Out) && !has(entry, LegRole::In)
}

/// Returns whether something arrived and nothing left.
pub(super) fn arrives(entry: &Entry) -> bool {
    has(entry, LegRole::In) && !has(entry, LegRole::Out)
}

/// Returns the first leg with the only fungible asset of this role, and the sum of all of them; `None` where there are several assets.
pub(super) fn only_amount(entry: &Entry, role: LegRole) -> Option<(&Leg, RawAmount)> {
    let mut legs = entry.legs.iter().filter(|leg| leg.role == role);
    let first = legs.next().filter(|leg| leg.token_id.is_none())?;
    let sum = legs.try_fold(first.amount, |sum, leg: &Leg| {
        let is_same = leg.asset == first.asset && leg.token_id.is_none();
        is_same.then(|| sum.add(leg.amount).ok())?
    });
    Some((first, sum?))
}

fn has(entry: &Entry, role: LegRole) -> bool {
    entry.legs.iter().any(|leg| leg.role == role)
}
