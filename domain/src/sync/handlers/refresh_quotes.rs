//! Requests the prices of everything held on this server from one price source. The assets of all users are merged and
//! shuffled, never grouped by user.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    AssetId, Ports, PriceSource, Quote, RemoteError, SourceId, StorageError, Timestamp, UnitOfWork,
    failure::Failure,
    job::{Lease, NewJob},
    quote::{AssetQuote, QuoteAnswer, QuoteId},
};

use crate::{
    job::{JobKind, REFRESH_QUOTES, quote_jobs},
    price::remember,
    source::{failure, in_backoff},
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// A price older than this is requested again.
const EVERY: Duration = Duration::from_mins(5);
/// An answer younger than this is not requested again if a new asset wakes the job early.
const FRESH: Duration = Duration::from_mins(4);
/// How far back quotes are searched to determine since when a market is unchanged.
const REMEMBERED: Duration = Duration::from_hours(24 * 30);

/// Handles jobs of [`REFRESH_QUOTES`].
pub struct RefreshQuotes;

#[async_trait]
impl JobHandler for RefreshQuotes {
    fn kind(&self) -> JobKind {
        REFRESH_QUOTES
    }

    /// Requests prices, stores each batch as it arrives, and enqueues itself again. Postpones the job if the source is in
    /// back-off, also after a failed request about a past moment.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let source = source(ports, &lease.job.subject)?;
        let id = source.profile().id;
        if let Some(until) = in_backoff(ports).await?.get(&id) {
            return Err(JobError::InBackoff(*until));
        }
        let mut due = due(ports, source).await?;
        shuffle(&mut due.requested, ports.entropy.bytes());
        let failed = request_quotes(ports, source, &due, Some(lease)).await?;
        match failed {
            Some(error) => Err(error.into()),
            None => finish(ports, lease, &id, !due.requested.is_empty()).await,
        }
    }

    /// Stores the failure of the source, so that every result that depends on it can report it.
    async fn failed(
        &self,
        _ports: &Ports,
        work: &mut dyn UnitOfWork,
        lease: &Lease,
        failure: &Failure,
    ) -> Result<(), StorageError> {
        let Ok(source) = lease.job.subject.parse::<SourceId>() else {
            return Ok(());
        };
        work.sources().failed(&source, failure).await
    }

    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        Ok(quote_jobs(ports, &in_backoff(ports).await?, now))
    }
}

/// Requests all due prices without a job, and stores how the source answered.
pub async fn now(ports: &Ports, source: &dyn PriceSource) -> Result<(), StorageError> {
    let due = due(ports, source).await?;
    let failed = request_quotes(ports, source, &due, None).await?;
    if due.requested.is_empty() {
        return Ok(());
    }
    failure::note(ports, &source.profile().id, failed.as_ref()).await
}

/// The assets of one refresh.
struct Due {
    requested: Vec<AssetId>,
    /// The assets whose price depends on the answers: the queried ones, and those redeemable for them.
    decided: Vec<AssetId>,
}

/// Requests prices, stores each batch as it arrives, reports progress to the job, and remembers the agreed prices.
///
/// A failed batch does not affect the others, unless the source as a whole is unavailable. Returns the first error.
async fn request_quotes(
    ports: &Ports,
    source: &dyn PriceSource,
    due: &Due,
    lease: Option<&Lease>,
) -> Result<Option<RemoteError>, StorageError> {
    let id = source.profile().id;
    let total = u32::try_from(due.requested.len()).unwrap_or(u32::MAX);
    let (mut done, mut answered, mut failed) = (0, false, None);
    for batch in due.requested.chunks(source.batch().max(1)) {
        match source.quotes(batch, None).await {
            Ok(quoted) => {
                keep(ports, &id, quoted, None).await?;
                answered = true;
            }
            Err(error) => {
                let stops = failure::calls_for_backoff(&error);
                failed.get_or_insert(error);
                if stops {
                    break;
                }
            }
        }
        done += u32::try_from(batch.len()).unwrap_or(0);
        if let Some(lease) = lease {
            let jobs = &ports.stores.jobs;
            jobs.progress(lease, done, total, ports.clock.now()).await?;
        }
    }
    if answered {
        remember(ports, &due.decided).await?;
    }
    Ok(failed)
}

/// Returns the source with this id.
pub fn source<'a>(ports: &'a Ports, id: &str) -> Result<&'a dyn PriceSource, JobError> {
    let found = ports.prices.iter().find(|source| source.profile().id.as_str() == id);
    found
        .map(AsRef::as_ref)
        .ok_or_else(|| JobError::Invalid("this price source is no longer configured".to_owned()))
}

