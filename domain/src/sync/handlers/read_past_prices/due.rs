//! The assets whose past prices are read once a day.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AssetId, Ports, StorageError, Timestamp,
    job::{Job, JobState, NewJob},
};

use super::last_over::{last_over, requested_from};
use crate::{job::READ_PAST_PRICES, sync::handlers::handler::ROUND_BATCH};

/// Returns the jobs of the assets whose prices of the last day were not read yet: of everything that is held and has an agreed
/// price, and of the quote assets of markets. Other assets, such as those sold long ago, are enqueued when the ledger needs
/// them; most assets without a price are spam, and requests for them would be in vain.
pub(super) async fn due(ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
    if ports.past_prices.is_empty() {
        return Ok(Vec::new());
    }
    let roots = roots(ports).await?;
    let subjects: Vec<String> = roots.iter().map(ToString::to_string).collect();
    let kinds = [READ_PAST_PRICES.name.to_owned()];
    let jobs = ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
    let jobs: BTreeMap<&str, &Job> = jobs.iter().map(|job| (job.subject.as_str(), job)).collect();
    let settled = requested_from(last_over(now));
    let is_due = |subject: &&String| match jobs.get(subject.as_str()) {
        None => true,
        Some(job) => match job.state {
            JobState::Ready | JobState::Running => false,
            JobState::Done => job.finished_at.is_none_or(|finished| finished < settled),
            JobState::Dead => job.updated_at < settled,
        },
    };
    let most = usize::try_from(ROUND_BATCH).unwrap_or(usize::MAX);
    let due = subjects.iter().filter(is_due).take(most);
    Ok(due.map(|subject| READ_PAST_PRICES.job(ports, subject, now)).collect())
}

/// Returns the roots of the price series of everything that is held and has an agreed price, and of the quote assets.
async fn roots(ports: &Ports) -> Result<BTreeSet<AssetId>, StorageError> {
    let held = ports.stores.snapshots.held_assets().await?;
    let priced = ports.stores.quotes.agreed(&held).await?;
    let assets = priced.into_iter().map(|agreed| agreed.asset);
    let units = ports.redeemables.needed(&[]);
    let roots = assets
        .chain(units)
        .map(|asset| ports.price_series.root(&asset).clone())
        .filter(|root| ports.past_prices.iter().any(|source| source.covers(root)));
    Ok(roots.collect())
}
