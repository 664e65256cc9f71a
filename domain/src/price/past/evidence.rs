//! What past prices are decided from: stored closing prices, and stored quotes near moments.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::Duration,
};

use ports::{
    AssetId, Day, Job, MomentQuote, PastPrice, Ports, Quote, SourceId, StorageError, Timestamp, failure::Failure,
    job::JobState,
};

use crate::{job::READ_PAST_PRICES, price::evidence::Evidence};

/// A stored quote is near a moment if it is at most this far from it.
pub(super) const NEAR: Duration = Duration::from_mins(90);
pub(super) const NEAR_MILLIS: i64 = 90 * 60 * 1000;
/// Older quotes are deleted but for the last one of a day and those that are kept for the moments of entries, so only later
/// moments are looked up among all quotes.
const QUOTES_KEPT: Duration = Duration::from_hours(26);

/// The stored data from which past prices are decided.
#[derive(Clone, Debug, Default)]
pub struct PastEvidence {
    /// Closing prices of the assets' series and of the quote assets of their markets.
    pub prices: Vec<PastPrice>,
    /// The current failures of sources.
    pub failures: BTreeMap<SourceId, Failure>,
    /// How far requesting has come, by the root of the price series. A series that is not in it is not requested.
    pub(crate) requests: BTreeMap<AssetId, PastRequestState>,
    /// Quotes near moments.
    pub(crate) moments: BTreeMap<Timestamp, Evidence>,
}

/// How far requesting the prices of a series has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PastRequestState {
    /// They are being requested, or will be without a further event.
    Pending,
    /// They were requested at this time, and will be again for days that were not over then.
    Ended(Timestamp),
    /// The last request failed, with a sentence. It is repeated.
    Failed(String),
    /// New entries are still being searched for what accounts moved themselves, so that they may be requested.
    Unsearched,
}

impl PastEvidence {
    /// Loads the closing prices of these assets on the days `from` to `to`, inclusive.
    pub async fn of_days(ports: &Ports, assets: &[AssetId], from: Day, to: Day) -> Result<Self, StorageError> {
        let mut prices = Vec::new();
        for series in series(ports, assets) {
            prices.extend(ports.stores.past_prices.of_asset(&series, from, to).await?);
        }
        let units: BTreeSet<AssetId> = prices.iter().filter_map(|row| row.quoted_in.clone()).collect();
        let loaded: BTreeSet<AssetId> = prices.iter().map(|row| row.asset.clone()).collect();
        let units: Vec<AssetId> = units.into_iter().collect();
        for unit in series(ports, &units).difference(&loaded) {
            prices.extend(ports.stores.past_prices.of_asset(unit, from, to).await?);
        }
        let states = ports.stores.sources.all().await?;
        let failures = states.into_iter().filter_map(|state| Some((state.id, state.failure?)));
        Ok(Self {
            prices,
            failures: failures.collect(),
            requests: requests(ports, assets).await?,
            moments: BTreeMap::new(),
        })
    }

    /// Returns since when moments may have quotes near them.
    #[must_use]
    pub fn quotes_since(now: Timestamp) -> Timestamp {
        now.minus(QUOTES_KEPT)
    }

    /// Loads the prices of these assets at these moments: closing prices from the first to the last day, the quotes near each
    /// moment that is recent enough to have some, and those that were kept for moments of that time.
    pub async fn of_moments(ports: &Ports, moments: &[(AssetId, Timestamp)]) -> Result<Self, StorageError> {
        let assets: BTreeSet<AssetId> = moments.iter().map(|(asset, _)| asset.clone()).collect();
        let assets: Vec<AssetId> = assets.into_iter().collect();
        let days = || moments.iter().map(|(_, at)| Day::of(*at));
        let (Some(from), Some(to)) = (days().min(), days().max()) else {
            return Ok(Self::default());
        };
        let mut evidence = Self::of_days(ports, &assets, from, to).await?;
        let since = Self::quotes_since(ports.clock.now());
        let mut by_moment: BTreeMap<Timestamp, Vec<AssetId>> = BTreeMap::new();
        for (asset, at) in moments.iter().filter(|(_, at)| *at >= since) {
            by_moment.entry(*at).or_default().push(asset.clone());
        }
        for (at, assets) in by_moment {
            let needed = ports.redeemables.needed(&assets);
            let quotes = ports.stores.quotes.around(&needed, at, NEAR_MILLIS).await?;
            let agreed = Vec::new();
            evidence.moments.insert(at, Evidence { quotes, agreed });
        }
        evidence.add_kept(ports, &assets, (from, to)).await?;
        Ok(evidence)
    }

    /// Adds the quotes that were kept for moments of these days. They take the place of those that are stored now, because no
    /// nearer one can come.
    async fn add_kept(
        &mut self,
        ports: &Ports,
        assets: &[AssetId],
        (from, to): (Day, Day),
    ) -> Result<(), StorageError> {
        let needed = ports.redeemables.needed(assets);
        let end = to.plus(1).start();
        let mut kept: BTreeMap<Timestamp, Vec<Quote>> = BTreeMap::new();
        for MomentQuote { moment, quote } in ports.stores.moment_quotes.of_assets(&needed, from.start(), end).await? {
            kept.entry(moment).or_default().push(quote);
        }
        for (moment, quotes) in kept {
            let evidence = self.moments.entry(moment).or_default();
            evidence
                .quotes
                .retain(|stored| quotes.iter().all(|kept| kept.asset != stored.asset));
            evidence.quotes.extend(quotes);
        }
        Ok(())
    }

