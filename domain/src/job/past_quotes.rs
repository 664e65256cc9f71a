//! Enqueues requests for the quotes of a past moment.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use ports::{AssetId, Job, Ports, StorageError, Timestamp, failure::Failure, job::JobState};

use crate::job::kind::QUOTES_AT;

/// A quote is close enough to the moment if it is at most this far from it.
pub const NEAR_MILLIS: i64 = 90 * 60 * 1000;

/// The state of the quotes of a past moment.
pub enum PastQuotes {
    /// They are being requested.
    Coming,
    /// Every available source has answered.
    Answered,
    /// At least one source failed in every attempt; this is the last failure.
    Failed(Failure),
}

/// Enqueues the request for the prices of a past moment, once.
///
/// It is enqueued again if accounts were read after the request and no source has a quote for what was found there.
/// `missing` maps the assets without a price of that moment to the time they were read.
pub async fn enqueue_quotes_at(
    ports: &Ports,
    at: Timestamp,
    missing: &BTreeMap<AssetId, Timestamp>,
) -> Result<PastQuotes, StorageError> {
    let subject = at.millis().to_string();
    if let Some(known) = request_at(ports, &subject).await? {
        match state_of(&known) {
            PastQuotes::Answered if !was_requested_for_all(ports, at, missing, known.finished_at).await? => {}
            state => return Ok(state),
        }
    }
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    let wanted = QUOTES_AT.job(ports, &subject, now);
    work.jobs().enqueue(&wanted, now).await?;
    work.commit().await?;
    Ok(PastQuotes::Coming)
}

/// Returns the state of the quotes of a past moment without requesting any; `None` if they were never requested.
pub async fn quotes_at(ports: &Ports, at: Timestamp) -> Result<Option<PastQuotes>, StorageError> {
    let known = request_at(ports, &at.millis().to_string()).await?;
    Ok(known.as_ref().map(state_of))
}

async fn request_at(ports: &Ports, subject: &str) -> Result<Option<Job>, StorageError> {
    let kinds = [QUOTES_AT.name.to_owned()];
    let mut known = ports.stores.jobs.of_subjects(&kinds, &[subject.to_owned()]).await?;
    Ok(known.pop())
}

fn state_of(request: &Job) -> PastQuotes {
    match (request.state, &request.last_error) {
        (JobState::Ready | JobState::Running, _) => PastQuotes::Coming,
        (JobState::Dead, Some(failure)) => PastQuotes::Failed(failure.clone()),
        (JobState::Done | JobState::Dead, _) => PastQuotes::Answered,
    }
}

/// Returns whether every missing asset was read before the last request about the moment or has a quote from some
/// source.
async fn was_requested_for_all(
    ports: &Ports,
    at: Timestamp,
    missing: &BTreeMap<AssetId, Timestamp>,
    last_request: Option<Timestamp>,
) -> Result<bool, StorageError> {
    let later = missing
        .iter()
        .filter(|(_, read)| last_request.is_none_or(|last_request| **read > last_request));
    let later: Vec<AssetId> = later.map(|(asset, _)| asset.clone()).collect();
    let near = ports.stores.quotes.around(&later, at, NEAR_MILLIS).await?;
    let spoken_of: BTreeSet<AssetId> = near.into_iter().map(|quote| quote.asset).collect();
    Ok(later.iter().all(|asset| spoken_of.contains(asset)))
}
