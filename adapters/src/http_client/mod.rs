//! The HTTP client for all outgoing requests.
//!
//! Every request goes to an allowed host, within its rate limit, with a [`RequestContext`], and is written to the privacy
//! ledger before it is sent. The client does not follow redirects, keeps no cookies, and connects to private addresses
//! only where they are configured as the operator's own. Responses are bounded in size. Failures become a [`RemoteError`]
//! that contains the source's display name, and never a URL, a key or the provider's free text.

mod guard;
mod host_limiter;
mod hosts;
mod ledger;
mod record;
mod request;
mod retry_after;
mod settings;
mod transfer;

use std::{sync::Arc, time::Duration};

use ports::{
    Clock, DisclosureStore, Entropy, RemoteError, StorageError, Timestamp,
    json::{self, Json, ReadJsonError},
};
use tokio::time::{Instant, sleep};
use url::Url;

pub use host_limiter::{BreakerState, HostHealth};
pub use hosts::{AllowedHost, HostRate, host_key};
pub use ledger::Ledger;
pub use record::{HttpExchange, Recorder};
pub use request::{OutgoingRequest, RequestContext};
pub(crate) use settings::ANSWER;
pub use settings::HttpClientSettings;
pub use transfer::TOO_LARGE;

use host_limiter::{HostLimiters, RejectedRequest};
use hosts::Hosts;
use transfer::{Transfer, rejects_only_the_request};

/// Why the client cannot be built.
#[derive(Debug, thiserror::Error)]
#[error("the outgoing client cannot start: {0}. Are the system's certificates installed (ca-certificates)?")]
pub struct BuildError(String);

/// The HTTP client for outgoing requests; shared behind an `Arc`.
pub struct HttpClient {
    transfer: Transfer,
    hosts: Hosts,
    limiters: HostLimiters,
    ledger: Arc<Ledger>,
    settings: HttpClientSettings,
    entropy: Arc<dyn Entropy>,
    clock: Arc<dyn Clock>,
}

