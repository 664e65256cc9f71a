//! Data that users leave behind, over several days.

use std::time::Duration;

use domain::user::ListWallets;
use ports::Merge;
use support::tracker_fixture::TrackerFixture;

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
