//! What arrives at the recipient's server.

use super::*;

async fn arrived(mail: &Mail) -> String {
    let server = MailServer::start(json!({}));
    assert_eq!(mailer(&server, PLAIN).send(mail).await, Ok(()));
    server.mails().remove(0)
}

/// Returns the header lines of a message.
fn headers(message: &str) -> Vec<&str> {
    message.split("\r\n\r\n").next().unwrap().split("\r\n").collect()
}

#[tokio::test]
async fn lines_that_begin_with_a_dot_arrive_unchanged() {
    let message = arrived(&mail(1)).await;
    let text = "Code: K7RM2QXD\r\n\r\n.a line with a dot\r\n..and two\r\n.\r\nend\r\n";
    assert!(message.contains(text), "{message}");
    assert!(message.contains("<p>Code: K7RM2QXD</p>\r\n"), "{message}");
}

#[tokio::test]
async fn every_attempt_has_the_same_message_id() {
    let server = MailServer::start(json!({"greylist": true}));
    let mailer = mailer(&server, PLAIN);
    for one in [mail(1), mail(1), mail(1), mail(2), mail(2)] {
        let _ = mailer.send(&one).await;
    }
    let mails = server.mails();
    let ids: Vec<&str> = mails.iter().map(|one| header(one, "Message-ID")).collect();
    assert_eq!(mails.len(), 3);
    assert_eq!(ids[0], "<0197f000-0000-7000-8000-000000000001@example.org>");
    assert_eq!(ids[0], ids[1]);
    assert_ne!(ids[0], ids[2]);
    assert_eq!(mails[0], mails[1], "byte by byte");
}

fn header<'a>(message: &'a str, name: &str) -> &'a str {
    let line = headers(message)
        .into_iter()
        .find(|line| line.starts_with(&format!("{name}: ")));
    line.unwrap_or_else(|| panic!("no {name} in {message}"))
        .split_once(": ")
        .unwrap()
        .1
}

#[tokio::test]
async fn a_mail_says_that_a_program_sent_it_and_has_one_recipient() {
    let message = arrived(&mail(1)).await;
    assert_eq!(header(&message, "Auto-Submitted"), "auto-generated");
    assert_eq!(header(&message, "To"), "ann1@example.com");
    assert_eq!(header(&message, "From"), "Spyhop <spyhop@example.org>");
    assert_eq!(header(&message, "Date"), "Fri, 04 Oct 2024 00:00:00 +0000");
    assert!(header(&message, "Content-Type").starts_with("multipart/alternative;"));
    for name in ["Cc", "Bcc", "Reply-To", "List-Unsubscribe"] {
        assert!(
            !headers(&message)
                .iter()
                .any(|line| line.starts_with(&format!("{name}:")))
        );
    }
}

#[tokio::test]
async fn eight_bit_subjects_and_long_lines_arrive_in_seven_bits_and_short_lines() {
    let long = format!("{}\n{}\n", "Grüße \u{1f433} ".repeat(300), "x".repeat(3000));
    let message = arrived(&Mail {
        subject: "Grüße \u{1f433} ".repeat(20).trim().to_owned(),
        text: long.clone(),
        html: format!("<p>{long}</p>"),
        ..mail(1)
    })
    .await;
    assert!(message.is_ascii());
    assert!(message.split("\r\n").all(|line| line.len() <= 78), "{message}");
    assert!(header(&message, "Subject").starts_with("=?utf-8?b?"), "{message}");
}

#[tokio::test]
async fn no_text_can_add_a_header_or_a_recipient() {
    let injected =
        "\r\nBcc: eve@example.org\r\n\r\n.\r\nMAIL FROM:<eve@example.org>\r\nRCPT TO:<eve@example.org>\r\nDATA\r\n";
    let server = MailServer::start(json!({}));
    let mailer = mailer(&server, PLAIN);
    let subject = Mail {
        subject: format!("Code{injected}"),
        ..mail(1)
    };
    assert_eq!(mailer.send(&subject).await, Err(MailError::InvalidMail));
    assert!(
        format!("ann@example.com{injected}")
            .parse::<ports::EmailAddress>()
            .is_err()
    );
    assert!(
        format!("Spyhop{injected} <spyhop@example.org>")
            .parse::<MailSender>()
            .is_err()
    );
    assert!(server.log().is_empty());
    let body = Mail {
        text: format!("a{injected}b\n--spyhop-{}--\nc", mail(1).id),
        html: injected.to_owned(),
        cause: injected.to_owned(),
        ..mail(1)
    };
    assert_eq!(mailer.send(&body).await, Ok(()));
    let log = server.log();
    assert_eq!(log.len(), 2, "one recipient and one mail: {log:?}");
    assert_eq!(log[1]["to"], json!(["ann1@example.com"]));
    let message = &server.mails()[0];
    assert!(
        !headers(message)
            .iter()
            .any(|line| line.to_lowercase().starts_with("bcc")),
        "{message}"
    );
}
