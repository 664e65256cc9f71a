//! Why the quotes of an asset give no price.

use std::collections::BTreeSet;

use ports::SourceId;

use crate::price::{
    decision::{Considered, SourceStatus},
    quote_status::QuoteStatus,
    unpriced::Unpriced,
};

/// Returns why no quote counts, the most specific reason first.
pub(super) fn why_none(considered: &[Considered], statuses: &[SourceStatus]) -> Unpriced {
    let is = |status: QuoteStatus| considered.iter().any(|one| one.status == status);
    let stale = considered.iter().filter(|one| one.status == QuoteStatus::TooOld);
    if is(QuoteStatus::Thin) {
        return Unpriced::Thin;
    }
    if let Some(newest) = stale.map(|one| one.quote().source_time).max() {
        return Unpriced::OnlyStale { newest };
    }
    if is(QuoteStatus::Unsure) {
        return Unpriced::Unsure;
    }
    if is(QuoteStatus::Unusable) {
        return Unpriced::Unusable;
    }
    if is(QuoteStatus::UnitUnpriced) {
        return Unpriced::UnitUnpriced;
    }
    if statuses.is_empty() {
        return Unpriced::Unsupported;
    }
    why_unanswered(considered, statuses)
}

/// Returns why the available sources have not answered.
fn why_unanswered(considered: &[Considered], statuses: &[SourceStatus]) -> Unpriced {
    let answered: BTreeSet<&SourceId> = considered.iter().map(|one| &one.quote().source).collect();
    let unanswered = || statuses.iter().filter(|one| !answered.contains(&one.source));
    let limited = |one: &SourceStatus| {
        one.failure
            .as_ref()
            .is_some_and(|failure| failure.code == ports::failure::FailureCode::RateLimited)
    };
    if unanswered().any(limited) {
        return Unpriced::RateLimited;
    }
    if let Some(failed) = unanswered().find(|one| one.failure.is_some()) {
        return Unpriced::SourceFailed {
            source: failed.source.clone(),
        };
    }
    if unanswered().next().is_some() {
        Unpriced::NotRequestedYet
    } else {
        Unpriced::NotListed
    }
}
