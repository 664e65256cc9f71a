//! The settings of mails.

use std::{net::IpAddr, path::PathBuf};

use url::{Host, Url};

use super::{environment::wrong, error::ConfigError, settings::Config};
use crate::mail::{MailSender, SmtpServer};

/// The settings of mails.
#[derive(Clone, Debug, Default)]
pub struct MailConfig {
    /// The mail server.
    pub server: Option<SmtpServer>,
    /// A file of certificates of issuers to trust, in addition to those of the machine, in PEM format.
    pub trusted_certificates: Option<PathBuf>,
    /// The sender; without it `Spyhop <spyhop@…>` at the host of the page.
    pub sender: Option<MailSender>,
    /// The folder into which mails are written where there is no mail server.
    pub outbox: Option<PathBuf>,
}

/// Reads the variables of mails. The origin must have been read before.
pub(super) fn read<'a>(
    config: &Config,
    get: impl Fn(&'static str) -> Option<&'a str>,
) -> Result<MailConfig, ConfigError> {
    let server = get("SPYHOP_SMTP_URL").map(str::parse::<SmtpServer>).transpose();
    let sender = get("SPYHOP_MAIL_FROM").map(str::parse::<MailSender>).transpose();
    let mail = MailConfig {
        server: server.map_err(|why| wrong("SPYHOP_SMTP_URL", why.to_string()))?,
        trusted_certificates: get("SPYHOP_SMTP_CA").map(PathBuf::from),
        sender: sender.map_err(|why| wrong("SPYHOP_MAIL_FROM", why.to_string()))?,
        outbox: get("SPYHOP_OUTBOX").map(PathBuf::from),
    };
    let sends_away = mail.server.as_ref().is_some_and(|server| !server.is_loopback());
    if sends_away && mail.sender.is_none() && config.mail_domain().is_none() {
        let why = "is not set, and SPYHOP_ORIGIN has no domain to send mails from. Write it such as Spyhop <spyhop@example.org>";
        return Err(wrong("SPYHOP_MAIL_FROM", why));
    }
    Ok(mail)
}

impl Config {
    /// Returns the domain of the page's public URL; `None` where it is an IP address or a name of this machine.
    #[must_use]
    pub fn mail_domain(&self) -> Option<String> {
        match self.host()? {
            Host::Domain(domain) if domain.contains('.') => Some(domain),
            _ => None,
        }
    }

    /// Returns whether the page is only meant to be opened on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self.host() {
            Some(Host::Domain(domain)) => domain == "localhost" || domain.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }

    /// Returns the host of the page's URL: of the configured origin, or else the address to listen on. A server that listens
    /// on all addresses without an origin is opened at `localhost`.
    fn host(&self) -> Option<Host> {
        let Some(origin) = &self.origin else {
            return Some(match self.listen.ip() {
                ip if ip.is_unspecified() => Host::Domain("localhost".to_owned()),
                IpAddr::V4(address) => Host::Ipv4(address),
                IpAddr::V6(address) => Host::Ipv6(address),
            });
        };
        origin.parse::<Url>().ok()?.host().map(|host| host.to_owned())
    }
}
