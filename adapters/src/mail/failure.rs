//! What the errors of the SMTP library mean.

use std::{error::Error as StdError, io, iter};

use lettre::transport::smtp::Error;
use ports::MailError;

/// What was going on when a connection failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SmtpStep {
    /// Connecting, up to the greeting and the server's capabilities.
    Connect,
    /// Changing to an encrypted connection.
    StartTls,
    /// Presenting the user name and password.
    SignIn,
    /// Sending a mail.
    Mail,
}

/// Returns the meaning of an error. A refusal is of the mail only where the mail was being sent.
pub(super) fn mail_error(error: &Error, step: SmtpStep) -> MailError {
    if let Some(status) = error.status() {
        let status = u16::from(status);
        return match step {
            SmtpStep::Mail => MailError::Refused(status),
            SmtpStep::SignIn if error.is_permanent() => MailError::SignIn,
            SmtpStep::StartTls => MailError::NotEncrypted,
            SmtpStep::SignIn | SmtpStep::Connect => MailError::Unready(status),
        };
    }
    if error.is_timeout() {
        return MailError::TimedOut;
    }
    if error.is_tls() || is_handshake(error) {
        return MailError::Tls;
    }
    match step {
        SmtpStep::SignIn if error.is_client() => MailError::SignIn,
        _ if is_end(error) => MailError::Disconnected,
        _ if error.is_response() || error.is_client() => MailError::Malformed,
        _ => MailError::Disconnected,
    }
}

/// Returns whether the TLS handshake failed. The library reports that as a failed connection.
fn is_handshake(error: &Error) -> bool {
    let mut causes = iter::successors(error.source(), |&cause| cause.source());
    causes.any(|cause| tls_error(cause).is_some())
}

fn tls_error<'a>(cause: &'a (dyn StdError + 'static)) -> Option<&'a rustls::Error> {
    cause.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
}

/// Returns whether the connection ended in the middle of an answer, for which the library has only a text.
fn is_end(error: &Error) -> bool {
    let source = error.source().map(ToString::to_string);
    error.is_response() && source.is_some_and(|text| text == "incomplete response")
}
