//! The state that handlers share, and the settings of the server.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use domain::Tracker;
use ports::{ChainId, Clock, Ids, Timestamp};
use tokio::sync::watch;

use crate::admission::Admission;
use crate::client::{Client, ProxyNetwork};
use crate::limit::{CallLimit, Limits, per_hour};
use crate::origin::Origin;
use crate::problem::Problem;
use crate::progress::ProgressFeeds;
use crate::temp_login::TempLoginPassword;
use crate::wire::World;
use crate::world::{LiveConnector, LiveSwitch, LiveWorld};

/// Limits look-ups of names, each of which discloses the name to a provider.
pub static LOOK_UP_NAMES: CallLimit = CallLimit::new("look-up-names", "names that are looked up", per_hour::<1000>());

/// The settings of the server, which the composition root fills from the configuration.
pub struct Settings {
    /// The origin at which people open the page.
    pub origin: Origin,
    /// Origins of other pages that may call the API.
    pub allowed_origins: Vec<Origin>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<ProxyNetwork>,
    /// The password of `temp-login`; without one that call does not exist.
    pub temp_login: Option<TempLoginPassword>,
    /// The rate limits.
    pub limits: Limits,
    /// The concurrency limits.
    pub admission: Admission,
    /// The timeouts of a connection.
    pub timeouts: Timeouts,
    /// Identifies the data of the first world. The page stores its session under this id.
    pub instance: String,
    /// Whether the operator gives discounts, which Welcome offers where plans are on.
    pub discounts: bool,
    /// Links in the footer of every page, by name. Links that are not set are not shown.
    pub links: BTreeMap<String, String>,
}

/// The timeouts of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// How long the head of a request may take to arrive.
    pub head: Duration,
    /// How long the body of a request may take to arrive.
    pub body: Duration,
    /// How long a response may make no progress because the client does not read it.
    pub write: Duration,
}

impl Timeouts {
    /// Returns the timeouts of a server on which a body has this long to arrive.
    #[must_use]
    pub fn new(body: Duration) -> Self {
        Self {
            head: body / 3,
            body,
            write: body,
        }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self::new(Duration::from_secs(30))
    }
}

/// The state that handlers share, for one world. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<AppState>);

struct AppState {
    settings: Arc<Settings>,
    draining: watch::Sender<bool>,
    tracker: Tracker,
    instance: String,
    live_switch: LiveSwitch<App>,
    progress: ProgressFeeds,
}

impl App {
    /// Returns the state for a world that people cannot leave.
    pub fn new(tracker: Tracker, settings: Settings) -> Self {
        Self::with_switch(tracker, settings, LiveSwitch::default())
    }

    /// Returns the state for an automatic demo, which people may leave for the live world that `connector` opens.
    pub fn automatic_demo(tracker: Tracker, settings: Settings, connector: Arc<dyn LiveConnector>) -> Self {
        Self::with_switch(tracker, settings, LiveSwitch::to(connector))
    }

    fn with_switch(tracker: Tracker, settings: Settings, live_switch: LiveSwitch<Self>) -> Self {
        Self(Arc::new(AppState {
            instance: settings.instance.clone(),
            settings: Arc::new(settings),
            draining: watch::Sender::new(false),
            tracker,
            live_switch,
            progress: ProgressFeeds::default(),
        }))
    }

    /// Returns the state for another world on the same server. Both share the settings, the limits and the shutdown signal.
    pub(crate) fn with_world(&self, world: LiveWorld) -> Self {
        let LiveWorld { tracker, instance } = world;
        Self(Arc::new(AppState {
            settings: Arc::clone(&self.0.settings),
            draining: self.0.draining.clone(),
            tracker,
            instance,
            live_switch: LiveSwitch::default(),
            progress: ProgressFeeds::default(),
        }))
    }

    /// The progress of the reads in this world, which streams and polls share.
    pub(crate) fn progress(&self) -> &ProgressFeeds {
        &self.0.progress
    }

    /// The switch from this world to the live world.
    pub(crate) fn live_switch(&self) -> &LiveSwitch<Self> {
        &self.0.live_switch
    }

    /// Checks at each interval whether live sources respond, until people switch to them. Returns immediately if there is no
    /// live world to switch to.
    pub async fn check_live_periodically(&self, interval: Duration) {
        while self.live_switch().is_available() && self.live_switch().opened().is_none() {
            tokio::time::sleep(interval).await;
            if let Err(problem) = self.live_switch().check().await {
                tracing::debug!(?problem, "live sources were not checked");
            }
        }
    }

    /// Checks now whether live sources respond.
    pub(crate) async fn check_live(&self) -> Result<(), Problem> {
        self.live_switch().check().await.map(drop)
    }

    /// Switches everyone to the live world and returns it. Later calls return the same world.
    pub(crate) async fn go_live(&self) -> Result<Self, Problem> {
        self.live_switch().open(|world| self.with_world(world)).await
    }

    /// The id of this world's data.
    pub(crate) fn instance(&self) -> &str {
        &self.0.instance
    }

    /// The use cases of the domain.
    pub fn tracker(&self) -> &Tracker {
        &self.0.tracker
    }

    /// Returns the chain with this id or code.
    pub(crate) fn chain(&self, text: &str) -> Result<ChainId, Problem> {
        let chains = &self.tracker().ports().chains;
        let known = || {
            chains
                .all()
                .iter()
                .map(|chain| chain.code.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        let unknown = || Problem::field("chain", format!("Unknown network. Use one of: {}.", known()));
        chains
            .named(text.trim())
            .map(|chain| chain.id.clone())
            .ok_or_else(unknown)
    }

    /// The world that figures come from.
    pub(crate) fn world(&self) -> World {
        World {
            live_answers_again: self.0.live_switch.is_reachable(),
            ..self.tracker().world().into()
        }
    }

    /// Counts lookups of names against the client's rate limit. Each one discloses a name to a provider and costs it work.
    pub(crate) async fn count_lookups(&self, client: Client, names: usize) -> Result<(), Problem> {
        let Some(names) = NonZeroU32::new(u32::try_from(names).unwrap_or(u32::MAX)) else {
            return Ok(());
        };
        let limits = &self.settings().limits;
        limits
            .check_several(&LOOK_UP_NAMES, client, names, self.tracker())
            .await
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn admission(&self) -> &Admission {
        &self.0.settings.admission
    }

    pub(crate) fn ids(&self) -> &dyn Ids {
        self.0.tracker.ports().ids.as_ref()
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.0.tracker.ports().clock.as_ref()
    }

    /// Whether the clock is set. Timestamps before 1970 cannot be stored.
    pub(crate) fn has_date(&self) -> bool {
        self.clock().now() > Timestamp::from_millis(0)
    }

    /// Makes `/readyz` return 503 and ends event streams. Requests in progress are finished.
    pub fn drain(&self) {
        self.0.draining.send_replace(true);
    }

    pub(crate) fn draining(&self) -> watch::Receiver<bool> {
        self.0.draining.subscribe()
    }
}
