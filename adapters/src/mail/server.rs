//! The mail server of the configuration.

use std::{fmt, net::IpAddr, str::FromStr, sync::Arc};

use percent_encoding::percent_decode_str;
use ports::Secret;
use url::{Host, Url};

/// The port of SMTP over TLS: RFC 8314.
const TLS_PORT: u16 = 465;
/// The port of SMTP with STARTTLS for submission: RFC 6409.
const STARTTLS_PORT: u16 = 587;
/// The port of SMTP without encryption.
const PLAIN_PORT: u16 = 25;

/// How the connection to a mail server is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtpEncryption {
    /// From its first byte.
    Tls,
    /// From the command STARTTLS on. If the server does not offer it, nothing else is sent.
    StartTls,
    /// Not at all. Only for servers on this machine.
    None,
}

/// A mail server, and the user name and password for it. It prints neither of them.
#[derive(Clone)]
pub struct SmtpServer {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: SmtpEncryption,
    pub(super) credentials: Option<Arc<Secret<(String, String)>>>,
}

/// Why a text is not a mail server. No message repeats the text, which has a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSmtpServerError {
    /// It is no URL of these schemes with a host, or has a path or unknown parameters.
    #[error(
        "is not a URL such as smtps://user:password@mail.example.org:465 or smtp://user:password@mail.example.org:587; write \
         special characters of the password as %40"
    )]
    NotAUrl,
    /// It has a user without a password, or a password without a user.
    #[error("has a user name without a password, or the reverse; write both or neither")]
    HalfCredentials,
    /// It asks for no encryption on the way to another machine.
    #[error(
        "has tls=none, which is only allowed for a mail server on this machine, such as smtp://localhost:1025?tls=none"
    )]
    NotLoopback,
}

impl SmtpServer {
    /// Returns whether the server runs on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

impl fmt::Display for SmtpServer {
    /// Writes the host and the port.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpServer({self}, {:?})", self.encryption)
    }
}

impl FromStr for SmtpServer {
    type Err = ParseSmtpServerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url: Url = text.parse().map_err(|_| ParseSmtpServerError::NotAUrl)?;
        let (encryption, default_port) = match (url.scheme(), url.query()) {
            ("smtps", None) => (SmtpEncryption::Tls, TLS_PORT),
            ("smtp", None) => (SmtpEncryption::StartTls, STARTTLS_PORT),
            ("smtp", Some("tls=none")) => (SmtpEncryption::None, PLAIN_PORT),
            _ => return Err(ParseSmtpServerError::NotAUrl),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(ParseSmtpServerError::NotAUrl);
        }
        let server = Self {
            host: host(&url)?,
            port: url.port().unwrap_or(default_port),
            encryption,
            credentials: credentials(&url)?.map(|both| Arc::new(Secret::new(both))),
        };
        if encryption == SmtpEncryption::None && !server.is_loopback() {
            return Err(ParseSmtpServerError::NotLoopback);
        }
        Ok(server)
    }
}

/// Returns the host in its normal form: a domain in lower-case ASCII, or an IP address without brackets.
fn host(url: &Url) -> Result<String, ParseSmtpServerError> {
    let host = url.host_str().ok_or(ParseSmtpServerError::NotAUrl)?;
    match Host::parse(host).map_err(|_| ParseSmtpServerError::NotAUrl)? {
        Host::Domain(domain) => Ok(domain),
        Host::Ipv4(address) => Ok(address.to_string()),
        Host::Ipv6(address) => Ok(address.to_string()),
    }
}

fn credentials(url: &Url) -> Result<Option<(String, String)>, ParseSmtpServerError> {
    let decoded = |text: &str| {
        let text = percent_decode_str(text).decode_utf8();
        let text = text.map_err(|_| ParseSmtpServerError::NotAUrl)?.into_owned();
        // The protocol separates the user name and the password by NUL.
        let is_valid = !text.contains('\0');
        is_valid.then_some(text).ok_or(ParseSmtpServerError::NotAUrl)
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) if !user.is_empty() && !password.is_empty() => {
            Ok(Some((decoded(user)?, decoded(password)?)))
        }
        _ => Err(ParseSmtpServerError::HalfCredentials),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<SmtpServer, ParseSmtpServerError> {
        text.parse()
    }

    #[test]
    fn a_server_is_parsed_from_its_url() {
        for (text, shown) in [
            ("smtps://Mail.Example.org", "SmtpServer(mail.example.org:465, Tls)"),
            (
                "smtps://mail.example.org:4650/",
                "SmtpServer(mail.example.org:4650, Tls)",
            ),
            ("smtp://mail.example.org", "SmtpServer(mail.example.org:587, StartTls)"),
            ("smtp://127.0.0.1:1025?tls=none", "SmtpServer(127.0.0.1:1025, None)"),
            ("smtp://[::1]?tls=none", "SmtpServer(::1:25, None)"),
            ("smtp://localhost:1025?tls=none", "SmtpServer(localhost:1025, None)"),
        ] {
            assert_eq!(format!("{:?}", parse(text).unwrap()), shown, "{text}");
        }
    }

    #[test]
    fn credentials_are_percent_decoded_and_never_printed() {
        let server = parse("smtps://ann%40example.org:p%3A%2F%40+ss@mail.example.org").unwrap();
        let credentials = server.credentials.as_ref().unwrap().reveal();
        assert_eq!(credentials, &("ann@example.org".to_owned(), "p:/@+ss".to_owned()));
        let shown = format!("{server:?} {server}");
        assert!(!shown.contains("ann") && !shown.contains("ss@"), "{shown}");
    }

    #[test]
    fn wrong_urls_are_rejected_without_repeating_them() {
        for (text, error) in [
            ("", ParseSmtpServerError::NotAUrl),
            ("mail.example.org", ParseSmtpServerError::NotAUrl),
            ("http://mail.example.org", ParseSmtpServerError::NotAUrl),
            ("smtp://", ParseSmtpServerError::NotAUrl),
            ("smtp://mail.example.org/path", ParseSmtpServerError::NotAUrl),
            ("smtp://mail.example.org?tls=maybe", ParseSmtpServerError::NotAUrl),
            ("smtps://localhost?tls=none", ParseSmtpServerError::NotAUrl),
            ("smtp://mail.example.org#x", ParseSmtpServerError::NotAUrl),
            ("smtps://a:%00hunter2@mail.example.org", ParseSmtpServerError::NotAUrl),
            ("smtps://a:%ffhunter2@mail.example.org", ParseSmtpServerError::NotAUrl),
            ("smtps://ann@mail.example.org", ParseSmtpServerError::HalfCredentials),
            ("smtps://ann:@mail.example.org", ParseSmtpServerError::HalfCredentials),
            (
                "smtps://:hunter2@mail.example.org",
                ParseSmtpServerError::HalfCredentials,
            ),
            ("smtp://10.0.0.1?tls=none", ParseSmtpServerError::NotLoopback),
            (
                "smtp://a:hunter2@mail.example.org?tls=none",
                ParseSmtpServerError::NotLoopback,
            ),
            (
                "smtp://localhost.example.org?tls=none",
                ParseSmtpServerError::NotLoopback,
            ),
        ] {
            let found = parse(text).unwrap_err();
            assert_eq!(found, error, "{text}");
            assert!(!found.to_string().contains("hunter2"));
        }
    }
}
