//! The one way out of this server.
//!
//! Every request goes to a host on the list, at the pace that the host allows, for a stated purpose, and is written to
//! the privacy ledger before it leaves. Nothing follows redirects, keeps cookies or reaches a private address that was
//! not configured as the operator's own. What comes back is bounded; what goes wrong becomes a [`RemoteError`] that
//! names the host's display name and never an address of a page, a key or a provider's free text.

mod gate;
mod guard;
mod hosts;
mod ledger;
mod record;
mod request;
mod retry_after;
mod transfer;

use std::{sync::Arc, time::Duration};

use ports::{
    Clock, DisclosureStore, Entropy, RemoteError, StorageError, Timestamp,
    json::{self, Bounds, ReadJsonError},
};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, sleep};
use url::Url;

pub use gate::{Breaker, HostHealth};
pub use hosts::{AllowedHost, Rate, host_key};
pub use ledger::Ledger;
pub use record::{Exchange, Recorder};
pub use request::{Errand, Request};
pub use transfer::TOO_LARGE;

use gate::{Closed, Gates};
use hosts::Hosts;
use transfer::{Transfer, refuses_the_question};

/// What is read of an answer in JSON.
const ANSWER: Bounds = Bounds {
    depth: 64,
    values: 500_000,
};

/// How patient the client is. The defaults suit public providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// For a connection to stand.
    pub connect: Duration,
    /// Between two pieces of an answer.
    pub read: Duration,
    /// For one attempt as a whole.
    pub total: Duration,
    /// The first pause before another attempt; it doubles, and a random part of it is waited.
    pub backoff: Duration,
    /// The longest wait inside one call, for a turn or for another attempt.
    pub patience: Duration,
    /// Failures in a row after which a host is left alone.
    pub failures: u32,
    /// How long it is left alone before one question tries it again.
    pub rest: Duration,
    /// The longest that a host is left alone because it asked for that: what it says is not always sane.
    pub longest: Duration,
    /// Bytes of an answer at most.
    pub answer: usize,
    /// Only hosts marked as the operator's own.
    pub own_only: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            read: Duration::from_secs(15),
            total: Duration::from_secs(30),
            backoff: Duration::from_millis(250),
            patience: Duration::from_secs(5),
            failures: 5,
            rest: Duration::from_secs(30),
            longest: Duration::from_hours(1),
            answer: 8 << 20,
            own_only: false,
        }
    }
}

/// Why the client cannot be built.
#[derive(Debug, thiserror::Error)]
#[error("the outgoing client cannot start: {0}. Are the system's certificates installed (ca-certificates)?")]
pub struct BuildError(String);

/// The guarded client. Cheap to share behind an `Arc`.
pub struct HttpClient {
    transfer: Transfer,
    hosts: Hosts,
    gates: Gates,
    ledger: Arc<Ledger>,
    settings: Settings,
    entropy: Arc<dyn Entropy>,
    clock: Arc<dyn Clock>,
}

