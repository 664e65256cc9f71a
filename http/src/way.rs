//! The way from the automatic demo world to live sources.

use std::sync::Arc;

use adapters::config::Config;
use adapters::connect::{self, ConnectError, Started};
use async_trait::async_trait;
use domain::Tracker;
use http_api::{LiveWorld, WayToLive};
use ports::{DisclosureStore, StorageError};
use tokio::sync::watch;

/// The way from the automatic demo world to live sources.
pub struct Way {
    config: Config,
    /// The demo's ledger: what is asked from there is told there.
    ledger: Arc<dyn DisclosureStore>,
    /// The live world, once it is open.
    pub opened: watch::Sender<Option<Arc<Started>>>,
}

impl Way {
    /// Not gone yet.
    pub fn from(config: Config, tracker: &Tracker) -> Self {
        Self {
            config,
            ledger: Arc::clone(&tracker.ports().stores.disclosures),
            opened: watch::Sender::new(None),
        }
    }
}

#[async_trait]
impl WayToLive for Way {
    async fn answers(&self) -> bool {
        let answers = connect::live_answers(&self.config, Arc::clone(&self.ledger)).await;
        answers.unwrap_or_else(|error| {
            tracing::warn!(%error, "live sources could not be asked");
            false
        })
    }

    async fn open(&self) -> Result<LiveWorld, StorageError> {
        let opened = connect::start_live(&self.config, self.ledger.as_ref()).await;
        let started = opened.map_err(cannot_open)?;
        let (ports, instance) = (started.ports.clone(), started.instance.to_string());
        self.opened.send_replace(Some(Arc::new(started)));
        Ok(LiveWorld {
            tracker: Tracker::new(ports),
            instance,
        })
    }
}

fn cannot_open(error: ConnectError) -> StorageError {
    tracing::error!(%error, "the live world could not be opened; the demo goes on");
    match error {
        ConnectError::Storage(error) => error,
        other => StorageError::Unavailable {
            why: other.to_string(),
            full: false,
        },
    }
}
