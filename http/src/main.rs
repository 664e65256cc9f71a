//! The composition root: the only place where the plugs of `adapters` meet the domain and the door.

mod command;
mod doctor;
mod log;
mod probe;
mod stop;
mod worker;

use std::error::Error;
use std::fmt::Display;
use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use adapters::clock::SystemClock;
use adapters::config::{Config, Privacy, Sources};
use adapters::connect::{self, ConnectError, Started};
use adapters::storage;
use async_trait::async_trait;
use command::Command;
use domain::Tracker;
use http_api::{App, Limits, LiveWorld, Origin, Patience, Seats, Settings, WayToLive};
use ports::{Clock, DisclosureStore, Ports, StorageError, World, WorldKind};
use stop::{asked_to_stop, until};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// A large portfolio is many small texts; the system's allocator spends a fifth of the time of a valuation on them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Whatever ends the program; its text is what the person reads.
type Failure = Box<dyn Error + Send + Sync>;

/// Connections in all.
const SEATS: usize = 1024;
/// Connections of one client.
const SEATS_OF_ONE: usize = 64;
/// How often the automatic demo world asks whether live sources answer by now.
const ASK_AGAIN: Duration = Duration::from_mins(1);

fn main() -> ExitCode {
    let words = std::env::args().skip(1);
    match command::parse(words).map_err(Failure::from).and_then(obey) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where even this cannot be said, the exit code says it.
            let _ = log::announce(&format!("spyhop: {failure}"), std::io::stderr());
            ExitCode::FAILURE
        }
    }
}

/// Does what needs no configuration; the rest is done on a runtime.
fn obey(command: Command) -> Result<(), Failure> {
    match command {
        Command::Help => say(command::USAGE.trim_end()),
        Command::Version => say(concat!("spyhop ", env!("CARGO_PKG_VERSION"))),
        Command::OpenApi => say(&serde_json::to_string_pretty(http_api::openapi())?),
        Command::Serve => on_runtime(serve),
        Command::Work => on_runtime(work),
        Command::Migrate { i_have_a_backup } => on_runtime(async move |config| migrate(config, i_have_a_backup).await),
        Command::Doctor { only, json } => on_runtime(async move |config| examine(config, only.as_deref(), json).await),
        Command::Probe { only, json, record } => {
            on_runtime(async move |config| probe_rows(&config, only.as_deref(), json, record.as_deref()).await)
        }
        Command::Fixtures { from, to } => {
            let count = connect::fixtures(&from, &to)?;
            say(&format!("{count} fixtures are in {}.", to.display()))
        }
        Command::Backup { to } => on_runtime(async move |config| {
            let place = connect::place(&config).await?;
            let written = storage::backup(&place, to.as_deref(), SystemClock.now()).await?;
            say(&format!("The backup is {}.", written.display()))
        }),
        Command::Restore { from } => on_runtime(async move |config| {
            let folder = config
                .folder()
                .ok_or("only a data folder can be restored: set SPYHOP_DATA")?;
            let restored = storage::restore(&from, folder, SystemClock.now()).await?;
            if let Some(before) = &restored.set_aside {
                say(&format!("The previous database is at {}.", before.display()))?;
            }
            say(&format!("Restored to {}.", restored.to.display()))
        }),
    }
}

fn say(text: &str) -> Result<(), Failure> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

/// Reads the configuration and runs `task` with it.
fn on_runtime<F: Future<Output = Result<(), Failure>>>(task: impl FnOnce(Config) -> F) -> Result<(), Failure> {
    let config = Config::load()?;
    let log = log::open()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(task(config));
    log.flush();
    ended
}

/// The server and the worker, until it is asked to stop.
async fn serve(config: Config) -> Result<(), Failure> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|why| cannot_listen(config.listen, &why))?;
    let stop = asked_to_stop()?;
    let started = connect::start(&config).await?;
    let tracker = Tracker::new(started.ports.clone());
    let origin = origin(&config, listener.local_addr()?)?;
    let settings = settings(&config, origin.clone(), &started)?;
    let way = Arc::new(Way::from(config, &tracker));
    let app = match tracker.world() {
        World {
            kind: WorldKind::Demo,
            asked: false,
            ..
        } => App::automatic_demo(tracker.clone(), settings, way.clone()),
        World { .. } => App::new(tracker.clone(), settings),
    };
    let place = format!("Spyhop is at {} ({})", origin.as_str(), in_words(tracker.world()));
    log::announce(&place, std::io::stdout())?;
    let asking = tokio::spawn({
        let app = app.clone();
        async move { app.keep_asking(ASK_AGAIN).await }
    });
    let working = tokio::spawn(work_in_turn(tracker, Arc::clone(&way), stop.clone()));
    http_api::serve(app, listener, until(stop)).await;
    asking.abort();
    working.await?;
    if let Some(live) = way.opened.borrow().clone() {
        live.stop().await?;
    }
    Ok(started.stop().await?)
}

