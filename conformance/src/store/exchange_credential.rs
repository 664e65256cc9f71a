//! Requirements for keys of exchanges.

use ports::{
    AccountIdHash, Address, ExchangeCredential, ExchangeKey, GrantedRight, KeyEnd, KeyNetwork, KeyRights, RightAccess,
    StorageError, UserId, Wallet, address::ExchangeAccount,
};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, id, user, wallet},
};

requirements! { "exchange_credential":
    "a key is read back with what the exchange stated" => a_key_is_read_back,
    "a key is found by its account, and listed for its user only" => keys_are_found_by_account_and_user,
    "a new key of a row replaces the previous one" => a_key_is_replaced,
    "the row of another user or account keeps its key" => a_foreign_row_keeps_its_key,
    "what the exchange states later is stored" => a_later_statement_is_stored,
    "a key is removed by its user only" => a_key_is_removed_by_its_user,
    "the keys of rows that were removed are erased after their time" => keys_of_removed_rows_are_erased,
    "the keys of rows that were removed are listed" => keys_of_removed_rows_are_listed,
    "the keys of users whose deletion is due are listed" => keys_of_users_to_erase_are_listed,
    "one process at a time exchanges the tokens of a key" => one_process_refreshes_a_key,
    "a key that was replaced meanwhile keeps its new tokens" => a_replaced_key_is_not_refreshed,
    "keys are erased with their user" => keys_are_erased_with_their_user,
    "a key of a user who does not exist is a conflict" => a_key_of_an_unknown_user_is_a_conflict,
}

fn account(n: u8) -> Address {
    Address::exchange(&ExchangeAccount::new("kraken", &[n; 32]).unwrap())
}

fn rights(name: &str) -> KeyRights {
    KeyRights {
        granted: Some(vec![GrantedRight {
            name: name.to_owned(),
            access: RightAccess::Reads,
            switch: String::new(),
        }]),
        missing: vec![],
        network: KeyNetwork::Only(vec!["203.0.113.0/24".to_owned()]),
        end: KeyEnd::At(at(900)),
        history: (Some(at(1)), None),
    }
}

fn credential(n: u8, user: UserId) -> ExchangeCredential {
    let fields = [
        ("api_key", format!("key number {n}")),
        ("api_secret", "„sécret“ & 'more'".to_owned()),
    ];
    ExchangeCredential {
        wallet: id(n.into()),
        user,
        account: account(n),
        key: ExchangeKey::new(fields.map(|(name, text)| (name.to_owned(), text))).unwrap(),
        rights: rights("query-funds"),
        id_hashes: vec![AccountIdHash::of(
            &"exchange:kraken".parse().unwrap(),
            &format!("person {n}"),
        )],
        checked_at: at(i64::from(n) + 1),
        created_at: at(n.into()),
    }
}

/// What can be compared of a key: everything, with the key as its stored text.
fn shown(one: &ExchangeCredential) -> String {
    let key = one.key.to_stored();
    let times = (one.checked_at, one.created_at);
    format!(
        "{} {} {} {} {:?} {:?} {times:?}",
        one.wallet,
        one.user,
        one.account,
        key.reveal(),
        one.rights,
        one.id_hashes
    )
}

/// Stores a key with its row.
async fn add(db: &TestStorage, credential: &ExchangeCredential, n: u8) {
    let mut work = db.begin().await;
    let row = Wallet {
        text: credential.account.to_string(),
        address: Some(credential.account.clone()),
        ..wallet(n.into(), credential.user, n)
    };
    work.wallets().save(&row).await.unwrap();
    work.exchange_credentials().save(credential).await.unwrap();
    work.commit().await.unwrap();
}

async fn of_account(db: &TestStorage, n: u8) -> Option<String> {
    let found = db.stores.exchange_credentials.of_account(&account(n)).await.unwrap();
    found.as_ref().map(shown)
}

async fn of_user(db: &TestStorage, user: UserId) -> Vec<String> {
    let found = db.stores.exchange_credentials.of_user(user).await.unwrap();
    found.iter().map(shown).collect()
}

async fn a_key_is_read_back(db: TestStorage) {
    let one = credential(1, db.user(1).await);
    add(&db, &one, 1).await;
    assert_eq!(of_account(&db, 1).await, Some(shown(&one)));
    assert_eq!(of_account(&db, 2).await, None);
}

