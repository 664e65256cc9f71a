//! What an asset is worth, decided from what sources said.

mod agree;
mod decision;
mod evidence;
mod remember;
mod rules;

pub use agree::{Question, agree, decide};
pub use decision::{Asked, Considered, Decision, Method, Priced, Unit, Unpriced, Verdict, Voice};
pub use evidence::Quotes;
pub(crate) use evidence::{Evidence, Holder, decide_all};
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
