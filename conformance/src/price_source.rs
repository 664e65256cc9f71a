//! Requirements for [`PriceSource`].

mod checks;
mod harness;
mod times;

use std::sync::Arc;

use ports::{AssetId, PriceSource, quote::AssetQuote, source::SourceKind};

use self::checks::{PriceSourceChecks, quotes_of};
use crate::{
    faults, profile,
    report::{CheckResult, Report, describe_violation},
};

pub use harness::{Harness, MockPrices, Samples};

/// Requirement: one [`AssetQuote`] for each requested asset that is covered, and no others.
pub const ONCE: &str = "each covered asset is answered once, and no other";
/// Requirement: a price keeps every digit, also with twenty or more significant digits, tiny or large.
pub const EXACT: &str = "a price keeps every digit";
/// Requirement: an asset that the service leaves out is `NotListed`.
pub const NOT_LISTED: &str = "an asset that the service leaves out is NotListed";
/// Requirement: zero is `WorthZero` or `Unusable`, never a price.
pub const ZERO: &str = "zero is never a price";
/// Requirement: a number below zero is `Unusable`, and the other assets keep their prices.
pub const NEGATIVE: &str = "a number below zero is Unusable and the other assets keep their prices";
/// Requirement: the time that the service states is kept.
pub const TIME: &str = "the service's own time of a price is kept";
/// Requirement: a price whose time is in the future is not used.
pub const AHEAD: &str = "a price from tomorrow is Unusable";
/// Requirement: a past price is of the requested time, or the source returns `Unsupported`.
pub const PAST: &str = "a past price is of the requested time, or Unsupported";
/// Requirement: the order of the requested assets does not matter.
pub const ORDER: &str = "the order of the assets changes no answer";
/// Requirement: an asset has the same answer alone as among others, whatever was requested before.
pub const APART: &str = "an asset has the same answer alone as among others";
/// Requirement: the answers are the current ones of the service, also after the same call had other ones.
pub const CURRENT: &str = "the answers are the current ones of the service";
/// Requirement: the same call twice has the same result.
pub const REPEATABLE: &str = "the same call has the same result";
/// Requirement: an asset that the source does not cover is left out.
pub const UNCOVERED: &str = "an asset that is not covered is not answered";
/// Requirement: a call with an asset that the source does not cover sends no request.
pub const NO_REQUEST: &str = "an asset that is not covered causes no request";
/// Requirement: an asset that the service refuses, alone or among others, does not affect the prices of the others.
pub const NEIGHBOURS: &str = "a refused asset does not affect the prices of the others";
/// Requirement: a batch holds at least one asset.
pub const BATCH: &str = "a batch holds at least one asset";

/// Checks a source against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = PriceSourceChecks::new(harness);
    let session = checks.open(checks.usual());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Price);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    shared(&mut report, &session.adapter, &checks.samples).await;
    report.record(NO_REQUEST, checks.no_request().await);
    report.record(EXACT, checks.exact().await);
    report.record(NOT_LISTED, checks.not_listed().await);
    report.record(ZERO, checks.zero().await);
    report.record(NEGATIVE, checks.negative_price().await);
    report.record(NEIGHBOURS, checks.neighbours().await);
    report.record(PAST, checks.past().await);
    report.record(CURRENT, checks.current().await);
    if checks.samples.names_time {
        report.record(TIME, checks.time().await);
        report.record(AHEAD, checks.ahead().await);
    } else {
        report.skip(TIME, "the service names no time");
        report.skip(AHEAD, "the service names no time");
    }
    let open = || checks.open(checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let (source, asset) = (session.adapter.clone(), checks.samples.listed[at].clone());
        async move { source.quotes(&[asset], None).await }
    })
    .await;
    report
}

/// Checks a source that sends no requests, against the requirements that need no service.
pub async fn check_offline(source: Arc<dyn PriceSource>, samples: &Samples) -> Report {
    let mut report = Report::new(&source.profile().name);
    report.record(
        profile::PROFILE,
        profile::check_profile(&source.profile(), SourceKind::Price),
    );
    shared(&mut report, &source, samples).await;
    report
}

async fn shared(report: &mut Report, source: &Arc<dyn PriceSource>, samples: &Samples) {
    report.record(ONCE, once(source.as_ref(), samples).await);
    report.record(ORDER, order(source.as_ref(), samples).await);
    report.record(REPEATABLE, again(source.as_ref(), samples).await);
    report.record(APART, apart(source.as_ref(), samples).await);
    report.record(UNCOVERED, uncovered(source.as_ref(), samples).await);
    let batch = source.batch();
    report.record(BATCH, batch_fits(batch));
}

