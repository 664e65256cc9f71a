//! What an asset is worth, decided from what sources said.

mod agree;
mod clear;
mod rates;
mod set;

pub use agree::{Asked, Considered, Decision, Method, Priced, Rules, Unpriced, Verdict, agree};
pub use rates::AssetRate;
pub(crate) use rates::asked;
pub use set::PriceError;

use std::sync::Arc;

use ports::Ports;

/// Prices: what they are, and those that a person sets by hand.
pub struct Prices {
    ports: Arc<Ports>,
}

impl Prices {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
