//! From the automatic demo world to live sources, while the server runs.
//!
//! A world has a door of its own: a request ends in the world that it began in, and one that arrives later meets the new
//! one. Nothing of the demo goes along; whoever wants to take their addresses states them again.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::Tracker;
use ports::StorageError;
use tokio::sync::{Mutex, watch};

use crate::App;
use crate::problem::Problem;

/// The way from the automatic demo world to live sources; the composition root knows it.
#[async_trait]
pub trait WayToLive: Send + Sync {
    /// Whether any live source answers now. MUST take a few seconds at most and tell nobody anything about a person.
    async fn answers(&self) -> bool;

    /// Opens the live world, with a database of its own, and moves the worker over. MUST leave nothing half done that a
    /// second try would stumble over.
    async fn open(&self) -> Result<LiveWorld, StorageError>;
}

/// A live world that was opened.
pub struct LiveWorld {
    /// Its tracker.
    pub tracker: Tracker,
    /// Names its data: the page keeps its session under it.
    pub instance: String,
}

/// What leads out of a world; out of most nothing does.
#[derive(Default)]
pub struct Exit {
    way: Option<Arc<dyn WayToLive>>,
    answers: watch::Sender<Answers>,
    turn: Mutex<()>,
    next: watch::Sender<Option<App>>,
}

/// What live sources said last.
#[derive(Clone, Copy, Default)]
struct Answers {
    yes: bool,
    asked: u64,
}

impl Exit {
    pub fn by(way: Arc<dyn WayToLive>) -> Self {
        Self {
            way: Some(way),
            ..Self::default()
        }
    }

    /// Whether live sources answered when they were asked last.
    pub fn answers(&self) -> bool {
        self.answers.borrow().yes
    }

    /// The world that people were led to, if they were.
    pub fn next(&self) -> Option<App> {
        self.next.borrow().clone()
    }

    pub fn is_there(&self) -> bool {
        self.way.is_some()
    }

    /// Asks live sources, one question at a time; those who waited meanwhile get the same answer.
    async fn ask(&self) -> Result<bool, Problem> {
        let way = self.way()?;
        let before = self.answers.borrow().asked;
        let _turn = self.turn.lock().await;
        if self.answers.borrow().asked == before {
            self.note(way.answers().await);
        }
        Ok(self.answers())
    }

    fn note(&self, yes: bool) {
        let asked = self.answers.borrow().asked + 1;
        self.answers.send_replace(Answers { yes, asked });
    }

    fn way(&self) -> Result<&Arc<dyn WayToLive>, Problem> {
        let chosen = "SPYHOP_SOURCES selects demo or live data. Change it there.";
        self.way.as_ref().ok_or_else(|| conflict(chosen))
    }
}

fn conflict(message: &str) -> Problem {
    Problem::Conflict {
        message: message.to_owned(),
    }
}

impl App {
    /// Asks live sources every so often until people were led to them. Where nothing leads out it ends at once.
    pub async fn keep_asking(&self, every: Duration) {
        while self.exit().is_there() && self.exit().next().is_none() {
            tokio::time::sleep(every).await;
            if let Err(problem) = self.exit().ask().await {
                tracing::debug!(?problem, "live sources were not asked");
            }
        }
    }

    /// Asks live sources now.
    pub(crate) async fn ask_live(&self) -> Result<(), Problem> {
        self.exit().ask().await.map(drop)
    }

    /// Leads everybody to the live world, once; later callers are led to the same.
    pub(crate) async fn go_live(&self) -> Result<Self, Problem> {
        let exit = self.exit();
        let way = exit.way()?;
        let _turn = exit.turn.lock().await;
        if let Some(next) = exit.next() {
            return Ok(next);
        }
        exit.note(way.answers().await);
        if !exit.answers() {
            return Err(conflict("Still no answer from live sources. We retry every minute."));
        }
        let next = self.beside(way.open().await?);
        exit.next.send_replace(Some(next.clone()));
        tracing::info!("the demo world was left: live sources from now on");
        Ok(next)
    }
}
