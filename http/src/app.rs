//! What the handlers work with, and how the door is set.

use std::sync::Arc;
use std::time::Duration;

use domain::Tracker;
use ports::{ChainId, Clock, Ids};
use tokio::sync::watch;

use crate::client::Network;
use crate::host::Origin;
use crate::limit::Limits;
use crate::problem::Problem;
use crate::seats::Seats;
use crate::wire::World;

/// How the door is set. The composition root fills it from the configuration.
pub struct Settings {
    /// Where people open the page.
    pub origin: Origin,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// The table of rate limits.
    pub limits: Limits,
    /// Connections in all, and for one client.
    pub seats: Seats,
    /// How long a request may take to arrive, and its answer to be taken.
    pub patience: Patience,
    /// Names this installation: the page keeps its session under it.
    pub instance: String,
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

/// What the handlers work with; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

struct Parts {
    settings: Settings,
    tracker: Tracker,
    draining: watch::Sender<bool>,
    live_answers: watch::Sender<bool>,
}

impl App {
    /// Puts the door in its frame.
    pub fn new(tracker: Tracker, settings: Settings) -> Self {
        Self(Arc::new(Parts {
            settings,
            tracker,
            draining: watch::Sender::new(false),
            live_answers: watch::Sender::new(false),
        }))
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
        let unknown = || Problem::field("chain", format!("There is no such chain here. Known: {}.", known()));
        chains
            .named(text.trim())
            .map(|chain| chain.id.clone())
            .ok_or_else(unknown)
    }

    /// Which world the figures come from.
    pub(crate) fn world(&self) -> World {
        World {
            live_answers_again: *self.0.live_answers.borrow(),
            ..self.tracker().world().into()
        }
    }

    /// In the automatic demo world: whether a live source answers by now, so that the page can offer to switch.
    pub fn live_answers(&self, answers: bool) {
        self.0.live_answers.send_replace(answers);
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

    /// From now on `/readyz` answers 503 and streams end; what has begun is finished.
    pub fn drain(&self) {
        self.0.draining.send_replace(true);
    }

    pub(crate) fn draining(&self) -> watch::Receiver<bool> {
        self.0.draining.subscribe()
    }
}
