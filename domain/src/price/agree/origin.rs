//! Deduplicates quotes that repeat the same origin.

use std::collections::BTreeSet;

use ports::{Amount, SourceId};

use super::consensus::near;
use crate::price::{decision::Considered, quote_status::QuoteStatus, rules::Rules};

/// Leaves one counted quote per origin: the origin's own if present, otherwise the newest. A quote that differs from it
/// by more than the allowed disagreement is not a repetition and still counts.
pub(super) fn deduplicate(considered: &mut [Considered], rules: &Rules) {
    let counted = considered.iter().filter(|one| one.counts());
    let origins: BTreeSet<SourceId> = counted.map(|one| one.dollar_quote.origin.clone()).collect();
    for origin in origins {
        let of_origin = |one: &Considered| one.counts() && one.dollar_quote.origin == origin;
        let is_own = |one: &Considered| one.quote().source == origin;
        let places = (0..considered.len()).filter(|at| of_origin(&considered[*at]));
        let kept = places.max_by_key(|at| (is_own(&considered[*at]), considered[*at].quote().source_time));
        let Some(value) = kept.and_then(|at| considered[at].value) else {
            continue;
        };
        for (at, one) in considered.iter_mut().enumerate() {
            let repeats = Some(at) != kept
                && of_origin(one)
                && one
                    .value
                    .is_some_and(|other| near(value.min(other), value.max(other), rules.disagree_percent));
            if repeats {
                one.status = QuoteStatus::SameOrigin;
            }
        }
    }
}

/// Returns whether another source repeats the price of the same origin, now or in a quote that is only too far behind
/// to count. A source that has not answered for some hours thus still counts as repeating.
pub(super) fn is_repeated(considered: &[Considered], one: &Considered, rules: &Rules) -> bool {
    let agrees = |value: Amount, other: Amount| near(value.min(other), value.max(other), rules.disagree_percent);
    considered.iter().any(|other| {
        let holds = matches!(other.status, QuoteStatus::SameOrigin | QuoteStatus::Behind);
        let is_other =
            other.quote().source != one.quote().source && other.dollar_quote.origin == one.dollar_quote.origin;
        holds
            && is_other
            && one
                .value
                .zip(other.value)
                .is_some_and(|(own, value)| agrees(own, value))
    })
}
