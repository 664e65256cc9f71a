//! Requirements for erasure: nothing that refers to a user, and nothing that only that user watched, stays.

use ports::{
    Address, Annotation, Disclosure, HistoryProgress, Session, Share, ShareLink, Stream, UnitOfWork, User, Wallet,
    annotation::AnnotationContent,
    chain::WaitingTransactions,
    disclosure::DisclosedField,
    name::{Resolution, ReverseName},
    share::{ShareSession, ShareTarget},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, address, at, entry, fact, id, job, snapshot, user, wallet},
};

requirements! { "erase":
    "erasing a user erases what only that user watched" => erasing_a_user_erases_what_only_they_watched,
    "anonymous users who left are erased, registered users are not" => anonymous_users_who_left_are_erased_and_registered_ones_never,
    "accounts of users who left are not due" => accounts_of_people_who_left_are_not_due,
    "an account that a visitor sees is not erased" => an_account_stays_during_a_share_session,
    "a removed wallet can be erased later" => a_removed_wallet_is_erased_later,
}

fn session(n: u8, seconds: i64) -> Session {
    Session {
        id: id(n.into()),
        user: user(n).id,
        token_hash: [n; 32],
        created_at: at(0),
        used_at: at(0),
        expires_at: at(seconds),
        proved_at: None,
        device: None,
        network: None,
    }
}

fn disclosure(of: &Address) -> Disclosure {
    Disclosure {
        host: "eth.drpc.org".to_owned(),
        source: "evm".parse().unwrap(),
        purpose: "balance".to_owned(),
        disclosed: DisclosedField::Address(of.clone()),
        chain: None,
        count: 1,
        first_at: at(1),
        last_at: at(1),
    }
}

/// Adds a fact, an entry and the progress of a stream of account `of`, and what user `n` adds to that entry.
async fn add_ledger(work: &mut dyn UnitOfWork, n: u8, of: u8) {
    work.facts().add(&[fact(1, of, 5)], at(1)).await.unwrap();
    work.entries().append(&[entry(1, of, 5)], at(1)).await.unwrap();
    let progress = HistoryProgress {
        through: Some(5),
        continuation: Some(format!("after {}", address(of))),
        facts: 1,
        is_whole: true,
        ..HistoryProgress::unread(&account(of), Stream::Transactions, at(1))
    };
    work.history_progress().set(&progress).await.unwrap();
    let annotation = Annotation {
        user: user(n).id,
        entry: entry(1, of, 5).id,
        content: AnnotationContent::Note("Marker savings".to_owned()),
        set_at: at(1),
    };
    work.annotations().set(&annotation).await.unwrap();
}

/// Makes user `n` watch one name and these addresses, each with a reading, a reverse name and a ledger with a note.
pub async fn watches(db: &TestStorage, n: u8, addresses: &[u8]) {
    let mut work = db.begin().await;
    work.users().add(&user(n)).await.unwrap();
    work.sessions().add(&session(n, 1000)).await.unwrap();
    for of in addresses {
        let number = u16::from(n) * 100 + u16::from(*of);
        let row = Wallet {
            name: Some("ada.eth".parse().unwrap()),
            nickname: Some("Marker savings".parse().unwrap()),
            group: Some("Marker treasury".parse().unwrap()),
            ..wallet(number, user(n).id, *of)
        };
        work.wallets().save(&row).await.unwrap();
        work.accounts().add(&[account(*of)], at(0)).await.unwrap();
        let taken = snapshot(number, *of, at(1));
        work.snapshots().add(&taken).await.unwrap();
        let active = ports::account::Activity::Active;
        work.accounts()
            .read(&account(*of), taken.id, at(1), active, &WaitingTransactions::default())
            .await
            .unwrap();
        let wanted = ports::job::NewJob {
            subject: account(*of).to_string(),
            ..job(number, at(1))
        };
        work.jobs().enqueue(&wanted, at(1)).await.unwrap();
        let looked_up = ports::job::NewJob {
            kind: "reverse-name".to_owned(),
            subject: address(*of).to_string(),
            ..job(number + 50, at(1))
        };
        work.jobs().enqueue(&looked_up, at(1)).await.unwrap();
        let found = ReverseName {
            address: address(*of),
            name: Some("ada.eth".parse().unwrap()),
            checked_at: at(1),
        };
        work.names().keep_reverse(&found).await.unwrap();
        add_ledger(work.as_mut(), n, *of).await;
    }
    let resolution = Resolution {
        name: "ada.eth".parse().unwrap(),
        address: address(99),
        resolved_at: at(1),
    };
    work.names().add(&resolution).await.unwrap();
    work.commit().await.unwrap();
    let lines: Vec<_> = addresses.iter().map(|of| disclosure(&address(*of))).collect();
    db.stores.disclosures.record(&lines).await.unwrap();
}