/// Works in the first world until it is left, and then in the live one.
async fn work_in_turn(first: Tracker, way: Arc<Way>, stop: watch::Receiver<bool>) {
    let mut opened = way.opened.subscribe();
    let left = {
        let (mut opened, stop) = (opened.clone(), stop.clone());
        async move {
            tokio::select! {
                _ = opened.wait_for(Option::is_some) => {}
                () = until(stop) => {}
            }
        }
    };
    let next = async {
        let live = tokio::select! {
            Ok(live) = opened.wait_for(Option::is_some) => live.clone(),
            () = until(stop.clone()) => None,
        };
        if let Some(live) = live {
            worker::run(Tracker::new(live.ports.clone()), worker_name(&live.ports), until(stop)).await;
        }
    };
    let name = worker_name(first.ports());
    tokio::join!(worker::run(first, name, left), next);
}

/// The worker alone.
async fn work(config: Config) -> Result<(), Failure> {
    let stop = asked_to_stop()?;
    let started = connect::start(&config).await?;
    let tracker = Tracker::new(started.ports.clone());
    let begun = format!("The worker is running ({})", in_words(tracker.world()));
    log::announce(&begun, std::io::stdout())?;
    worker::run(tracker, worker_name(&started.ports), until(stop)).await;
    Ok(started.stop().await?)
}

async fn migrate(config: Config, i_have_a_backup: bool) -> Result<(), Failure> {
    connect::migrate(&config, i_have_a_backup).await?;
    say("The database schema is up to date.")
}

/// Looks at everything that can be looked at without changing it, and says what to do about what is wrong.
async fn examine(config: Config, only: Option<&str>, json: bool) -> Result<(), Failure> {
    let mut report = doctor::Report::default();
    if only.is_none() {
        report.checks = checks(&config).await;
    }
    if config.sources == Sources::Demo {
        report
            .notes
            .push("Demo data uses no sources, so none was queried.".to_owned());
    } else {
        let asked = connect::examine(&config, only).await?;
        if let (Some(name), true) = (only, asked.examinations.is_empty() && asked.left_alone == 0) {
            let codes: Vec<String> = asked.names.into_iter().filter(|name| !name.contains(':')).collect();
            return Err(format!("{name:?} is not a source; use one of: {}", codes.join(", ")).into());
        }
        if config.privacy == Privacy::Strict {
            report.notes.push(doctor::left_alone(asked.left_alone));
        }
        report.sources = domain::weigh(asked.examinations, &connect::chains_of(&config)?);
    }
    say(&if json { report.json().to_string() } else { report.text() })?;
    match report.wrong() {
        0 => Ok(()),
        wrong => Err(format!("{wrong} of {} checks failed", report.looked_at()).into()),
    }
}

/// Asks about every row of the data that ships, and fails where one has to be mended.
async fn probe_rows(config: &Config, only: Option<&str>, json: bool, record: Option<&Path>) -> Result<(), Failure> {
    if config.sources == Sources::Demo {
        return Err("Demo data uses no sources. Set SPYHOP_SOURCES=live to probe".into());
    }
    let report = probe::Report(connect::probe(config, only, record).await?);
    if let (Some(name), 0) = (only, report.asked()) {
        return Err(format!("{name:?} names no row").into());
    }
    say(&if json { report.json().to_string() } else { report.text() })?;
    match report.to_mend() {
        0 => Ok(()),
        wrong => Err(format!("{wrong} of {} rows need attention", report.asked()).into()),
    }
}

/// What is looked at on this machine.
async fn checks(config: &Config) -> Vec<(&'static str, Result<String, String>)> {
    let door = settings_of_door(config).map(|()| format!("listens at {}", config.listen));
    let found = [
        ("configuration", Ok("all settings are valid".to_owned())),
        ("door", door),
        ("storage", storage_found(config).await),
        ("clock", clock_found()),
        ("keys", Ok(keys_found(config))),
    ];
    let in_words = |(name, found): (_, Result<String, Failure>)| (name, found.map_err(|failure| failure.to_string()));
    found.into_iter().map(in_words).collect()
}

