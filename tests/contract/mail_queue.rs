//! The queue of mails: jobs that send through a real mail server, on each kind of store.

use std::{sync::Arc, time::Duration};

use adapters::mail::{SmtpMailer, SmtpServer};
use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::mail::enqueue_mail;
use ports::{Mail, MailDelivery, MailError, MailId, Mailer, Ports, StorageError, Timestamp, mail::MailDestination};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use support::{folder::Folder, mail_server::MailServer, tracker_fixture::TrackerFixture};

use crate::mail::{mail, sender};

async fn fixture(delivery: MailDelivery) -> TrackerFixture {
    let change = |ports| Ports {
        mail: delivery,
        ..ports
    };
    TrackerFixture::with(DatabaseLocation::Memory, false, change).await
}

fn smtp(server: &MailServer) -> MailDelivery {
    let address: SmtpServer = format!("smtp://127.0.0.1:{}?tls=none", server.port()).parse().unwrap();
    MailDelivery::On(Arc::new(SmtpMailer::new(address, sender(), None).unwrap()))
}

/// The `n`th mail, written now, which expires after ten minutes.
fn new_mail(now: Timestamp, n: u8) -> Mail {
    Mail {
        created_at: now,
        expires_at: now.plus(Duration::from_mins(10)),
        ..mail(n)
    }
}

async fn enqueue(fixture: &TrackerFixture, n: u8) -> MailId {
    let ports = fixture.tracker.ports();
    let mail = new_mail(fixture.now(), n);
    let mut work = ports.storage.begin().await.unwrap();
    enqueue_mail(ports, work.as_mut(), &mail).await.unwrap();
    work.commit().await.unwrap();
    mail.id
}

async fn waits(fixture: &TrackerFixture, id: MailId) -> bool {
    fixture.tracker.ports().stores.mails.queued(id).await.unwrap().is_some()
}

