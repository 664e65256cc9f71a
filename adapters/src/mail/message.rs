//! A mail as a message: RFC 5322 with a MIME body of two alternatives.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lettre::{
    Address, Message,
    message::{
        Mailbox, MultiPart, MultiPartKind, SinglePart,
        header::{Date, Header, HeaderName, HeaderValue},
    },
};
use ports::{EmailAddress, Mail, MailError, Timestamp};

use super::sender::MailSender;

/// `Auto-Submitted: auto-generated` of RFC 3834, so that no absence notice is sent back.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Writes a mail as a message. It depends on nothing but the mail and the sender, so every attempt sends the same bytes. A
/// subject with a line break is refused, because it could add headers.
pub(super) fn message(mail: &Mail, sender: &MailSender) -> Result<Message, MailError> {
    if mail.subject.contains(char::is_control) {
        return Err(MailError::InvalidMail);
    }
    let to: Address = mail.to.as_str().parse().map_err(|_| MailError::InvalidMail)?;
    let millis = u64::try_from(mail.created_at.millis()).map_err(|_| MailError::InvalidMail)?;
    let body = MultiPart::builder()
        .kind(MultiPartKind::Alternative)
        .boundary(format!("spyhop-{}", mail.id))
        .singlepart(SinglePart::plain(without_nul(&mail.text)))
        .singlepart(SinglePart::html(without_nul(&mail.html)));
    Message::builder()
        .date(UNIX_EPOCH + Duration::from_millis(millis))
        .message_id(Some(format!("<{}@{}>", mail.id, sender.domain())))
        .from(sender.mailbox().clone())
        .to(Mailbox::new(None, to))
        .subject(mail.subject.clone())
        .header(AutoSubmitted)
        .multipart(body)
        .map_err(|_| MailError::InvalidMail)
}

/// Reads the recipient and the time back from the beginning of a message that [`message`] wrote.
pub(super) fn addressed(head: &[u8]) -> Option<(EmailAddress, Timestamp)> {
    let head = String::from_utf8_lossy(head).replace("\r\n ", " ");
    let value = |name: &str| {
        let mut lines = head.split("\r\n").take_while(|line| !line.is_empty());
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    };
    let to = value("To")?.parse().ok()?;
    let written = SystemTime::from(Date::parse(value("Date")?).ok()?);
    let seconds = written.duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some((to, Timestamp::from_seconds(i64::try_from(seconds).ok()?)))
}

/// NUL is not allowed in a message: RFC 5322, section 4.
fn without_nul(text: &str) -> String {
    text.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use ports::{MailId, MailPurpose};

    use super::*;

    fn mail() -> Mail {
        Mail {
            id: MailId::nil(),
            purpose: MailPurpose::SignInCode,
            cause: "cause".to_owned(),
            to: "ann@example.com".parse().unwrap(),
            subject: "K7RM2QXD is your code".to_owned(),
            text: "One\n\n.two\n".to_owned(),
            html: "<p>One</p>\n".to_owned(),
            created_at: Timestamp::from_seconds(1_790_000_000),
            expires_at: Timestamp::from_seconds(1_790_000_600),
        }
    }

    fn written(mail: &Mail) -> String {
        let sender = "Spyhop <spyhop@example.org>".parse().unwrap();
        String::from_utf8(message(mail, &sender).unwrap().formatted()).unwrap()
    }

    #[test]
    fn a_message_has_the_headers_of_a_generated_mail() {
        let message = written(&mail());
        assert!(message.is_ascii());
        for line in [
            "Date: Mon, 21 Sep 2026 14:13:20 +0000",
            "Message-ID: <00000000-0000-0000-0000-000000000000@example.org>",
            "From: Spyhop <spyhop@example.org>",
            "To: ann@example.com",
            "Subject: K7RM2QXD is your code",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Type: text/html; charset=utf-8",
        ] {
            assert!(message.split("\r\n").any(|found| found == line), "{line} in {message}");
        }
        assert!(message.contains("Content-Type: multipart/alternative;"), "{message}");
        assert!(
            !message.replace("\r\n", "").contains(['\r', '\n']),
            "every line ends with CR LF"
        );
        assert_eq!(message, written(&mail()), "every attempt sends the same bytes");
    }

    #[test]
    fn the_recipient_and_the_time_are_read_back() {
        let long = format!(
            "{}@{}.example.com",
            "a".repeat(64),
            ["b".repeat(60).as_str(); 2].join(".")
        );
        for address in ["ann@example.com", "o'brien+x@xn--kln-sna.de", long.as_str()] {
            let mail = Mail {
                to: address.parse().unwrap(),
                text: "To: eve@example.com\n".to_owned(),
                ..mail()
            };
            let read = addressed(written(&mail).as_bytes());
            assert_eq!(read, Some((mail.to, mail.created_at)), "{address}");
        }
        assert_eq!(addressed(b"Subject: x\r\n\r\nTo: ann@example.com\r\n"), None);
        assert_eq!(addressed(b""), None);
    }

    #[test]
    fn eight_bit_text_and_long_lines_are_encoded() {
        let long = "Grüße ".repeat(400);
        let message = written(&Mail {
            subject: format!("Grüße {}", "\u{1f433}".repeat(60)),
            text: long.clone(),
            html: "x".repeat(5000),
            ..mail()
        });
        assert!(message.is_ascii());
        assert!(message.split("\r\n").all(|line| line.len() <= 78), "{message}");
        assert!(message.contains("Subject: =?utf-8?b?"), "{message}");
    }

    #[test]
    fn a_subject_with_a_line_break_is_refused() {
        let sender = "Spyhop <spyhop@example.org>".parse().unwrap();
        for subject in ["a\r\nBcc: eve@example.org", "a\nb", "a\rb", "a\0b"] {
            let mail = Mail {
                subject: subject.to_owned(),
                ..mail()
            };
            assert_eq!(
                message(&mail, &sender).err(),
                Some(MailError::InvalidMail),
                "{subject:?}"
            );
        }
    }
}
