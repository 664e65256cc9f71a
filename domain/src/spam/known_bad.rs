//! Contracts that whoever runs this server knows to be bad, by the configuration's `bad_tokens`.

use super::{Judgement, Suspect};
use crate::spam::hide_rule::HideRule;

/// Hides what is known to be bad, whatever it calls itself and whoever lists it.
pub(super) fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let is_bad = suspect.known_tokens.is_bad(&suspect.asset.id);
    is_bad.then_some(Judgement::Hide(HideRule::KnownBad))
}