/// Runs the jobs of mails that are due now.
async fn send_due(fixture: &TrackerFixture) -> usize {
    let work = fixture.tracker.work();
    let leases = work.claim("test", 100).await.unwrap();
    let mails: Vec<_> = leases.iter().filter(|lease| lease.job.kind == "send-mail").collect();
    for lease in &mails {
        work.perform(lease).await.unwrap();
    }
    mails.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_is_sent_once_and_its_content_is_erased() {
    let server = MailServer::start(json!({}));
    let fixture = fixture(smtp(&server)).await;
    let id = enqueue(&fixture, 1).await;
    enqueue(&fixture, 1).await;
    assert!(waits(&fixture, id).await);
    assert_eq!(send_due(&fixture).await, 1);
    assert!(!waits(&fixture, id).await);
    enqueue(&fixture, 1).await;
    fixture.clock.advance(Duration::from_hours(1));
    assert_eq!(send_due(&fixture).await, 0, "the same cause again");
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn greylisting_delays_a_code_by_seconds() {
    let server = MailServer::start(json!({"greylist": true}));
    let fixture = fixture(smtp(&server)).await;
    let id = enqueue(&fixture, 1).await;
    assert_eq!(send_due(&fixture).await, 1);
    assert!(waits(&fixture, id).await && server.mails().is_empty());
    fixture.clock.advance(Duration::from_secs(4));
    assert_eq!(send_due(&fixture).await, 0);
    fixture.clock.advance(Duration::from_secs(1));
    assert_eq!(send_due(&fixture).await, 1);
    assert!(!waits(&fixture, id).await);
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_mail_is_given_up_immediately() {
    let server = MailServer::start(json!({"refuse": 550}));
    let fixture = fixture(smtp(&server)).await;
    let id = enqueue(&fixture, 1).await;
    assert_eq!(send_due(&fixture).await, 1);
    assert!(!waits(&fixture, id).await);
    fixture.clock.advance(Duration::from_hours(1));
    assert_eq!(send_due(&fixture).await, 0);
}

/// Counts attempts, all of which fail.
struct FailingMailer(std::sync::atomic::AtomicU32);

#[async_trait]
impl Mailer for FailingMailer {
    fn destination(&self) -> MailDestination {
        MailDestination::Server("mail.example.org:587".to_owned())
    }

    async fn send(&self, _mail: &Mail) -> Result<(), MailError> {
        self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Err(MailError::Disconnected)
    }

    async fn check(&self) -> Result<(), MailError> {
        Err(MailError::Disconnected)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_is_given_up_when_it_expires() {
    let mailer = Arc::new(FailingMailer(0.into()));
    let fixture = fixture(MailDelivery::On(mailer.clone())).await;
    let id = enqueue(&fixture, 1).await;
    for _ in 0..700 {
        send_due(&fixture).await;
        fixture.clock.advance(Duration::from_secs(1));
    }
    let attempts = mailer.0.load(std::sync::atomic::Ordering::SeqCst);
    assert_eq!(attempts, 7, "after 0 s, 5 s, 35 s, and then every two minutes");
    assert!(!waits(&fixture, id).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_waits_until_mail_is_switched_on_or_it_expires() {
    let fixture = fixture(MailDelivery::default()).await;
    let id = enqueue(&fixture, 1).await;
    assert_eq!(send_due(&fixture).await, 1);
    assert!(waits(&fixture, id).await);
    fixture.clock.advance(Duration::from_mins(11));
    assert_eq!(send_due(&fixture).await, 1);
    assert!(!waits(&fixture, id).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_never_send_one_mail_at_the_same_time() {
    let server = MailServer::start(json!({}));
    let fixture = fixture(smtp(&server)).await;
    for n in 1..=20 {
        enqueue(&fixture, n).await;
    }
    let work = fixture.tracker.work();
    let workers = ["a", "b", "c", "d"].map(|name| {
        let work = &work;
        async move {
            loop {
                let leases = work.claim(name, 3).await.unwrap();
                if leases.is_empty() {
                    break;
                }
                for lease in leases.iter().filter(|lease| lease.job.kind == "send-mail") {
                    work.perform(lease).await.unwrap();
                }
            }
        }
    });
    futures::future::join_all(workers).await;
    let mails = server.mails();
    let ids: std::collections::BTreeSet<&str> = mails
        .iter()
        .filter_map(|mail| mail.lines().find(|line| line.starts_with("Message-ID")))
        .collect();
    assert_eq!((mails.len(), ids.len()), (20, 20));
}

/// The bytes of all files of a database.
fn bytes_of(folder: &Folder) -> Vec<u8> {
    let files = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().path());
    files.flat_map(|file| std::fs::read(file).unwrap()).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

async fn on_file(folder: &Folder, delivery: MailDelivery) -> TrackerFixture {
    let place = DatabaseLocation::File(folder.path().join("spyhop.db"));
    TrackerFixture::with(place, false, |ports| Ports {
        mail: delivery,
        ..ports
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_contain_neither_recipients_nor_codes() {
    let (server, folder) = (MailServer::start(json!({})), Folder::create("mail-files"));
    let fixture = on_file(&folder, smtp(&server)).await;
    let id = enqueue(&fixture, 1).await;
    let bytes = bytes_of(&folder);
    assert!(contains(&bytes, &id.to_string()), "its row is in the files");
    for text in ["ann1", "K7RM2QXD", "Code: ", "is your code"] {
        assert!(!contains(&bytes, text), "{text}");
    }
    assert_eq!(send_due(&fixture).await, 1);
    assert!(server.mails()[0].contains("K7RM2QXD"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_cannot_be_decrypted_is_given_up() {
    let (server, folder) = (MailServer::start(json!({})), Folder::create("mail-damaged"));
    let fixture = on_file(&folder, smtp(&server)).await;
    let (damaged, intact) = (enqueue(&fixture, 1).await, enqueue(&fixture, 2).await);
    let options = SqliteConnectOptions::new().filename(folder.path().join("spyhop.db"));
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let text = "UPDATE mails SET content = x'01' WHERE id = ?";
    let changed = sqlx::query(text)
        .bind(damaged.to_string())
        .execute(&mut connection)
        .await;
    assert_eq!(changed.unwrap().rows_affected(), 1);
    connection.close().await.unwrap();
    let read = fixture.tracker.ports().stores.mails.queued(damaged).await;
    assert!(matches!(read, Err(StorageError::Corrupt { .. })), "{read:?}");
    assert_eq!(send_due(&fixture).await, 2);
    assert!(!waits(&fixture, damaged).await && !waits(&fixture, intact).await);
    assert_eq!(server.mails().len(), 1);
}
