//! The settings of mails.

use super::{super::*, environment, parse};

#[test]
fn the_settings_of_mails_are_read() {
    let config = parse(&[
        ("SPYHOP_SMTP_URL", "smtp://ann:hunter2@mail.example.org"),
        ("SPYHOP_SMTP_CA", "/etc/ssl/own.pem"),
        ("SPYHOP_MAIL_FROM", "Our Spyhop <spyhop@example.org>"),
        ("SPYHOP_OUTBOX", "/tmp/outbox"),
    ])
    .unwrap();
    assert_eq!(config.mail.server.as_ref().unwrap().to_string(), "mail.example.org:587");
    assert_eq!(config.mail.sender.as_ref().unwrap().domain(), "example.org");
    assert_eq!(config.mail.outbox, Some("/tmp/outbox".into()));
    assert_eq!(config.mail.trusted_certificates, Some("/etc/ssl/own.pem".into()));
    assert!(!format!("{:?}", config.mail).contains("hunter2"));
    assert!(parse(&[]).unwrap().mail.server.is_none());
}

#[test]
fn wrong_settings_of_mails_are_rejected_without_the_password() {
    for (name, value, part) in [
        (
            "SPYHOP_SMTP_URL",
            "smtp://a:hunter2@b/c",
            "SPYHOP_SMTP_URL is not a URL such as smtps://",
        ),
        (
            "SPYHOP_SMTP_URL",
            "smtps://hunter2@b",
            "SPYHOP_SMTP_URL has a user name without a password",
        ),
        (
            "SPYHOP_SMTP_URL",
            "smtp://a:hunter2@b?tls=none",
            "SPYHOP_SMTP_URL has tls=none, which",
        ),
        ("SPYHOP_MAIL_FROM", "Spyhop", "SPYHOP_MAIL_FROM is not a sender such as"),
    ] {
        let why = parse(&[(name, value)]).err().unwrap();
        assert!(why.starts_with(part) && !why.contains("hunter2"), "{why}");
    }
}

#[test]
fn a_public_mail_server_needs_a_domain_to_send_from() {
    let server = ("SPYHOP_SMTP_URL", "smtps://mail.example.org");
    let why = parse(&[server]).err().unwrap();
    assert!(why.starts_with("SPYHOP_MAIL_FROM is not set"), "{why}");
    assert!(parse(&[server, ("SPYHOP_ORIGIN", "https://203.0.113.7")]).is_err());
    let config = parse(&[server, ("SPYHOP_ORIGIN", "https://spyhop.example.org")]).unwrap();
    assert_eq!(config.mail_domain().as_deref(), Some("spyhop.example.org"));
    assert!(parse(&[("SPYHOP_SMTP_URL", "smtp://localhost:1025?tls=none")]).is_ok());
}

#[test]
fn a_page_of_this_machine_differs_from_a_public_one() {
    for (name, value, is_local) in [
        ("SPYHOP_LISTEN", "127.0.0.1:4747", true),
        ("SPYHOP_LISTEN", "[::1]:4747", true),
        ("SPYHOP_LISTEN", "0.0.0.0:4747", true),
        ("SPYHOP_LISTEN", "192.168.1.5:4747", false),
        ("SPYHOP_ORIGIN", "http://localhost:5173", true),
        ("SPYHOP_ORIGIN", "https://spyhop.localhost", true),
        ("SPYHOP_ORIGIN", "http://127.0.0.1", true),
        ("SPYHOP_ORIGIN", "https://spyhop.example.org", false),
    ] {
        let config = Config::parse(&environment(&[(name, value)]), None).unwrap();
        assert_eq!(config.is_local(), is_local, "{value}");
    }
}
