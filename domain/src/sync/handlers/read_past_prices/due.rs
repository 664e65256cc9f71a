//! The assets whose past prices are read once a day.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AssetId, Ports, StorageError, Timestamp,
    job::{Job, JobState, NewJob},
};

use super::held::priced_holdings;
use crate::{
    currency::reference_assets,
    job::READ_PAST_PRICES,
    price::{last_over, requested_from},
    sync::handlers::handler::ROUND_BATCH,
};

/// Returns the jobs of the assets whose prices of the last day were not read yet: of everything that is held and has an agreed
/// price, of what accounts moved themselves, of the quote assets of markets, and of the coins that amounts can be shown in. Most other
/// assets are spam, and requests for them would be in vain. Assets that were never read come first.
pub(super) async fn due(ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
    if ports.past_prices.is_empty() {
        return Ok(Vec::new());
    }
    let roots = roots(ports).await?;
    let subjects: Vec<String> = roots.iter().map(ToString::to_string).collect();
    let kinds = [READ_PAST_PRICES.name.to_owned()];
    let jobs = ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
    let jobs: BTreeMap<&str, &Job> = jobs.iter().map(|job| (job.subject.as_str(), job)).collect();
    let (known, new): (Vec<&String>, Vec<&String>) =
        subjects.iter().partition(|subject| jobs.contains_key(subject.as_str()));
    let settled = requested_from(last_over(now));
    let is_due = |subject: &&String| jobs.get(subject.as_str()).is_none_or(|job| is_due(job, settled));
    let most = usize::try_from(ROUND_BATCH).unwrap_or(usize::MAX);
    let due = new.into_iter().chain(known).filter(is_due).take(most);
    Ok(due.map(|subject| READ_PAST_PRICES.job(ports, subject, now)).collect())
}

fn is_due(job: &Job, settled: Timestamp) -> bool {
    match job.state {
        JobState::Ready | JobState::Running => false,
        JobState::Done => job.finished_at.is_none_or(|finished| finished < settled),
        JobState::Dead => job.updated_at < settled,
    }
}

/// Returns the roots of the price series that some source covers.
async fn roots(ports: &Ports) -> Result<BTreeSet<AssetId>, StorageError> {
    let held = priced_holdings(ports).await?;
    let moved = ports.stores.entry_assets.moved().await?;
    let roots = held
        .into_iter()
        .chain(moved.into_iter().map(|moved| moved.asset))
        .chain(reference_assets(ports))
        .map(|asset| ports.price_series.root(&asset).clone())
        .filter(|root| ports.past_prices.iter().any(|source| source.covers(root)));
    Ok(roots.collect())
}
