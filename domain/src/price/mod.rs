//! Prices of assets, decided from the quotes of several sources.

mod agree;
mod decide_all;
mod decision;
mod evidence;
mod past;
mod quote_index;
mod quote_status;
mod remember;
mod rules;
mod unpriced;

pub use agree::{PricingInput, agree, decide};
pub(crate) use decide_all::{Holder, decide_all};
pub use decision::{Considered, Decision, DollarQuote, Method, Priced, SourceStatus, Unit};
pub(crate) use evidence::Evidence;
pub use evidence::Quotes;
pub use past::{
    CARRIED_DAYS, PastAgreement, PastBasis, PastDecision, PastEvidence, PastPriceIndex, PastPriced, PastRequest,
    PastUnknown, plan_requests,
};
pub(crate) use past::{NearQuoteCleanup, last_over, requested_from};
pub use quote_status::QuoteStatus;
pub(crate) use remember::remember;
pub use rules::Rules;
pub use unpriced::Unpriced;

use std::sync::Arc;

use ports::Ports;

/// Use cases about prices: current prices, and manual prices.
pub struct Prices {
    pub(crate) ports: Arc<Ports>,
}

impl Prices {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