    /// Returns whether there is nothing to decide a price from.
    #[must_use]
    pub fn is_without_prices(&self) -> bool {
        self.prices.is_empty() && self.moments.values().all(|evidence| evidence.quotes.is_empty())
    }

    /// Returns the moments near which each asset has quotes, sorted.
    pub(crate) fn moments_of_assets(&self) -> HashMap<&AssetId, Vec<Timestamp>> {
        let mut moments: HashMap<&AssetId, Vec<Timestamp>> = HashMap::new();
        for (at, evidence) in &self.moments {
            for quote in &evidence.quotes {
                let of_asset = moments.entry(&quote.asset).or_default();
                if of_asset.last() != Some(at) {
                    of_asset.push(*at);
                }
            }
        }
        moments
    }
}

/// Returns the assets under which prices of these assets may be stored, whatever the day.
fn series(ports: &Ports, assets: &[AssetId]) -> BTreeSet<AssetId> {
    let series = assets.iter().flat_map(|asset| {
        let (coin, root) = (ports.price_series.coin(asset), ports.price_series.root(asset));
        let earlier = ports.price_series.earlier(root);
        [Some(coin), Some(root), earlier]
    });
    series.flatten().cloned().collect()
}

/// Returns how far requesting the prices of these assets has come, by the root of their price series.
async fn requests(ports: &Ports, assets: &[AssetId]) -> Result<BTreeMap<AssetId, PastRequestState>, StorageError> {
    let roots: BTreeSet<&AssetId> = assets.iter().map(|asset| ports.price_series.root(asset)).collect();
    let subjects: Vec<String> = roots.into_iter().map(ToString::to_string).collect();
    let kinds = [READ_PAST_PRICES.name.to_owned()];
    let jobs = ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
    let states = jobs
        .iter()
        .filter_map(|job| Some((job.subject.parse().ok()?, state(job))));
    let mut states: BTreeMap<AssetId, PastRequestState> = states.collect();
    add_future(ports, assets, &mut states).await?;
    Ok(states)
}

/// Returns how far a job has come. One that waits after a failure counts as failed, as in the progress of reads.
fn state(job: &Job) -> PastRequestState {
    match (job.state, job.finished_at, &job.last_error) {
        (JobState::Done, Some(finished), _) => PastRequestState::Ended(finished),
        (JobState::Dead | JobState::Ready, _, Some(failure)) => PastRequestState::Failed(failure.text.clone()),
        (JobState::Dead, _, None) => PastRequestState::Failed("The request was given up.".to_owned()),
        _ => PastRequestState::Pending,
    }
}

/// Adds the series that will be requested, and those that may be.
async fn add_future(
    ports: &Ports,
    assets: &[AssetId],
    states: &mut BTreeMap<AssetId, PastRequestState>,
) -> Result<(), StorageError> {
    let is_known = |asset: &&AssetId| states.contains_key(ports.price_series.root(asset));
    let unknown: Vec<AssetId> = assets.iter().filter(|asset| !is_known(asset)).cloned().collect();
    if assets.is_empty() || ports.past_prices.is_empty() {
        return Ok(());
    }
    let entry_assets = &ports.stores.entry_assets;
    for moved in entry_assets.moved_of(&unknown).await? {
        let root = ports.price_series.root(&moved.asset);
        states.insert(root.clone(), PastRequestState::Pending);
    }
    if !entry_assets.unsearched(1).await?.is_empty() {
        // Entries that are not searched yet may need earlier days than those that were requested.
        for asset in assets {
            let root = ports.price_series.root(asset);
            let state = states.entry(root.clone()).or_insert(PastRequestState::Unsearched);
            if matches!(state, PastRequestState::Ended(_)) {
                *state = PastRequestState::Unsearched;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ports::{
        failure::{Failure, FailureCode},
        job::JobId,
    };

    use super::*;

    fn job(state: JobState, error: Option<&str>) -> Job {
        let at = Timestamp::from_seconds(10);
        let failure = |text: &str| Failure {
            code: FailureCode::Unavailable,
            text: text.to_owned(),
            at,
            retry_at: None,
        };
        Job {
            id: JobId::nil(),
            kind: READ_PAST_PRICES.name.to_owned(),
            subject: "eip155:1/slip44:60".to_owned(),
            state,
            run_at: at,
            attempts: 8,
            max_attempts: 8,
            again: false,
            done: 0,
            total: None,
            last_error: error.map(failure),
            finished_at: Some(at),
            updated_at: at,
            revision: 1,
        }
    }

    #[test]
    fn a_request_that_was_given_up_or_waits_after_a_failure_has_failed() {
        let of = |state, error| super::state(&job(state, error));
        let failed = PastRequestState::Failed("Binance does not answer.".to_owned());
        for given_up in [JobState::Dead, JobState::Ready] {
            assert_eq!(of(given_up, Some("Binance does not answer.")), failed);
        }
        assert!(matches!(of(JobState::Dead, None), PastRequestState::Failed(_)));
        for pending in [JobState::Ready, JobState::Running] {
            assert_eq!(of(pending, None), PastRequestState::Pending);
        }
        assert_eq!(
            of(JobState::Running, Some("Binance does not answer.")),
            PastRequestState::Pending,
            "it is tried again"
        );
        let ended = PastRequestState::Ended(Timestamp::from_seconds(10));
        assert_eq!(of(JobState::Done, None), ended);
    }
}
