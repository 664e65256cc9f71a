//! Data that users leave behind, over several days.

use std::{sync::Arc, time::Duration};

use adapters::{mail::OutboxMailer, storage::DatabaseLocation};
use domain::{
    Caller,
    sign_in::{CodeRequest, CodeRequestKind, SignInContext},
    user::{CONFIRMATION, ListWallets},
};
use ports::{EmailAddress, MailDelivery, Mailer as _, Merge, Ports};
use support::{
    folder::Folder,
    mailbox::{code_in, queued_mails},
    tracker_fixture::TrackerFixture,
};

const DAY: Duration = Duration::from_hours(24);
const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

async fn person(fixture: &TrackerFixture, addresses: &[&str]) -> domain::Caller {
    let list = ListWallets {
        texts: addresses.iter().copied().map(str::to_owned).collect(),
        ..ListWallets::default()
    };
    let created = fixture.tracker.users().create(&list).await.unwrap();
    fixture
        .tracker
        .users()
        .authenticate(created.token.reveal())
        .await
        .unwrap()
}

/// Advances the clock by a day, running housekeeping and everything else that is due.
async fn pass_a_day(fixture: &TrackerFixture) {
    fixture.clock.advance(DAY);
    let work = fixture.tracker.work();
    work.begin().await.unwrap();
    for _ in 0..20 {
        let leases = work.claim("test", 64).await.unwrap();
        if leases.is_empty() {
            break;
        }
        for lease in leases {
            work.perform(&lease).await.unwrap();
        }
    }
}

async fn is_known(fixture: &TrackerFixture, address: &str) -> bool {
    let account = format!("eip155:1:{address}").parse().unwrap();
    let states = fixture.tracker.ports().stores.accounts.states(&[account]).await;
    !states.unwrap().is_empty()
}

async fn is_there(fixture: &TrackerFixture, person: &domain::Caller) -> bool {
    let found = fixture.tracker.ports().stores.users.find(person.user).await;
    found.unwrap().is_some()
}

#[tokio::test]
async fn housekeeping_erases_data_that_users_left_behind() {
    let fixture = TrackerFixture::demo(true).await;
    let (left, stays) = (person(&fixture, &[ONE]).await, person(&fixture, &[TWO]).await);
    fixture.tracker.users().sign_out(&left).await.unwrap();
    for _ in 0..88 {
        fixture.clock.advance(DAY);
    }
    pass_a_day(&fixture).await;
    assert!(
        is_there(&fixture, &left).await && is_known(&fixture, ONE).await,
        "89 days"
    );
    pass_a_day(&fixture).await;
    pass_a_day(&fixture).await;
    assert!(!is_there(&fixture, &left).await && !is_known(&fixture, ONE).await);
    // The session has just expired, because it was not used for ninety days.
    assert!(is_there(&fixture, &stays).await && is_known(&fixture, TWO).await);
}

#[tokio::test]
async fn with_plans_off_no_user_is_erased_automatically() {
    let fixture = TrackerFixture::demo(false).await;
    let left = person(&fixture, &[ONE]).await;
    fixture.tracker.users().sign_out(&left).await.unwrap();
    fixture.clock.advance(DAY * 3000);
    pass_a_day(&fixture).await;
    assert!(is_there(&fixture, &left).await && is_known(&fixture, ONE).await);
}

#[tokio::test]
async fn a_removed_wallet_can_be_restored_for_a_day() {
    let fixture = TrackerFixture::demo(false).await;
    let person = person(&fixture, &[ONE, TWO]).await;
    fixture.tracker.users().delete_wallet(&person, ONE).await.unwrap();
    fixture.clock.advance(DAY / 2);
    pass_a_day(&fixture).await;
    assert!(!is_known(&fixture, ONE).await && is_known(&fixture, TWO).await);
    fixture.tracker.users().delete_wallet(&person, TWO).await.unwrap();
    let housekeeping = fixture.tracker.work();
    fixture.clock.advance(DAY / 2);
    housekeeping.begin().await.unwrap();
    for lease in housekeeping.claim("test", 64).await.unwrap() {
        housekeeping.perform(&lease).await.unwrap();
    }
    assert!(is_known(&fixture, TWO).await, "it can be restored");
}