impl HttpClient {
    /// A client that speaks to these hosts and no other.
    pub fn new(
        hosts: Vec<AllowedHost>,
        settings: Settings,
        disclosures: Arc<dyn DisclosureStore>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, BuildError> {
        let hosts = Hosts::new(hosts, settings.own_only);
        Ok(Self {
            transfer: Transfer::new(&hosts, &settings).map_err(BuildError)?,
            gates: Gates::new(settings.failures, settings.rest),
            ledger: Arc::new(Ledger::new(disclosures, clock.clone())),
            hosts,
            settings,
            entropy,
            clock,
        })
    }

    /// The time by the clock that the privacy ledger is written with.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Records every exchange from now on.
    #[must_use]
    pub fn recording(mut self, recorder: Arc<dyn Recorder>) -> Self {
        self.transfer.record(recorder);
        self
    }

    /// Sends a read and gives the bytes of a good answer. Attempts after the first wait longer each time, and as long
    /// as the host asked for where that is bearable.
    pub async fn send(&self, request: &Request, errand: &Errand) -> Result<Vec<u8>, RemoteError> {
        let host = self.hosts.check(request.url()).map_err(|why| errand.refused(why))?;
        let mut attempt = 0;
        loop {
            self.turn(host, request, errand).await?;
            let error = match self.exchange(host, request, errand).await {
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

    /// Sends a read whose answer is JSON, which is bounded in depth and length. Numbers keep every digit where `T` does.
    pub async fn json<T: DeserializeOwned>(&self, request: &Request, errand: &Errand) -> Result<T, RemoteError> {
        let bytes = self.send(request, errand).await?;
        let value = json::read(&bytes, ANSWER).map_err(|why| errand.malformed(unreadable(&why)))?;
        serde_json::from_value(value).map_err(|why| errand.malformed(&format!("{:?} in its JSON", why.classify())))
    }

    /// The failure that stands as a code inside an answer of a good status, where it says that the host was asked too often:
    /// the host rests as if the code had been the status.
    pub fn refused_by_code(&self, request: &Request, code: u16, errand: &Errand) -> Option<RemoteError> {
        let error = transfer::too_often(request, code, None, errand)?;
        let host = self.hosts.check(request.url()).ok()?;
        self.gates.leave(&host.key, Some(&error), Instant::now());
        Some(error)
    }

    /// How each host that was asked is doing.
    pub fn health(&self) -> Vec<HostHealth> {
        self.gates.health(Instant::now())
    }

    /// Writes what the ledger still holds in memory. Called when the server stops.
    pub async fn flush(&self) -> Result<(), StorageError> {
        self.ledger.flush().await
    }

    /// Takes turns at the URL's host for booked questions that follow: all of them or none, so that who has begun need not
    /// wait in the middle. It may be no more than the host bears at once.
    pub async fn book(&self, url: &Url, turns: u32, errand: &Errand) -> Result<(), RemoteError> {
        let host = self.hosts.check(url).map_err(|why| errand.refused(why))?;
        let pace = (host.rate, self.settings.patience);
        self.admitted(errand, |now| self.gates.book(&host.key, turns, pace, now))
            .await
    }

    /// Waits for a turn at the host's gate, if none was booked.
    async fn turn(&self, host: &AllowedHost, request: &Request, errand: &Errand) -> Result<(), RemoteError> {
        let patience = self.settings.patience;
        self.admitted(errand, |now| {
            if request.is_booked() {
                self.gates.enter_booked(&host.key, now)
            } else {
                self.gates.enter(&host.key, host.rate, patience, now)
            }
        })
        .await
    }

    /// Waits until a gate opens, also through a short pause that the host asked for.
    async fn admitted(
        &self,
        errand: &Errand,
        enter: impl Fn(Instant) -> Result<Duration, Closed> + Send,
    ) -> Result<(), RemoteError> {
        let patience = self.settings.patience;
        for _ in 0..3 {
            match enter(Instant::now()) {
                Ok(wait) => {
                    sleep(wait).await;
                    return Ok(());
                }
                Err(Closed::Busy(left)) if left <= patience => sleep(left).await,
                Err(Closed::Busy(left)) => return Err(errand.rate_limited(Some(left))),
                Err(Closed::Paced(wait)) => return Err(errand.paced(wait)),
                Err(Closed::Resting(left)) => {
                    return Err(errand.unavailable("it failed too often and is paused for a while", Some(left)));
                }
            }
        }
        Err(errand.rate_limited(None))
    }

    async fn exchange(&self, host: &AllowedHost, request: &Request, errand: &Errand) -> Result<Vec<u8>, RemoteError> {
        let noted = self.ledger.note(&host.key, errand);
        noted.map_err(|why| errand.unavailable(why, None))?;
        let result = self.transfer.run(request, errand, self.clock.now()).await;
        let against = result.as_ref().err().filter(|error| !refuses_the_question(error));
        self.gates.leave(&host.key, against, Instant::now());
        result
    }

    /// How long to wait before the next attempt; `None` when another attempt is of no use now.
    fn pause(&self, attempt: u32, error: &RemoteError) -> Option<Duration> {
        let asked = match error {
            RemoteError::Unavailable { retry_after, .. } => retry_after.unwrap_or_default(),
            RemoteError::RateLimited { retry_after, .. } => retry_after.unwrap_or(self.settings.backoff),
            RemoteError::Paced { .. }
            | RemoteError::Refused { .. }
            | RemoteError::KeyRequired { .. }
            | RemoteError::NotCurrent { .. }
            | RemoteError::Malformed { .. }
            | RemoteError::Unsupported { .. } => return None,
        };
        let widest = self.settings.backoff.saturating_mul(1 << attempt.min(10));
        let pause = asked + self.part_of(widest);
        (asked <= self.settings.patience).then(|| pause.min(self.settings.patience))
    }

    /// A random part, so that many callers do not come back at the same moment.
    fn part_of(&self, whole: Duration) -> Duration {
        let random = self.entropy.bytes()[0];
        whole * u32::from(random) / 256
    }
}

/// What was wrong with an answer, in our own words.
fn unreadable(why: &ReadJsonError) -> &'static str {
    match why {
        ReadJsonError::Malformed { .. } => "text that is not JSON",
        ReadJsonError::TooDeep => "JSON that is nested too deeply",
        ReadJsonError::TooMany => "JSON with too many values",
        ReadJsonError::Twice(_) => "JSON with a repeated key",
    }
}
