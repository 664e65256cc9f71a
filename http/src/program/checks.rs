//! The commands `doctor` and `probe`.

use std::cmp::Ordering;
use std::path::Path;

use adapters::clock::SystemClock;
use adapters::config::{Config, PrivacyMode, Sources};
use adapters::connect::{self, MailCheck};
use adapters::storage;
use ports::Clock;
use ports::mail::MailDestination;

use super::output::{ProgramError, print};
use super::{doctor, probe, settings};

/// Checks the configuration, the storage, the clock, the keys and the sources without changing anything, and prints what to do
/// about each problem. Returns an error when a check failed.
pub async fn doctor(config: Config, only: Option<&str>, json: bool) -> Result<(), ProgramError> {
    let mut report = doctor::DoctorReport::default();
    if only.is_none() {
        report.checks = local_checks(&config).await;
    }
    if config.sources == Sources::Demo {
        report
            .notes
            .push("Demo data uses no sources, so none was queried.".to_owned());
    } else {
        let queried = connect::examine(&config, only).await?;
        if let (Some(name), true) = (only, queried.checks.is_empty() && queried.left_alone == 0) {
            let codes: Vec<String> = queried.names.into_iter().filter(|name| !name.contains(':')).collect();
            return Err(format!("{name:?} is not a source; use one of: {}", codes.join(", ")).into());
        }
        if config.privacy == PrivacyMode::Strict {
            report.notes.push(doctor::skipped_sources(queried.left_alone));
        }
        report.sources = domain::weigh(queried.checks, &connect::chains_of(&config)?);
    }
    print(&if json { report.json().to_string() } else { report.text() })?;
    match report.failures() {
        0 => Ok(()),
        failures => Err(format!("{failures} of {} checks failed", report.total()).into()),
    }
}

/// Queries every row of the built-in data once. Returns an error when one of them needs attention.
pub async fn probe(config: &Config, only: Option<&str>, json: bool, record: Option<&Path>) -> Result<(), ProgramError> {
    if config.sources == Sources::Demo {
        return Err("Demo data uses no sources. Set SPYHOP_SOURCES=live to probe".into());
    }
    let report = probe::ProbeReport(connect::probe(config, only, record).await?);
    if let (Some(name), 0) = (only, report.total()) {
        return Err(format!("{name:?} names no row").into());
    }
    print(&if json { report.json().to_string() } else { report.text() })?;
    match report.failures() {
        0 => Ok(()),
        failures => Err(format!("{failures} of {} rows need attention", report.total()).into()),
    }
}

/// Checks this machine and the configuration.
async fn local_checks(config: &Config) -> Vec<(&'static str, Result<String, String>)> {
    let listen = settings::check(config).map(|()| format!("listens at {}", config.listen));
    let checks = [
        ("configuration", Ok("all settings are valid".to_owned())),
        ("door", listen),
        ("storage", check_storage(config).await),
        ("clock", check_clock()),
        ("keys", Ok(keys(config))),
        ("mail", check_mail(config).await),
    ];
    let as_text =
        |(name, result): (_, Result<String, ProgramError>)| (name, result.map_err(|failure| failure.to_string()));
    checks.into_iter().map(as_text).collect()
}

async fn check_storage(config: &Config) -> Result<String, ProgramError> {
    let place = connect::place(config).await?;
    if let storage::DatabaseLocation::File(path) = &place
        && !path.exists()
    {
        return Ok(format!("{place} will be created when the server starts"));
    }
    let found = storage::examine(&place, config.database_timeouts).await?;
    match found.schema.cmp(&found.known) {
        Ordering::Equal => Ok(format!("{place} is intact, schema {}", found.schema)),
        Ordering::Less => Ok(format!(
            "{place} is intact, schema {}; the next start migrates it",
            found.schema
        )),
        Ordering::Greater => Err(format!("{place} was written by a newer version").into()),
    }
}

/// Signs in to the mail server, or writes to the outbox; no mail is sent.
async fn check_mail(config: &Config) -> Result<String, ProgramError> {
    match connect::check_mail(config).await? {
        MailCheck::Ready(MailDestination::Server(server)) => Ok(format!("{server} accepts mails")),
        MailCheck::Ready(MailDestination::Folder(folder)) => Ok(format!(
            "is written to {}, because SPYHOP_SMTP_URL is not set",
            folder.display()
        )),
        MailCheck::Failed(destination, error) => Err(format!("{destination}: {error}").into()),
        MailCheck::Off(reason) => Ok(reason),
    }
}

/// Fails when the clock shows a time before 2025. Blocks and prices carry timestamps of other machines: with a clock that is far
/// off, all of them are too old or in the future.
fn check_clock() -> Result<String, ProgramError> {
    let (now, earliest) = (SystemClock.now(), ports::Timestamp::from_seconds(1_735_689_600));
    if now < earliest {
        Err(format!("it shows {now}, which is long ago; set this machine's clock").into())
    } else {
        Ok(now.to_string())
    }
}

fn keys(config: &Config) -> String {
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