fn batch_fits(batch: usize) -> CheckResult {
    if batch > 0 {
        return Ok(());
    }
    Err(describe_violation(
        "a batch() of 1 or more",
        batch,
        "return how many assets one request may name",
    ))
}

async fn once(source: &dyn PriceSource, samples: &Samples) -> CheckResult {
    if let Some(asset) = samples.listed.iter().find(|asset| !source.covers(asset)) {
        return Err(describe_violation(
            format_args!("covers({asset}) is true: samples() lists it"),
            "false",
            "correct covers() or samples()",
        ));
    }
    let quoted = quotes_of(source, &samples.listed).await?;
    for asset in &samples.listed {
        let count = quoted.iter().filter(|one| one.asset == *asset).count();
        if count != 1 {
            return Err(describe_violation(
                format_args!("one answer for {asset}"),
                format_args!("{count} answers"),
                "answer each requested asset once; compare ids as AssetId, not as text of the service",
            ));
        }
    }
    match quoted.iter().find(|one| !samples.listed.contains(&one.asset)) {
        None => Ok(()),
        Some(other) => Err(describe_violation(
            "answers for the requested assets alone",
            format_args!("an answer for {}", other.asset),
            "leave out what was not requested",
        )),
    }
}

async fn order(source: &dyn PriceSource, samples: &Samples) -> CheckResult {
    let mut backwards = samples.listed.clone();
    backwards.reverse();
    let (one, other) = (
        quotes_of(source, &samples.listed).await?,
        quotes_of(source, &backwards).await?,
    );
    let fix = "match each price to its asset by the name in the answer, not by its place";
    same(&one, &other, "for the assets in the opposite order", fix)
}

async fn again(source: &dyn PriceSource, samples: &Samples) -> CheckResult {
    let (one, other) = (
        quotes_of(source, &samples.listed).await?,
        quotes_of(source, &samples.listed).await?,
    );
    let fix = "keep no state between calls that changes a result";
    same(&one, &other, "when it is requested again", fix)
}

/// Requests all assets, each asset alone, each two, and all again.
async fn apart(source: &dyn PriceSource, samples: &Samples) -> CheckResult {
    let [first, second, third] = &samples.listed;
    let all = quotes_of(source, &samples.listed).await?;
    let parts: [&[&AssetId]; 7] = [
        &[second],
        &[first],
        &[third],
        &[third, first],
        &[first, second],
        &[second, third],
        &[first, second, third],
    ];
    for part in parts {
        let assets: Vec<AssetId> = part.iter().copied().cloned().collect();
        let quoted = quotes_of(source, &assets).await?;
        let of_part: Vec<AssetQuote> = all.iter().filter(|one| assets.contains(&one.asset)).cloned().collect();
        let fix = "match each price to its asset by the name in the answer, and keep no answers of other calls";
        same(&of_part, &quoted, "when fewer assets are requested", fix)?;
        if quoted.len() != assets.len() {
            return Err(describe_violation(
                format_args!("answers for {assets:?} alone"),
                format_args!("{quoted:?}"),
                fix,
            ));
        }
    }
    Ok(())
}

fn same(one: &[AssetQuote], other: &[AssetQuote], when: &str, fix: &str) -> CheckResult {
    for quoted in one {
        let twin = other.iter().find(|twin| twin.asset == quoted.asset);
        if twin.map(|twin| &twin.answer) != Some(&quoted.answer) {
            return Err(describe_violation(
                format_args!("{:?} for {}, also {when}", quoted.answer, quoted.asset),
                format_args!("{twin:?}"),
                fix,
            ));
        }
    }
    Ok(())
}

async fn uncovered(source: &dyn PriceSource, samples: &Samples) -> CheckResult {
    let uncovered_asset = &samples.uncovered;
    if source.covers(uncovered_asset) {
        return Err(describe_violation(
            format_args!("covers({uncovered_asset}) is false: samples() calls it uncovered"),
            "true",
            "correct covers() or samples()",
        ));
    }
    let listed = quotes_of(source, &samples.listed).await?;
    let alone = quotes_of(source, std::slice::from_ref(uncovered_asset)).await?;
    for place in 0..=samples.listed.len() {
        let mut assets = samples.listed.to_vec();
        assets.insert(place, uncovered_asset.clone());
        let among = quotes_of(source, &assets).await?;
        if !alone.is_empty() || among.iter().any(|one| one.asset == *uncovered_asset) {
            return Err(describe_violation(
                format_args!("no answer for {uncovered_asset}, which is not covered"),
                format_args!("{alone:?} alone, {among:?} among others"),
                "leave it out: NotListed is an answer about assets that are covered",
            ));
        }
        let fix = "leave out assets that are not covered before places are counted";
        same(&listed, &among, "among assets that are not covered", fix)?;
    }
    Ok(())
}
