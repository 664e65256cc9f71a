//! The settings of the HTTP API, from the configuration.

use std::fmt::Display;
use std::net::SocketAddr;
use std::str::FromStr;

use adapters::config::Config;
use adapters::connect::Started;
use http_api::{Admission, Origin, ProxyNetwork, Settings, TempLoginPassword, Timeouts};

use super::output::ProgramError;

/// Open connections in all.
const CONNECTIONS: usize = 1024;
/// Open connections of one client.
const CONNECTIONS_PER_CLIENT: usize = 64;

/// Returns the settings of a server with this origin.
pub fn of(config: &Config, origin: Origin, started: &Started) -> Result<Settings, ProgramError> {
    Ok(Settings {
        origin,
        allowed_origins: parsed("SPYHOP_ALLOWED_ORIGINS", &config.allowed_origins)?,
        trusted_proxies: parsed("SPYHOP_TRUSTED_PROXIES", &config.trusted_proxies)?,
        temp_login: config
            .temp_login
            .as_ref()
            .map(|password| TempLoginPassword::new(password.reveal())),
        limits: http_api::rate_limits(&config.limits)?,
        admission: Admission::new(CONNECTIONS, CONNECTIONS_PER_CLIENT),
        timeouts: Timeouts::new(config.request_timeout),
        instance: started.instance.to_string(),
        discounts: config.discounts,
        links: config
            .links
            .iter()
            .map(|(name, url)| (name.clone(), url.to_string()))
            .collect(),
    })
}

/// Checks the parts of the configuration that only the HTTP API parses.
pub fn check(config: &Config) -> Result<(), ProgramError> {
    origin(config, config.listen)?;
    let _networks: Vec<ProxyNetwork> = parsed("SPYHOP_TRUSTED_PROXIES", &config.trusted_proxies)?;
    http_api::rate_limits(&config.limits)?;
    Ok(())
}

/// Returns the origin at which people open the page: the configured one, or the address that the server listens at.
pub fn origin(config: &Config, listen: SocketAddr) -> Result<Origin, ProgramError> {
    let text = match &config.origin {
        Some(text) => text.clone(),
        None if listen.ip().is_unspecified() => format!("http://localhost:{}", listen.port()),
        None => format!("http://{listen}"),
    };
    text.parse()
        .map_err(|error| format!("SPYHOP_ORIGIN: {text:?} {error}").into())
}

fn parsed<T: FromStr<Err: Display>>(name: &str, texts: &[String]) -> Result<Vec<T>, ProgramError> {
    let parse = |text: &String| text.parse().map_err(|error| format!("{name}: {text:?} {error}").into());
    texts.iter().map(parse).collect()
}
