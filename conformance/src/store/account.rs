//! Requirements for accounts.

mod reading;
mod state;

use ports::{AccountId, Address, Snapshot, Wallet, account::Activity, chain::WaitingTransactions, failure::Failure};

use self::{
    reading::{add, read},
    state::{
        a_failure_keeps_the_last_good_snapshot, active_accounts_are_found_by_read_time, an_account_is_added_once,
        an_account_of_files_is_not_read, an_account_refers_to_its_own_snapshots,
        transaction_counts_are_unknown_until_counted,
    },
};
use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, failure, id, snapshot, wallet},
};

requirements! { "account":
    "adding an account again changes nothing" => an_account_is_added_once,
    "a failed reading keeps the last good snapshot" => a_failure_keeps_the_last_good_snapshot,
    "an account refers to a snapshot of its own only" => an_account_refers_to_its_own_snapshots,
    "watched accounts are due, the oldest first" => watched_accounts_are_due_oldest_first,
    "an account that failed waits for its retry and delays no other account" => failed_accounts_back_off_and_delay_no_other,
    "a probe does not postpone the full reading of an account" => a_probe_does_not_postpone_the_full_reading,
    "an account that was read in the future is due" => accounts_read_in_the_future_are_due,
    "an account is watched under every writing of its address" => an_account_is_watched_under_every_address_form,
    "an account of files alone is never due, not wanted and not woken" => an_account_of_files_is_not_read,
    "the number of transactions is unknown until it is counted" => transaction_counts_are_unknown_until_counted,
    "active accounts of a chain are found by the time they were read" => active_accounts_are_found_by_read_time,
}

async fn watched_accounts_are_due_oldest_first(db: TestStorage) {
    let user = db.user(1).await;
    add(&db, &(1..=5).map(account).collect::<Vec<_>>()).await;
    for (n, seconds) in [(1, 30), (2, 10), (3, 20)] {
        read(&db, &snapshot(n, u8::try_from(n).unwrap(), at(seconds))).await;
    }
    let mut work = db.begin().await;
    for n in 1..=4 {
        let row = wallet(n, user, u8::try_from(n).unwrap());
        let removed_at = (n == 3).then(|| at(1));
        work.wallets().save(&Wallet { removed_at, ..row }).await.unwrap();
    }
    work.commit().await.unwrap();
    let due = |before, limit| db.stores.accounts.due(at(before), at(before), at(99), limit);
    assert_eq!(due(31, 10).await.unwrap(), [account(4), account(2), account(1)]);
    assert_eq!(due(30, 10).await.unwrap(), [account(4), account(2)]);
    assert_eq!(due(31, 1).await.unwrap(), [account(4)]);
    let mut work = db.begin().await;
    let (one, quiet) = (account(2), Activity::Quiet);
    work.accounts()
        .read(&one, id(2), at(10), quiet, &WaitingTransactions::default())
        .await
        .unwrap();
    work.commit().await.unwrap();
    let due = |quiet_before, limit| db.stores.accounts.due(at(31), at(quiet_before), at(99), limit);
    assert_eq!(due(10, 10).await.unwrap(), [account(4), account(1)]);
    assert_eq!(due(11, 10).await.unwrap(), [account(4), account(2), account(1)]);
    assert_eq!(due(11, 2).await.unwrap(), [account(4), account(2)]);
    let mut work = db.begin().await;
    work.accounts()
        .set_activity(&[account(2)], Activity::Active, at(2))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let state = db.stores.accounts.states(&[account(2)]).await.unwrap().remove(0);
    assert_eq!((state.activity, state.latest), (Activity::Active, Some(id(2))));
    assert_eq!(due(0, 10).await.unwrap(), [account(4), account(2), account(1)]);
}

