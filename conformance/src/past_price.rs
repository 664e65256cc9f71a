//! Requirements for [`PastPriceSource`].

mod checks;
mod days;
mod harness;

use std::{collections::BTreeMap, sync::Arc};

use ports::{AssetId, Day, PastPriceSource, past_price::ClosingPrice, source::SourceKind};

use self::{
    checks::{PastPriceChecks, closes_of},
    days::{are_over, in_order},
};
use crate::{
    faults, profile,
    report::{CheckResult, Report, describe_violation},
};

pub use harness::{Harness, MockCloses, Samples};

/// Requirement: a closing price keeps its day, every digit, its quote asset and its confidence.
pub const EXACT: &str = "a close keeps its day and every digit";
/// Requirement: days are in order, each at most once.
pub const ORDER: &str = "days are in order, once each";
/// Requirement: only the requested days are answered.
pub const RANGE: &str = "no day outside of the requested ones is answered";
/// Requirement: a day that is not over is left out, although the service has a price for it.
pub const UNFINISHED: &str = "a day that is not over is left out";
/// Requirement: a day without a price is left out, and not filled with the price of another day.
pub const MISSING: &str = "a day without a price is left out and not filled";
/// Requirement: an unusable price is left out, and the other days keep theirs.
pub const UNUSABLE: &str = "a price of zero or below is left out and the other days keep theirs";
/// Requirement: more days than `days_per_request` are an error, and no request is sent.
pub const TOO_MANY: &str = "more days than days_per_request are refused";
/// Requirement: as many days as `days_per_request` are one request.
pub const ONE_REQUEST: &str = "days_per_request days are one request";
/// Requirement: an asset without any price is an empty answer.
pub const UNLISTED: &str = "an asset that the service does not list is an empty answer";
/// Requirement: an asset that is not covered is an empty answer.
pub const UNCOVERED: &str = "an asset that is not covered is an empty answer without a request";
/// Requirement: an asset that the service refuses does not affect another one.
pub const NEIGHBOURS: &str = "a refused asset does not affect the next one";
/// Requirement: the closes are those that the service has now, such as one of a day that it did not have before.
pub const CURRENT: &str = "the closes are those that the service has now";
/// Requirement: the same call twice has the same result.
pub const REPEATABLE: &str = "the same call has the same result";

/// Checks a source against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = PastPriceChecks::new(harness);
    let session = checks.open(checks.usual());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Price);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    shared(&mut report, &session.adapter, &checks.samples).await;
    report.record(EXACT, checks.exact().await);
    report.record(ORDER, checks.order().await);
    report.record(RANGE, checks.range().await);
    report.record(UNFINISHED, checks.unfinished().await);
    report.record(MISSING, checks.missing().await);
    report.record(ONE_REQUEST, checks.one_request().await);
    report.record(UNLISTED, checks.unlisted().await);
    report.record(NEIGHBOURS, checks.neighbours().await);
    report.record(CURRENT, checks.current().await);
    if checks.samples.states_unusable {
        report.record(UNUSABLE, checks.unusable().await);
    } else {
        report.skip(UNUSABLE, "the service states no such price");
    }
    let (from, to) = checks.days();
    let open = || checks.open(checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let (source, asset) = (session.adapter.clone(), checks.samples.listed[at].clone());
        async move { source.closes(&asset, from, to).await }
    })
    .await;
    report
}

/// Checks a source that sends no requests, against the requirements that need no service. `today` is the current day of the
/// source's clock.
pub async fn check_offline(source: Arc<dyn PastPriceSource>, samples: &Samples, today: Day) -> Report {
    let mut report = Report::new(&source.profile().name);
    report.record(
        profile::PROFILE,
        profile::check_profile(&source.profile(), SourceKind::Price),
    );
    shared(&mut report, &source, samples).await;
    let asset = &samples.listed[0];
    let found = closes_of(source.as_ref(), asset, today.plus(-9), today.plus(3)).await;
    report.record(ORDER, found.clone().and_then(|found| in_order(&found)));
    report.record(UNFINISHED, found.and_then(|found| are_over(&found, today)));
    report
}

async fn shared(report: &mut Report, source: &Arc<dyn PastPriceSource>, samples: &Samples) {
    let today = checks::today();
    report.record(REPEATABLE, again(source.as_ref(), samples, today).await);
    report.record(UNCOVERED, uncovered(source.as_ref(), samples, today).await);
    report.record(TOO_MANY, too_many(source.as_ref(), samples, today).await);
}

/// Requests the assets in turn, and each of them again at once.
async fn again(source: &dyn PastPriceSource, samples: &Samples, today: Day) -> CheckResult {
    let (from, to) = (today.plus(-9), today.plus(-1));
    let [one, other] = &samples.listed;
    let mut known: BTreeMap<&AssetId, Vec<ClosingPrice>> = BTreeMap::new();
    for asset in [one, other, one, one, other, other] {
        let found = closes_of(source, asset, from, to).await?;
        let first = known.entry(asset).or_insert_with(|| found.clone());
        if *first != found {
            return Err(describe_violation(
                format_args!("{first:?} of {asset}, also when it is requested again"),
                format_args!("{found:?}"),
                "keep no state between calls that changes a result",
            ));
        }
    }
    Ok(())
}

async fn uncovered(source: &dyn PastPriceSource, samples: &Samples, today: Day) -> CheckResult {
    let asset = &samples.uncovered;
    let is_correct = !source.covers(asset) && samples.listed.iter().all(|listed| source.covers(listed));
    if !is_correct {
        return Err(describe_violation(
            format_args!("covers() is true for the listed samples alone, and not for {asset}"),
            "the opposite for one of them",
            "correct covers() or samples()",
        ));
    }
    let found = closes_of(source, asset, today.plus(-9), today.plus(-1)).await?;
    if found.is_empty() {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("no prices of {asset}, which is not covered"),
        format_args!("{found:?}"),
        "return an empty list for an asset that is not covered",
    ))
}

async fn too_many(source: &dyn PastPriceSource, samples: &Samples, today: Day) -> CheckResult {
    let limit = i64::from(source.days_per_request());
    if limit < 1 {
        return Err(describe_violation(
            "days_per_request() of 1 or more",
            limit,
            "return how many days one request returns",
        ));
    }
    let to = today.plus(-1);
    match source.closes(&samples.listed[0], to.plus(-limit), to).await {
        Err(error) if error.code() == "refused" => Ok(()),
        other => Err(describe_violation(
            format_args!("the error refused for {} days", limit + 1),
            format_args!("{:?}", other.map(|found| found.len())),
            "count the days first: services shorten such an answer in silence, and the missing days look like days without a price",
        )),
    }
}
