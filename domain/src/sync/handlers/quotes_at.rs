//! Requests prices of a past moment for everything that was held.

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;
use ports::{AssetId, Ports, PriceSource, Profile, RemoteError, StorageError, Timestamp, UnitOfWork, job::Lease};

use crate::{
    cleanup::Cleanup,
    currency,
    job::{JobKind, NEAR_MILLIS, QUOTES_AT},
    source::{failure, in_backoff},
    sync::handlers::{
        handler::JobHandler,
        job_error::JobError,
        refresh_quotes::{keep, shuffle},
    },
};

/// How long a request for the prices of a past moment is remembered. It is made when the moment is a day old, and an
/// hour later yesterday's figure refers to another moment.
const REMEMBERED: Duration = Duration::from_hours(2);

/// Handles jobs of [`QUOTES_AT`].
pub struct QuotesAt;

#[async_trait]
impl JobHandler for QuotesAt {
    fn kind(&self) -> JobKind {
        QUOTES_AT
    }

    /// Queries every available source about the assets without a quote of its own close to the moment.
    ///
    /// A failing source does not prevent the others from answering, and sources in back-off are skipped. While any source
    /// is missing, the job is retried for the missing quotes until its attempts are used up.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let millis = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not a moment".to_owned()))?;
        let at = Timestamp::from_millis(millis);
        let held = ports.redeemables.needed(&wanted(ports).await?);
        let near = ports.stores.quotes.around(&held, at, NEAR_MILLIS).await?;
        let in_backoff = in_backoff(ports).await?;
        let mut missing = None;
        for source in &ports.prices {
            let id = source.profile().id;
            let own = near.iter().filter(|quote| quote.source == id);
            let has: BTreeSet<&AssetId> = own.map(|quote| &quote.asset).collect();
            let is_asked = |asset: &&AssetId| source.covers(asset) && !has.contains(asset);
            let requested: Vec<_> = held.iter().filter(is_asked).cloned().collect();
            let failed = match in_backoff.get(&id) {
                _ if requested.is_empty() => None,
                Some(until) => Some(backoff_error(&source.profile(), *until, ports.clock.now())),
                None => request_quotes(ports, source.as_ref(), requested, at).await?,
            };
            missing = missing.or(failed);
        }
        match missing {
            Some(error) if !given_up(ports, lease, &held, at).await? => Err(error.into()),
            Some(_) | None => finish(ports, lease).await,
        }
    }
}

/// Deletes finished requests for past moments.
pub struct QuotesAtCleanup;

#[async_trait]
impl Cleanup for QuotesAtCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.jobs().forget_ended(QUOTES_AT.name, now.minus(REMEMBERED)).await
    }
}

/// Returns whether this was the last attempt and at least one source answered. If none did, the job fails.
async fn given_up(ports: &Ports, lease: &Lease, held: &[AssetId], at: Timestamp) -> Result<bool, StorageError> {
    let is_last = lease.job.attempts >= lease.job.max_attempts;
    Ok(is_last && !ports.stores.quotes.around(held, at, NEAR_MILLIS).await?.is_empty())
}

/// Queries one source, stores each batch as it arrives, and returns the first error.
///
/// A rejected batch does not affect the others. An unavailable source is recorded and enters back-off. A source that
/// works but cannot answer for a past moment is still queried about current prices, so that error affects only this
/// job. A source without historical prices is no error, because it has nothing to add.
async fn request_quotes(
    ports: &Ports,
    source: &dyn PriceSource,
    mut requested: Vec<AssetId>,
    at: Timestamp,
) -> Result<Option<RemoteError>, StorageError> {
    let id = source.profile().id;
    shuffle(&mut requested, ports.entropy.bytes());
    let mut failed = None;
    for batch in requested.chunks(source.batch().max(1)) {
        match source.quotes(batch, Some(at)).await {
            Ok(quoted) => keep(ports, &id, quoted, Some(at)).await?,
            Err(RemoteError::Unsupported { .. }) => {}
            Err(error) if failure::calls_for_backoff(&error) => {
                failure::note(ports, &id, Some(&error)).await?;
                return Ok(Some(error));
            }
            Err(error) => {
                failed.get_or_insert(error);
            }
        }
    }
    Ok(failed)
}

/// Returns the error for a source that is in back-off.
fn backoff_error(profile: &Profile, until: Timestamp, now: Timestamp) -> RemoteError {
    RemoteError::Unavailable {
        who: profile.name.clone(),
        why: "paused after a failure".to_owned(),
        retry_after: Some(until.since(now)),
    }
}

/// Returns everything held, and the coins that amounts can be shown in, which are needed for conversion even if no
/// account holds them.
async fn wanted(ports: &Ports) -> Result<Vec<AssetId>, StorageError> {
    let mut assets = ports.stores.snapshots.held_assets().await?;
    assets.extend(currency::coins(ports));
    assets.sort();
    assets.dedup();
    Ok(assets)
}

async fn finish(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, ports.clock.now()).await? {
        return Err(JobError::LeaseLost);
    }
    Ok(work.commit().await?)
}
