//! Decides between live data and the demo world.

use std::{path::Path, sync::Arc, time::Duration};

use ports::{Disclosure, WorldKind};
use tokio::time::timeout;

use super::{
    error::ConnectError,
    live::{self, Remote},
    machine::Machine,
    probe::{self, BufferedDisclosures},
};
use crate::{
    chain::rows::ChainSpec,
    config::{Config, Data, PrivacyMode, Sources},
    storage::{DatabaseLocation, DatabaseTimeouts, examine, file_name},
};

/// How long live sources have to answer when the data folder is empty.
const TIMEOUT: Duration = Duration::from_secs(3);
const NO_SOURCE_ANSWERED: &str = "Sample data: this server had no live connection when it was set up.";

/// A world, and how it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WorldChoice {
    pub(super) kind: WorldKind,
    pub(super) is_configured: bool,
    pub(super) reason: Option<String>,
}

impl WorldChoice {
    pub(super) fn of(kind: WorldKind, is_configured: bool) -> Self {
        Self {
            kind,
            is_configured,
            reason: None,
        }
    }

    fn automatic_demo() -> Self {
        Self {
            kind: WorldKind::Demo,
            is_configured: false,
            reason: Some(NO_SOURCE_ANSWERED.to_owned()),
        }
    }
}

/// A decision, and what its requests disclosed.
pub(super) struct WorldDecision {
    pub(super) decision: WorldChoice,
    pub(super) disclosures: Vec<Disclosure>,
}

impl WorldDecision {
    /// Decides for live data, after live sources answered again. `disclosures` are those of the demo world until then.
    pub(super) fn live(disclosures: Vec<Disclosure>) -> Self {
        let decision = WorldChoice::of(WorldKind::Live, false);
        Self { decision, disclosures }
    }
}

/// Decides for a world. Live sources are queried only where nothing else decides.
pub(super) async fn decide(
    config: &Config,
    rows: &[ChainSpec],
    machine: &Machine,
) -> Result<WorldDecision, ConnectError> {
    if let Some(decision) = without_requests(config).await? {
        return Ok(WorldDecision {
            decision,
            disclosures: vec![],
        });
    }
    let buffer = Arc::new(BufferedDisclosures::default());
    let remote = live::live(config, rows, machine, buffer.clone())?;
    let answers = any_answers_in_time(&remote).await;
    if let Some(client) = &remote.client {
        client.flush().await?;
    }
    let decision = if answers {
        WorldChoice::of(WorldKind::Live, false)
    } else {
        WorldChoice::automatic_demo()
    };
    let disclosures = buffer.take();
    Ok(WorldDecision { decision, disclosures })
}

/// Returns whether any of these sources answers in time.
pub(super) async fn any_answers_in_time(remote: &Remote) -> bool {
    timeout(TIMEOUT, probe::any_answers(remote)).await.unwrap_or(false)
}

/// Returns the decision of the operator or of the data folder, without sending requests.
pub(super) async fn without_requests(config: &Config) -> Result<Option<WorldChoice>, ConnectError> {
    let folder = match (config.sources, &config.data) {
        (Sources::Live, _) => return Ok(Some(WorldChoice::of(WorldKind::Live, true))),
        (Sources::Demo, _) => return Ok(Some(WorldChoice::of(WorldKind::Demo, true))),
        (Sources::Auto, Data::Memory) => return Ok(Some(WorldChoice::of(WorldKind::Live, false))),
        (Sources::Auto, Data::Folder(folder)) => folder,
    };
    if config.privacy == PrivacyMode::Strict || config.database_url.is_some() || held_live_data(folder) {
        return Ok(Some(WorldChoice::of(WorldKind::Live, false)));
    }
    let demo = folder.join(file_name(WorldKind::Demo));
    Ok(began_as_demo(&demo, config.database_timeouts)
        .await?
        .then(WorldChoice::automatic_demo))
}

/// The lock file survives a lost database, so that a loss is reported instead of being replaced by demo data.
fn held_live_data(folder: &Path) -> bool {
    let live = file_name(WorldKind::Live);
    folder.join(live).exists() || folder.join(format!("{live}.lock")).exists()
}

/// Returns whether the demo world was chosen automatically here, and not by the operator.
async fn began_as_demo(demo: &Path, timeouts: DatabaseTimeouts) -> Result<bool, ConnectError> {
    if !demo.metadata().is_ok_and(|data| data.len() > 0) {
        return Ok(false);
    }
    let found = examine(&DatabaseLocation::File(demo.to_owned()), timeouts).await?;
    Ok(found.instance.is_some_and(|instance| !instance.is_configured))
}
