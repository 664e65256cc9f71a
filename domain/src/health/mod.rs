//! The state of sources, jobs and storage, with what stops working without each source and what helps.

mod affects;
mod issue;
mod node_fix;
mod weigh;

use std::sync::Arc;

use ports::{
    ChainId, Ports, Profile, SourceId, SourceState, StorageError, Timestamp, failure::Failure, job::JobCounts,
    source::SourceKind,
};

use affects::affects;
pub use issue::{Issue, IssueKind, PersonHealth};
pub use weigh::{Finding, weigh};

/// The room on the disk of the database below which the server is not ready, in bytes. Above it there is time to react: a
/// large history that is being read writes some megabytes a second.
pub const LEAST_ROOM: u64 = 256 * 1024 * 1024;

/// The room on the disk of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskRoom {
    /// At least [`LEAST_ROOM`] bytes.
    Enough,
    /// Less than [`LEAST_ROOM`] bytes.
    Scarce,
    /// The database is not a file on a disk of this machine.
    NotAFile,
}

/// Use cases about the state of the server and of a user's figures.
pub struct Health {
    ports: Arc<Ports>,
}

/// The state of sources, jobs and storage.
#[derive(Clone, Debug)]
pub struct DataHealth {
    /// One row per source, and for chain readers one per chain.
    pub sources: Vec<SourceHealth>,
    /// Counts of jobs by state.
    pub jobs: JobCounts,
    /// The kind of database.
    pub storage: &'static str,
    /// Whether the database accepts writes.
    pub storage_ok: bool,
}

/// The state of one source.
#[derive(Clone, Debug)]
pub struct SourceHealth {
    /// Stable id. For chain readers it includes the chain.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// What the source provides.
    pub kind: SourceKind,
    /// The host that is queried, if it is a single one.
    pub host: Option<String>,
    /// How bad the state is.
    pub severity: Severity,
    /// Whether the source was ever queried.
    pub used: bool,
    /// When it last answered successfully.
    pub ok_at: Option<Timestamp>,
    /// The failure since then.
    pub failure: Option<Failure>,
    /// What stops working without it, as a sentence to show.
    pub affects: String,
    /// What helps, as a sentence to show; `None` without a failure.
    pub fix: Option<String>,
}

/// How bad the state of a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It failed, and neither an older answer nor another source replaces it.
    Bad,
    /// It failed, but an older answer or another source replaces it.
    Warn,
    /// It answers.
    Ok,
}

impl Health {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Returns the state of all sources, the jobs and the storage.
    pub async fn data(&self) -> Result<DataHealth, StorageError> {
        let states = self.ports.stores.sources.all().await?;
        let mut sources = Vec::new();
        for reader in &self.ports.readers {
            let profile = reader.profile();
            sources.extend(reader.chains().iter().map(|chain| self.chain(&profile, chain, &states)));
        }
        sources.push(Self::other(&self.ports.names.profile(), &states));
        sources.extend(
            self.ports
                .prices
                .iter()
                .map(|source| Self::other(&source.profile(), &states)),
        );
        sources.extend(
            self.ports
                .currencies
                .iter()
                .map(|source| Self::rates(&source.profile(), &states)),
        );
        sources.extend(self.ports.lists.iter().map(|list| Self::list(&list.profile(), &states)));
        let finders = self.ports.finders.iter();
        sources.extend(finders.map(|finder| Self::finder(&finder.profile(), &states)));
        Ok(DataHealth {
            sources,
            jobs: self.ports.stores.job_changes.counts().await?,
            storage: self.ports.storage.kind(),
            storage_ok: self.ports.storage.check().await.is_ok(),
        })
    }

    /// Checks that the database accepts writes. The readiness probe uses this.
    pub async fn storage(&self) -> Result<(), StorageError> {
        self.ports.storage.check().await
    }

    /// Checks that the keys of this process open what is stored. The readiness probe uses this.
    pub async fn keys(&self) -> Result<(), StorageError> {
        self.ports.storage.check_keys().await
    }

