//! Reads the daily closing prices of an asset that are needed and not known, once for all users of the server.

mod due;
mod held;
mod needed;

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AssetId, Day, PastPrice, PastPriceSource, Ports, RemoteError, SourceId, StorageError, Timestamp,
    job::{Lease, NewJob},
    past_price::ClosingPrice,
};

use self::{
    due::due,
    needed::{NeededDays, needed},
};
use crate::{
    job::{JobKind, READ_PAST_PRICES},
    price::{PastEvidence, PastPriceIndex, PastRequest, last_over, plan_requests},
    source::{failure, in_backoff},
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// The most requests of one run. The rest follows in the next run, so that other assets are not delayed.
const MOST: usize = 20;

/// Handles jobs of [`READ_PAST_PRICES`].
pub struct ReadPastPrices;

/// The progress of one run.
#[derive(Default)]
struct PastPriceRun {
    requests: usize,
    /// Sources that are not queried in this run.
    unavailable: BTreeSet<SourceId>,
    /// The error of a source that may answer later.
    postponed: Option<RemoteError>,
}

#[async_trait]
impl JobHandler for ReadPastPrices {
    fn kind(&self) -> JobKind {
        READ_PAST_PRICES
    }

    /// Requests what is needed from one source after the other and stores each answer as it arrives. A failing source is left
    /// out and does not prevent the others from answering; the job is retried for it if it may answer later.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let root: AssetId = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not an asset".to_owned()))?;
        let last = last_over(ports.clock.now());
        let needed = needed(ports, &root, last).await?;
        let mut run = PastPriceRun {
            unavailable: in_backoff(ports).await?.into_keys().collect(),
            ..PastPriceRun::default()
        };
        let mut plan = plan(ports, &needed, &run, last).await?;
        while !plan.is_empty() && run.requests < MOST {
            request_all(ports, lease, &plan, &mut run).await?;
            // The answers decide whether further sources are needed.
            plan = self::plan(ports, &needed, &run, last).await?;
        }
        match run.postponed {
            Some(error) => Err(error.into()),
            None => finish(ports, lease, !plan.is_empty()).await,
        }
    }

    fn is_postponed_by_rate_limit(&self) -> bool {
        true
    }

    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        due(ports, now).await
    }
}

async fn plan(
    ports: &Ports,
    needed: &NeededDays,
    run: &PastPriceRun,
    last: Day,
) -> Result<Vec<PastRequest>, StorageError> {
    let days = || needed.values().flatten();
    let (Some(from), Some(to)) = (days().min(), days().max()) else {
        return Ok(Vec::new());
    };
    let assets: Vec<AssetId> = needed.keys().cloned().collect();
    // Pages reach beyond the needed days, and what they contain is known.
    let longest = ports.past_prices.iter().map(|source| source.days_per_request()).max();
    let from = from.plus(-i64::from(longest.unwrap_or(0)));
    let evidence = PastEvidence::of_days(ports, &assets, from, *to).await?;
    let index = PastPriceIndex::new(ports, &evidence, ports.clock.now());
    Ok(plan_requests(&index, needed, &run.unavailable, last))
}

async fn request_all(
    ports: &Ports,
    lease: &Lease,
    plan: &[PastRequest],
    run: &mut PastPriceRun,
) -> Result<(), JobError> {
    let total = u32::try_from(run.requests + plan.len()).unwrap_or(u32::MAX);
    for request in plan {
        let source = ports
            .past_prices
            .iter()
            .find(|source| source.profile().id == request.source);
        let Some(source) = source.filter(|_| run.requests < MOST && !run.unavailable.contains(&request.source)) else {
            continue;
        };
        run.requests += 1;
        match source.closes(&request.asset, request.from, request.to).await {
            Ok(found) => keep(ports, request, found).await?,
            Err(error) => fail(ports, source.as_ref(), error, run).await?,
        }
        let done = u32::try_from(run.requests).unwrap_or(u32::MAX);
        let jobs = &ports.stores.jobs;
        jobs.progress(lease, done, total, ports.clock.now()).await?;
    }
    Ok(())
}

/// Leaves a source out of the rest of the run. Its own rate limit on this server is no failure of the source.
async fn fail(
    ports: &Ports,
    source: &dyn PastPriceSource,
    error: RemoteError,
    run: &mut PastPriceRun,
) -> Result<(), StorageError> {
    let id = source.profile().id;
    if !matches!(error, RemoteError::Throttled { .. }) {
        failure::note(ports, &id, Some(&error)).await?;
    }
    run.unavailable.insert(id);
    if failure::calls_for_backoff(&error) {
        run.postponed.get_or_insert(error);
    }
    Ok(())
}

/// Stores an answer: a row for each requested day, also for those without a price, so that they are not requested again the same
/// day, and old ones never.
async fn keep(ports: &Ports, request: &PastRequest, found: Vec<ClosingPrice>) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let mut found: BTreeMap<Day, ClosingPrice> = found.into_iter().map(|one| (one.day, one)).collect();
    let days = (request.from.number()..=request.to.number()).map(|day| request.from.plus(day - request.from.number()));
    let row = |day: Day| {
        let close = found.remove(&day);
        PastPrice {
            asset: request.asset.clone(),
            day,
            source: request.source.clone(),
            at: close.as_ref().map_or(day.plus(1).start(), |close| close.at),
            price: close.as_ref().map(|close| close.price),
            confidence: close.as_ref().and_then(|close| close.confidence),
            quoted_in: close.and_then(|close| close.quoted_in),
            read_at: now,
        }
    };
    let rows: Vec<PastPrice> = days.map(row).collect();
    let mut work = ports.storage.begin().await?;
    work.past_prices().add(&rows).await?;
    work.sources().answered(&request.source, now).await?;
    work.commit().await
}

/// Ends the job, and requests it again where something is left.
async fn finish(ports: &Ports, lease: &Lease, is_left: bool) -> Result<(), JobError> {
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    if is_left {
        let again = READ_PAST_PRICES.job(ports, &lease.job.subject, now);
        work.jobs().enqueue(&again, now).await?;
    }
    Ok(work.commit().await?)
}
