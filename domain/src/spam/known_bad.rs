//! Contracts that the operator of this server blocks with `bad_tokens` in the configuration.

use super::{Judgement, Suspect};
use crate::spam::hide_rule::HideRule;

/// Hides blocked contracts, whatever their name and even if a list includes them.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let is_bad = suspect.known_tokens.is_bad(&suspect.asset.id);
    is_bad.then_some(Judgement::Hide(HideRule::KnownBad))
}
