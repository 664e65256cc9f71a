//! Why a figure is what it is.

use ports::{Amount, Currency, Timestamp};

use crate::{
    reason::Reason,
    valuation::{compute::trace::Node, figure::FigureId},
};

/// Why a figure is what it is.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Which figure.
    pub figure: FigureId,
    /// What it is, for people.
    pub title: String,
    /// Over what it is taken.
    pub subtitle: String,
    /// The figure, unrounded; `None` when nothing of it is known any more.
    pub exact: Option<Amount>,
    /// Its currency.
    pub currency: Currency,
    /// The one-line formula, where one product tells the whole figure.
    pub formula: Vec<Term>,
    /// Each step.
    pub tree: Node,
    /// What is not in the figure.
    pub left_out: Vec<LeftOut>,
    /// When the oldest of its observations was made.
    pub as_of: Option<Timestamp>,
    /// Whether the observations it was first made from are gone, so that it was computed from newer ones.
    pub recomputed: bool,
}

/// A factor of the one-line formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// `Quantity`, `Price`, `Rate`.
    pub label: String,
    /// The number, exact.
    pub value: Amount,
    /// Symbol or currency.
    pub unit: String,
}

/// Something that is not in the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What it is.
    pub label: String,
    /// Where it lies, where that is one place.
    pub place: Option<String>,
    /// How much of it.
    pub amount: Option<Amount>,
    /// Of what.
    pub unit: String,
    /// Why.
    pub reason: Reason,
}

impl Explanation {
    /// What rounding at the edge takes away: the figure as shown less the exact one. `None` where there is no figure.
    #[must_use]
    pub fn rounding_difference(&self) -> Option<Amount> {
        self.exact.and_then(|exact| exact.at_edge().sub(exact).ok())
    }
}
