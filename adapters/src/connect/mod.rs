//! From a configuration to everything that the domain is plugged into.
//!
//! Which world it is, is decided here: a person asks for one, or `auto` decides once. On a data folder that never held
//! live data `auto` asks the live sources for the newest block and the price of ether, at most three seconds; when none
//! answers, the demo world starts, in a database of its own with a mark. That folder stays with the demo world until a
//! person asks for live sources, and a folder that held live data never leaves them. With Postgres, in memory and with
//! strict privacy nothing is tried out: `auto` is live there.

mod decide;
mod examine;
mod fixtures;
mod live;
mod probe;
mod probe_rows;
mod recording;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use ports::{
    Asset, Chains, Clock, Disclosure, DisclosureStore, Entropy, Ids, Ports, Storage as _, StorageError, Timestamp,
    World, WorldKind, disclosure::DisclosureQuery,
};
use uuid::Uuid;

use crate::{
    chain::{
        receipt,
        rows::{Row, RowError, chains, rows},
        tokens::{known_tokens, start_list},
    },
    clock::SystemClock,
    config::{Config, Plans, Privacy},
    demo,
    entropy::SystemEntropy,
    http_client::{BuildError, HttpClient},
    ids::TimedIds,
    price,
    storage::{Database, OpenError, OpenOptions},
};

pub use examine::{Examined, examine};
pub use fixtures::fixtures;
pub use probe_rows::probe;
pub use recording::Recorded;

use decide::{Decided, Decision};
use live::Remote;

/// Why there is nothing to plug in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database does not take the list of tokens.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The outgoing client cannot start.
    #[error(transparent)]
    Client(#[from] BuildError),
    /// Answers cannot be recorded, or what was recorded cannot be read.
    #[error("the recorded answers: {0}")]
    Record(String),
    /// The data in the program are wrong.
    #[error("{0}. This copy of Spyhop is damaged. Install it again")]
    Rows(#[from] RowError),
}

/// Everything that the domain is plugged into, for a program that lives as long as its process.
///
/// A server that stops in order uses [`start`], which can also be stopped.
pub async fn connect(config: &Config) -> Result<Ports, ConnectError> {
    start(config).await.map(|started| started.ports)
}

/// What [`start`] made, with what a server needs beside the ports.
pub struct Started {
    /// What the domain is plugged into.
    pub ports: Ports,
    /// Random id of the data: a page keeps its session under it, so that two worlds at one address do not mix.
    pub instance: Uuid,
    client: Option<Arc<HttpClient>>,
    database: Arc<Database>,
}

impl Started {
    /// Writes what was told to whom and is still in memory. It happens by itself within a second.
    pub async fn flush(&self) -> Result<(), StorageError> {
        match &self.client {
            Some(client) => client.flush().await,
            None => Ok(()),
        }
    }

    /// Writes what is still in memory and closes the database. Called once, when nothing asks any more.
    pub async fn stop(&self) -> Result<(), StorageError> {
        let flushed = self.flush().await;
        self.database.close().await;
        flushed
    }
}

/// The machine's clock, ids and randomness.
struct Machine {
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    entropy: Arc<dyn Entropy>,
}

impl Machine {
    fn new() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            ids: Arc::new(TimedIds),
            entropy: Arc::new(SystemEntropy),
        }
    }
}

/// Opens the database, decides which world it is, and plugs everything in.
pub async fn start(config: &Config) -> Result<Started, ConnectError> {
    start_by(config, Arc::new(SystemClock)).await
}

/// The same by another clock than the machine's.
pub async fn start_by(config: &Config, clock: Arc<dyn Clock>) -> Result<Started, ConnectError> {
    let machine = Machine {
        clock,
        ..Machine::new()
    };
    let rows = live::rows_of(config, rows()?);
    let decided = decide::decide(config, &rows, &machine).await?;
    begin(config, &rows, machine, decided).await
}

/// Opens the live world beside an automatic demo that goes on: another database with a mark of its own. Nothing of the
/// demo comes along but its ledger, because what it holds really left this machine; and from now on the data folder is a
/// live one.
pub async fn start_live(config: &Config, ledger: &dyn DisclosureStore) -> Result<Started, ConnectError> {
    let rows = live::rows_of(config, rows()?);
    let told = told_by_demo(ledger).await?;
    begin(config, &rows, Machine::new(), Decided::live(told)).await
}

/// The demo asks whether live sources answer and nothing else, which is nothing about anybody.
async fn told_by_demo(ledger: &dyn DisclosureStore) -> Result<Vec<Disclosure>, StorageError> {
    let everything = DisclosureQuery {
        impersonal_since: Some(Timestamp::from_millis(0)),
        limit: u32::MAX >> 1,
        ..DisclosureQuery::default()
    };
    ledger.search(&everything).await.map(|(rows, _)| rows)
}

