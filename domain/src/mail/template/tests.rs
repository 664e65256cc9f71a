use ports::{Mail, MailId, Timestamp};

use super::*;

const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);
const ORIGIN: &str = "https://spyhop.example.org";

fn code() -> MailCode<'static> {
    MailCode {
        code: "K7RM2QXD",
        until: NOW.plus(Duration::from_mins(10)),
    }
}

fn link() -> MailLink<'static> {
    MailLink {
        token: "spy_email_4fJ7QpXzVb2LkTnR8sWcYdHgAa93MmEu0PqoTx",
        until: NOW.plus(Duration::from_hours(24)),
    }
}

fn written(template: MailTemplate<'_>) -> Mail {
    let to = "ann@example.com".parse().unwrap();
    template.mail(MailId::nil(), ORIGIN, &to, "cause", NOW)
}

fn all() -> [(Mail, &'static str, &'static str); 5] {
    macro_rules! with_snapshots {
        ($template:expr, $name:literal) => {
            (
                written($template),
                include_str!(concat!("../snapshots/", $name, ".txt")),
                include_str!(concat!("../snapshots/", $name, ".html")),
            )
        };
    }
    let (code, link) = (code(), link());
    let at = NOW.plus(Duration::from_hours(7 * 24));
    [
        with_snapshots!(MailTemplate::SignInCode { code, link }, "sign-in-code"),
        with_snapshots!(MailTemplate::SignUp { link }, "sign-up"),
        with_snapshots!(MailTemplate::NewEmail { code, link }, "new-email"),
        with_snapshots!(MailTemplate::EmailChange, "email-change"),
        with_snapshots!(MailTemplate::Deletion { at }, "deletion"),
    ]
}

#[test]
fn every_mail_is_as_its_snapshot() {
    for (mail, text, html) in all() {
        assert_eq!(format!("Subject: {}\n\n{}", mail.subject, mail.text), text);
        assert_eq!(mail.html, html);
    }
}

#[test]
fn lines_of_plain_text_are_short_and_links_whole() {
    for (mail, ..) in all() {
        for line in mail.text.lines() {
            let is_link = line.starts_with(ORIGIN) && !line.contains(' ');
            assert!(line.chars().count() <= 76 || is_link, "{line}");
        }
        assert!(!mail.subject.contains(['\r', '\n']) && mail.subject.len() <= 76);
    }
}

#[test]
fn nothing_is_loaded_and_the_recipient_is_not_named() {
    for (mail, ..) in all() {
        for part in ["<img", "src=", "<link", "@import", "url(", "http://"] {
            assert!(!mail.html.contains(part), "{part} in {}", mail.html);
        }
        assert_eq!(
            mail.html.matches("href=").count(),
            mail.html.matches(&format!("href=\"{ORIGIN}/")).count()
        );
        for text in [&mail.subject, &mail.text, &mail.html] {
            assert!(!text.contains("ann@"), "{text}");
        }
    }
}

#[test]
fn a_mail_expires_with_its_code_or_link() {
    let expires = all().map(|(mail, ..)| mail.expires_at.since(NOW).as_secs() / 60);
    assert_eq!(expires, [10, 24 * 60, 10, 48 * 60, 48 * 60]);
    assert!(
        all()
            .iter()
            .all(|(mail, ..)| mail.created_at == NOW && mail.cause == "cause")
    );
}

#[test]
fn durations_are_in_the_largest_unit_that_fits() {
    for (seconds, text) in [
        (0, "0 minutes"),
        (1, "1 minute"),
        (600, "10 minutes"),
        (7199, "2 hours"),
        (86_400, "24 hours"),
        (7 * 86_400, "7 days"),
    ] {
        assert_eq!(duration(NOW, NOW.plus(Duration::from_secs(seconds))), text);
    }
}
