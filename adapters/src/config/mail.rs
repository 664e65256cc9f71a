//! The settings of mails.

use std::path::PathBuf;

use super::error::ConfigError;
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

/// Reads the variables of mails. `domain` is that of the page's public URL, if it has one.
pub(super) fn read<'a>(
    domain: Option<&str>,
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
    if sends_away && mail.sender.is_none() && domain.is_none() {
        let why = "is not set, and SPYHOP_ORIGIN has no domain to send mails from. Write it such as Spyhop <spyhop@example.org>";
        return Err(wrong("SPYHOP_MAIL_FROM", why));
    }
    Ok(mail)
}

fn wrong(name: &'static str, why: impl Into<String>) -> ConfigError {
    ConfigError::Variable { name, why: why.into() }
}
