//! Builds the ports of the domain from a configuration.
//!
//! It also decides between live data and the demo world: the operator chooses one, or `auto` decides once. On a data
//! folder that never contained live data, `auto` requests the newest block and the price of ether from the live
//! sources, for at most three seconds. When none answers, the demo world starts, in a database of its own. That folder
//! keeps the demo world until the operator chooses live sources; a folder that contained live data is never changed to
//! demo data. With Postgres, in memory and with strict privacy, `auto` means live without any request.

mod decide;
mod error;
mod examine;
mod exchange;
mod fixtures;
mod live;
mod machine;
mod mail;
mod oauth;
mod probe;
mod probe_rows;
mod recording;
mod sources;
#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use ports::{
    Asset, Chains, Clock, Disclosure, DisclosureStore, Labels, Ports, RequiredPorts, Storage as _, StorageError,
    Timestamp, World, WorldKind, disclosure::DisclosureQuery,
};
use uuid::Uuid;

use crate::{
    chain::{
        receipt,
        rows::{ChainSpec, rows},
        tokens::{known_tokens, start_list},
    },
    clock::{AdvancedClock, SystemClock},
    config::{Config, Plans, PrivacyMode},
    demo,
    exchange::account::ExchangeCodes,
    file_sanitizer::ContentSanitizer,
    http_client::HttpClient,
    label::{labels, read_labels},
    market_event::events,
    price,
    storage::{self, Database, KeyRotation, OpenOptions, ReadOnlyDatabase},
};

pub use error::{ConnectError, MailSetupError};
pub use examine::{SourceCheckReport, examine};
pub use fixtures::fixtures;
pub use mail::{MailCheck, check_mail};
pub use probe_rows::probe;
pub use recording::RecordedExchange;

use decide::{WorldChoice, WorldDecision};
use exchange::{chains, with_accounts};
use live::Remote;
use machine::Machine;
use sources::RemoteSources;

/// Builds the ports for a program that keeps them until its process ends.
///
/// A server with a graceful shutdown uses [`start`], whose result can be stopped.
pub async fn connect(config: &Config) -> Result<Ports, ConnectError> {
    start(config).await.map(|started| started.ports)
}

/// The result of [`start`]: the ports, and what a server needs besides.
pub struct Started {
    /// The ports of the domain.
    pub ports: Ports,
    /// The random id of the data. The page stores its session under this id, so that two worlds at one address do not
    /// share one.
    pub instance: Uuid,
    client: Option<Arc<HttpClient>>,
    database: Arc<Database>,
}

impl Started {
    /// Writes disclosures that are still in memory. This also happens automatically within a second.
    pub async fn flush(&self) -> Result<(), StorageError> {
        match &self.client {
            Some(client) => client.flush().await,
            None => Ok(()),
        }
    }

    /// Writes what is still in memory and closes the database. Call it once, after the last request.
    pub async fn stop(&self) -> Result<(), StorageError> {
        let flushed = self.flush().await;
        self.database.close().await;
        flushed
    }
}

/// Opens the database, decides between live and demo data, and builds the ports.
pub async fn start(config: &Config) -> Result<Started, ConnectError> {
    let clock: Arc<dyn Clock> = match &config.clock_file {
        Some(file) => Arc::new(AdvancedClock::new(file.clone())),
        None => Arc::new(SystemClock),
    };
    start_by(config, clock).await
}

/// Does the same with another clock than the machine's.
pub async fn start_by(config: &Config, clock: Arc<dyn Clock>) -> Result<Started, ConnectError> {
    let machine = Machine {
        clock,
        ..Machine::new()
    };
    let rows = live::rows_of(config, rows()?);
    let decided = decide::decide(config, &rows, &machine).await?;
    begin(config, &rows, machine, decided).await
}

/// Opens the database and builds the ports without sending a request, for commands that only compute.
pub async fn start_without_requests(config: &Config) -> Result<Started, ConnectError> {
    let rows = live::rows_of(config, rows()?);
    let decision = decide::without_requests(config).await?;
    let decided = WorldDecision {
        decision: decision.unwrap_or_else(|| WorldChoice::of(WorldKind::Live, false)),
        disclosures: Vec::new(),
    };
    begin(config, &rows, Machine::new(), decided).await
}

