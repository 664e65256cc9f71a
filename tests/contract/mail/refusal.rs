//! Refusals and faults of a mail server.

use std::time::Instant;

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use super::*;

#[tokio::test]
async fn greylisting_refuses_the_first_attempt_for_now() {
    let server = MailServer::start(json!({"greylist": true}));
    let refused = send(&server, PLAIN).await.unwrap_err();
    assert_eq!((refused, refused.is_permanent()), (MailError::Refused(451), false));
    assert_eq!(send(&server, PLAIN).await, Ok(()));
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn the_status_of_a_refusal_tells_whether_it_is_permanent() {
    for (settings, status, is_permanent) in [
        (json!({"refuse": 450}), 450, false),
        (json!({"refuse": 452}), 452, false),
        (json!({"refuse": 550}), 550, true),
        (json!({"refuseData": 451}), 451, false),
        (json!({"refuseData": 554}), 554, true),
    ] {
        let server = MailServer::start(settings);
        let refused = send(&server, PLAIN).await.unwrap_err();
        assert_eq!(
            (refused, refused.is_permanent()),
            (MailError::Refused(status), is_permanent)
        );
        assert!(!refused.to_string().contains("ann"), "{refused}");
        assert!(server.mails().is_empty());
    }
}

#[tokio::test]
async fn a_connection_dropped_within_the_mail_is_a_failure() {
    let server = MailServer::start(json!({"drop": true}));
    assert_eq!(send(&server, PLAIN).await, Err(MailError::Disconnected));
    assert!(has(&server, "dropped"));
    assert!(server.mails().is_empty());
}

#[tokio::test]
async fn a_server_that_never_answers_fails_in_time() {
    let server = MailServer::start(json!({"silent": true}));
    for url in [PLAIN, "smtps://localhost:{port}"] {
        let since = Instant::now();
        let quick = mailer(&server, url).with_time_limit(Duration::from_secs(1));
        assert_eq!(quick.send(&mail(1)).await, Err(MailError::TimedOut));
        assert_eq!(quick.check().await, Err(MailError::TimedOut));
        assert!(since.elapsed() < patience(10), "{:?}", since.elapsed());
    }
    assert!(has(&server, "connected"));
}

#[tokio::test]
async fn a_port_without_a_server_is_a_failure_to_connect() {
    let server = MailServer::start(json!({}));
    let mailer = mailer(&server, PLAIN);
    drop(server);
    assert_eq!(mailer.send(&mail(1)).await, Err(MailError::Disconnected));
    assert_eq!(mailer.check().await, Err(MailError::Disconnected));
}

/// Sends these lines to each client, the first one as a greeting and each other one after a command, and then ends the
/// connection.
async fn scripted(lines: &'static [&'static str]) -> SmtpMailer {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://127.0.0.1:{}?tls=none", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            for (n, line) in lines.iter().enumerate() {
                if n > 0 {
                    let _ = client.read(&mut [0; 4096]).await;
                }
                let _ = client.write_all(line.as_bytes()).await;
            }
        }
    });
    let mailer = SmtpMailer::new(url.parse().unwrap(), sender(), None).unwrap();
    mailer.with_time_limit(time_limit())
}

#[tokio::test]
async fn a_server_that_takes_no_mail_now_does_not_refuse_the_mail() {
    for (lines, expected) in [
        (&["554 no service here\r\n"][..], MailError::Unready(554)),
        (&["421 too busy\r\n"][..], MailError::Unready(421)),
        (&["220 hello\r\n", "421 closing\r\n"][..], MailError::Unready(421)),
        (&["HTTP/1.1 400 Bad Request\r\n\r\n"][..], MailError::Malformed),
        (&["220 hello\r\n"][..], MailError::Disconnected),
        (&["220-hello\r\n"][..], MailError::Disconnected),
    ] {
        let mailer = scripted(lines).await;
        let failed = mailer.send(&mail(1)).await.unwrap_err();
        assert_eq!(failed, expected, "{lines:?}");
        assert!(!failed.is_permanent());
    }
}

#[tokio::test]
async fn an_endless_answer_is_refused() {
    static LINES: [&str; 2000] =
        ["220-a greeting that never ends and has as many lines as a client would read\r\n"; 2000];
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://127.0.0.1:{}?tls=none", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        while client.write_all(LINES.concat().as_bytes()).await.is_ok() {}
    });
    let mailer = SmtpMailer::new(url.parse().unwrap(), sender(), None).unwrap();
    let failed = mailer.with_time_limit(time_limit()).send(&mail(1)).await;
    assert_eq!(failed, Err(MailError::Malformed));
}
