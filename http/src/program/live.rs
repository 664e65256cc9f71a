//! How the automatic demo connects to live sources.

use std::sync::Arc;

use adapters::config::Config;
use adapters::connect::{self, ConnectError, Started};
use async_trait::async_trait;
use domain::Tracker;
use http_api::{LiveConnector, LiveWorld};
use ports::{DisclosureStore, StorageError};
use tokio::sync::watch;

/// The configured live sources.
pub struct LiveSources {
    config: Config,
    /// The demo's disclosures. Requests that the demo makes to live sources are recorded here.
    disclosures: Arc<dyn DisclosureStore>,
    /// The live world, once it is opened.
    pub opened: watch::Sender<Option<Arc<Started>>>,
}

impl LiveSources {
    /// The live sources of this configuration, for the demo that `tracker` serves.
    pub fn new(config: Config, tracker: &Tracker) -> Self {
        Self {
            config,
            disclosures: Arc::clone(&tracker.ports().stores.disclosures),
            opened: watch::Sender::new(None),
        }
    }
}

#[async_trait]
impl LiveConnector for LiveSources {
    async fn is_reachable(&self) -> bool {
        let answers = connect::live_answers(&self.config, Arc::clone(&self.disclosures)).await;
        answers.unwrap_or_else(|error| {
            tracing::warn!(%error, "live sources could not be requested");
            false
        })
    }

    async fn open(&self) -> Result<LiveWorld, StorageError> {
        let opened = connect::start_live(&self.config, self.disclosures.as_ref()).await;
        let started = opened.map_err(storage_error)?;
        let (ports, instance) = (started.ports.clone(), started.instance.to_string());
        self.opened.send_replace(Some(Arc::new(started)));
        Ok(LiveWorld {
            tracker: Tracker::new(ports),
            instance,
        })
    }
}

fn storage_error(error: ConnectError) -> StorageError {
    tracing::error!(%error, "the live world could not be opened; the demo continues");
    match error {
        ConnectError::Storage(error) => error,
        other => StorageError::Unavailable {
            why: other.to_string(),
            full: false,
        },
    }
}