/// Returns the held assets and native assets that the source covers and whose last answer is not fresh.
async fn due(ports: &Ports, source: &dyn PriceSource) -> Result<Due, StorageError> {
    let now = ports.clock.now();
    let mut assets = ports.stores.snapshots.held_assets().await?;
    assets.extend(ports.chains.natives().map(|native| native.id.clone()));
    let needed = ports.redeemables.needed(&assets);
    let mut assets: Vec<AssetId> = needed.iter().filter(|asset| source.covers(asset)).cloned().collect();
    let id = source.profile().id;
    let fresh = ports.stores.quotes.answered_between(&id, now.minus(FRESH), now).await?;
    assets.retain(|asset| !fresh.contains(asset));
    let requested: BTreeSet<&AssetId> = assets.iter().collect();
    let is_requested = |asset: &&AssetId| {
        let target = ports.redeemables.of(asset).map(|row| &row.target);
        requested.contains(asset) || target.is_some_and(|target| requested.contains(target))
    };
    let decided = needed.iter().filter(is_requested).cloned().collect();
    Ok(Due {
        requested: assets,
        decided,
    })
}

/// Shuffles with Fisher–Yates and a linear congruential generator seeded by 32 random bytes. The order must not reveal
/// which assets are held by the same user; it need not be unpredictable.
pub fn shuffle<T>(items: &mut [T], random: [u8; 32]) {
    let mut state = random
        .iter()
        .fold(0u64, |sum, byte| sum.wrapping_mul(257).wrapping_add(u64::from(*byte)));
    for at in (1..items.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from((state >> 33) % (at as u64 + 1)).unwrap_or(0);
        items.swap(at, other);
    }
}

/// Stores a batch of answers as quotes, for the past moment requested or for now. An answer without a time of its own
/// gets that moment, or the time since which its market is unchanged.
pub async fn keep(
    ports: &Ports,
    source: &SourceId,
    quoted: Vec<AssetQuote>,
    past: Option<Timestamp>,
) -> Result<(), StorageError> {
    let still = standing_still(ports, source, &quoted).await?;
    let now = ports.clock.now();
    let requested: Vec<AssetId> = quoted.iter().map(|one| one.asset.clone()).collect();
    let quotes: Vec<Quote> = quoted
        .into_iter()
        .map(|one| {
            let time = still.get(&one.asset).copied().or(past).unwrap_or(now);
            quote(ports, source, one, time)
        })
        .collect();
    let mut work = ports.storage.begin().await?;
    work.quotes().add(&quotes).await?;
    if past.is_none() {
        work.quotes().answered(source, &requested, now).await?;
    }
    work.commit().await
}

/// Returns since when markets without a time of their own are unchanged. If bid, ask and daily volume are the same as
/// before, nothing was traded or the exchange repeats an old answer, and a new request does not make the price any
/// newer.
async fn standing_still(
    ports: &Ports,
    source: &SourceId,
    quoted: &[AssetQuote],
) -> Result<BTreeMap<AssetId, Timestamp>, StorageError> {
    let timeless = quoted
        .iter()
        .filter(|one| one.source_time.is_none() && one.market.is_some());
    let timeless: BTreeMap<&AssetId, &AssetQuote> = timeless.map(|one| (&one.asset, one)).collect();
    if timeless.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (now, assets) = (ports.clock.now(), timeless.keys().copied().cloned().collect::<Vec<_>>());
    let known = ports.stores.quotes.newest(&assets, now.minus(REMEMBERED), now).await?;
    let same = known.into_iter().filter(|known| {
        let quoted = timeless.get(&known.asset);
        known.source == *source
            && quoted.is_some_and(|quoted| quoted.answer == known.answer && quoted.market == known.market)
    });
    Ok(same.map(|known| (known.asset, known.source_time)).collect())
}

/// Converts an answer to a quote. A price dated in the future is unusable, whatever its source.
fn quote(ports: &Ports, source: &SourceId, quoted: AssetQuote, requested_at: Timestamp) -> Quote {
    let received_at = ports.clock.now();
    let quoted = match quoted.source_time {
        Some(time) if time > received_at.plus(AssetQuote::AHEAD) => ahead(quoted.asset),
        _ => quoted,
    };
    let AssetQuote {
        asset,
        answer,
        source_time,
        market,
    } = quoted;
    let source_time = source_time.unwrap_or(requested_at);
    Quote {
        id: QuoteId::new(ports.ids.next()),
        asset,
        source: source.clone(),
        answer,
        source_time,
        received_at,
        market,
    }
}

fn ahead(asset: AssetId) -> AssetQuote {
    AssetQuote {
        asset,
        answer: QuoteAnswer::Unusable {
            what: "its time is in the future".to_owned(),
        },
        source_time: None,
        market: None,
    }
}

async fn finish(ports: &Ports, lease: &Lease, source: &SourceId, requested: bool) -> Result<(), JobError> {
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    if requested {
        work.sources().answered(source, now).await?;
    }
    let again = REFRESH_QUOTES.job(ports, source.as_str(), now.plus(EVERY));
    work.jobs().enqueue(&again, now).await?;
    Ok(work.commit().await?)
}
