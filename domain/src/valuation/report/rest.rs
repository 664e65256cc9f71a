//! The assets without a line of their own: those after the largest, and the smallest amounts.

use ports::{Amount, Ratio};

use crate::valuation::{
    compute::{fold::Folded, holding::known},
    report::ranking::{self, Group, NAMED_ASSETS},
};

/// The items beyond the listed ones, combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// How many items are listed before them.
    pub after: u16,
    /// How many items are combined.
    pub count: usize,
    /// Their known value.
    pub value: Option<Amount>,
    /// Fraction of the total of everything priced.
    pub share: Option<Ratio>,
}

/// The assets below the dust limit, combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dust {
    /// How many assets.
    pub count: usize,
    /// Their known value; `None` if there are none.
    pub value: Option<Amount>,
}

/// Returns the assets beyond those with a row of their own; `None` if there are none.
pub fn rest_of_assets(folded: &Folded, groups: &[Group<'_>]) -> Option<Rest> {
    let rest: Vec<_> = ranking::rest_of_assets(groups, NAMED_ASSETS).collect();
    let holdings = rest.iter().flat_map(|group| group.holdings.iter().copied());
    left_over(folded, NAMED_ASSETS, rest.len(), known(holdings))
}

/// Returns the combined assets that are dust.
pub fn dust(groups: &[Group<'_>]) -> Dust {
    let dust = || groups.iter().filter(|group| group.is_dust());
    Dust {
        count: dust().count(),
        value: known(dust().flat_map(|group| group.holdings.iter().copied())),
    }
}

pub(super) fn left_over(folded: &Folded, after: u16, count: usize, value: Option<Amount>) -> Option<Rest> {
    (count > 0).then(|| Rest {
        after,
        count,
        value,
        share: folded.share(value),
    })
}