/// Adds five watched accounts: two that were read, one of them quiet, and four that failed at different times.
async fn add_failed(db: &TestStorage) {
    let user = db.user(1).await;
    add(db, &(1..=5).map(account).collect::<Vec<_>>()).await;
    read(db, &snapshot(4, 4, at(40))).await;
    read(db, &snapshot(5, 5, at(15))).await;
    let mut work = db.begin().await;
    for n in 1..=5 {
        let watching = wallet(n, user, u8::try_from(n).unwrap());
        work.wallets().save(&watching).await.unwrap();
    }
    work.accounts()
        .read(
            &account(5),
            id(5),
            at(15),
            Activity::Quiet,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    for (n, failed_at, retry_at) in [(1, 50, Some(70)), (2, 45, None), (3, 200, Some(300)), (5, 48, Some(55))] {
        let failed = Failure {
            at: at(failed_at),
            ..failure(retry_at.map(at))
        };
        work.accounts().failed(&account(n), &failed).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn failed_accounts_back_off_and_delay_no_other(db: TestStorage) {
    add_failed(&db).await;
    let due = |before, now, limit| db.stores.accounts.due(at(before), at(before - 30), at(now), limit);
    let ids = |ids: &[u8]| ids.iter().copied().map(account).collect::<Vec<_>>();
    assert_eq!(
        due(44, 60, 1).await.unwrap(),
        ids(&[4]),
        "the others back off, or failed since"
    );
    assert_eq!(
        due(44, 60, 9).await.unwrap(),
        ids(&[4, 3]),
        "a failure dated in the future causes no back-off"
    );
    assert_eq!(due(45, 70, 9).await.unwrap(), ids(&[4, 2, 1, 3]));
    assert_eq!(
        due(45, 70, 3).await.unwrap(),
        ids(&[4, 2, 1]),
        "in the order of their last attempts"
    );
    assert_eq!(
        due(46, 70, 9).await.unwrap(),
        ids(&[4, 2, 5, 1, 3]),
        "a quiet account is due after a day"
    );
    assert_eq!(due(40, 300, 9).await.unwrap(), ids(&[1, 3]));
    assert_eq!(
        due(5, 10, 9).await.unwrap().len(),
        5,
        "the clock is set back before all of these times"
    );
    read(&db, &snapshot(6, 1, at(80))).await;
    assert_eq!(
        due(45, 90, 9).await.unwrap(),
        ids(&[4, 2, 3]),
        "a successful reading ends the back-off, and the account is not due"
    );
}

/// Stores an empty reading of account 1: a probe or a full reading.
async fn store_reading(db: &TestStorage, n: u16, seconds: i64, probe: bool) {
    let taken = Snapshot {
        probe,
        ..snapshot(n, 1, at(seconds))
    };
    let mut work = db.begin().await;
    work.snapshots().add(&taken).await.unwrap();
    let (of, when, quiet) = (account(1), at(seconds), Activity::Quiet);
    work.accounts()
        .read(&of, id(n), when, quiet, &WaitingTransactions::default())
        .await
        .unwrap();
    work.commit().await.unwrap();
}

async fn a_probe_does_not_postpone_the_full_reading(db: TestStorage) {
    let user = db.user(1).await;
    add(&db, &[account(1)]).await;
    let mut work = db.begin().await;
    work.wallets().save(&wallet(1, user, 1)).await.unwrap();
    work.commit().await.unwrap();
    let mut seen = Vec::new();
    for (n, seconds, probe) in [
        (1, 10, true),
        (2, 20, true),
        (3, 30, false),
        (4, 40, true),
        (5, 35, true),
        (6, 25, true),
    ] {
        store_reading(&db, n, seconds, probe).await;
        let state = db.stores.accounts.states(&[account(1)]).await.unwrap().remove(0);
        assert_eq!((state.latest, state.read_at), (Some(id(n)), Some(at(seconds))));
        seen.push(state.whole_at);
        let whole = state.whole_at.unwrap();
        let due = |quiet_before| db.stores.accounts.due(at(0), quiet_before, at(99), 9);
        assert_eq!(due(whole).await.unwrap(), []);
        assert_eq!(
            due(whole.plus(std::time::Duration::from_millis(1))).await.unwrap(),
            [account(1)]
        );
    }
    let first_probed_at = 10;
    let a_clock_that_went_back = 25;
    assert_eq!(
        seen,
        [first_probed_at, first_probed_at, 30, 30, 30, a_clock_that_went_back].map(|seconds| Some(at(seconds)))
    );
}

async fn accounts_read_in_the_future_are_due(db: TestStorage) {
    let user = db.user(1).await;
    add(&db, &[account(1), account(2)]).await;
    read(&db, &snapshot(1, 1, at(500))).await;
    read(&db, &snapshot(2, 2, at(400))).await;
    let mut work = db.begin().await;
    work.wallets().save(&wallet(1, user, 1)).await.unwrap();
    work.wallets().save(&wallet(2, user, 2)).await.unwrap();
    work.accounts()
        .read(
            &account(2),
            id(2),
            at(400),
            Activity::Quiet,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    work.commit().await.unwrap();
    let due = |now| db.stores.accounts.due(at(10), at(5), at(now), 9);
    assert_eq!(due(500).await.unwrap(), []);
    assert_eq!(due(450).await.unwrap(), [account(1)]);
    assert_eq!(due(20).await.unwrap(), [account(2), account(1)]);
}

async fn an_account_is_watched_under_every_address_form(db: TestStorage) {
    let legacy: Address = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu".parse().unwrap();
    let cash: AccountId = "bip122:000000000000000000651ef99cb9fcbe:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
        .parse()
        .unwrap();
    add(&db, std::slice::from_ref(&cash)).await;
    assert!(
        db.stores
            .accounts
            .due(at(10), at(10), at(99), 9)
            .await
            .unwrap()
            .is_empty()
    );
    let user = db.user(1).await;
    let mut work = db.begin().await;
    for _ in 0..2 {
        let writings = [(legacy.clone(), cash.clone())];
        work.accounts().written(&writings).await.unwrap();
    }
    let watching = Wallet {
        address: Some(legacy.clone()),
        ..wallet(1, user, 1)
    };
    work.wallets().save(&watching).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(db.stores.accounts.due(at(10), at(10), at(99), 9).await.unwrap(), [cash]);
    assert_eq!(
        db.stores.wallets.addresses("", 9).await.unwrap(),
        std::slice::from_ref(&legacy)
    );
    assert!(
        db.stores
            .wallets
            .addresses(legacy.as_str(), 9)
            .await
            .unwrap()
            .is_empty()
    );
}
