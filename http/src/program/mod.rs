//! The composition root: the only place where `adapters`, the domain and the HTTP API are connected.

mod attachment;
mod checks;
mod command;
mod doctor;
mod feedback;
mod live;
mod log;
mod mailing_list;
mod output;
mod probe;
mod serve;
mod settings;
mod shutdown;
mod worker;

use std::future::Future;
use std::path::Path;

use adapters::clock::SystemClock;
use adapters::config::Config;
use adapters::connect;
use adapters::storage::{self, DatabaseLocation};
use command::Command;
use domain::Tracker;
use output::{ProgramError, print};
use ports::{AccountId, Clock};

/// Parses the arguments and runs the command.
pub fn run(arguments: impl IntoIterator<Item = String>) -> Result<(), ProgramError> {
    match command::parse(arguments)? {
        Command::Help => print(command::USAGE.trim_end()),
        Command::Version => print(concat!("spyhop ", env!("CARGO_PKG_VERSION"))),
        Command::OpenApi => print(&serde_json::to_string_pretty(http_api::openapi())?),
        Command::Serve => on_runtime(serve::serve),
        Command::Work => on_runtime(serve::work),
        Command::Migrate { i_have_a_backup } => on_runtime(async move |config| migrate(config, i_have_a_backup).await),
        Command::Doctor { only, json } => {
            on_runtime(async move |config| checks::doctor(config, only.as_deref(), json).await)
        }
        Command::Probe { only, json, record } => {
            on_runtime(async move |config| checks::probe(&config, only.as_deref(), json, record.as_deref()).await)
        }
        Command::Fixtures { from, to } => {
            let count = connect::fixtures(&from, &to)?;
            print(&format!("{count} fixtures are in {}.", to.display()))
        }
        Command::Redecode { only } => on_runtime(async move |config| redecode(&config, only.as_ref()).await),
        Command::RotateKeys => on_runtime(async move |config| rotate_keys(&config).await),
        Command::Feedback => on_runtime(feedback::print_all),
        Command::Attachment { id, to } => on_runtime(async move |config| attachment::write(config, id, &to).await),
        Command::MailingList => on_runtime(mailing_list::print_all),
        Command::Backup { to } => on_runtime(async move |config| backup(&config, to.as_deref()).await),
        Command::Restore { from } => on_runtime(async move |config| restore(&config, &from).await),
    }
}

/// Prints a failure to standard error, for at most a second.
pub fn print_error(failure: &ProgramError) -> std::io::Result<()> {
    log::print(&format!("spyhop: {failure}"), std::io::stderr())
}

/// Reads the configuration and runs `task` with it.
fn on_runtime<F: Future<Output = Result<(), ProgramError>>>(
    task: impl FnOnce(Config) -> F,
) -> Result<(), ProgramError> {
    let config = Config::load()?;
    let log = log::init()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(task(config));
    log.flush();
    result
}

async fn migrate(config: Config, i_have_a_backup: bool) -> Result<(), ProgramError> {
    connect::migrate(&config, i_have_a_backup).await?;
    print("The database schema is up to date.")
}

/// Derives entries again. On SQLite a running server keeps the file to itself, so that opening it fails with that reason.
async fn redecode(config: &Config, only: Option<&AccountId>) -> Result<(), ProgramError> {
    let place = connect::place(config).await?;
    if let DatabaseLocation::File(path) = &place
        && !path.exists()
    {
        return Err(format!("{place} does not exist yet, so there are no facts").into());
    }
    let started = connect::start_without_requests(config).await?;
    let found = Tracker::new(started.ports.clone()).ledgers().redecode(only).await;
    started.stop().await?;
    let domain::ledger::Rederived {
        accounts,
        entries,
        changed,
    } = found?;
    if let (Some(account), 0) = (only, accounts) {
        return Err(format!("no facts about {account} are stored").into());
    }
    print(&format!(
        "Derived {} of {} from stored facts; {changed} changed.",
        counted(entries, "entry", "entries"),
        counted(accounts, "account", "accounts")
    ))
}

/// Replaces the master key. On SQLite a running server keeps the file to itself, and on Postgres its connections are found.
async fn rotate_keys(config: &Config) -> Result<(), ProgramError> {
    let rotated = connect::rotate_keys(config).await?;
    let users = counted(rotated.users, "person", "people");
    let source = config.master_keys();
    print(&format!(
        "The keys of {users} and the key of the instance are encrypted with a new master key."
    ))?;
    print(&if rotated.is_made {
        format!(
            "It is the first in {source}: keep a new copy of that file. The previous key stays there, because backups made before \
             now need it; delete its line when you need none of them."
        )
    } else {
        format!("It is the first in {source}. The previous key is needed only to restore backups made before now.")
    })
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

async fn backup(config: &Config, to: Option<&Path>) -> Result<(), ProgramError> {
    let place = connect::place(config).await?;
    let written = storage::backup(&place, to, SystemClock.now()).await?;
    print(&format!("The backup is {}.", written.display()))
}

async fn restore(config: &Config, from: &Path) -> Result<(), ProgramError> {
    let folder = config
        .folder()
        .ok_or("only a data folder can be restored: set SPYHOP_DATA")?;
    let restored = storage::restore(from, folder, SystemClock.now()).await?;
    if let Some(before) = &restored.set_aside {
        print(&format!("The previous database is at {}.", before.display()))?;
    }
    print(&format!("Restored to {}.", restored.to.display()))
}
