//! The requirements of [`PriceSource`].

mod bench;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{AssetId, PriceSource, Timestamp, quote::AssetQuote, source::SourceKind};

use self::bench::Bench;
use crate::{
    door::{Request, Response},
    faults, profile,
    report::{Report, Verdict, violation},
};

/// Requirement: one [`Quoted`] for each covered asset that was requested, and none for another.
pub const ONCE: &str = "each covered asset is answered once, and no other";
/// Requirement: a price keeps every digit, also with twenty and more significant digits, tiny or large.
pub const EXACT: &str = "a price keeps every digit";
/// Requirement: an asset that the service leaves out is `NotListed`.
pub const NOT_LISTED: &str = "an asset that the service leaves out is NotListed";
/// Requirement: zero is `WorthZero` or `Unusable`, never a price.
pub const ZERO: &str = "zero is never a price";
/// Requirement: a number below zero is `Unusable`, and the other assets keep their prices.
pub const NO_PRICE: &str = "a number below zero is Unusable and the other assets keep their prices";
/// Requirement: the service's own time is kept.
pub const TIME: &str = "the service's own time of a price is kept";
/// Requirement: a price whose time is in the future is not used.
pub const AHEAD: &str = "a price from tomorrow is Unusable";
/// Requirement: a past price is of its moment, or the source returns `Unsupported`.
pub const PAST: &str = "a past price is of its moment, or Unsupported";
/// Requirement: the order of the requested assets does not matter.
pub const ORDER: &str = "the order of the assets changes no answer";
/// Requirement: the same question twice has the same answer.
pub const AGAIN: &str = "the same question has the same answer";
/// Requirement: an asset that it does not cover is not answered.
pub const UNCOVERED: &str = "an asset that is not covered is not answered";
/// Requirement: a question about an asset that it does not cover sends no request.
pub const UNASKED: &str = "an asset that is not covered causes no request";
/// Requirement: an asset that the service refuses to answer about, alone or among others, costs no other one its price.
pub const NEIGHBOURS: &str = "an asset that is refused costs no other its price";
/// Requirement: a question holds at least one asset.
pub const BATCH: &str = "a question may hold at least one asset";

/// Your source, and the service it asks.
pub trait Stand: Send + Sync + 'static {
    /// A source that asks at this base URL and nowhere else, with short timeouts: the kit waits for each.
    fn source(&self, base: &str) -> Arc<dyn PriceSource>;

    /// What the service answers to a request when the prices are these. For a question about a past moment the time of
    /// every price is that moment, for one about now it is [`Says::at`].
    fn answer(&self, request: &Request, says: &Says) -> Response;

    /// What the service answers instead to a request that names an asset which it refuses, such as a delisted market. `None`
    /// where it leaves such an asset out of its usual answer.
    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        let _ = (request, asset);
        None
    }

    /// The assets that the kit asks about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every timeout and repeated attempt. A source that takes longer has
    /// no timeout as far as the kit can see.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// Assets to ask about.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Three that the source covers, each with a price of its own.
    pub listed: [AssetId; 3],
    /// One that it does not cover.
    pub uncovered: AssetId,
    /// Whether the service says when its prices were made.
    pub names_time: bool,
}

/// The prices that the service knows.
#[derive(Clone, Debug)]
pub struct Says {
    /// A decimal number for each asset as it shall stand in the answer, digit by digit.
    pub prices: BTreeMap<AssetId, String>,
    /// When the prices were made.
    pub at: Timestamp,
}

/// Checks a source against every requirement.
pub async fn check(stand: impl Stand) -> Report {
    let bench = Bench::new(stand);
    let mut report = Report::of(&bench.fresh().source.profile().name);
    let fresh = bench.fresh();
    let named = profile::sound(&fresh.source.profile(), SourceKind::Price);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&fresh.source.profile(), &fresh.door)),
    );
    shared(&mut report, &bench.fresh().source, &bench.samples).await;
    report.note(UNASKED, bench.unasked().await);
    report.note(EXACT, bench.exact().await);
    report.note(NOT_LISTED, bench.not_listed().await);
    report.note(ZERO, bench.zero().await);
    report.note(NO_PRICE, bench.no_price().await);
    report.note(NEIGHBOURS, bench.neighbours().await);
    report.note(PAST, bench.past().await);
    if bench.samples.names_time {
        report.note(TIME, bench.time().await);
        report.note(AHEAD, bench.ahead().await);
    } else {
        report.leave_out(TIME, "the service names no time");
        report.leave_out(AHEAD, "the service names no time");
    }
    let asset = bench.samples.listed[..1].to_vec();
    let open = || bench.door();
    let quotes = |source: Arc<dyn PriceSource>, again: bool| {
        let asset = bench.samples.listed[usize::from(again)].clone();
        async move { source.quotes(&[asset], None).await }
    };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |door| bench.stand.source(&door.url()), quotes).await,
    );
    faults::run(&mut report, bench.stand.patience(), open, |door| {
        let (source, asset) = (bench.stand.source(&door.url()), asset.clone());
        async move { source.quotes(&asset, None).await }
    })
    .await;
    report
}

