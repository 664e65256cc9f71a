//! Requirements for [`TokenFinder`](ports::TokenFinder).

mod checks;
mod harness;

use std::sync::Arc;

use ports::source::SourceKind;

use self::checks::TokenFinderChecks;
use crate::{faults, profile, report::Report};

pub use harness::{AccountTokens, Harness, Pages, Samples};

/// Requirement: each token that the service names is returned once, and no others.
pub const NAMED: &str = "every token that the service names is named once, and no other";
/// Requirement: the number of holders is the one that the service states, and `None` (not zero) if it states none.
pub const HOLDERS: &str = "the number of holders is the stated one, or None";
/// Requirement: an account without tokens is an empty list and not an error.
pub const NOTHING: &str = "an account without tokens is an empty list and no error";
/// Requirement: tokens on later pages are returned too.
pub const PAGES: &str = "the tokens of every page are named";
/// Requirement: a page that fails is an error, because the pages before it are not the whole answer.
pub const ALL_OR_NOTHING: &str = "a page that fails is an error and no shorter list";
/// Requirement: pages without end are abandoned after at most 100 requests, with the tokens found so far.
pub const BOUNDED: &str = "pages without end are abandoned after at most 100 requests";
/// Requirement: a row that cannot be used is left out and does not affect the others.
pub const ROW_NEIGHBOURS: &str = "a row without a contract does not affect the other tokens";
/// Requirement: a chain that the service refuses is an error, and does not affect other chains.
pub const NEIGHBOURS: &str = "a refused chain does not affect other chains";
/// Requirement: the tokens are those that the service names now, without those of an earlier answer.
pub const CURRENT: &str = "the tokens are those that the service names now";

/// Checks a finder against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = TokenFinderChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let session = checks.open(checks.usual());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Explorer);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    report.record(NAMED, checks.named(&checks.usual()).await);
    report.record(NOTHING, checks.nothing().await);
    if checks.samples.states_holders {
        report.record(HOLDERS, checks.holders().await);
    } else {
        report.skip(HOLDERS, "the service does not state how many addresses hold a token");
    }
    let mut with_bad_row = checks.usual();
    with_bad_row.tokens.has_bad_row = true;
    report.record(ROW_NEIGHBOURS, checks.named(&with_bad_row).await);
    report.record(NEIGHBOURS, checks.chain_neighbours().await);
    report.record(CURRENT, checks.current().await);
    if checks.samples.has_pages {
        report.record(PAGES, checks.named(&checks.paged(Pages::Two)).await);
        report.record(ALL_OR_NOTHING, checks.whole().await);
        report.record(BOUNDED, checks.bounded().await);
    } else {
        for requirement in [PAGES, ALL_OR_NOTHING, BOUNDED] {
            report.skip(requirement, "the service has no pages");
        }
    }
    let open = || checks.open(checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let (finder, account) = (session.adapter.clone(), checks.samples.accounts[at].clone());
        async move { finder.tokens(&account).await }
    })
    .await;
    report
}
