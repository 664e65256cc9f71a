//! Mails when a worker ends or hangs while it sends one, and the program as a whole.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use adapters::{
    clock::SystemClock,
    mail::{SmtpMailer, SmtpServer},
    storage::DatabaseLocation,
};
use async_trait::async_trait;
use conformance::store::samples::id;
use domain::{
    mail::{MailCode, MailLink, MailTemplate, enqueue_mail},
    sync::JobOutcome,
};
use ports::{Clock as _, Mail, MailDelivery, MailError, Mailer, Ports, Timestamp, mail::MailDestination};
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use support::{
    folder::Folder,
    mail_server::MailServer,
    patience,
    program::{Program, built},
    tracker_fixture::TrackerFixture,
};

use crate::wait_for;

fn sign_in_mail(n: u16, now: Timestamp) -> Mail {
    let template = MailTemplate::SignInCode {
        code: MailCode {
            code: "K7RM2QXD",
            until: now.plus(Duration::from_mins(10)),
        },
        link: MailLink {
            token: "spy_email_1",
            until: now.plus(Duration::from_hours(24)),
        },
    };
    let to = "ann@example.com".parse().unwrap();
    template.mail(id(n), "https://spyhop.example.org", &to, &n.to_string(), now)
}

async fn enqueue(ports: &Ports, mail: &Mail) {
    let mut work = ports.storage.begin().await.unwrap();
    enqueue_mail(ports, work.as_mut(), mail).await.unwrap();
    work.commit().await.unwrap();
}

/// Sends mails, and counts. Where it ends, it does not return from the first call: its process ends before the success is stored.
struct CountingMailer {
    inner: SmtpMailer,
    ends: bool,
    begun: AtomicU32,
    sent: AtomicU32,
}

impl CountingMailer {
    fn of(server: &MailServer, ends: bool) -> Arc<Self> {
        Arc::new(Self {
            inner: smtp(server),
            ends,
            begun: AtomicU32::new(0),
            sent: AtomicU32::new(0),
        })
    }
}

#[async_trait]
impl Mailer for CountingMailer {
    fn destination(&self) -> MailDestination {
        self.inner.destination()
    }

    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let sent = self.inner.send(mail).await;
        if self.sent.fetch_add(1, Ordering::SeqCst) == 0 && self.ends {
            std::future::pending::<()>().await;
        }
        sent
    }

    async fn check(&self) -> Result<(), MailError> {
        self.inner.check().await
    }
}

