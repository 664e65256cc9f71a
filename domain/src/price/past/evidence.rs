//! What past prices are decided from: stored closing prices, and stored quotes near moments.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{AssetId, Day, Job, PastPrice, Ports, SourceId, StorageError, Timestamp, failure::Failure, job::JobState};

use crate::{job::READ_PAST_PRICES, price::evidence::Evidence};

/// A stored quote is near a moment if it is at most this far from it.
const NEAR_MILLIS: i64 = 90 * 60 * 1000;
/// Older quotes are deleted but for the last one of a day, so only later moments are looked up.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PastRequestState {
    /// They are being requested, or will be without a further event.
    Pending,
    /// They were requested at this time, and will be again for days that were not over then.
    Ended(Timestamp),
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

    /// Loads the prices of these assets at these moments: closing prices from the first to the last day, and the quotes near
    /// each moment that is recent enough to have some.
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
        Ok(evidence)
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
    let state = |job: &Job| match (job.state, job.finished_at) {
        (JobState::Done, Some(finished)) => PastRequestState::Ended(finished),
        _ => PastRequestState::Pending,
    };
    let states = jobs
        .iter()
        .filter_map(|job| Some((job.subject.parse().ok()?, state(job))));
    Ok(states.collect())
}