async fn begin(config: &Config, rows: &[Row], machine: Machine, decided: Decided) -> Result<Started, ConnectError> {
    let opening = opening(&decided.decision, &machine);
    let database = Arc::new(Database::open(&config.place(decided.decision.kind), &opening).await?);
    let remote = remote(config, rows, &machine, &database, decided.decision.kind)?;
    keep_tokens(&database, rows, decided.decision.kind).await?;
    // Last, because a second try would count it twice.
    database.record(&decided.told).await?;
    let ports = Ports {
        chains: Arc::new(chains(rows)),
        readers: remote.readers,
        keys: Arc::new(crate::extended_key::Secp256k1),
        names: remote.names,
        prices: remote.prices,
        known_tokens: Arc::new(known_tokens(rows)?.with_bad(config.bad_tokens.iter().cloned())),
        redeemables: Arc::new(price::redeemables(rows)?),
        receipts: Arc::new(receipt::receipts()?),
        lists: remote.lists,
        finders: remote.finders,
        currencies: remote.currencies,
        storage: database.clone(),
        stores: database.stores(),
        clock: machine.clock,
        ids: machine.ids,
        entropy: machine.entropy,
        plans_on: plans_on(config, decided.decision.kind),
        anonymous_kept: plans_on(config, decided.decision.kind)
            .then(|| Duration::from_hours(24 * u64::from(config.anonymous_days))),
        person_limits: config.person_limits,
        world: world(config, decided.decision),
    };
    let instance = database.instance().id;
    Ok(Started {
        ports,
        instance,
        client: remote.client,
        database,
    })
}

/// Brings the database's schema up to date and leaves: what `spyhop migrate` does. `have_backup` is a person's word for
/// Postgres; a SQLite file is backed up anyway.
pub async fn migrate(config: &Config, have_backup: bool) -> Result<(), ConnectError> {
    let machine = Machine::new();
    let decision = decide::without_asking(config).await?;
    let decision = decision.unwrap_or_else(|| Decision::of(WorldKind::Live, false));
    let opening = OpenOptions {
        have_backup,
        ..opening(&decision, &machine)
    };
    Database::open(&config.place(decision.kind), &opening)
        .await?
        .close()
        .await;
    Ok(())
}

/// Where the database of this configuration is, without asking anybody: the one that `backup` and `doctor` mean.
pub async fn place(config: &Config) -> Result<crate::storage::DatabaseLocation, ConnectError> {
    let decision = decide::without_asking(config).await?;
    Ok(config.place(decision.map_or(WorldKind::Live, |decision| decision.kind)))
}

/// The chains of a configuration, those that it adds included.
pub fn chains_of(config: &Config) -> Result<Chains, ConnectError> {
    Ok(chains(&live::rows_of(config, rows()?)))
}

/// Whether any live source answers now, within three seconds: what the automatic demo world asks from time to time.
pub async fn live_answers(config: &Config, disclosures: Arc<dyn DisclosureStore>) -> Result<bool, ConnectError> {
    let rows = live::rows_of(config, rows()?);
    let notes = Arc::new(probe::Notes::default());
    let remote = live::live(config, &rows, &Machine::new(), notes.clone())?;
    let answers = decide::within_patience(&remote).await;
    if let Some(client) = &remote.client {
        client.flush().await?;
    }
    disclosures.record(&notes.taken()).await?;
    Ok(answers)
}

fn opening(decision: &Decision, machine: &Machine) -> OpenOptions {
    OpenOptions {
        world: decision.kind,
        asked: decision.asked,
        id: machine.ids.next(),
        now: machine.clock.now(),
        have_backup: false,
    }
}

fn remote(
    config: &Config,
    rows: &[Row],
    machine: &Machine,
    database: &Arc<Database>,
    kind: WorldKind,
) -> Result<Remote, ConnectError> {
    match kind {
        WorldKind::Live => live::live(config, rows, machine, database.clone()),
        WorldKind::Demo => {
            let demo::Demo {
                readers,
                names,
                prices,
                currencies,
            } = demo::all(machine.clock.clone(), rows, &start_list(rows)?);
            Ok(Remote {
                readers,
                names,
                prices,
                lists: vec![],
                finders: vec![],
                currencies,
                client: None,
            })
        }
    }
}

/// Puts the tokens that ship into the store's universe; what is known already stays.
async fn keep_tokens(database: &Database, rows: &[Row], kind: WorldKind) -> Result<(), ConnectError> {
    let odd = match kind {
        WorldKind::Live => vec![],
        WorldKind::Demo => demo::assets(),
    };
    let assets: Vec<Asset> = start_list(rows)?.into_iter().chain(odd).collect();
    let mut work = database.begin().await?;
    work.assets().add(&assets).await?;
    Ok(work.commit().await?)
}

fn plans_on(config: &Config, kind: WorldKind) -> bool {
    match config.plans {
        Plans::Auto => kind == WorldKind::Demo,
        Plans::On => true,
        Plans::Off => false,
    }
}

fn world(config: &Config, decision: Decision) -> World {
    World {
        kind: decision.kind,
        asked: decision.asked,
        reason: decision.reason,
        own_nodes_only: config.privacy == Privacy::Strict,
    }
}