    /// Returns the room on the disk of the database. The readiness probe uses this.
    pub async fn room(&self) -> Result<DiskRoom, StorageError> {
        Ok(match self.ports.storage.room().await? {
            None => DiskRoom::NotAFile,
            Some(bytes) if bytes < LEAST_ROOM => DiskRoom::Scarce,
            Some(_) => DiskRoom::Enough,
        })
    }

    fn chain(&self, profile: &Profile, chain: &ChainId, states: &[SourceState]) -> SourceHealth {
        let name = self
            .ports
            .chains
            .get(chain)
            .map_or_else(|| chain.to_string(), |row| row.name.clone());
        let id = format!("{}:{chain}", profile.id);
        let affects = affects(profile.kind, Some(&name));
        row(
            id,
            format!("{name} node"),
            profile,
            state(states, &profile.id.at(chain)),
            affects,
            "Configure your own endpoint for this network.",
        )
    }

    fn list(profile: &Profile, states: &[SourceState]) -> SourceHealth {
        stood_in_for(row(
            profile.id.to_string(),
            profile.name.clone(),
            profile,
            state(states, &profile.id),
            affects(profile.kind, None),
            "Retries automatically. Tokens found before are still read.",
        ))
    }

    /// A retry time is stated only for a finder that is in back-off. One that rejected a single request is used again
    /// for the next.
    fn finder(profile: &Profile, states: &[SourceState]) -> SourceHealth {
        let mut health = Self::list(profile, states);
        if health
            .failure
            .as_ref()
            .is_some_and(|failure| failure.code == ports::failure::FailureCode::KeyRequired)
        {
            health.fix = Some(
                "No action needed: other explorers are used. An API key in the configuration enables this one too."
                    .to_owned(),
            );
        }
        if health
            .failure
            .as_ref()
            .is_some_and(|failure| failure.retry_at.is_some())
        {
            health.fix =
                Some("Paused until then; other explorers are used. Tokens found before are still read.".to_owned());
        }
        health
    }

    fn rates(profile: &Profile, states: &[SourceState]) -> SourceHealth {
        row(
            profile.id.to_string(),
            profile.name.clone(),
            profile,
            state(states, &profile.id),
            affects(profile.kind, None),
            "Retries automatically. Rates up to ten days old are still used.",
        )
    }

    fn other(profile: &Profile, states: &[SourceState]) -> SourceHealth {
        let key = profile.credentials.first().map(|credential| credential.help.as_str());
        let fix = ["Retries automatically."].into_iter().chain(key);
        row(
            profile.id.to_string(),
            profile.name.clone(),
            profile,
            state(states, &profile.id),
            affects(profile.kind, None),
            &fix.collect::<Vec<_>>().join(" "),
        )
    }
}

/// A failed token list is only a warning: the start list and the tokens found earlier are still used.
fn stood_in_for(row: SourceHealth) -> SourceHealth {
    let severity = match row.severity {
        Severity::Bad => Severity::Warn,
        severity => severity,
    };
    SourceHealth { severity, ..row }
}

fn state<'a>(states: &'a [SourceState], id: &SourceId) -> Option<&'a SourceState> {
    states.iter().find(|state| state.id == *id)
}

fn row(
    id: String,
    name: String,
    profile: &Profile,
    state: Option<&SourceState>,
    affects: String,
    fix: &str,
) -> SourceHealth {
    let (ok_at, failure) = state.map_or((None, None), |state| (state.ok_at, state.failure.clone()));
    let severity = match (&failure, ok_at) {
        (None, _) => Severity::Ok,
        (Some(_), Some(_)) => Severity::Warn,
        (Some(_), None) => Severity::Bad,
    };
    SourceHealth {
        id,
        name,
        kind: profile.kind,
        host: match profile.hosts.as_slice() {
            [host] => Some(host.clone()),
            _ => None,
        },
        severity,
        used: state.is_some(),
        ok_at,
        fix: failure
            .as_ref()
            .map(|failure| node_fix::node_fix(failure.code.as_str()).unwrap_or(fix).to_owned()),
        failure,
        affects,
    }
}