/// Checks a source that sends no requests: the requirements that need no service.
pub async fn check_alone(source: Arc<dyn PriceSource>, samples: &Samples) -> Report {
    let mut report = Report::of(&source.profile().name);
    report.note(profile::PROFILE, profile::sound(&source.profile(), SourceKind::Price));
    shared(&mut report, &source, samples).await;
    report
}

async fn shared(report: &mut Report, source: &Arc<dyn PriceSource>, samples: &Samples) {
    report.note(ONCE, once(source.as_ref(), samples).await);
    report.note(ORDER, order(source.as_ref(), samples).await);
    report.note(AGAIN, again(source.as_ref(), samples).await);
    report.note(UNCOVERED, uncovered(source.as_ref(), samples).await);
    let batch = source.batch();
    report.note(BATCH, batch_fits(batch));
}

fn batch_fits(batch: usize) -> Verdict {
    if batch > 0 {
        return Ok(());
    }
    Err(violation(
        "a batch() of 1 or more",
        batch,
        "return how many assets one request may name",
    ))
}

async fn asked(source: &dyn PriceSource, assets: &[AssetId]) -> Result<Vec<AssetQuote>, String> {
    let answer = source.quotes(assets, None).await;
    answer.map_err(|error| {
        violation(
            "quotes of a service that answers everything",
            format_args!("{error:?}"),
            "first read the usual answer of the service",
        )
    })
}

async fn once(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    if let Some(asset) = samples.listed.iter().find(|asset| !source.covers(asset)) {
        return Err(violation(
            format_args!("covers({asset}) is true: samples() lists it"),
            "false",
            "correct covers() or samples()",
        ));
    }
    let quoted = asked(source, &samples.listed).await?;
    for asset in &samples.listed {
        let count = quoted.iter().filter(|one| one.asset == *asset).count();
        if count != 1 {
            return Err(violation(
                format_args!("one answer for {asset}"),
                format_args!("{count} answers"),
                "answer each requested asset once; compare ids as AssetId, not as text of the service",
            ));
        }
    }
    match quoted.iter().find(|one| !samples.listed.contains(&one.asset)) {
        None => Ok(()),
        Some(other) => Err(violation(
            "answers for the requested assets alone",
            format_args!("an answer for {}", other.asset),
            "leave out what was not requested",
        )),
    }
}

async fn order(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    let mut backwards = samples.listed.clone();
    backwards.reverse();
    let (one, other) = (asked(source, &samples.listed).await?, asked(source, &backwards).await?);
    let fix = "match each price to its asset by the name in the answer, not by its place";
    same(&one, &other, "for the assets in the opposite order", fix)
}

async fn again(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    let (one, other) = (
        asked(source, &samples.listed).await?,
        asked(source, &samples.listed).await?,
    );
    let fix = "keep nothing between questions that changes an answer";
    same(&one, &other, "when it is requested again", fix)
}

fn same(one: &[AssetQuote], other: &[AssetQuote], when: &str, fix: &str) -> Verdict {
    for quoted in one {
        let twin = other.iter().find(|twin| twin.asset == quoted.asset);
        if twin.map(|twin| &twin.answer) != Some(&quoted.answer) {
            return Err(violation(
                format_args!("{:?} for {}, also {when}", quoted.answer, quoted.asset),
                format_args!("{twin:?}"),
                fix,
            ));
        }
    }
    Ok(())
}

async fn uncovered(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    let strange = &samples.uncovered;
    if source.covers(strange) {
        return Err(violation(
            format_args!("covers({strange}) is false: samples() calls it uncovered"),
            "true",
            "correct covers() or samples()",
        ));
    }
    let alone = asked(source, std::slice::from_ref(strange)).await?;
    let among = asked(source, &[samples.listed[0].clone(), strange.clone()]).await?;
    if alone.is_empty() && among.iter().all(|one| one.asset != *strange) {
        return Ok(());
    }
    Err(violation(
        format_args!("no answer for {strange}, which is not covered"),
        format_args!("{alone:?} alone, {among:?} among others"),
        "leave it out: NotListed is an answer about assets that are covered",
    ))
}
