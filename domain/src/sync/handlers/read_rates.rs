//! Imports exchange rates: the full history once, then those of each business day.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    CurrencySource, Day, Fixing, Ports, SourceId, StorageError, Timestamp, UnitOfWork,
    currency::{DayRates, FixingId},
    failure::Failure,
    job::{Lease, NewJob},
};

use crate::{
    job::JobKind,
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// Imports exchange rates. Subject: the source.
const READ_RATES: JobKind = JobKind::recurring("read-rates");

/// The time of day, in UTC, from which a day's rates are available: after 16:00 in Frankfurt in summer and in winter.
const FIXED: Duration = Duration::from_mins(15 * 60 + 10);
/// A day's rates may be late by this much. After that the day counts as a holiday.
const LATE: Duration = Duration::from_hours(6);
/// Interval between requests while the rates are late.
const AGAIN: Duration = Duration::from_mins(30);

/// Handles jobs of [`READ_RATES`].
pub struct ReadRates;

#[async_trait]
impl JobHandler for ReadRates {
    fn kind(&self) -> JobKind {
        READ_RATES
    }

    /// Reads the missing rates and stores them, together with the end of the job and the job for the next rates.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let source = source(ports, &lease.job.subject)
            .ok_or_else(|| JobError::Invalid("this rate source is no longer configured".to_owned()))?;
        let id = source.profile().id;
        let after = newest(ports).await?;
        let days = source.rates(after).await?;
        let now = ports.clock.now();
        let fresh = days
            .into_iter()
            .filter(|one| after.is_none_or(|after| one.day >= after));
        let fixings: Vec<Fixing> = fresh.map(|one| fixing(ports, &id, one, now)).collect();
        let newest = fixings.iter().map(|one| one.day).max().max(after);
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        work.currencies().add(&fixings).await?;
        work.sources().answered(&id, now).await?;
        let again = READ_RATES.job(ports, id.as_str(), next(newest, now));
        work.jobs().enqueue(&again, now).await?;
        Ok(work.commit().await?)
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
        due(ports, now).await
    }
}

fn source<'a>(ports: &'a Ports, id: &str) -> Option<&'a dyn CurrencySource> {
    let found = ports
        .currencies
        .iter()
        .find(|source| source.profile().id.as_str() == id);
    found.map(AsRef::as_ref)
}

/// Returns the newest day with stored rates.
async fn newest(ports: &Ports) -> Result<Option<Day>, StorageError> {
    let today = Day::of(ports.clock.now());
    Ok(ports
        .stores
        .currencies
        .latest(today.plus(1))
        .await?
        .map(|fixing| fixing.day))
}

fn fixing(ports: &Ports, source: &SourceId, rates: DayRates, received_at: Timestamp) -> Fixing {
    let DayRates { day, rates } = rates;
    Fixing {
        id: FixingId::new(ports.ids.next()),
        source: source.clone(),
        day,
        rates,
        received_at,
    }
}

/// Returns when the next rates are available. A pure function of the newest stored day and the time.
fn next(newest: Option<Day>, now: Timestamp) -> Timestamp {
    let today = Day::of(now);
    let fixed = |day: Day| day.start().plus(FIXED);
    let missing = today.is_weekday() && newest.is_none_or(|newest| newest < today);
    if missing && now < fixed(today) {
        return fixed(today);
    }
    if missing && now < fixed(today).plus(LATE) {
        return now.plus(AGAIN);
    }
    let coming = (1..=3).map(|days| today.plus(days)).find(|day| day.is_weekday());
    fixed(coming.unwrap_or(today.plus(1)))
}

/// Returns the next reading of each source: when its next rates are available, and not during back-off.
pub async fn due(ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
    if ports.currencies.is_empty() {
        return Ok(Vec::new());
    }
    let newest = newest(ports).await?;
    let states = ports.stores.sources.all().await?;
    let last = Day::of(now.minus(FIXED));
    let behind = newest.is_none_or(|newest| newest < last);
    let at = |id: &SourceId| {
        let state = states.iter().find(|state| state.id == *id);
        let rested = state.and_then(|state| state.failure.as_ref()?.retry_at);
        let asked_today = state
            .and_then(|state| state.ok_at)
            .is_some_and(|ok_at| ok_at >= last.start().plus(FIXED));
        let at = if behind && !asked_today { now } else { next(newest, now) };
        rested.map_or(at, |rested| rested.max(at))
    };
    let ids = ports.currencies.iter().map(|source| source.profile().id);
    Ok(ids.map(|id| READ_RATES.job(ports, id.as_str(), at(&id))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_rates_are_available_on_the_next_business_day() {
        let at = |day: &str, minutes: u64| {
            let day: Day = day.parse().unwrap();
            day.start().plus(Duration::from_mins(minutes))
        };
        let (morning, fixed, evening) = (9 * 60, 15 * 60 + 10, 22 * 60);
        for (newest, now, next_at) in [
            (Some("2026-04-10"), at("2026-04-13", morning), at("2026-04-13", fixed)),
            (
                Some("2026-04-10"),
                at("2026-04-13", fixed + 5),
                at("2026-04-13", fixed + 35),
            ),
            (Some("2026-04-10"), at("2026-04-13", evening), at("2026-04-14", fixed)),
            (Some("2026-04-13"), at("2026-04-13", fixed + 1), at("2026-04-14", fixed)),
            (Some("2026-04-10"), at("2026-04-10", evening), at("2026-04-13", fixed)),
            (Some("2026-04-10"), at("2026-04-12", morning), at("2026-04-13", fixed)),
            (None, at("2026-04-11", morning), at("2026-04-13", fixed)),
        ] {
            let newest = newest.map(|day| day.parse().unwrap());
            assert_eq!(next(newest, now), next_at, "{newest:?} {now}");
        }
    }
}