fn settings_of_door(config: &Config) -> Result<(), Failure> {
    origin(config, config.listen)?;
    let _networks: Vec<http_api::Network> = parsed("SPYHOP_TRUSTED_PROXIES", &config.trusted_proxies)?;
    Limits::new(&config.limits)?;
    Ok(())
}

async fn storage_found(config: &Config) -> Result<String, Failure> {
    let place = connect::place(config).await?;
    if let storage::DatabaseLocation::File(path) = &place
        && !path.exists()
    {
        return Ok(format!("{place} will be created when the server starts"));
    }
    let found = storage::examine(&place).await?;
    match found.schema.cmp(&found.known) {
        std::cmp::Ordering::Equal => Ok(format!("{place} is intact, schema {}", found.schema)),
        std::cmp::Ordering::Less => Ok(format!(
            "{place} is intact, schema {}; the next start migrates it",
            found.schema
        )),
        std::cmp::Ordering::Greater => Err(format!("{place} was written by a newer version").into()),
    }
}

/// Blocks and prices carry the time of others: a clock that is far off makes everything old or not yet true.
fn clock_found() -> Result<String, Failure> {
    let (now, built) = (SystemClock.now(), ports::Timestamp::from_seconds(1_735_689_600));
    if now < built {
        Err(format!("it shows {now}, which is long ago; set this machine's clock").into())
    } else {
        Ok(now.to_string())
    }
}

fn keys_found(config: &Config) -> String {
    let with_keys: Vec<_> = config
        .providers
        .iter()
        .filter(|(_, provider)| provider.key.is_some())
        .map(|(name, _)| name.as_str())
        .collect();
    if with_keys.is_empty() {
        "none are set; none are required".to_owned()
    } else {
        format!("set for {}", with_keys.join(", "))
    }
}

fn cannot_listen(at: SocketAddr, why: &std::io::Error) -> Failure {
    match why.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("another program listens at {at}. Stop it, or choose another address: SPYHOP_LISTEN=127.0.0.1:4848")
                .into()
        }
        _ => format!("cannot listen at {at}: {why}. Choose another address with SPYHOP_LISTEN").into(),
    }
}

/// Where people open the page: as configured, or at the address that is listened at.
fn origin(config: &Config, listen: SocketAddr) -> Result<Origin, Failure> {
    let text = match &config.origin {
        Some(text) => text.clone(),
        None if listen.ip().is_unspecified() => format!("http://localhost:{}", listen.port()),
        None => format!("http://{listen}"),
    };
    text.parse()
        .map_err(|error| format!("SPYHOP_ORIGIN: {text:?} {error}").into())
}

fn parsed<T: FromStr<Err: Display>>(name: &str, texts: &[String]) -> Result<Vec<T>, Failure> {
    let parse = |text: &String| text.parse().map_err(|error| format!("{name}: {text:?} {error}").into());
    texts.iter().map(parse).collect()
}

fn settings(config: &Config, origin: Origin, started: &Started) -> Result<Settings, Failure> {
    Ok(Settings {
        origin,
        allowed_origins: parsed("SPYHOP_ALLOWED_ORIGINS", &config.allowed_origins)?,
        trusted_proxies: parsed("SPYHOP_TRUSTED_PROXIES", &config.trusted_proxies)?,
        limits: Limits::new(&config.limits)?,
        seats: Seats::new(SEATS, SEATS_OF_ONE),
        patience: Patience::default(),
        instance: started.instance.to_string(),
        links: config
            .links
            .iter()
            .map(|(name, url)| (name.clone(), url.to_string()))
            .collect(),
    })
}

fn in_words(world: &World) -> String {
    match (world.kind, world.asked) {
        (WorldKind::Live, _) => "live sources".to_owned(),
        (WorldKind::Demo, true) => "demo data: these figures are invented".to_owned(),
        (WorldKind::Demo, false) => {
            let why = world.reason.as_deref().unwrap_or("no live source answered");
            format!("demo data: these figures are invented. {why}")
        }
    }
}

/// A name of one's own, so that two workers on one database are told apart.
fn worker_name(ports: &Ports) -> String {
    ports.ids.next().to_string()
}

/// The way from the automatic demo world to live sources.
struct Way {
    config: Config,
    /// The demo's ledger: what is asked from there is told there.
    ledger: Arc<dyn DisclosureStore>,
    opened: watch::Sender<Option<Arc<Started>>>,
}

impl Way {
    fn from(config: Config, tracker: &Tracker) -> Self {
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