/// Erases user `n` and the accounts that no user watches afterwards. Returns whether the user existed.
pub async fn erase(db: &TestStorage, n: u8) -> bool {
    let mut work = db.storage.begin_unlimited().await.unwrap();
    let erased = work.users().erase(user(n).id).await.unwrap();
    work.commit().await.unwrap();
    erase_unwatched(db).await;
    erased
}

async fn erase_unwatched(db: &TestStorage) -> u64 {
    let mut work = db.storage.begin_unlimited().await.unwrap();
    let erased = work.accounts().erase_unwatched(100).await.unwrap();
    work.commit().await.unwrap();
    db.storage.scrub().await.unwrap();
    erased
}

/// Returns whether the privacy ledger contains this address.
pub async fn is_disclosed(db: &TestStorage, of: u8) -> bool {
    let query = ports::disclosure::DisclosureQuery {
        addresses: vec![(address(of), at(0))],
        limit: 9,
        ..ports::disclosure::DisclosureQuery::default()
    };
    db.stores.disclosures.search(&query).await.unwrap().1 > 0
}

async fn erasing_a_user_erases_what_only_they_watched(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2, 3]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(db.stores.users.find(user(1).id).await.unwrap(), None);
    assert_eq!(db.stores.sessions.find(&[1; 32]).await.unwrap(), None);
    assert_eq!(db.stores.wallets.of_user(user(1).id).await.unwrap(), []);
    let states = db.stores.accounts.states(&[account(1), account(2), account(3)]).await;
    let left: Vec<_> = states.unwrap().into_iter().map(|state| state.id).collect();
    assert_eq!(left, [account(2), account(3)]);
    let snapshots = db.stores.snapshots.find(&[id(101), id(102), id(202)]).await.unwrap();
    assert_eq!(
        snapshots.len(),
        2,
        "the snapshots of the account that another user watches"
    );
    let disclosed = [
        is_disclosed(&db, 1).await,
        is_disclosed(&db, 2).await,
        is_disclosed(&db, 3).await,
    ];
    assert_eq!(disclosed, [false, true, true]);
    let subjects: Vec<_> = (1..=3).map(|n| account(n).to_string()).collect();
    let jobs = db
        .stores
        .jobs
        .of_subjects(&["read-account".to_owned()], &subjects)
        .await;
    assert_eq!(jobs.unwrap().len(), 2);
    let reverse = db
        .stores
        .names
        .reverse(&[1, 2, 3].map(address), at(0), at(9))
        .await
        .unwrap();
    assert_eq!(
        reverse.len(),
        2,
        "the name of an address is erased with its last watcher"
    );
    let addresses = [1, 2, 3].map(|n| address(n).to_string());
    let jobs = db
        .stores
        .jobs
        .of_subjects(&["reverse-name".to_owned()], &addresses)
        .await;
    assert_eq!(jobs.unwrap().len(), 2);
    let name = "ada.eth".parse().unwrap();
    assert!(
        db.stores.names.latest(&name, at(9)).await.unwrap().is_some(),
        "another wallet has this name"
    );
    assert!(!erase(&db, 1).await, "the user does not exist");
    assert!(erase(&db, 2).await);
    assert!(db.stores.names.latest(&name, at(9)).await.unwrap().is_none());
    assert_eq!(erase_unwatched(&db).await, 0);
}

