//! The port that sends mails, and how sending fails.

use std::{fmt, path::PathBuf};

use async_trait::async_trait;

use super::{Mail, MailId};
use crate::{person::email::EmailAddress, time::clock::Timestamp};

/// Sends mails.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Returns where mails go.
    fn destination(&self) -> MailDestination;

    /// Sends a mail, within less than 30 seconds. `Ok` means that the next server has accepted it. The Message-ID MUST
    /// depend only on [`Mail::id`](super::Mail) and the sender, because a mail may be sent twice: where the process ends
    /// after the server has accepted a mail, but before that is recorded.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;

    /// Checks that mails can be sent, as far as that is possible without sending one.
    async fn check(&self) -> Result<(), MailError>;

    /// Returns the mails that it keeps instead of passing them on. A mailer that passes all mails on keeps none. An implementer MUST
    /// log why this and [`erase`](Self::erase) fail.
    async fn kept(&self) -> Result<Vec<KeptMail>, MailError> {
        Ok(Vec::new())
    }

    /// Erases mails that it keeps. One that it does not keep is ignored.
    async fn erase(&self, mails: &[MailId]) -> Result<(), MailError> {
        let _ = mails;
        Ok(())
    }
}

/// A mail that a mailer keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMail {
    /// Which mail.
    pub id: MailId,
    /// Its recipient.
    pub to: EmailAddress,
    /// When it was written.
    pub created_at: Timestamp,
}

/// Where mails go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailDestination {
    /// To a mail server, by its host and port.
    Server(String),
    /// Into files of a folder.
    Folder(PathBuf),
}

impl fmt::Display for MailDestination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server(server) => f.write_str(server),
            Self::Folder(folder) => write!(f, "{}", folder.display()),
        }
    }
}

/// Why a mail was not sent. No error has the text of a server, which may repeat addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// No connection could be made, or it ended before the mail was accepted.
    #[error("no connection to the mail server could be made or kept")]
    Disconnected,
    /// The server did not answer in time.
    #[error("the mail server did not answer in time")]
    TimedOut,
    /// The server does not offer STARTTLS. Nothing was sent, because it could be read on the way.
    #[error("the mail server does not offer STARTTLS, so nothing was sent")]
    NotEncrypted,
    /// The connection could not be encrypted; most often the certificate is not trusted or has another name.
    #[error(
        "the connection to the mail server could not be encrypted; check the name and the issuer of its certificate"
    )]
    Tls,
    /// The server rejects the user name and password, or accepts no method that this program knows.
    #[error("the mail server did not accept the user name and password")]
    SignIn,
    /// The server refuses with this status: of RFC 5321, section 4.2.
    #[error("the mail server refused with the status {0}")]
    Refused(u16),
    /// The server takes no mail now: it answered with this status before a mail was sent.
    #[error("the mail server takes no mail now and answered with the status {0}")]
    Unready(u16),
    /// The server's answer is not SMTP.
    #[error("the mail server sent an answer that is not SMTP")]
    Malformed,
    /// The mail cannot be written as a message.
    #[error("the mail is not valid")]
    InvalidMail,
    /// The file cannot be written.
    #[error("the file of the mail could not be written")]
    NotWritten,
    /// The files of mails cannot be read or erased.
    #[error("the files of mails could not be read or erased")]
    NotErased,
    /// Mail is switched off.
    #[error("mail is switched off")]
    Off,
}

impl MailError {
    /// Returns whether another attempt would fail in the same way: the server refused this mail, or it is invalid. All other
    /// errors are of the server, the network or the configuration, and end when these are corrected.
    #[must_use]
    pub fn is_permanent(self) -> bool {
        matches!(self, Self::Refused(500..) | Self::InvalidMail)
    }

    /// Returns the code that is stored.
    #[must_use]
    pub fn code(self) -> String {
        let code = match self {
            Self::Disconnected => "disconnected",
            Self::TimedOut => "timed_out",
            Self::NotEncrypted => "not_encrypted",
            Self::Tls => "tls",
            Self::SignIn => "sign_in",
            Self::Refused(status) => return format!("refused_{status}"),
            Self::Unready(status) => return format!("unready_{status}"),
            Self::Malformed => "malformed",
            Self::InvalidMail => "invalid_mail",
            Self::NotWritten => "not_written",
            Self::NotErased => "not_erased",
            Self::Off => "off",
        };
        code.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_of_the_mail_itself_is_permanent() {
        let permanent = [MailError::Refused(550), MailError::Refused(500), MailError::InvalidMail];
        let temporary = [
            MailError::Refused(451),
            MailError::Refused(421),
            MailError::Disconnected,
            MailError::TimedOut,
            MailError::NotEncrypted,
            MailError::Tls,
            MailError::SignIn,
            MailError::Unready(554),
            MailError::Malformed,
            MailError::NotWritten,
            MailError::Off,
        ];
        assert!(permanent.into_iter().all(MailError::is_permanent));
        assert!(!temporary.into_iter().any(MailError::is_permanent));
        assert_eq!(MailError::Refused(451).code(), "refused_451");
    }
}
