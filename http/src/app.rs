//! What the handlers work with, and how the door is set.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::Tracker;
use ports::{ChainId, Clock, Ids, Timestamp};
use tokio::sync::watch;

use crate::client::{Client, Network};
use crate::host::Origin;
use crate::limit::Limits;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::seats::Seats;
use crate::wire::World;
use crate::world::{Exit, LiveWorld, WayToLive};

/// How the door is set. The composition root fills it from the configuration.
pub struct Settings {
    /// Where people open the page.
    pub origin: Origin,
    /// Origins of other pages that may call the API.
    pub allowed_origins: Vec<Origin>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// The table of rate limits.
    pub limits: Limits,
    /// Connections in all, and for one client.
    pub seats: Seats,
    /// How long a request may take to arrive, and its answer to be taken.
    pub patience: Patience,
    /// Names the data of the first world: the page keeps its session under it.
    pub instance: String,
    /// Links in the foot of every page, by name; what is not set is not shown.
    pub links: BTreeMap<String, String>,
}

/// How long a request may take to arrive, and its answer to be taken.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The head.
    pub head: Duration,
    /// The body.
    pub body: Duration,
    /// Between two pieces of the answer that the client takes.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            body: Duration::from_secs(30),
            answer: Duration::from_secs(30),
        }
    }
}

/// One world with its door: what the handlers work with; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

struct Parts {
    settings: Arc<Settings>,
    draining: watch::Sender<bool>,
    tracker: Tracker,
    instance: String,
    exit: Exit,
    progress: Progress,
}

impl App {
    /// Puts the door in its frame.
    pub fn new(tracker: Tracker, settings: Settings) -> Self {
        Self::opened(tracker, settings, Exit::default())
    }

    /// The same for an automatic demo: people may leave it by this way.
    pub fn automatic_demo(tracker: Tracker, settings: Settings, way: Arc<dyn WayToLive>) -> Self {
        Self::opened(tracker, settings, Exit::by(way))
    }

    fn opened(tracker: Tracker, settings: Settings, exit: Exit) -> Self {
        Self(Arc::new(Parts {
            instance: settings.instance.clone(),
            settings: Arc::new(settings),
            draining: watch::Sender::new(false),
            tracker,
            exit,
            progress: Progress::default(),
        }))
    }

    /// Another world behind the same door: the limits, the seats and the end of the server are the same.
    pub(crate) fn beside(&self, world: LiveWorld) -> Self {
        let LiveWorld { tracker, instance } = world;
        Self(Arc::new(Parts {
            settings: Arc::clone(&self.0.settings),
            draining: self.0.draining.clone(),
            tracker,
            instance,
            exit: Exit::default(),
            progress: Progress::default(),
        }))
    }

    /// The progress of those who are looking at this world.
    pub(crate) fn progress(&self) -> &Progress {
        &self.0.progress
    }

    /// What leads out of this world.
    pub(crate) fn exit(&self) -> &Exit {
        &self.0.exit
    }

    /// Names the data of this world.
    pub(crate) fn instance(&self) -> &str {
        &self.0.instance
    }

    /// The tracker behind the door.
    pub fn tracker(&self) -> &Tracker {
        &self.0.tracker
    }

    /// The chain that a call names by its id or its code.
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

    /// Which world the figures come from.
    pub(crate) fn world(&self) -> World {
        World {
            live_answers_again: self.0.exit.answers(),
            ..self.tracker().world().into()
        }
    }

    /// Takes look-ups of names out of what a client may spend: each tells a provider something, and costs it work.
    pub(crate) fn spend_look_ups(&self, client: Client, names: usize) -> Result<(), Problem> {
        self.settings().limits.spend("look-up-names", client, names)
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn seats(&self) -> &Seats {
        &self.0.settings.seats
    }

    pub(crate) fn ids(&self) -> &dyn Ids {
        self.0.tracker.ports().ids.as_ref()
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.0.tracker.ports().clock.as_ref()
    }

    /// Whether the clock is set: nothing can be dated before 1970.
    pub(crate) fn has_date(&self) -> bool {
        self.clock().now() > Timestamp::from_millis(0)
    }

    /// From now on `/readyz` answers 503 and streams end; what has begun is finished.
    pub fn drain(&self) {
        self.0.draining.send_replace(true);
    }

    pub(crate) fn draining(&self) -> watch::Receiver<bool> {
        self.0.draining.subscribe()
    }
}
