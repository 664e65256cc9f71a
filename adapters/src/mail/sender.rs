//! The sender of all mails.

use std::str::FromStr;

use lettre::{Address, message::Mailbox};

/// The sender of all mails: a name and an address, as in `Spyhop <spyhop@example.org>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSender(Mailbox);

/// Why a text is not a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a sender such as Spyhop <spyhop@example.org>")]
pub struct ParseMailSenderError;

impl MailSender {
    /// Returns the sender `Spyhop <spyhop@…>` at this domain.
    pub fn at(domain: &str) -> Result<Self, ParseMailSenderError> {
        let address = Address::new("spyhop", domain).map_err(|_| ParseMailSenderError)?;
        Ok(Self(Mailbox::new(Some("Spyhop".to_owned()), address)))
    }

    /// Returns the domain of the address, which Message-IDs have too.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.email.domain()
    }

    pub(super) fn mailbox(&self) -> &Mailbox {
        &self.0
    }
}

impl FromStr for MailSender {
    type Err = ParseMailSenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains(char::is_control) {
            return Err(ParseMailSenderError);
        }
        let mailbox: Mailbox = text.parse().map_err(|_| ParseMailSenderError)?;
        Ok(Self(mailbox))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_is_an_address_with_or_without_a_name() {
        for (text, domain) in [
            ("Spyhop <spyhop@example.org>", "example.org"),
            ("post@mail.example.org", "mail.example.org"),
        ] {
            assert_eq!(text.parse::<MailSender>().unwrap().domain(), domain);
        }
        assert_eq!(MailSender::at("localhost").unwrap().domain(), "localhost");
        for text in ["", "Spyhop", "a@b@c", "Spyhop <a@example.org>\r\nBcc: eve@example.org"] {
            assert_eq!(text.parse::<MailSender>(), Err(ParseMailSenderError), "{text}");
        }
    }
}
