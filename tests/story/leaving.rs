//! Data that users leave behind, over several days.

use std::time::Duration;

use domain::user::ListWallets;
use support::stage::Stage;

const DAY: Duration = Duration::from_hours(24);
const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

async fn person(stage: &Stage, addresses: &[&str]) -> domain::Caller {
    let list = ListWallets {
        texts: addresses.iter().copied().map(str::to_owned).collect(),
        ..ListWallets::default()
    };
    let created = stage.tracker.users().create(&list).await.unwrap();
    stage
        .tracker
        .users()
        .authenticate(created.token.reveal())
        .await
        .unwrap()
}

/// Advances the clock by a day, running housekeeping and everything else that is due.
async fn pass_a_day(stage: &Stage) {
    stage.clock.advance(DAY);
    let work = stage.tracker.work();
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

async fn is_known(stage: &Stage, address: &str) -> bool {
    let account = format!("eip155:1:{address}").parse().unwrap();
    let states = stage.tracker.ports().stores.accounts.states(&[account]).await;
    !states.unwrap().is_empty()
}

async fn is_there(stage: &Stage, person: &domain::Caller) -> bool {
    let found = stage.tracker.ports().stores.users.find(person.user).await;
    found.unwrap().is_some()
}

#[tokio::test]
async fn housekeeping_erases_data_that_users_left_behind() {
    let stage = Stage::demo(true).await;
    let (left, stays) = (person(&stage, &[ONE]).await, person(&stage, &[TWO]).await);
    stage.tracker.users().sign_out(&left).await.unwrap();
    for _ in 0..88 {
        stage.clock.advance(DAY);
    }
    pass_a_day(&stage).await;
    assert!(is_there(&stage, &left).await && is_known(&stage, ONE).await, "89 days");
    pass_a_day(&stage).await;
    pass_a_day(&stage).await;
    assert!(!is_there(&stage, &left).await && !is_known(&stage, ONE).await);
    // The session has just expired, because it was not used for ninety days.
    assert!(is_there(&stage, &stays).await && is_known(&stage, TWO).await);
}

#[tokio::test]
async fn with_plans_off_no_user_is_erased_automatically() {
    let stage = Stage::demo(false).await;
    let left = person(&stage, &[ONE]).await;
    stage.tracker.users().sign_out(&left).await.unwrap();
    stage.clock.advance(DAY * 3000);
    pass_a_day(&stage).await;
    assert!(is_there(&stage, &left).await && is_known(&stage, ONE).await);
}

#[tokio::test]
async fn a_removed_wallet_can_be_restored_for_a_day() {
    let stage = Stage::demo(false).await;
    let person = person(&stage, &[ONE, TWO]).await;
    stage.tracker.users().delete_wallet(&person, ONE).await.unwrap();
    stage.clock.advance(DAY / 2);
    pass_a_day(&stage).await;
    assert!(!is_known(&stage, ONE).await && is_known(&stage, TWO).await);
    stage.tracker.users().delete_wallet(&person, TWO).await.unwrap();
    let housekeeping = stage.tracker.work();
    stage.clock.advance(DAY / 2);
    housekeeping.begin().await.unwrap();
    for lease in housekeeping.claim("test", 64).await.unwrap() {
        housekeeping.perform(&lease).await.unwrap();
    }
    assert!(is_known(&stage, TWO).await, "it can be restored");
}
