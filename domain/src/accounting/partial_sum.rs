//! Sums that state how much they leave out.

use crate::accounting::exact::Exact;

/// The sum of the numbers that are known, and how many are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartialSum {
    /// The exact sum of the known numbers.
    pub known: Exact,
    /// How many numbers are left out, because they are not known or do not fit.
    pub left_out: u32,
}

impl PartialSum {
    /// The sum of nothing.
    pub const ZERO: Self = Self {
        known: Exact::ZERO,
        left_out: 0,
    };

    /// Adds a number; `None` is counted as left out.
    #[inline]
    pub fn add(&mut self, number: Option<Exact>) {
        match number {
            Some(number) => self.add_known(&number),
            None => self.left_out = self.left_out.saturating_add(1),
        }
    }

    /// Adds a known number; one that does not fit is counted as left out.
    #[inline]
    pub fn add_known(&mut self, number: &Exact) {
        if self.known.accumulate(number).is_err() {
            self.left_out = self.left_out.saturating_add(1);
        }
    }

    /// Adds another sum.
    pub fn add_sum(&mut self, other: Self) {
        self.left_out = self.left_out.saturating_add(other.left_out);
        self.add_known(&other.known);
    }

    /// Returns the sum of several sums.
    #[must_use]
    pub fn total(sums: impl IntoIterator<Item = Self>) -> Self {
        let mut total = Self::ZERO;
        sums.into_iter().for_each(|sum| total.add_sum(sum));
        total
    }
}

impl Default for PartialSum {
    fn default() -> Self {
        Self::ZERO
    }
}