async fn anonymous_users_who_left_are_erased_and_registered_ones_never(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    watches(&db, 2, &[2]).await;
    let registered = User {
        registered_at: Some(at(1)),
        ..user(3)
    };
    let mut work = db.begin().await;
    work.users().add(&registered).await.unwrap();
    work.sessions().add(&session(3, 1000)).await.unwrap();
    assert!(
        !work.users().leave(user(1).id, at(10)).await.unwrap(),
        "the user has a session"
    );
    work.sessions().remove_of(user(1).id, None).await.unwrap();
    assert!(work.users().leave(user(1).id, at(10)).await.unwrap());
    work.sessions().remove_expired(at(2000)).await.unwrap();
    work.commit().await.unwrap();
    assert!(!erase(&db, 3).await, "registered users are not erased");
    let left = async |before| {
        let mut work = db.begin().await;
        let erased = work.users().erase_left(at(before), 9).await.unwrap();
        work.commit().await.unwrap();
        erased
    };
    assert_eq!((left(10).await, left(11).await, left(2000).await), (0, 1, 0));
    let mut work = db.begin().await;
    work.sessions().add(&session(2, 9000)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(left(9000).await, 0, "a user with a new session has not left");
    assert!(db.stores.users.find(user(3).id).await.unwrap().is_some());
}

async fn accounts_of_people_who_left_are_not_due(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    let due = async || db.stores.accounts.due(at(99), at(99), at(99), 9).await.unwrap();
    let wanted = async || {
        let accounts = &db.stores.accounts;
        (accounts.is_wanted(&account(1)).await.unwrap(), !due().await.is_empty())
    };
    assert_eq!(wanted().await, (true, true));
    let share = Share {
        user: user(1).id,
        slug: ShareLink::new(&[7; 32]),
        created_at: at(1),
    };
    let mut work = db.begin().await;
    work.shares().put(&share).await.unwrap();
    work.sessions().remove_of(user(1).id, None).await.unwrap();
    work.users().leave(user(1).id, at(10)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(wanted().await, (true, true), "its share link exists");
    let mut work = db.begin().await;
    work.shares().remove(user(1).id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(wanted().await, (false, false));
    assert_eq!(db.stores.wallets.addresses("", 9).await.unwrap(), []);
    assert!(!db.stores.wallets.has_name(&"ada.eth".parse().unwrap()).await.unwrap());
    let tried = ports::job::RetryState {
        kind: "resolve-name".to_owned(),
        since: at(0),
    };
    assert_eq!(
        db.stores.wallets.names_due(at(99), &tried, at(99), 9).await.unwrap(),
        []
    );
    assert_eq!(erase_unwatched(&db).await, 0, "the wallets still exist");
}

async fn an_account_stays_during_a_share_session(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    let wanted = async || {
        let accounts = &db.stores.accounts;
        accounts.is_wanted(&account(1)).await.unwrap()
    };
    let mut work = db.begin().await;
    work.sessions().remove_of(user(1).id, None).await.unwrap();
    work.users().leave(user(1).id, at(10)).await.unwrap();
    work.commit().await.unwrap();
    assert!(!wanted().await);
    let session = ShareSession {
        id: id(5),
        target: ShareTarget::Address(address(1)),
        opened_at: at(20),
        expires_at: at(30),
    };
    let mut work = db.begin().await;
    work.shares()
        .open_address(&session, &address(1), &[5; 32])
        .await
        .unwrap();
    work.commit().await.unwrap();
    assert!(wanted().await, "a share session shows it");
    assert!(erase(&db, 1).await);
    assert!(wanted().await, "the share session keeps it");
    let mut work = db.begin().await;
    work.shares().remove_expired(at(40)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(erase_unwatched(&db).await, 1);
}

async fn a_removed_wallet_is_erased_later(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    let mut work = db.begin().await;
    let gone = Wallet {
        removed_at: Some(at(50)),
        ..wallet(101, user(1).id, 1)
    };
    work.wallets().save(&gone).await.unwrap();
    assert_eq!(work.wallets().erase_removed(at(50)).await.unwrap(), 0);
    work.commit().await.unwrap();
    assert_eq!(erase_unwatched(&db).await, 0, "it can be restored with its data");
    let mut work = db.begin().await;
    assert_eq!(work.wallets().erase_removed(at(51)).await.unwrap(), 1);
    assert_eq!(work.wallets().of_user(user(1).id, at(0)).await.unwrap().len(), 1);
    work.commit().await.unwrap();
    assert_eq!(erase_unwatched(&db).await, 1);
    assert!(!is_disclosed(&db, 1).await && is_disclosed(&db, 2).await);
}
