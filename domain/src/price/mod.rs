//! Prices of assets, decided from the quotes of several sources.

mod agree;
mod clear;
mod decision;
mod evidence;
mod rates;
mod remember;
mod rules;
mod set;

pub use agree::{Question, agree, decide};
pub use decision::{Asked, Considered, Decision, Method, Priced, Unit, Unpriced, Verdict, Voice};
pub use evidence::Quotes;
pub(crate) use evidence::{Evidence, Holder, decide_all};
pub use rates::AssetRate;
pub(crate) use remember::remember;
pub use rules::Rules;
pub use set::PriceError;

use std::sync::Arc;

use ports::Ports;

/// Use cases about prices: current prices, and manual prices.
pub struct Prices {
    ports: Arc<Ports>,
}

impl Prices {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
