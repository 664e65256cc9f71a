//! How the sources, the jobs and the storage are, each with what stops without it and what helps.

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
pub use issue::{Issue, IssueKind, PersonHealth, Remedy};
pub use weigh::{Finding, weigh};

/// How everything is.
pub struct Health {
    ports: Arc<Ports>,
}

/// How everything is, for people.
#[derive(Clone, Debug)]
pub struct DataHealth {
    /// One row per source (and chain).
    pub sources: Vec<SourceHealth>,
    /// The jobs.
    pub jobs: JobCounts,
    /// Which database it is.
    pub storage: &'static str,
    /// Whether it takes writes.
    pub storage_ok: bool,
}

/// How one source is.
#[derive(Clone, Debug)]
pub struct SourceHealth {
    /// Stable id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What it does.
    pub kind: SourceKind,
    /// Where it is asked, when that is one host.
    pub host: Option<String>,
    /// How bad it is.
    pub severity: Severity,
    /// Whether it was ever asked.
    pub used: bool,
    /// When it last answered.
    pub ok_at: Option<Timestamp>,
    /// What went wrong since.
    pub failure: Option<Failure>,
    /// What stops without it.
    pub affects: String,
    /// What helps.
    pub fix: Option<String>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It failed and nothing stands in for it.
    Bad,
    /// It failed, and there is an older answer or another source.
    Warn,
    /// It answers.
    Ok,
}

impl Health {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// How everything is.
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

    /// Whether the database takes writes: what readiness means.
    pub async fn storage(&self) -> Result<(), StorageError> {
        self.ports.storage.check().await
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

    /// What it says of later is true only of one that rests: one that refused a question is asked the next.
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

/// Without a list the start list and what is known already still stand.
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
