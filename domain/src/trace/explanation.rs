//! Why a figure is what it is.

use ports::{Amount, Currency, Timestamp, ValuationId};

use crate::{reason::Reason, trace::Node};

/// How a figure was computed.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The id of the explained figure.
    pub figure: String,
    /// What it is, for people.
    pub title: String,
    /// The scope of the figure, such as a network or a wallet.
    pub subtitle: String,
    /// The value, unrounded; `None` if none of it is known any more.
    pub exact: Option<Amount>,
    /// The currency of the value.
    pub currency: Currency,
    /// The one-line formula, if a single product gives the whole figure; otherwise empty.
    pub formula: Vec<Term>,
    /// The steps of the computation.
    pub tree: Node,
    /// What is not included in the figure.
    pub left_out: Vec<LeftOut>,
    /// When the oldest of its inputs was observed.
    pub as_of: Option<Timestamp>,
    /// Whether the original inputs are gone, so that it was computed from newer ones.
    pub recomputed: bool,
    /// The current valuation that it is computed from, for a change the later of the two; `None` for figures of entries.
    pub valuation: Option<ValuationId>,
}

/// A factor of the one-line formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// `Quantity`, `Price` or `Rate`.
    pub label: String,
    /// The exact number.
    pub value: Amount,
    /// Symbol or currency.
    pub unit: String,
}

/// Something that is not included in the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What it is.
    pub label: String,
    /// Where it is held, if that is a single place.
    pub place: Option<String>,
    /// The quantity, if known.
    pub amount: Option<Amount>,
    /// The unit of the quantity.
    pub unit: String,
    /// Why.
    pub reason: Reason,
}

impl Explanation {
    /// Returns what rounding for display changes: the displayed figure minus the exact one. `None` if there is no
    /// figure.
    #[must_use]
    pub fn rounding_difference(&self) -> Option<Amount> {
        self.exact.and_then(|exact| exact.at_edge().sub(exact).ok())
    }
}
