//! The `SPYHOP_*` variables.

use std::{collections::BTreeMap, num::NonZeroU16, path::PathBuf, str::FromStr, sync::Arc, time::Duration};

use ports::Secret;
use url::Url;

use super::{
    error::ConfigError,
    mail,
    nearest::nearest,
    settings::{Config, Data, Plans, PrivacyMode, Sources},
};
use crate::storage::DatabaseTimeouts;

const PREFIX: &str = "SPYHOP_";
/// The fewest characters of a password.
const MIN_PASSWORD: usize = 16;
/// Every known variable.
pub(super) const KNOWN: [&str; 23] = [
    "SPYHOP_LISTEN",
    "SPYHOP_DATA",
    "SPYHOP_DATABASE_URL",
    "SPYHOP_DATABASE_SECONDS",
    "SPYHOP_REQUEST_SECONDS",
    "SPYHOP_IMAGE_SECONDS",
    "SPYHOP_SOURCES",
    "SPYHOP_ORIGIN",
    "SPYHOP_ALLOWED_ORIGINS",
    "SPYHOP_TRUSTED_PROXIES",
    "SPYHOP_PLANS",
    "SPYHOP_DISCOUNTS",
    "SPYHOP_ANONYMOUS_DAYS",
    "SPYHOP_TRANSFER_PERCENT",
    "SPYHOP_TRANSFER_HOURS",
    "SPYHOP_PRIVACY",
    "SPYHOP_MASTER_KEY",
    "SPYHOP_TEMP_LOGIN",
    "SPYHOP_SMTP_URL",
    "SPYHOP_SMTP_CA",
    "SPYHOP_MAIL_FROM",
    "SPYHOP_OUTBOX",
    "SPYHOP_CONFIG",
];

/// Returns the environment variables of this process that are valid UTF-8.
pub(super) fn of_process() -> BTreeMap<String, String> {
    #[expect(clippy::disallowed_methods, reason = "this is where the configuration is read")]
    let variables = std::env::vars_os();
    variables
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())))
        .collect()
}

pub(super) fn read(environment: &BTreeMap<String, String>) -> Result<Config, ConfigError> {
    refuse_unknown(environment)?;
    let get = |name: &'static str| {
        environment
            .get(name)
            .map(|value| value.trim())
            .filter(|value| !value.is_empty())
    };
    let mut config = Config::at(Data::Folder(folder(environment)?));
    if let Some(text) = get("SPYHOP_LISTEN") {
        config.listen = parsed("SPYHOP_LISTEN", text, "an address with a port such as 127.0.0.1:4747")?;
    }
    config.database_url = get("SPYHOP_DATABASE_URL").map(database_url).transpose()?;
    read_timeouts(&mut config, get)?;
    config.master_key = get("SPYHOP_MASTER_KEY").map(|text| Arc::new(Secret::new(text.to_owned())));
    config.temp_login = get("SPYHOP_TEMP_LOGIN").map(temp_login).transpose()?;
    config.clock_file = get("SPYHOP_TEST_CLOCK").map(PathBuf::from);
    config.origin = get("SPYHOP_ORIGIN")
        .map(|text| origin("SPYHOP_ORIGIN", text))
        .transpose()?;
    let allowed = get("SPYHOP_ALLOWED_ORIGINS").map(list).unwrap_or_default();
    config.allowed_origins = allowed
        .iter()
        .map(|text| origin("SPYHOP_ALLOWED_ORIGINS", text))
        .collect::<Result<_, _>>()?;
    config.trusted_proxies = get("SPYHOP_TRUSTED_PROXIES").map(list).unwrap_or_default();
    let sources = [
        ("auto", Sources::Auto),
        ("live", Sources::Live),
        ("demo", Sources::Demo),
    ];
    config.sources = choice("SPYHOP_SOURCES", get("SPYHOP_SOURCES"), &sources)?;
    read_plans(&mut config, get)?;
    let privacy = [("normal", PrivacyMode::Normal), ("strict", PrivacyMode::Strict)];
    config.privacy = choice("SPYHOP_PRIVACY", get("SPYHOP_PRIVACY"), &privacy)?;
    config.mail = mail::read(config.mail_domain().as_deref(), get)?;
    check_test_settings(&config)?;
    Ok(config)
}

fn read_timeouts<'a>(config: &mut Config, get: impl Fn(&'static str) -> Option<&'a str>) -> Result<(), ConfigError> {
    if let Some(text) = get("SPYHOP_DATABASE_SECONDS") {
        config.database_timeouts = DatabaseTimeouts::new(seconds("SPYHOP_DATABASE_SECONDS", text)?);
    }
    if let Some(text) = get("SPYHOP_REQUEST_SECONDS") {
        config.request_timeout = seconds("SPYHOP_REQUEST_SECONDS", text)?;
    }
    if let Some(text) = get("SPYHOP_IMAGE_SECONDS") {
        config.image_timeout = seconds("SPYHOP_IMAGE_SECONDS", text)?;
    }
    Ok(())
}

/// Reads what plans mean on this server.
fn read_plans<'a>(config: &mut Config, get: impl Fn(&'static str) -> Option<&'a str>) -> Result<(), ConfigError> {
    let plans = [("auto", Plans::Auto), ("on", Plans::On), ("off", Plans::Off)];
    config.plans = choice("SPYHOP_PLANS", get("SPYHOP_PLANS"), &plans)?;
    let discounts = [("off", false), ("on", true)];
    config.discounts = choice("SPYHOP_DISCOUNTS", get("SPYHOP_DISCOUNTS"), &discounts)?;
    if let Some(text) = get("SPYHOP_ANONYMOUS_DAYS") {
        let days = "a number of days from 1 to 65535 such as 90";
        config.anonymous_days = parsed::<NonZeroU16>("SPYHOP_ANONYMOUS_DAYS", text, days)?.get();
    }
    Ok(())
}

