//! Sends mails through a mail server.

use std::{future::Future, time::Duration};

use async_trait::async_trait;
use lettre::transport::smtp::{
    authentication::{Credentials, DEFAULT_MECHANISMS},
    client::{AsyncSmtpConnection, Certificate, TlsParameters},
    extension::ClientId,
};
use ports::{Mail, MailError, Mailer, mail::MailDestination};
use tokio::time::timeout;

use super::{
    failure::{SmtpStep, mail_error},
    message::message,
    sender::MailSender,
    server::{SmtpEncryption, SmtpServer},
};

/// How long a mail may take, from connecting to the server's last answer. Less than the lease of a job, so that an attempt
/// ends before another worker can begin the next one, even where the lease cannot be renewed.
const TIME_LIMIT: Duration = Duration::from_secs(25);

/// Sends mails through a mail server, over a new connection for each mail.
pub struct SmtpMailer {
    server: SmtpServer,
    sender: MailSender,
    /// `None` where the connection is not encrypted.
    tls: Option<TlsParameters>,
    time_limit: Duration,
}

/// Why a mail server cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmtpSetupError {
    /// The certificates to trust are not PEM.
    #[error("the certificates to trust are not in PEM format")]
    Certificates,
    /// TLS cannot be set up on this machine.
    #[error("TLS cannot be set up; check the certificates of this machine")]
    Tls,
}

impl SmtpMailer {
    /// Returns the mailer for a server. `trusted` has further certificates of issuers to trust, in PEM format.
    pub fn new(server: SmtpServer, sender: MailSender, trusted: Option<&[u8]>) -> Result<Self, SmtpSetupError> {
        let tls = match server.encryption {
            SmtpEncryption::None => None,
            SmtpEncryption::Tls | SmtpEncryption::StartTls => Some(tls(&server.host, trusted)?),
        };
        Ok(Self {
            server,
            sender,
            tls,
            time_limit: TIME_LIMIT,
        })
    }

    /// Replaces the time limit of 25 seconds for sending a mail.
    #[must_use]
    pub fn with_time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }

    /// Connects, encrypts and signs in.
    async fn connect(&self) -> Result<AsyncSmtpConnection, MailError> {
        let name = ClientId::Domain(self.sender.domain().to_owned());
        let address = (self.server.host.as_str(), self.server.port);
        let immediately = self
            .tls
            .clone()
            .filter(|_| self.server.encryption == SmtpEncryption::Tls);
        let connection = AsyncSmtpConnection::connect_tokio1(address, None, &name, immediately, None).await;
        let mut connection = connection.map_err(|error| mail_error(&error, SmtpStep::Connect))?;
        if let (SmtpEncryption::StartTls, Some(tls)) = (self.server.encryption, &self.tls) {
            if !connection.can_starttls() {
                connection.abort().await;
                return Err(MailError::NotEncrypted);
            }
            let encrypted = connection.starttls(tls.clone(), &name).await;
            encrypted.map_err(|error| mail_error(&error, SmtpStep::StartTls))?;
        }
        if let Some(credentials) = &self.server.credentials {
            let (user, password) = credentials.reveal();
            let credentials = Credentials::new(user.clone(), password.clone());
            let signed_in = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
            signed_in.map_err(|error| mail_error(&error, SmtpStep::SignIn))?;
        }
        Ok(connection)
    }

    async fn deliver(&self, mail: &Mail) -> Result<(), MailError> {
        let message = message(mail, &self.sender)?;
        let mut connection = self.connect().await?;
        let sent = connection.send(message.envelope(), &message.formatted()).await;
        let answer = sent.map_err(|error| mail_error(&error, SmtpStep::Mail))?;
        // The mail is accepted whatever happens to the connection now.
        let _ = connection.quit().await;
        if answer.has_code(250) {
            Ok(())
        } else {
            Err(MailError::Malformed)
        }
    }

    async fn within_limit<T>(&self, work: impl Future<Output = Result<T, MailError>> + Send) -> Result<T, MailError> {
        let done = timeout(self.time_limit, work).await;
        done.unwrap_or(Err(MailError::TimedOut))
    }
}

fn tls(host: &str, trusted: Option<&[u8]>) -> Result<TlsParameters, SmtpSetupError> {
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(pem) = trusted {
        let certificate = Certificate::from_pem(pem).map_err(|_| SmtpSetupError::Certificates)?;
        builder = builder.add_root_certificate(certificate);
    }
    builder.build().map_err(|_| SmtpSetupError::Tls)
}

#[async_trait]
impl Mailer for SmtpMailer {
    fn destination(&self) -> MailDestination {
        MailDestination::Server(self.server.to_string())
    }

    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let sent = self.within_limit(self.deliver(mail)).await;
        if let Err(error) = &sent {
            let purpose = mail.purpose.as_str();
            tracing::warn!(purpose, server = %self.server, %error, "a mail could not be sent");
        }
        sent
    }

    /// Connects, encrypts and signs in, and sends the command NOOP.
    async fn check(&self) -> Result<(), MailError> {
        let checked = async {
            let mut connection = self.connect().await?;
            let answers = connection.test_connected().await;
            let _ = connection.quit().await;
            if answers { Ok(()) } else { Err(MailError::Disconnected) }
        };
        self.within_limit(checked).await
    }
}
