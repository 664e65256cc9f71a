//! Rate limiting for each host, and circuit breaking for each source at a host.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use ports::{RemoteError, SourceId};
use tokio::time::Instant;

use super::hosts::HostRate;

/// The state of a host's circuit breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakerState {
    /// Requests are sent.
    Closed,
    /// The host failed too often; no requests are sent for a while.
    Open,
    /// The break is over: the next request decides.
    HalfOpen,
}

/// How a host is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostHealth {
    /// The host.
    pub host: String,
    /// The state of its circuit breaker; of several sources, that of the one whose break is the longest.
    pub breaker: BreakerState,
    /// The most consecutive failures of a source.
    pub failures: u32,
    /// How long no request is sent yet, because it failed or requested a pause.
    pub resting: Option<Duration>,
}

/// Why a request is not sent, and how long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RejectedRequest {
    /// The circuit breaker is open.
    Resting(Duration),
    /// The host requested a pause.
    Busy(Duration),
    /// The rate limit for the host is used up by earlier requests.
    Throttled(Duration),
}

/// A host, and the source that sends it a request. Sources share its rate limit and its pauses. Each has a circuit breaker of its
/// own, because a host may answer one and fail for the other: a node that has no old logs still has balances.
pub(super) type HostSource<'a> = (&'a str, &'a SourceId);

struct HostLimiter {
    /// The theoretical arrival time of the next request (generic cell rate algorithm).
    due: Instant,
    breakers: HashMap<SourceId, CircuitBreaker>,
    paused_until: Option<Instant>,
    /// How often in a row it requested a pause without a duration.
    pauses_without_duration: u32,
}

#[derive(Clone, Copy, Default)]
struct CircuitBreaker {
    failures: u32,
    open_until: Option<Instant>,
}

/// The first pause where a host does not state a duration; each consecutive one is twice as long, up to 64 seconds.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const DOUBLINGS: u32 = 6;

/// The limiters of all hosts.
pub(super) struct HostLimiters {
    limiters: Mutex<HashMap<String, HostLimiter>>,
    failures: u32,
    rest: Duration,
}

impl HostLimiters {
    pub(super) fn new(failures: u32, rest: Duration) -> Self {
        Self {
            limiters: Mutex::default(),
            failures: failures.max(1),
            rest,
        }
    }

    /// Reserves a request and returns how long to wait before sending it. Once the break of an open circuit breaker is over,
    /// one request is admitted for each further break, until one succeeds.
    pub(super) fn admit(
        &self,
        (host, source): HostSource<'_>,
        rate: HostRate,
        patience: Duration,
        now: Instant,
    ) -> Result<Duration, RejectedRequest> {
        self.with(host, now, |limiter| {
            limiter.pass(source, now, self.rest)?;
            limiter.reserve(1, rate, patience, now)
        })
    }

    /// Reserves several requests that are sent later, all of them or none.
    pub(super) fn book(
        &self,
        (host, source): HostSource<'_>,
        count: u32,
        (rate, patience): (HostRate, Duration),
        now: Instant,
    ) -> Result<Duration, RejectedRequest> {
        self.with(host, now, |limiter| {
            limiter.rejection(source, now).map_or(Ok(()), Err)?;
            limiter.reserve(count, rate, patience, now)
        })
    }

    /// Admits a request that was reserved by [`Self::book`].
    pub(super) fn admit_booked(
        &self,
        (host, source): HostSource<'_>,
        now: Instant,
    ) -> Result<Duration, RejectedRequest> {
        self.with(host, now, |limiter| {
            limiter.pass(source, now, self.rest).map(|()| Duration::ZERO)
        })
    }

    /// Records the outcome of a request. A host that requested a pause is paused; that is no failure.
    pub(super) fn record(&self, (host, source): HostSource<'_>, error: Option<&RemoteError>, now: Instant) {
        self.with(host, now, |limiter| match error {
            None => {
                limiter.pauses_without_duration = 0;
                limiter.breakers.remove(source);
            }
            Some(RemoteError::RateLimited { retry_after, .. }) => {
                limiter.pause(*retry_after, now);
                if let Some(breaker) = limiter.breakers.get_mut(source) {
                    breaker.open_until = None;
                }
            }
            Some(_) => {
                let breaker = limiter.breakers.entry(source.clone()).or_default();
                breaker.failures = breaker.failures.saturating_add(1);
                if breaker.failures >= self.failures {
                    breaker.open_until = Some(now + self.rest);
                }
            }
        });
    }

