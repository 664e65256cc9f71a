//! Encryption and signing in: what is sent, and what is not where the connection cannot be trusted.

use super::*;

const RIGHT: &str = "ann%40example.org:p%3A%2F%40%2B%20ss@";
const WRONG: &str = "ann%40example.org:hunter2@";

#[tokio::test]
async fn a_server_on_this_machine_needs_no_encryption() {
    let server = MailServer::start(json!({}));
    assert_eq!(send(&server, PLAIN).await, Ok(()));
    assert_eq!(send(&server, &PLAIN.replace("127.0.0.1", "localhost")).await, Ok(()));
    let log = server.log();
    assert_eq!(log[0], json!({"rcpt": "ann1@example.com", "secure": false}));
    assert_eq!(
        (&log[1]["from"], &log[1]["to"]),
        (&json!("spyhop@example.org"), &json!(["ann1@example.com"]))
    );
    assert_eq!(server.mails().len(), 2);
}

#[tokio::test]
async fn starttls_encrypts_before_anything_is_sent() {
    let server = MailServer::start(with_password(json!({"starttls": true})));
    let url = format!("smtp://{RIGHT}localhost:{{port}}");
    assert_eq!(send(&server, &url).await, Ok(()));
    let log = server.log();
    assert_eq!(log[0], json!({"auth": "PLAIN", "secure": true}));
    assert_eq!(
        (&log[2]["secure"], &log[2]["user"]),
        (&json!(true), &json!("ann@example.org"))
    );
}

#[tokio::test]
async fn tls_encrypts_from_the_first_byte() {
    for names in [json!(["localhost"]), json!(["127.0.0.1"])] {
        let host = names[0].as_str().unwrap().to_owned();
        let server = MailServer::start(with_password(json!({"secure": true, "names": names})));
        assert_eq!(
            send(&server, &format!("smtps://{RIGHT}{host}:{{port}}")).await,
            Ok(()),
            "{host}"
        );
        assert!(server.log().iter().all(|entry| entry["secure"] == true));
        assert_eq!(server.mails().len(), 1);
    }
}

#[tokio::test]
async fn passwords_are_presented_by_plain_or_by_login() {
    for mechanism in ["PLAIN", "LOGIN"] {
        let settings = json!({"starttls": true, "auth": [mechanism]});
        let server = MailServer::start(with_password(settings));
        assert_eq!(
            send(&server, &format!("smtp://{RIGHT}localhost:{{port}}")).await,
            Ok(())
        );
        let refused = send(&server, &format!("smtp://{WRONG}localhost:{{port}}")).await;
        assert_eq!(refused, Err(MailError::SignIn), "{mechanism}");
        assert_eq!(server.log()[0]["auth"], mechanism);
        assert_eq!(server.mails().len(), 1);
    }
    let unknown = MailServer::start(with_password(json!({"starttls": true, "auth": ["XOAUTH2"]})));
    let refused = send(&unknown, &format!("smtp://{RIGHT}localhost:{{port}}")).await;
    assert_eq!(refused, Err(MailError::SignIn), "no known mechanism");
    assert!(!has(&unknown, "rcpt"));
}

#[tokio::test]
async fn where_starttls_is_stripped_neither_password_nor_mail_is_sent() {
    let server = MailServer::start(with_password(json!({"starttls": false})));
    let mailer = mailer(&server, &format!("smtp://{RIGHT}localhost:{{port}}"));
    assert_eq!(mailer.send(&mail(1)).await, Err(MailError::NotEncrypted));
    assert_eq!(mailer.check().await, Err(MailError::NotEncrypted));
    assert_eq!(server.log(), Vec::<Value>::new(), "no AUTH, no RCPT, no DATA");
}

#[tokio::test]
async fn a_certificate_of_another_name_or_issuer_is_not_accepted() {
    for settings in [json!({"starttls": true}), json!({"secure": true})] {
        let scheme = if settings["secure"] == true { "smtps" } else { "smtp" };
        let server = MailServer::start(with_password(settings.clone()));
        let url = format!("{scheme}://{RIGHT}localhost:{}", server.port());
        let stranger = SmtpMailer::new(url.parse().unwrap(), sender(), None).unwrap();
        assert_eq!(stranger.send(&mail(1)).await, Err(MailError::Tls), "{url}");
        let mut other = settings;
        other["names"] = json!(["mail.example.org"]);
        let named = MailServer::start(with_password(other));
        let url = format!("{scheme}://{RIGHT}localhost:{{port}}");
        assert_eq!(send(&named, &url).await, Err(MailError::Tls), "{url}");
        for server in [&server, &named] {
            assert!(!has(server, "auth") && !has(server, "rcpt"), "{:?}", server.log());
        }
    }
}

#[tokio::test]
async fn a_check_signs_in_and_sends_no_mail() {
    let server = MailServer::start(with_password(json!({"starttls": true})));
    let right = mailer(&server, &format!("smtp://{RIGHT}localhost:{{port}}"));
    assert_eq!(right.check().await, Ok(()));
    let wrong = mailer(&server, &format!("smtp://{WRONG}localhost:{{port}}"));
    assert_eq!(wrong.check().await, Err(MailError::SignIn));
    assert!(has(&server, "auth") && !has(&server, "rcpt"));
    assert_eq!(right.destination().to_string(), format!("localhost:{}", server.port()));
}
