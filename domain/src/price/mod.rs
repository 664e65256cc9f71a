//! What an asset is worth, decided from what sources said.

mod agree;
mod decide_all;
mod decision;
mod evidence;
mod quote_index;
mod remember;
mod rules;

pub use agree::{PricingInput, agree, decide};
pub(crate) use decide_all::{Holder, decide_all};
pub use decision::{Considered, Decision, DollarQuote, Method, Priced, QuoteStatus, SourceStatus, Unit, Unpriced};
pub(crate) use evidence::Evidence;
pub use evidence::Quotes;
pub(crate) use remember::remember;
pub use rules::Rules;

use std::sync::Arc;

use ports::Ports;

/// Prices: what they are, and those that a person sets by hand.
pub struct Prices {
    pub(crate) ports: Arc<Ports>,
}

impl Prices {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