fn smtp(server: &MailServer) -> SmtpMailer {
    let address: SmtpServer = format!("smtp://127.0.0.1:{}?tls=none", server.port()).parse().unwrap();
    SmtpMailer::new(address, "spyhop@example.org".parse().unwrap(), None).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_ends_after_the_servers_answer_sends_the_same_mail_again() {
    let server = MailServer::start(json!({}));
    let mailer = CountingMailer::of(&server, true);
    let change = |ports| Ports {
        mail: MailDelivery::On(mailer.clone()),
        ..ports
    };
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, change).await;
    let ports = fixture.tracker.ports();
    let mail = sign_in_mail(1, fixture.now());
    enqueue(ports, &mail).await;
    let work = fixture.tracker.work();
    let first = work.claim_mails("first", 10).await.unwrap();
    tokio::select! {
        ended = work.perform(&first[0]) => panic!("it ended: {ended:?}"),
        () = wait_for("the mail", async || mailer.sent.load(Ordering::SeqCst) == 1) => {}
    }
    assert_eq!(server.mails().len(), 1);
    assert!(
        work.claim_mails("second", 10).await.unwrap().is_empty(),
        "the lease holds"
    );
    fixture.clock.advance(Duration::from_secs(31));
    let mut second = work.claim("second", 100).await.unwrap();
    second.retain(|lease| lease.job.kind == "send-mail");
    assert_eq!(work.perform(&second[0]).await.unwrap(), JobOutcome::Done);
    assert_eq!(ports.stores.mails.queued(mail.id).await.unwrap(), None);
    let mails = server.mails();
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0], mails[1], "the same Message-ID, and every other byte");
    assert!(
        mails[0].contains(&format!("Message-ID: <{}@example.org>", mail.id)),
        "{}",
        mails[0]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_lost_its_lease_stores_nothing() {
    let server = MailServer::start(json!({}));
    let mailer = CountingMailer::of(&server, false);
    let change = |ports| Ports {
        mail: MailDelivery::On(mailer.clone()),
        ..ports
    };
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, change).await;
    let ports = fixture.tracker.ports();
    let mail = sign_in_mail(1, fixture.now());
    enqueue(ports, &mail).await;
    let work = fixture.tracker.work();
    let slow = work.claim_mails("slow", 10).await.unwrap();
    server.process().signal("STOP");
    let slowly = work.perform(&slow[0]);
    let takeover = async {
        wait_for("the slow worker", async || mailer.begun.load(Ordering::SeqCst) == 1).await;
        fixture.clock.advance(Duration::from_secs(31));
        let mut leases = work.claim("quick", 100).await.unwrap();
        leases.retain(|lease| lease.job.kind == "send-mail");
        server.process().signal("CONT");
        leases
    };
    let (late, leases) = futures::future::join(slowly, takeover).await;
    assert_eq!(late.unwrap(), JobOutcome::LeaseLost);
    assert!(
        ports.stores.mails.queued(mail.id).await.unwrap().is_some(),
        "nothing was stored"
    );
    assert_eq!(work.perform(&leases[0]).await.unwrap(), JobOutcome::Done);
    assert_eq!(ports.stores.mails.queued(mail.id).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claiming_mails_leaves_other_jobs_and_running_mails_alone() {
    let server = MailServer::start(json!({}));
    let delivery = MailDelivery::On(Arc::new(smtp(&server)));
    let change = |ports| Ports {
        mail: delivery,
        ..ports
    };
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, change).await;
    let work = fixture.tracker.work();
    work.begin().await.unwrap();
    for n in 1..=5 {
        enqueue(fixture.tracker.ports(), &sign_in_mail(n, fixture.now())).await;
    }
    let first = work.claim_mails("a", 2).await.unwrap();
    let second = work.claim_mails("b", 2).await.unwrap();
    let kinds = [&first, &second].map(|leases| leases.iter().map(|lease| lease.job.kind.as_str()).collect::<Vec<_>>());
    assert_eq!(kinds, [["send-mail"; 2]; 2]);
    let since = Instant::now();
    for lease in first.iter().chain(&second) {
        work.perform(lease).await.unwrap();
    }
    assert_eq!(work.claim_mails("c", 10).await.unwrap().len(), 1);
    assert_eq!(server.mails().len(), 4, "after {:?}", since.elapsed());
}

/// The master key of the tests, as the program reads it.
fn master_key() -> (&'static str, String) {
    ("SPYHOP_MASTER_KEY", "07".repeat(32))
}

/// Settings of a program that sends mails through this server, with its data in this database.
fn settings(server: &MailServer, database: &str, folder: &Folder) -> Vec<(&'static str, String)> {
    vec![
        ("SPYHOP_DATA", folder.path().join("data").display().to_string()),
        ("SPYHOP_SOURCES", "demo".to_owned()),
        ("SPYHOP_DATABASE_URL", database.to_owned()),
        (
            "SPYHOP_SMTP_URL",
            format!("smtp://127.0.0.1:{}?tls=none", server.port()),
        ),
        master_key(),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_sends_a_mail_within_a_second_of_its_commit() {
    let server = MailServer::start(json!({}));
    let database = support::postgres::fresh_database();
    let folder = Folder::create("mail-program");
    let _program = Program::start(&built(), &settings(&server, &database, &folder), folder.path());
    let fixture = TrackerFixture::with(DatabaseLocation::postgres(&database), true, |ports| ports).await;
    let mut fastest = Duration::MAX;
    for n in 1..=5 {
        enqueue(fixture.tracker.ports(), &sign_in_mail(n, SystemClock.now())).await;
        let since = Instant::now();
        wait_for("the mail", async || server.mails().len() == usize::from(n)).await;
        fastest = fastest.min(since.elapsed());
    }
    assert!(fastest < patience(1), "{fastest:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_goes_out_within_seconds_while_hundreds_of_accounts_are_read() {
    let server = MailServer::start(json!({}));
    let folder = Folder::create("mail-busy");
    let mut settings = settings(&server, "", &folder);
    settings.retain(|(name, _)| *name != "SPYHOP_DATABASE_URL");
    settings.push(("SPYHOP_PLANS", "off".to_owned()));
    let program = Program::start(&built(), &settings, folder.path());
    let addresses: Vec<String> = (0..300).map(|n| format!("0x{:040}", 7_000 + n)).collect();
    program.person(&addresses).await;
    for n in 1..=3 {
        let email = json!({ "email": format!("ann{n}@example.com") });
        program.call("organisation/user/send-email-otp", "", &email).await;
        let since = Instant::now();
        wait_for("the mail", async || server.mails().len() == n).await;
        assert!(since.elapsed() < patience(5), "{n}: {:?}", since.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_program_sends_what_is_queued_after_its_next_start() {
    let server = MailServer::start(json!({}));
    let database = support::postgres::fresh_database();
    let folder = Folder::create("mail-killed");
    let settings = settings(&server, &database, &folder);
    let mut program = Program::start(&built(), &settings, folder.path());
    let fixture = TrackerFixture::with(DatabaseLocation::postgres(&database), true, |ports| ports).await;
    server.process().signal("STOP");
    for n in 1..=10 {
        enqueue(fixture.tracker.ports(), &sign_in_mail(n, SystemClock.now())).await;
    }
    let mut connection = PgConnection::connect(&database).await.unwrap();
    wait_for("a mail that is being sent", async || {
        let sending = "SELECT COUNT(*) FROM jobs WHERE kind = 'send-mail' AND state = 'running'";
        let sending: i64 = sqlx::query_scalar(sending).fetch_one(&mut connection).await.unwrap();
        sending > 0
    })
    .await;
    program.process().signal("KILL");
    assert!(program.process().ended(patience(60)).is_some());
    server.process().signal("CONT");
    let _again = Program::start(&built(), &settings, folder.path());
    wait_for("the mails", async || message_ids(&server).len() == 10).await;
}

/// The different Message-IDs of the mails that arrived.
fn message_ids(server: &MailServer) -> BTreeSet<String> {
    let id = |mail: String| {
        mail.lines()
            .find(|line| line.starts_with("Message-ID"))
            .map(str::to_owned)
    };
    server.mails().into_iter().filter_map(id).collect()
}