async fn keys_are_found_by_account_and_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let all = [credential(3, one), credential(1, one), credential(2, other)];
    for (credential, n) in all.iter().zip([3, 1, 2]) {
        add(&db, credential, n).await;
    }
    assert_eq!(
        of_user(&db, one).await,
        [shown(&all[1]), shown(&all[0])],
        "the older first"
    );
    assert_eq!(of_user(&db, other).await, [shown(&all[2])]);
}

async fn a_key_is_replaced(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &credential(1, one), 1).await;
    let replaced = ExchangeCredential {
        key: ExchangeKey::new([("api_key".to_owned(), "another key".to_owned())]).unwrap(),
        rights: rights("query-ledger"),
        id_hashes: Vec::new(),
        created_at: at(50),
        ..credential(1, one)
    };
    add(&db, &replaced, 1).await;
    assert_eq!(of_user(&db, one).await, [shown(&replaced)]);
    let mut dropped = db.begin().await;
    dropped.exchange_credentials().save(&credential(1, one)).await.unwrap();
    drop(dropped);
    assert_eq!(of_user(&db, one).await, [shown(&replaced)]);
}

async fn a_foreign_row_keeps_its_key(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let own = credential(1, one);
    add(&db, &own, 1).await;
    let foreign = [
        ExchangeCredential {
            user: other,
            ..credential(1, one)
        },
        ExchangeCredential {
            account: account(9),
            ..credential(1, one)
        },
    ];
    for credential in foreign {
        let mut work = db.begin().await;
        work.exchange_credentials().save(&credential).await.unwrap();
        work.commit().await.unwrap();
    }
    assert_eq!(of_account(&db, 1).await, Some(shown(&own)));
    assert_eq!(of_account(&db, 9).await, None);
}

async fn a_later_statement_is_stored(db: TestStorage) {
    let one = credential(1, db.user(1).await);
    add(&db, &one, 1).await;
    let mut work = db.begin().await;
    let store = work.exchange_credentials();
    store
        .checked(one.wallet, &rights("withdraw-funds"), at(70))
        .await
        .unwrap();
    store.checked(id(8), &rights("withdraw-funds"), at(70)).await.unwrap();
    work.commit().await.unwrap();
    let later = ExchangeCredential {
        rights: rights("withdraw-funds"),
        checked_at: at(70),
        ..one
    };
    assert_eq!(of_account(&db, 1).await, Some(shown(&later)));
}

async fn a_key_is_removed_by_its_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let own = credential(1, one);
    add(&db, &own, 1).await;
    let mut work = db.begin().await;
    let store = work.exchange_credentials();
    assert!(!store.remove(other, own.wallet).await.unwrap(), "it is another user's");
    assert!(store.remove(one, own.wallet).await.unwrap());
    assert!(!store.remove(one, own.wallet).await.unwrap(), "it is gone");
    work.commit().await.unwrap();
    assert_eq!(of_account(&db, 1).await, None);
}

