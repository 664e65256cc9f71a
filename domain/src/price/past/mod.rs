//! Prices of past days, decided from the stored closing prices of several sources with the rules of today's prices, and the
//! plan of what to request. Pure functions, but for loading what they need.

mod decision;
mod evidence;
mod index;
mod last_over;
mod near_quotes;
mod plan;
#[cfg(test)]
mod toy;

pub use decision::{PastAgreement, PastBasis, PastDecision, PastPriced, PastUnknown};
pub use evidence::PastEvidence;
pub use index::{CARRIED_DAYS, PastPriceIndex};
pub(crate) use last_over::{last_over, requested_from};
pub(crate) use near_quotes::NearQuoteCleanup;
pub use plan::{PastRequest, plan_requests};