#[tokio::test]
async fn a_merge_is_forgotten_after_a_day() {
    let fixture = TrackerFixture::demo(false).await;
    let (target, source) = (person(&fixture, &[ONE]).await.user, person(&fixture, &[TWO]).await.user);
    let ports = fixture.tracker.ports();
    let merge = Merge {
        user: target,
        source,
        wallets: 1,
        frozen: 0,
        merged_at: fixture.now(),
    };
    let mut work = ports.storage.begin().await.unwrap();
    work.registrations().add_merge(&merge).await.unwrap();
    work.commit().await.unwrap();
    let find = async || {
        let mut work = ports.storage.begin().await.unwrap();
        work.registrations().merge(target, source).await.unwrap()
    };
    assert_eq!(find().await, Some(merge));
    pass_a_day(&fixture).await;
    fixture.clock.advance(Duration::from_hours(2));
    pass_a_day(&fixture).await;
    assert_eq!(find().await, None);
}

/// Requests a code by mail and returns it.
async fn code(fixture: &TrackerFixture, email: &EmailAddress) -> String {
    let request = CodeRequest {
        email,
        signed_up_from: None,
        origin: "https://spyhop.example.org",
        requested_by: None,
        may_disclose: false,
        kind: CodeRequestKind::SignInOrUp,
    };
    fixture.tracker.sign_ins().send_code(&request).await.unwrap();
    let mails = queued_mails(fixture.tracker.ports(), email.as_str()).await;
    fixture.run_jobs().await;
    code_in(mails.last().unwrap())
}

async fn sign_in(fixture: &TrackerFixture, email: &EmailAddress) -> Caller {
    let code = code(fixture, email).await;
    let sign_ins = fixture.tracker.sign_ins();
    let signed_in = sign_ins
        .verify_code(&SignInContext::default(), email, &code)
        .await
        .unwrap();
    let token = signed_in.token.reveal().to_owned();
    fixture.tracker.users().authenticate(&token).await.unwrap()
}

#[tokio::test]
async fn mails_in_the_outbox_are_erased_with_their_person() {
    let folder = Folder::create("left-mails");
    let outbox = folder.path().join("outbox");
    let mailer = Arc::new(OutboxMailer::new(
        outbox,
        "Spyhop <spyhop@example.org>".parse().unwrap(),
    ));
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, true, |ports| Ports {
        mail: MailDelivery::On(mailer.clone()),
        ..ports
    })
    .await;
    let recipients = async || {
        let mut kept = mailer.kept().await.unwrap();
        kept.sort_by(|one, other| one.to.cmp(&other.to));
        let to = kept.iter().map(|mail| mail.to.as_str().to_owned());
        to.collect::<Vec<_>>()
    };
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| format!("{name}@example.com").parse().unwrap());
    let caller = sign_in(&fixture, &ann).await;
    sign_in(&fixture, &bob).await;
    code(&fixture, &eve).await;
    let users = fixture.tracker.users();
    let origin = "https://spyhop.example.org";
    users.delete_later(&caller, CONFIRMATION, origin).await.unwrap();
    fixture.run_jobs().await;
    let all = [
        "ann@example.com",
        "ann@example.com",
        "bob@example.com",
        "eve@example.com",
    ];
    assert_eq!(recipients().await, all, "who waits for a code has time to read it");
    pass_a_day(&fixture).await;
    assert_eq!(recipients().await, &all[..3], "nobody verified that address");
    for _ in 0..7 {
        pass_a_day(&fixture).await;
    }
    assert_eq!(recipients().await, ["bob@example.com"]);
}