    pub(super) fn health(&self, now: Instant) -> Vec<HostHealth> {
        let limiters = self.limiters.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut hosts: Vec<HostHealth> = limiters
            .iter()
            .map(|(host, limiter)| limiter.health(host, now))
            .collect();
        hosts.sort_by(|one, other| one.host.cmp(&other.host));
        hosts
    }

    fn with<T>(&self, host: &str, now: Instant, act: impl FnOnce(&mut HostLimiter) -> T) -> T {
        let mut limiters = self.limiters.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        act(limiters.entry(host.to_owned()).or_insert(HostLimiter {
            due: now,
            breakers: HashMap::new(),
            paused_until: None,
            pauses_without_duration: 0,
        }))
    }
}

impl HostLimiter {
    /// Pauses the host. Of several concurrent requests, only the first rejected one lengthens the pause.
    fn pause(&mut self, retry_after: Option<Duration>, now: Instant) {
        let is_paused = self.paused_until.is_some_and(|until| until > now);
        let pause = match retry_after {
            Some(duration) => duration,
            None if is_paused => return,
            None => {
                self.pauses_without_duration = self.pauses_without_duration.saturating_add(1);
                FIRST_PAUSE * 2u32.pow((self.pauses_without_duration - 1).min(DOUBLINGS))
            }
        };
        self.paused_until = Some(now + pause);
    }

    /// Returns why no request of a source is admitted, apart from the rate limit.
    fn rejection(&self, source: &SourceId, now: Instant) -> Option<RejectedRequest> {
        let left = |until: Option<Instant>| Some(until?.saturating_duration_since(now)).filter(|left| !left.is_zero());
        let breaker = self.breakers.get(source).copied().unwrap_or_default();
        let resting = left(breaker.open_until).map(RejectedRequest::Resting);
        resting.or_else(|| left(self.paused_until).map(RejectedRequest::Busy))
    }

    /// Admits a request; while half open, blocks the others for another break.
    fn pass(&mut self, source: &SourceId, now: Instant, rest: Duration) -> Result<(), RejectedRequest> {
        self.rejection(source, now).map_or(Ok(()), Err)?;
        if let Some(breaker) = self.breakers.get_mut(source) {
            breaker.open_until = breaker.open_until.map(|_| now + rest);
        }
        Ok(())
    }

    /// Reserves consecutive requests and returns the wait for the last of them.
    fn reserve(
        &mut self,
        count: u32,
        rate: HostRate,
        patience: Duration,
        now: Instant,
    ) -> Result<Duration, RejectedRequest> {
        let step = Duration::from_mins(1) / rate.per_minute.max(1);
        let slack = step * rate.burst.max(1).saturating_sub(1);
        let last = self.due.max(now) + step * count.saturating_sub(1);
        let wait = last.saturating_duration_since(now).saturating_sub(slack);
        if wait > patience {
            return Err(RejectedRequest::Throttled(wait));
        }
        self.due = last + step;
        Ok(wait)
    }

    fn health(&self, host: &str, now: Instant) -> HostHealth {
        let left = |until: Option<Instant>| until.map(|until| until.saturating_duration_since(now));
        let open_until = self.breakers.values().filter_map(|breaker| breaker.open_until).max();
        let breaker = match left(open_until) {
            None => BreakerState::Closed,
            Some(Duration::ZERO) => BreakerState::HalfOpen,
            Some(_) => BreakerState::Open,
        };
        HostHealth {
            host: host.to_owned(),
            breaker,
            failures: self
                .breakers
                .values()
                .map(|breaker| breaker.failures)
                .max()
                .unwrap_or(0),
            resting: left(open_until)
                .max(left(self.paused_until))
                .filter(|left| !left.is_zero()),
        }
    }
}

#[cfg(test)]
mod tests;
