//! The laws of [`PriceSource`].

mod bench;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{AssetId, PriceSource, Timestamp, quote::Quoted, source::SourceKind};

use self::bench::Bench;
use crate::{
    door::{Request, Response},
    faults, profile,
    report::{Report, Verdict},
};

/// Law: one [`Quoted`] for each covered asset that was asked, and none for another.
pub const ONCE: &str = "each covered asset is answered once, and no other";
/// Law: a price keeps every digit.
pub const EXACT: &str = "a price keeps every digit";
/// Law: what the service leaves out is `NotListed`.
pub const NOT_LISTED: &str = "an asset that the service leaves out is NotListed";
/// Law: zero is `WorthZero` or `Unusable`, never a price.
pub const ZERO: &str = "zero is never a price";
/// Law: a number below zero is `Unusable`, and the other assets keep theirs.
pub const NO_PRICE: &str = "what cannot be a price is Unusable and spoils no other";
/// Law: the service's own time is kept.
pub const TIME: &str = "the service's own time of a price is kept";
/// Law: a time that lies ahead is not believed.
pub const AHEAD: &str = "a price from tomorrow is not believed";
/// Law: a past price is of its moment, or the source says that it cannot.
pub const PAST: &str = "a past price is of its moment, or Unsupported";
/// Law: the order of the question does not matter.
pub const ORDER: &str = "the order of the question changes no answer";
/// Law: asked twice, it says the same.
pub const AGAIN: &str = "the same question has the same answer";
/// Law: what it does not cover it does not answer.
pub const UNCOVERED: &str = "what is not covered is not answered";
/// Law: a question about what it does not cover reaches nobody.
pub const UNASKED: &str = "what is not covered reaches nobody";
/// Requirement: an asset that the service refuses to answer about, alone or among others, costs no other one its price.
pub const NEIGHBOURS: &str = "an asset that is refused costs no other its price";
/// Law: a question holds at least one asset.
pub const BATCH: &str = "a question may hold at least one asset";

/// Your source, and the service it asks.
pub trait Stand: Send + Sync + 'static {
    /// A source that asks at this base URL and nowhere else, with short time-outs: the kit waits for each.
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

    /// What to ask about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every time-out and second try.
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

/// What is so: the service knows these prices and no others.
#[derive(Clone, Debug)]
pub struct Says {
    /// A decimal number for each asset as it shall stand in the answer, digit by digit.
    pub prices: BTreeMap<AssetId, String>,
    /// When the prices were made.
    pub at: Timestamp,
}

/// Checks a source and reports every law.
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

/// Checks a source that asks nobody: the laws that need no service.
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
    let advice = || "batch() is 0, so nobody could ask anything; answer how many assets one request holds".to_owned();
    report.note(BATCH, (batch > 0).then_some(()).ok_or_else(advice));
}

async fn asked(source: &dyn PriceSource, assets: &[AssetId]) -> Result<Vec<Quoted>, String> {
    let answer = source.quotes(assets, None).await;
    answer.map_err(|error| {
        format!("an honest service was asked and the answer is {error:?}; read its usual answer first")
    })
}

async fn once(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    if let Some(asset) = samples.listed.iter().find(|asset| !source.covers(asset)) {
        return Err(format!("covers() denies {asset}, which the stand's samples list"));
    }
    let quoted = asked(source, &samples.listed).await?;
    for asset in &samples.listed {
        let count = quoted.iter().filter(|one| one.asset == *asset).count();
        if count != 1 {
            return Err(format!(
                "{asset} was asked once and answered {count} times; answer each asset once"
            ));
        }
    }
    match quoted.iter().find(|one| !samples.listed.contains(&one.asset)) {
        None => Ok(()),
        Some(other) => Err(format!("nobody asked about {}; drop what was not asked", other.asset)),
    }
}

async fn order(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    let mut backwards = samples.listed.clone();
    backwards.reverse();
    let (one, other) = (asked(source, &samples.listed).await?, asked(source, &backwards).await?);
    same(
        &one,
        &other,
        "asked the other way round; answers belong to assets, not to places",
    )
}

async fn again(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    let (one, other) = (
        asked(source, &samples.listed).await?,
        asked(source, &samples.listed).await?,
    );
    same(
        &one,
        &other,
        "asked again; keep nothing between questions that changes an answer",
    )
}

fn same(one: &[Quoted], other: &[Quoted], when: &str) -> Verdict {
    for quoted in one {
        let twin = other.iter().find(|twin| twin.asset == quoted.asset);
        if twin.map(|twin| &twin.answer) != Some(&quoted.answer) {
            return Err(format!(
                "{} is {:?}, and {twin:?} when {when}",
                quoted.asset, quoted.answer
            ));
        }
    }
    Ok(())
}

async fn uncovered(source: &dyn PriceSource, samples: &Samples) -> Verdict {
    let strange = &samples.uncovered;
    if source.covers(strange) {
        return Err(format!(
            "covers() claims {strange}, which the stand's samples call uncovered"
        ));
    }
    let alone = asked(source, std::slice::from_ref(strange)).await?;
    let among = asked(source, &[samples.listed[0].clone(), strange.clone()]).await?;
    if alone.is_empty() && among.iter().all(|one| one.asset != *strange) {
        Ok(())
    } else {
        Err(format!(
            "{strange} is not covered and was answered; leave it out, it is not NotListed"
        ))
    }
}
