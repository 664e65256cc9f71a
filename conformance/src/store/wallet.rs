//! Requirements for wallets.

use ports::{AccountId, StorageError, Wallet, job::NewJob, job::RetryState, wallet::WalletProblem};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{address, at, failure, id, job, wallet},
};

requirements! { "wallet":
    "every field of a wallet is read back" => every_field_of_a_wallet_is_read_back,
    "wallets come in the user's order, removed ones last" => wallets_are_in_user_order_with_removed_ones_last,
    "a second wallet of the same address is a conflict" => a_second_wallet_of_an_address_is_a_conflict,
    "a wallet stays with its user" => a_wallet_stays_with_its_user,
    "a name is due once, however many wallets carry it" => a_name_is_due_once,
    "a name whose look-up failed waits" => failed_name_lookups_back_off,
    "an account at an exchange is watched while its row stays" => an_exchange_account_is_watched_with_its_row,
}

async fn save(db: &TestStorage, wallets: &[Wallet]) {
    let mut work = db.begin().await;
    for wallet in wallets {
        work.wallets().save(wallet).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn every_field_of_a_wallet_is_read_back(db: TestStorage) {
    let user = db.user(1).await;
    let full = Wallet {
        name: Some("vitalik.eth".parse().unwrap()),
        text: "Vitalik.eth".to_owned(),
        problem: Some(WalletProblem {
            code: "off_chain".to_owned(),
            text: "This name is kept “off-chain”.".to_owned(),
        }),
        nickname: Some("Savings 🐳".parse().unwrap()),
        group: Some("Tréasury 🏦".parse().unwrap()),
        kind: Some("ledger".parse().unwrap()),
        resolved_at: Some(at(5)),
        previous_address: Some(address(9)),
        ..wallet(1, user, 1)
    };
    let bare = Wallet {
        address: None,
        text: "not an address".to_owned(),
        ..wallet(2, user, 2)
    };
    save(&db, &[full.clone(), bare.clone()]).await;
    assert_eq!(
        db.stores.wallets.of_user(user).await.unwrap(),
        [full.clone(), bare.clone()]
    );
    let changed = Wallet {
        position: 3,
        nickname: None,
        group: None,
        problem: None,
        ..full
    };
    save(&db, std::slice::from_ref(&changed)).await;
    assert_eq!(db.stores.wallets.of_user(user).await.unwrap(), [bare, changed]);
}

async fn wallets_are_in_user_order_with_removed_ones_last(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let gone = |n, seconds| Wallet {
        position: 0,
        removed_at: Some(at(seconds)),
        ..wallet(n, user, u8::try_from(n).unwrap())
    };
    save(
        &db,
        &[wallet(3, user, 3), wallet(1, user, 1), gone(4, 100), gone(5, 50)],
    )
    .await;
    save(&db, &[wallet(6, other, 1)]).await;
    let ids = |wallets: Vec<Wallet>| wallets.into_iter().map(|wallet| wallet.id).collect::<Vec<_>>();
    assert_eq!(ids(db.stores.wallets.of_user(user).await.unwrap()), [id(1), id(3)]);
    let mut work = db.begin().await;
    assert_eq!(
        ids(work.wallets().of_user(user, at(100)).await.unwrap()),
        [id(1), id(3), id(4)]
    );
    assert_eq!(
        ids(work.wallets().of_user(user, at(101)).await.unwrap()),
        [id(1), id(3)]
    );
}

async fn a_second_wallet_of_an_address_is_a_conflict(db: TestStorage) {
    let user = db.user(1).await;
    let removed = Wallet {
        removed_at: Some(at(1)),
        ..wallet(1, user, 1)
    };
    save(&db, &[removed, wallet(2, user, 1)]).await;
    let twice = db.begin().await.wallets().save(&wallet(3, user, 1)).await;
    assert!(matches!(twice, Err(StorageError::Conflict { what }) if what == "wallets"));
}

async fn a_wallet_stays_with_its_user(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    save(&db, &[wallet(1, user, 1)]).await;
    let taken = db.begin().await.wallets().save(&wallet(1, other, 1)).await;
    assert!(matches!(taken, Err(StorageError::Conflict { .. })));
    let orphan = db.begin().await.wallets().save(&wallet(2, id(99), 1)).await;
    assert!(matches!(orphan, Err(StorageError::Conflict { .. })));
    let orphan = Wallet {
        nickname: Some("Savings".parse().unwrap()),
        ..wallet(2, id(99), 1)
    };
    let orphan = db.begin().await.wallets().save(&orphan).await;
    assert!(matches!(orphan, Err(StorageError::Conflict { .. })));
}

async fn a_name_is_due_once(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let named = |n, user, name: &str, resolved_at| Wallet {
        name: Some(name.parse().unwrap()),
        nickname: Some(format!("Nickname {n}").parse().unwrap()),
        resolved_at,
        ..wallet(n, user, u8::try_from(n).unwrap())
    };
    let gone = Wallet {
        removed_at: Some(at(1)),
        ..named(5, user, "gone.eth", None)
    };
    save(
        &db,
        &[
            named(1, user, "old.eth", Some(at(10))),
            named(2, user, "fresh.eth", Some(at(500))),
            named(3, other, "old.eth", Some(at(20))),
            named(4, user, "never.eth", None),
            gone,
        ],
    )
    .await;
    let tried = RetryState {
        kind: "resolve".to_owned(),
        since: at(900),
    };
    let due = db.stores.wallets.names_due(at(100), &tried, at(999), 10).await.unwrap();
    assert_eq!(
        due.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
        ["never.eth", "old.eth"]
    );
    assert_eq!(
        db.stores
            .wallets
            .names_due(at(100), &tried, at(999), 1)
            .await
            .unwrap()
            .len(),
        1
    );
    let carriers = db
        .begin()
        .await
        .wallets()
        .named(&"old.eth".parse().unwrap())
        .await
        .unwrap();
    let expected = [
        named(1, user, "old.eth", Some(at(10))),
        named(3, other, "old.eth", Some(at(20))),
    ];
    assert_eq!(carriers, expected, "of all users");
}

async fn failed_name_lookups_back_off(db: TestStorage) {
    let user = db.user(1).await;
    let names = ["dead.eth", "done.eth", "other.eth", "runs.eth", "waits.eth"];
    let named = |(name, n): (&&str, u16)| Wallet {
        name: Some(name.parse().unwrap()),
        ..wallet(n, user, u8::try_from(n).unwrap())
    };
    save(&db, &names.iter().zip(1..).map(named).collect::<Vec<_>>()).await;
    let look_up = |n: u16, kind: &str, name: &str, seconds| NewJob {
        kind: kind.to_owned(),
        subject: name.to_owned(),
        ..job(n, at(seconds))
    };
    let mut work = db.begin().await;
    for wanted in [
        look_up(1, "resolve", "dead.eth", 1),
        look_up(2, "resolve", "done.eth", 2),
        look_up(3, "resolve", "runs.eth", 3),
        look_up(4, "resolve", "waits.eth", 500),
        look_up(5, "greet", "other.eth", 500),
    ] {
        work.jobs().enqueue(&wanted, at(0)).await.unwrap();
    }
    work.commit().await.unwrap();
    let leases = db.stores.jobs.claim("a", 9, at(10), at(900)).await.unwrap();
    assert_eq!(leases.len(), 3);
    let mut work = db.begin().await;
    assert!(work.jobs().failed(&leases[0], &failure(None), at(50)).await.unwrap());
    assert!(work.jobs().done(&leases[1], at(50)).await.unwrap());
    work.commit().await.unwrap();
    for (since, now, expected) in [
        (49, 60, &["done.eth", "other.eth"][..]),
        (50, 60, &["dead.eth", "done.eth", "other.eth"]),
        (40, 49, &["dead.eth", "done.eth", "other.eth"]),
    ] {
        let tried = RetryState {
            kind: "resolve".to_owned(),
            since: at(since),
        };
        let due = db.stores.wallets.names_due(at(30), &tried, at(now), 9).await.unwrap();
        let due: Vec<_> = due.iter().map(|name| name.as_str()).collect();
        assert_eq!(due, expected, "failed at 50, {since} to {now}");
    }
}

async fn an_exchange_account_is_watched_with_its_row(db: TestStorage) {
    let account: AccountId = "exchange:trial:trial.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
    let user = db.user(1).await;
    let connected = Wallet {
        text: account.address.to_string(),
        address: Some(account.address.clone()),
        ..wallet(1, user, 1)
    };
    save(&db, std::slice::from_ref(&connected)).await;
    let mut work = db.begin().await;
    work.accounts()
        .add(std::slice::from_ref(&account), at(0))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let accounts = &db.stores.accounts;
    assert_eq!(
        db.stores.wallets.of_user(user).await.unwrap(),
        std::slice::from_ref(&connected)
    );
    assert_eq!(
        accounts.due(at(10), at(10), at(99), 9).await.unwrap(),
        std::slice::from_ref(&account)
    );
    assert!(accounts.is_wanted(&account).await.unwrap());
    let removed = Wallet {
        removed_at: Some(at(5)),
        ..connected
    };
    save(&db, &[removed]).await;
    assert!(!accounts.is_wanted(&account).await.unwrap());
    let mut work = db.begin().await;
    assert_eq!(
        work.accounts().erase_unwatched(9).await.unwrap(),
        0,
        "the removal can be undone"
    );
    assert_eq!(work.wallets().erase_removed(at(6)).await.unwrap(), 1);
    assert_eq!(work.accounts().erase_unwatched(9).await.unwrap(), 1);
    work.commit().await.unwrap();
}
