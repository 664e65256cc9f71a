//! Disposals before they are settled.

use crate::accounting::{
    basis_event::BasisPlace, exact::Exact, movement::Movement, partial_sum::PartialSum, taken::Taken,
};

/// A disposal with the lots that it took.
pub struct Disposal<'a> {
    /// What left.
    pub movement: &'a Movement,
    /// Where.
    pub place: BasisPlace,
    /// Fees that reduce the proceeds.
    pub carried: Option<PartialSum>,
    /// The parts of lots that it took.
    pub taken: &'a Taken,
    /// What no lot covers.
    pub missing: Exact,
}