/// Opens the live world next to an automatic demo world that keeps running: another database with its own id. Nothing
/// of the demo is copied but its ledger, because those requests really left this machine. From now on the data folder
/// contains live data.
pub async fn start_live(config: &Config, ledger: &dyn DisclosureStore) -> Result<Started, ConnectError> {
    let rows = live::rows_of(config, rows()?);
    let disclosures = disclosures_of_demo(ledger).await?;
    begin(config, &rows, Machine::new(), WorldDecision::live(disclosures)).await
}

/// Returns the disclosures of the demo world. It only checks whether live sources answer, so none is about a person.
async fn disclosures_of_demo(ledger: &dyn DisclosureStore) -> Result<Vec<Disclosure>, StorageError> {
    let everything = DisclosureQuery {
        impersonal_since: Some(Timestamp::from_millis(0)),
        limit: u32::MAX >> 1,
        ..DisclosureQuery::default()
    };
    ledger.search(&everything).await.map(|(rows, _)| rows)
}

async fn begin(
    config: &Config,
    rows: &[ChainSpec],
    machine: Machine,
    decided: WorldDecision,
) -> Result<Started, ConnectError> {
    let (opening, kind) = (opening(config, &decided.decision, &machine), decided.decision.kind);
    let database = Arc::new(Database::open(&config.place(kind), &opening).await?);
    let remote = remote(config, rows, &machine, &database, kind)?;
    add_tokens(&database, rows, kind).await?;
    // Last, because a second attempt would count them twice.
    database.record(&decided.disclosures).await?;
    let base = Ports::new(RequiredPorts {
        chains: Arc::new(chains(rows)),
        keys: Arc::new(crate::extended_key::Secp256k1),
        names: remote.names,
        storage: database.clone(),
        stores: database.stores(),
        clock: machine.clock,
        ids: machine.ids,
        entropy: machine.entropy,
        world: world(config, decided.decision),
    });
    let ports = remote.sources.added_to(Ports {
        readers: remote.readers,
        allowances: remote.allowances,
        signatures: remote.signatures,
        known_tokens: Arc::new(known_tokens(rows)?.with_bad(config.bad_tokens.iter().cloned())),
        redeemables: Arc::new(price::redeemables(rows)?),
        price_series: Arc::new(price::price_series(rows)?),
        receipts: Arc::new(receipt::receipts()?),
        protocols: Arc::new(remote.protocols),
        labels: labels_of(config)?,
        events: Arc::new(events()?),
        mail: mail::mail_delivery(config)?,
        files: Arc::new(ContentSanitizer::new(config.image_timeout)),
        ..with_settings(config, kind, base)
    });
    Ok(Started {
        ports: with_accounts(ports),
        instance: database.instance().id,
        client: remote.client,
        database,
    })
}

/// Returns the ports with what the configuration says about users and their ledgers.
fn with_settings(config: &Config, kind: WorldKind, ports: Ports) -> Ports {
    let plans_on = plans_on(config, kind);
    Ports {
        plans_on,
        anonymous_kept: plans_on.then(|| Duration::from_hours(24 * u64::from(config.anonymous_days))),
        person_limits: config.person_limits,
        transfer_match: config.transfer_match.clone(),
        ..ports
    }
}

/// Migrates the database schema and returns: the command `spyhop migrate`. `have_backup` is the operator's
/// confirmation for Postgres; a SQLite file is backed up in any case.
pub async fn migrate(config: &Config, have_backup: bool) -> Result<(), ConnectError> {
    let machine = Machine::new();
    let decision = decide::without_requests(config).await?;
    let decision = decision.unwrap_or_else(|| WorldChoice::of(WorldKind::Live, false));
    let opening = OpenOptions {
        have_backup,
        ..opening(config, &decision, &machine)
    };
    Database::open(&config.place(decision.kind), &opening)
        .await?
        .close()
        .await;
    Ok(())
}

/// Encrypts every key of the database with a new master key: the command `spyhop rotate-keys`. The server must not be running.
pub async fn rotate_keys(config: &Config) -> Result<KeyRotation, ConnectError> {
    let decision = decide::without_requests(config).await?;
    let decision = decision.unwrap_or_else(|| WorldChoice::of(WorldKind::Live, false));
    let opening = opening(config, &decision, &Machine::new());
    Ok(storage::rotate_keys(&config.place(decision.kind), &opening).await?)
}

