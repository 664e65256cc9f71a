//! Chooses how mails are sent.

use std::sync::Arc;

use ports::{MailDelivery, MailError, mail::MailDestination};

use super::error::{ConnectError, MailSetupError};
use crate::{
    config::Config,
    mail::{MailSender, OutboxMailer, SmtpMailer},
};

/// The folder of the outbox in the data folder.
const OUTBOX: &str = "outbox";

/// Returns how mails are sent: through the mail server, or else into the configured outbox. Without both they are written into
/// the data folder where only people of this machine use the server. Everywhere else mail is off, because nobody would read them.
pub(super) fn mail_delivery(config: &Config) -> Result<MailDelivery, MailSetupError> {
    let sender = match &config.mail.sender {
        Some(sender) => sender.clone(),
        None => MailSender::at(config.mail_domain().as_deref().unwrap_or("localhost"))?,
    };
    if let Some(server) = &config.mail.server {
        let trusted = config.mail.trusted_certificates.as_ref().map(|file| {
            std::fs::read(file).map_err(|why| MailSetupError::Certificates {
                file: file.clone(),
                why,
            })
        });
        let mailer = SmtpMailer::new(server.clone(), sender, trusted.transpose()?.as_deref())?;
        return Ok(MailDelivery::On(Arc::new(mailer)));
    }
    let own_folder = config.folder().map(|folder| folder.join(OUTBOX));
    let own_folder = own_folder.filter(|_| config.is_local());
    Ok(match config.mail.outbox.clone().or(own_folder) {
        Some(folder) => MailDelivery::On(Arc::new(OutboxMailer::new(folder, sender))),
        None => MailDelivery::Off {
            reason: "Sign-in by email is off, because SPYHOP_SMTP_URL is not set.".to_owned(),
        },
    })
}

/// The result of checking how mails are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailCheck {
    /// Mails can be sent there.
    Ready(MailDestination),
    /// Mails cannot be sent there now.
    Failed(MailDestination, MailError),
    /// Mail is off, for this reason.
    Off(String),
}

/// Checks how mails are sent, without sending one: signs in to the mail server, or writes to the outbox.
pub async fn check_mail(config: &Config) -> Result<MailCheck, ConnectError> {
    Ok(match mail_delivery(config)? {
        MailDelivery::On(mailer) => match mailer.check().await {
            Ok(()) => MailCheck::Ready(mailer.destination()),
            Err(error) => MailCheck::Failed(mailer.destination(), error),
        },
        MailDelivery::Off { reason } => MailCheck::Off(reason),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::config::Data;

    fn config() -> Config {
        Config::at(Data::Folder("/srv/spyhop".into()))
    }

    fn destination(config: &Config) -> Result<MailDestination, String> {
        match mail_delivery(config).unwrap() {
            MailDelivery::On(mailer) => Ok(mailer.destination()),
            MailDelivery::Off { reason } => Err(reason),
        }
    }

    fn outbox(path: &str) -> MailDestination {
        MailDestination::Folder(Path::new(path).to_owned())
    }

    #[test]
    fn without_a_mail_server_only_local_servers_write_into_the_data_folder() {
        let mut public = config();
        public.origin = Some("https://spyhop.example.org".to_owned());
        assert_eq!(destination(&config()), Ok(outbox("/srv/spyhop/outbox")));
        let reason = destination(&public).unwrap_err();
        assert!(reason.contains("SPYHOP_SMTP_URL"), "{reason}");
        assert!(destination(&Config::in_memory()).is_err());
        public.mail.outbox = Some("/srv/mails".into());
        assert_eq!(destination(&public), Ok(outbox("/srv/mails")));
    }

    #[test]
    fn a_mail_server_is_preferred_to_an_outbox() {
        let mut config = config();
        config.mail.outbox = Some("/srv/mails".into());
        config.mail.server = Some("smtp://localhost:1025?tls=none".parse().unwrap());
        let server = MailDestination::Server("localhost:1025".to_owned());
        assert_eq!(destination(&config), Ok(server));
    }

    #[test]
    fn certificates_that_cannot_be_read_are_reported() {
        let mut config = config();
        config.mail.server = Some("smtps://localhost".parse().unwrap());
        config.mail.trusted_certificates = Some("/nonexistent/ca.pem".into());
        let error = mail_delivery(&config).err().unwrap().to_string();
        assert!(
            error.starts_with("SPYHOP_SMTP_CA: /nonexistent/ca.pem cannot be read"),
            "{error}"
        );
    }
}