impl HttpClient {
    /// Makes a client that sends requests to these hosts only.
    pub fn new(
        hosts: Vec<AllowedHost>,
        settings: HttpClientSettings,
        disclosures: Arc<dyn DisclosureStore>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, BuildError> {
        let hosts = Hosts::new(hosts, settings.own_only);
        Ok(Self {
            transfer: Transfer::new(&hosts, &settings).map_err(BuildError)?,
            limiters: HostLimiters::new(settings.failures, settings.rest),
            ledger: Arc::new(Ledger::new(disclosures, clock.clone())),
            hosts,
            settings,
            entropy,
            clock,
        })
    }

    /// Returns the time of the clock that the privacy ledger is written with.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Records every request and response from now on.
    #[must_use]
    pub fn recording(mut self, recorder: Arc<dyn Recorder>) -> Self {
        self.transfer.record(recorder);
        self
    }

    /// Sends a request and returns the body of a successful response. Retries back off exponentially, and at least as long
    /// as the host asked for, up to [`HttpClientSettings::patience`].
    pub async fn send(&self, request: &OutgoingRequest, context: &RequestContext) -> Result<Vec<u8>, RemoteError> {
        let host = self.hosts.check(request.url()).map_err(|why| context.refused(why))?;
        let mut attempt = 0;
        loop {
            self.wait_for_rate_limit(host, request, context).await?;
            let error = match self.exchange(host, request, context).await {
                Ok(bytes) => return Ok(bytes),
                Err(error) => error,
            };
            attempt += 1;
            match self.pause(attempt, &error) {
                Some(pause) if attempt < request.attempts() => sleep(pause).await,
                _ => return Err(error),
            }
        }
    }

    /// Sends a request and parses the JSON response, which is bounded in depth and length.
    pub async fn json(&self, request: &OutgoingRequest, context: &RequestContext) -> Result<Json, RemoteError> {
        let bytes = self.send(request, context).await?;
        json::read(&bytes, ANSWER).map_err(|why| context.malformed(unreadable(&why)))
    }

    /// Returns the error for a status code inside the body of a successful response, where it means too many requests. The
    /// host is then paused as if the code had been the HTTP status.
    pub fn rate_limited_by_code(
        &self,
        request: &OutgoingRequest,
        code: u16,
        context: &RequestContext,
    ) -> Option<RemoteError> {
        let error = transfer::rate_limit_error(request, code, None, context)?;
        let host = self.hosts.check(request.url()).ok()?;
        self.limiters
            .record((&host.key, &context.source), Some(&error), Instant::now());
        Some(error)
    }

    /// Returns the state of each host that requests were sent to.
    pub fn health(&self) -> Vec<HostHealth> {
        self.limiters.health(Instant::now())
    }

    /// Writes the privacy ledger rows that are still in memory. Called when the server stops.
    pub async fn flush(&self) -> Result<(), StorageError> {
        self.ledger.flush().await
    }

    /// Reserves the rate limit of the URL's host for several following requests, all of them or none, so that a sequence is
    /// not delayed in the middle. `requests` must not exceed the host's burst.
    pub async fn book(&self, url: &Url, requests: u32, context: &RequestContext) -> Result<(), RemoteError> {
        let host = self.hosts.check(url).map_err(|why| context.refused(why))?;
        let pace = (host.rate, self.settings.patience);
        self.admitted(context, |now| {
            self.limiters.book((&host.key, &context.source), requests, pace, now)
        })
        .await
    }

    /// Waits for the host's rate limit, unless the request was reserved.
    async fn wait_for_rate_limit(
        &self,
        host: &AllowedHost,
        request: &OutgoingRequest,
        context: &RequestContext,
    ) -> Result<(), RemoteError> {
        let (patience, to) = (self.settings.patience, (host.key.as_str(), &context.source));
        self.admitted(context, |now| {
            if request.is_booked() {
                self.limiters.admit_booked(to, now)
            } else {
                self.limiters.admit(to, host.rate, patience, now)
            }
        })
        .await
    }

    /// Waits until a request is admitted, also through a short pause that the host asked for.
    async fn admitted(
        &self,
        context: &RequestContext,
        enter: impl Fn(Instant) -> Result<Duration, RejectedRequest> + Send,
    ) -> Result<(), RemoteError> {
        let patience = self.settings.patience;
        for _ in 0..3 {
            match enter(Instant::now()) {
                Ok(wait) => {
                    sleep(wait).await;
                    return Ok(());
                }
                Err(RejectedRequest::Busy(left)) if left <= patience => sleep(left).await,
                Err(RejectedRequest::Busy(left)) => return Err(context.rate_limited(Some(left))),
                Err(RejectedRequest::Throttled(wait)) => return Err(context.throttled(wait)),
                Err(RejectedRequest::Resting(left)) => {
                    return Err(context.unavailable("it failed too often and is paused for a while", Some(left)));
                }
            }
        }
        Err(context.rate_limited(None))
    }

    async fn exchange(
        &self,
        host: &AllowedHost,
        request: &OutgoingRequest,
        context: &RequestContext,
    ) -> Result<Vec<u8>, RemoteError> {
        let added = self.ledger.add(&host.key, context);
        added.map_err(|why| context.unavailable(why, None))?;
        let result = self.transfer.run(request, context, self.clock.now()).await;
        let error = result.as_ref().err().filter(|error| !rejects_only_the_request(error));
        self.limiters
            .record((&host.key, &context.source), error, Instant::now());
        result
    }

    /// Returns how long to wait before the next attempt; `None` where a retry is of no use now.
    fn pause(&self, attempt: u32, error: &RemoteError) -> Option<Duration> {
        let requested = match error {
            RemoteError::Unavailable { retry_after, .. } => retry_after.unwrap_or_default(),
            RemoteError::RateLimited { retry_after, .. } => retry_after.unwrap_or(self.settings.backoff),
            RemoteError::Throttled { .. }
            | RemoteError::Refused { .. }
            | RemoteError::KeyRequired { .. }
            | RemoteError::Key { .. }
            | RemoteError::NotCurrent { .. }
            | RemoteError::Malformed { .. }
            | RemoteError::Unsupported { .. } => return None,
        };
        let widest = self.settings.backoff.saturating_mul(1 << attempt.min(10));
        let pause = requested + self.part_of(widest);
        (requested <= self.settings.patience).then(|| pause.min(self.settings.patience))
    }

    /// Returns a random part of a pause (full jitter), so that many callers do not retry at the same moment.
    fn part_of(&self, whole: Duration) -> Duration {
        let random = self.entropy.bytes()[0];
        whole * u32::from(random) / 256
    }
}

/// Describes an unreadable response.
fn unreadable(why: &ReadJsonError) -> &'static str {
    match why {
        ReadJsonError::Malformed { .. } => "text that is not JSON",
        ReadJsonError::TooDeep => "JSON that is nested too deeply",
        ReadJsonError::TooMany => "JSON with too many values",
        ReadJsonError::Twice(_) => "JSON with a repeated key",
    }
}