/// Returns the database of this configuration without sending requests, for `backup` and `doctor`.
pub async fn place(config: &Config) -> Result<storage::DatabaseLocation, ConnectError> {
    let decision = decide::without_requests(config).await?;
    Ok(config.place(decision.map_or(WorldKind::Live, |decision| decision.kind)))
}

/// Opens the database of this configuration without sending requests, to read what people sent to the operator. A server may use
/// it meanwhile.
pub async fn read_only(config: &Config) -> Result<ReadOnlyDatabase, ConnectError> {
    let place = place(config).await?;
    Ok(ReadOnlyDatabase::open(&place, &config.master_keys(), config.database_timeouts).await?)
}

/// Returns the chains of a configuration, including those that it adds.
pub fn chains_of(config: &Config) -> Result<Chains, ConnectError> {
    Ok(chains(&live::rows_of(config, rows()?)))
}

/// Returns whether any live source answers within three seconds. The automatic demo world checks this from time to
/// time.
pub async fn live_answers(config: &Config, disclosures: Arc<dyn DisclosureStore>) -> Result<bool, ConnectError> {
    let rows = live::rows_of(config, rows()?);
    let buffer = Arc::new(probe::BufferedDisclosures::default());
    let remote = live::live(config, &rows, &Machine::new(), buffer.clone())?;
    let answers = decide::any_answers_in_time(&remote).await;
    if let Some(client) = &remote.client {
        client.flush().await?;
    }
    disclosures.record(&buffer.take()).await?;
    Ok(answers)
}

fn opening(config: &Config, decision: &WorldChoice, machine: &Machine) -> OpenOptions {
    OpenOptions {
        world: decision.kind,
        is_configured: decision.is_configured,
        id: machine.ids.next(),
        now: machine.clock.now(),
        have_backup: false,
        master_keys: config.master_keys(),
        timeouts: config.database_timeouts,
    }
}

fn remote(
    config: &Config,
    rows: &[ChainSpec],
    machine: &Machine,
    database: &Arc<Database>,
    kind: WorldKind,
) -> Result<Remote, ConnectError> {
    match kind {
        WorldKind::Live => live::live(config, rows, machine, database.clone()),
        WorldKind::Demo => {
            let demo::Demo {
                readers,
                allowances,
                names,
                signatures,
                prices,
                past_prices,
                currencies,
                histories,
                exchanges,
            } = demo::all(
                machine.clock.clone(),
                (rows, &start_list(rows)?),
                ExchangeCodes::listed()?,
            );
            Ok(Remote {
                readers,
                allowances,
                protocols: live::profiles_of(&live::protocols_of(config)?),
                names,
                signatures,
                sources: RemoteSources {
                    exchanges,
                    prices,
                    past_prices,
                    currencies,
                    histories,
                    ..RemoteSources::default()
                },
                client: None,
            })
        }
    }
}

/// Adds the tokens that ship to the stored list of known tokens; existing rows are not changed.
async fn add_tokens(database: &Database, rows: &[ChainSpec], kind: WorldKind) -> Result<(), ConnectError> {
    let unusual = match kind {
        WorldKind::Live => vec![],
        WorldKind::Demo => demo::assets(),
    };
    let assets: Vec<Asset> = start_list(rows)?.into_iter().chain(unusual).collect();
    let mut work = database.begin().await?;
    work.assets().add(&assets).await?;
    Ok(work.commit().await?)
}

fn labels_of(config: &Config) -> Result<Arc<Labels>, ConnectError> {
    match &config.labels {
        Some(file) => Ok(read_labels(file)?),
        None => Ok(labels()?),
    }
}

fn plans_on(config: &Config, kind: WorldKind) -> bool {
    match config.plans {
        Plans::Auto => kind == WorldKind::Demo,
        Plans::On => true,
        Plans::Off => false,
    }
}

fn world(config: &Config, decision: WorldChoice) -> World {
    World {
        kind: decision.kind,
        is_configured: decision.is_configured,
        reason: decision.reason,
        own_nodes_only: config.privacy == PrivacyMode::Strict,
    }
}