async fn keys_of_removed_rows_are_erased(db: TestStorage) {
    let one = db.user(1).await;
    for n in 1..=3 {
        add(&db, &credential(n, one), n).await;
    }
    let mut work = db.begin().await;
    for (n, removed_at) in [(1, at(100)), (2, at(101))] {
        let row = Wallet {
            text: account(n).to_string(),
            address: Some(account(n)),
            removed_at: Some(removed_at),
            ..wallet(n.into(), one, n)
        };
        work.wallets().save(&row).await.unwrap();
    }
    work.exchange_credentials().remove_disconnected(at(100)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(of_account(&db, 1).await, None);
    assert_eq!(
        of_user(&db, one).await,
        [shown(&credential(2, one)), shown(&credential(3, one))]
    );
}

async fn keys_of_removed_rows_are_listed(db: TestStorage) {
    let one = db.user(1).await;
    for n in 1..=3 {
        add(&db, &credential(n, one), n).await;
    }
    let mut work = db.begin().await;
    for (n, removed_at) in [(1, at(100)), (2, at(101))] {
        let row = Wallet {
            text: account(n).to_string(),
            address: Some(account(n)),
            removed_at: Some(removed_at),
            ..wallet(n.into(), one, n)
        };
        work.wallets().save(&row).await.unwrap();
    }
    work.commit().await.unwrap();
    let keys = db.stores.exchange_credentials.clone();
    let listed = |found: Vec<ExchangeCredential>| found.iter().map(shown).collect::<Vec<_>>();
    assert_eq!(listed(keys.disconnected(at(99)).await.unwrap()), Vec::<String>::new());
    assert_eq!(
        listed(keys.disconnected(at(100)).await.unwrap()),
        [shown(&credential(1, one))]
    );
    assert_eq!(keys.disconnected(at(101)).await.unwrap().len(), 2);
}

async fn keys_of_users_to_erase_are_listed(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    for (n, user) in [(1, one), (2, one), (3, other)] {
        add(&db, &credential(n, user), n).await;
    }
    let mut work = db.begin().await;
    work.registrations().register(one, at(1), None).await.unwrap();
    work.registrations().register(other, at(1), None).await.unwrap();
    work.registrations().set_deletion(one, Some(at(100))).await.unwrap();
    work.commit().await.unwrap();
    let keys = db.stores.exchange_credentials.clone();
    assert_eq!(keys.of_users_to_erase(at(99)).await.unwrap().len(), 0);
    let due = keys.of_users_to_erase(at(100)).await.unwrap();
    assert_eq!(
        due.iter().map(shown).collect::<Vec<_>>(),
        [shown(&credential(1, one)), shown(&credential(2, one))]
    );
}

fn tokens(n: u8) -> ExchangeKey {
    ExchangeKey::of_tokens(format!("access {n}"), Some(format!("refresh {n}")), at(n.into()))
}

/// Reserves the exchange of the tokens of the first key.
async fn begin(db: &TestStorage, now: i64, until: i64) -> bool {
    let mut work = db.begin().await;
    let begun = work
        .exchange_credentials()
        .begin_refresh(id(1), at(now), at(until))
        .await;
    work.commit().await.unwrap();
    begun.unwrap()
}

async fn end(db: &TestStorage, user: UserId, until: i64, tokens: Option<&ExchangeKey>) -> bool {
    let mut work = db.begin().await;
    let ended = work
        .exchange_credentials()
        .end_refresh((user, id(1)), at(until), tokens)
        .await;
    work.commit().await.unwrap();
    ended.unwrap()
}

async fn one_process_refreshes_a_key(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    assert!(!begin(&db, 0, 60).await, "there is no key");
    add(&db, &credential(1, one), 1).await;
    assert!(begin(&db, 0, 60).await);
    assert!(!begin(&db, 59, 119).await, "another process holds it");
    assert!(!end(&db, one, 59, Some(&tokens(9))).await);
    assert!(!end(&db, other, 60, Some(&tokens(9))).await);
    assert!(end(&db, one, 60, Some(&tokens(1))).await);
    let stored = of_account(&db, 1).await.unwrap();
    assert!(stored.contains("access 1") && stored.contains("refresh 1"), "{stored}");
    assert!(!end(&db, one, 60, Some(&tokens(9))).await, "it has ended");
    // The process that held it was killed.
    assert!(begin(&db, 100, 160).await);
    assert!(begin(&db, 160, 220).await);
    assert!(!end(&db, one, 160, Some(&tokens(9))).await);
    assert!(end(&db, one, 220, None).await);
    assert_eq!(
        of_account(&db, 1).await.unwrap(),
        stored,
        "without new tokens the old ones stay"
    );
}

async fn a_replaced_key_is_not_refreshed(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &credential(1, one), 1).await;
    assert!(begin(&db, 0, 60).await);
    add(&db, &credential(1, one), 1).await;
    assert!(!end(&db, one, 60, Some(&tokens(9))).await);
    assert_eq!(of_account(&db, 1).await, Some(shown(&credential(1, one))));
    assert!(begin(&db, 1, 61).await, "the new key is free");
}

async fn keys_are_erased_with_their_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    add(&db, &credential(1, one), 1).await;
    add(&db, &credential(2, other), 2).await;
    assert!(erase(&db, 1).await);
    assert_eq!(of_account(&db, 1).await, None);
    assert_eq!(of_user(&db, other).await.len(), 1, "the other user's key stays");
}

async fn a_key_of_an_unknown_user_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.exchange_credentials().save(&credential(1, user(1).id)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}