/// Rejects unknown variables, so that a mistyped one is not silently ignored.
fn refuse_unknown(environment: &BTreeMap<String, String>) -> Result<(), ConfigError> {
    let of_others = |name: &str| name == "SPYHOP_VECTORS" || name.starts_with("SPYHOP_TEST_");
    let unknown = environment
        .keys()
        .find(|name| name.starts_with(PREFIX) && !KNOWN.contains(&name.as_str()) && !of_others(name));
    unknown.map_or(Ok(()), |name| {
        Err(ConfigError::UnknownVariable {
            name: name.clone(),
            nearest: nearest_variable(name),
            known: KNOWN.map(str::to_owned).to_vec(),
        })
    })
}

/// Returns the nearest known variable, compared without the common prefix.
fn nearest_variable(name: &str) -> Option<String> {
    let rest = |name: &'static str| name.strip_prefix(PREFIX);
    let nearest = nearest(name.strip_prefix(PREFIX)?, KNOWN.into_iter().filter_map(rest))?;
    Some(format!("{PREFIX}{nearest}"))
}

/// Returns `SPYHOP_DATA`, or `spyhop` in the data folder of the XDG base directory specification.
fn folder(environment: &BTreeMap<String, String>) -> Result<PathBuf, ConfigError> {
    let get = |name: &str| {
        environment
            .get(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(folder) = get("SPYHOP_DATA") {
        return Ok(folder);
    }
    let xdg = get("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
    let share = xdg.or_else(|| get("HOME").map(|home| home.join(".local/share")));
    share.map(|share| share.join("spyhop")).ok_or(ConfigError::NoFolder)
}

fn wrong(name: &'static str, why: impl Into<String>) -> ConfigError {
    ConfigError::Variable { name, why: why.into() }
}

fn parsed<T: FromStr>(name: &'static str, text: &str, example: &str) -> Result<T, ConfigError> {
    let said = || wrong(name, format!("is {text:?}, which is not {example}"));
    text.parse().map_err(|_| said())
}

fn seconds(name: &'static str, text: &str) -> Result<Duration, ConfigError> {
    let seconds: NonZeroU16 = parsed(name, text, "a number of seconds from 1 to 65535 such as 30")?;
    Ok(Duration::from_secs(seconds.get().into()))
}

fn choice<T: Copy + Default>(name: &'static str, text: Option<&str>, words: &[(&str, T)]) -> Result<T, ConfigError> {
    let Some(text) = text else {
        return Ok(T::default());
    };
    let known = words.iter().find(|(word, _)| *word == text);
    known.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let meant =
            nearest(text, words.iter().copied()).map_or_else(String::new, |word| format!(" Did you mean {word}?"));
        wrong(name, format!("is {text:?}; it can be {}.{meant}", words.join(", ")))
    })
}

fn list(text: &str) -> Vec<String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Returns the password of `temp-login`. A short one is refused, because it could be guessed.
fn temp_login(text: &str) -> Result<Arc<Secret<String>>, ConfigError> {
    if text.chars().count() < MIN_PASSWORD {
        let why = format!("is too short; use at least {MIN_PASSWORD} characters");
        return Err(wrong("SPYHOP_TEMP_LOGIN", why));
    }
    Ok(Arc::new(Secret::new(text.to_owned())))
}

/// Refuses settings for tests on a server that other machines reach.
fn check_test_settings(config: &Config) -> Result<(), ConfigError> {
    let settings = [
        ("SPYHOP_TEMP_LOGIN", config.temp_login.is_some()),
        ("SPYHOP_TEST_CLOCK", config.clock_file.is_some()),
    ];
    let Some((name, _)) = settings.into_iter().find(|(_, is_set)| *is_set) else {
        return Ok(());
    };
    let reason = match () {
        () if !config.listen.ip().is_loopback() => "SPYHOP_LISTEN is an address that other machines reach",
        () if !config.trusted_proxies.is_empty() => "SPYHOP_TRUSTED_PROXIES is set",
        () if !config.is_local() => "SPYHOP_ORIGIN is a public address",
        () => return Ok(()),
    };
    let why = format!("is only for tests on this machine, and {reason}. Remove one of them");
    Err(wrong(name, why))
}

/// Parses a database URL. It may contain a password, so errors do not repeat it.
fn database_url(text: &str) -> Result<Arc<Secret<String>>, ConfigError> {
    let fits = ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    if fits && text.parse::<Url>().is_ok() {
        Ok(Arc::new(Secret::new(text.to_owned())))
    } else {
        let why = "is not a URL such as postgres://user@host/spyhop. For SQLite leave it out and set SPYHOP_DATA";
        Err(wrong("SPYHOP_DATABASE_URL", why))
    }
}

fn origin(name: &'static str, text: &str) -> Result<String, ConfigError> {
    let url = text.parse::<Url>().ok();
    let bare = |url: &Url| url.has_host() && url.path() == "/" && url.query().is_none() && url.username().is_empty();
    match url.filter(|url| ["http", "https"].contains(&url.scheme()) && bare(url)) {
        Some(url) => Ok(url.origin().ascii_serialization()),
        None => Err(wrong(
            name,
            format!("is {text:?}; write the address without a path, such as https://spyhop.example.org"),
        )),
    }
}
