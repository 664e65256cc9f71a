//! The switch from an automatic demo to the live world, while the server runs.
//!
//! Each world has a router of its own: a request is finished in the world in which it started, and later ones are served by the
//! live world. Nothing of the demo is kept; people enter their addresses again.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Tracker;
use ports::StorageError;
use tokio::sync::{Mutex, watch};

use crate::problem::Problem;

/// The connection of an automatic demo to live sources. The composition root implements it.
#[async_trait]
pub trait LiveConnector: Send + Sync {
    /// Whether any live source responds now. MUST take a few seconds at most and MUST NOT disclose anything about a user.
    async fn is_reachable(&self) -> bool;

    /// Opens the live world, with a database of its own, and starts its worker. After an error it MUST be possible to call it
    /// again.
    async fn open(&self) -> Result<LiveWorld, StorageError>;
}

/// An opened live world.
pub struct LiveWorld {
    /// The use cases of the domain in this world.
    pub tracker: Tracker,
    /// Identifies the world's data. The page stores its session under this id.
    pub instance: String,
}

/// The switch from a demo to the live world, whose server has the state `A`. Without a connector there is no live world to switch
/// to.
pub struct LiveSwitch<A> {
    connector: Option<Arc<dyn LiveConnector>>,
    last_check: watch::Sender<LastCheck>,
    /// Held while live sources are checked or the live world is opened.
    lock: Mutex<()>,
    opened: watch::Sender<Option<A>>,
}

/// The result of the last check of the live sources, and the number of checks so far.
#[derive(Clone, Copy, Default)]
struct LastCheck {
    is_reachable: bool,
    number: u64,
}

impl<A> Default for LiveSwitch<A> {
    fn default() -> Self {
        Self {
            connector: None,
            last_check: watch::Sender::default(),
            lock: Mutex::default(),
            opened: watch::Sender::new(None),
        }
    }
}

impl<A: Clone> LiveSwitch<A> {
    /// A switch to the world that `connector` opens.
    pub fn to(connector: Arc<dyn LiveConnector>) -> Self {
        Self {
            connector: Some(connector),
            ..Self::default()
        }
    }

    /// Whether live sources responded to the last check.
    pub fn is_reachable(&self) -> bool {
        self.last_check.borrow().is_reachable
    }

    /// The live world, if people switched to it.
    pub fn opened(&self) -> Option<A> {
        self.opened.borrow().clone()
    }

    /// Whether there is a live world to switch to.
    pub fn is_available(&self) -> bool {
        self.connector.is_some()
    }

    /// Checks whether live sources respond. Callers that wait for a running check share its result.
    pub async fn check(&self) -> Result<bool, Problem> {
        let connector = self.connector()?;
        let before = self.last_check.borrow().number;
        let _guard = self.lock.lock().await;
        if self.last_check.borrow().number == before {
            self.record(connector.is_reachable().await);
        }
        Ok(self.is_reachable())
    }

    /// Opens the live world for everyone and returns the state that `start` makes of it. Later calls return the same state.
    pub async fn open(&self, start: impl FnOnce(LiveWorld) -> A) -> Result<A, Problem> {
        let connector = self.connector()?;
        let _guard = self.lock.lock().await;
        if let Some(live) = self.opened() {
            return Ok(live);
        }
        self.record(connector.is_reachable().await);
        if !self.is_reachable() {
            return Err(conflict("Still no answer from live sources. We retry every minute."));
        }
        let live = start(connector.open().await?);
        self.opened.send_replace(Some(live.clone()));
        tracing::info!("switched from the demo to live sources");
        Ok(live)
    }

    fn record(&self, is_reachable: bool) {
        let number = self.last_check.borrow().number + 1;
        self.last_check.send_replace(LastCheck { is_reachable, number });
    }

    fn connector(&self) -> Result<&Arc<dyn LiveConnector>, Problem> {
        let configured = "SPYHOP_SOURCES selects demo or live data. Change it there.";
        self.connector.as_ref().ok_or_else(|| conflict(configured))
    }
}

fn conflict(message: &str) -> Problem {
    Problem::Conflict {
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;
    use tokio::sync::Notify;

    use super::*;

    /// Live sources that answer when they are released.
    #[derive(Default)]
    struct HeldSources {
        checks: AtomicUsize,
        released: Notify,
    }

    #[async_trait]
    impl LiveConnector for HeldSources {
        async fn is_reachable(&self) -> bool {
            self.checks.fetch_add(1, Ordering::SeqCst);
            self.released.notified().await;
            true
        }

        async fn open(&self) -> Result<LiveWorld, StorageError> {
            unreachable!("they are only checked")
        }
    }

    #[tokio::test]
    async fn callers_that_wait_for_a_check_share_its_result() {
        let sources = Arc::new(HeldSources::default());
        let switch = LiveSwitch::<()>::to(sources.clone());
        let mut checks = pin!(join_all((0..10).map(|_| switch.check())));
        assert!(futures::poll!(&mut checks).is_pending());
        sources.released.notify_one();
        assert!(checks.await.into_iter().all(|check| check == Ok(true)));
        assert_eq!(sources.checks.load(Ordering::SeqCst), 1);
        let mut later = pin!(switch.check());
        assert!(futures::poll!(&mut later).is_pending());
        assert_eq!(
            sources.checks.load(Ordering::SeqCst),
            2,
            "a later caller gets a new result"
        );
    }
}
