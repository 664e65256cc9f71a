//! `SmtpMailer` against a real mail server: encryption, signing in, refusals, faults, and what arrives.

mod arrival;
mod encryption;
mod refusal;

use std::time::Duration;

use adapters::mail::{MailSender, SmtpMailer, SmtpServer};
use ports::{Mail, MailError, MailPurpose, Mailer as _};
use serde_json::{Value, json};
use support::{mail_server::MailServer, patience};

use crate::samples::{at, id};

/// Less than the product's limit, so that the tests of silent servers do not take long.
fn time_limit() -> Duration {
    patience(10)
}

/// The `n`th mail, with characters that a transport could change.
pub fn mail(n: u8) -> Mail {
    Mail {
        id: id(u16::from(n)),
        purpose: MailPurpose::SignInCode,
        cause: format!("cause-{n}"),
        to: format!("ann{n}@example.com").parse().unwrap(),
        subject: "K7RM2QXD is your code".to_owned(),
        text: "Code: K7RM2QXD\n\n.a line with a dot\n..and two\n.\nend\n".to_owned(),
        html: "<p>Code: K7RM2QXD</p>\n".to_owned(),
        created_at: at(0),
        expires_at: at(600),
    }
}

pub fn sender() -> MailSender {
    "Spyhop <spyhop@example.org>".parse().unwrap()
}

/// Returns the mailer for a URL whose port is `{port}`; it trusts the issuer of the server's certificate.
fn mailer(server: &MailServer, url: &str) -> SmtpMailer {
    let url = url.replace("{port}", &server.port().to_string());
    let address: SmtpServer = url.parse().unwrap();
    let mailer = SmtpMailer::new(address, sender(), Some(server.issuer().as_bytes())).unwrap();
    mailer.with_time_limit(time_limit())
}

const PLAIN: &str = "smtp://127.0.0.1:{port}?tls=none";

async fn send(server: &MailServer, url: &str) -> Result<(), MailError> {
    mailer(server, url).send(&mail(1)).await
}

fn with_password(mut settings: Value) -> Value {
    settings["auth"] = settings.get("auth").cloned().unwrap_or(json!(["PLAIN", "LOGIN"]));
    settings["user"] = json!("ann@example.org");
    settings["password"] = json!("p:/@+ ss");
    settings
}

/// Returns whether the log has an entry with this key.
fn has(server: &MailServer, key: &str) -> bool {
    server.log().iter().any(|entry| !entry[key].is_null())
}
