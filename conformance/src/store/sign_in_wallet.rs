//! Requirements for wallets with which users sign in.

use ports::{
    ChainId, StorageError, UserId,
    sign_in_wallet::{SignInChallenge, SignInWallet},
};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{address, at, user},
};

requirements! { "sign_in_wallet":
    "a message is used once, before it expires" => a_message_is_used_once_before_it_expires,
    "of concurrent uses of a message one succeeds" => of_concurrent_uses_one_succeeds,
    "a wallet is found by how it was proven" => a_wallet_is_found_by_how_it_was_proven,
    "a wallet belongs to one user" => a_wallet_belongs_to_one_user,
    "wallets are erased with their user" => wallets_are_erased_with_their_user,
}

fn challenge(nonce: &str) -> SignInChallenge {
    SignInChallenge {
        nonce: nonce.to_owned(),
        address: address(1),
        chain: ChainId::evm(1),
        requested_by: None,
        expires_at: at(300),
    }
}

fn wallet(user: UserId, of: u8, chain: Option<u64>) -> SignInWallet {
    SignInWallet {
        address: address(of),
        chain: chain.map(ChainId::evm),
        user,
        linked_at: at(of.into()),
    }
}

async fn issue(db: &TestStorage, challenge: &SignInChallenge) {
    let mut work = db.begin().await;
    work.sign_in_wallets().issue(challenge).await.unwrap();
    work.commit().await.unwrap();
}

async fn take(db: &TestStorage, nonce: &str, second: i64) -> Option<SignInChallenge> {
    let mut work = db.begin().await;
    let found = work.sign_in_wallets().take(nonce, at(second)).await.unwrap();
    work.commit().await.unwrap();
    found
}

async fn issued(db: &TestStorage, nonce: &str, second: i64) -> Option<SignInChallenge> {
    let mut work = db.begin().await;
    work.sign_in_wallets().issued(nonce, at(second)).await.unwrap()
}

async fn link(db: &TestStorage, wallets: &[SignInWallet]) {
    let mut work = db.begin().await;
    for wallet in wallets {
        work.sign_in_wallets().link(wallet).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn a_message_is_used_once_before_it_expires(db: TestStorage) {
    issue(&db, &challenge("one")).await;
    issue(&db, &challenge("two")).await;
    assert_eq!(take(&db, "three", 1).await, None);
    assert_eq!(
        issued(&db, "one", 299).await,
        Some(challenge("one")),
        "looking uses nothing up"
    );
    assert_eq!(issued(&db, "one", 300).await, None, "it is expired");
    assert_eq!(issued(&db, "three", 1).await, None);
    assert_eq!(take(&db, "one", 299).await, Some(challenge("one")));
    assert_eq!(take(&db, "one", 1).await, None, "it is used up");
    assert_eq!(take(&db, "two", 300).await, None, "it is expired");
    assert_eq!(take(&db, "two", 1).await, None, "and used up by that");
    issue(&db, &challenge("four")).await;
    let mut work = db.begin().await;
    work.sign_in_wallets().remove_expired(at(300)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(take(&db, "four", 1).await, None);
}

async fn of_concurrent_uses_one_succeeds(db: TestStorage) {
    issue(&db, &challenge("one")).await;
    let uses = (0..10).map(|_| take(&db, "one", 1));
    let found = futures::future::join_all(uses).await;
    assert_eq!(found.iter().flatten().count(), 1);
}

async fn a_wallet_is_found_by_how_it_was_proven(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let own = [wallet(one, 1, None), wallet(one, 2, Some(1))];
    link(&db, &own).await;
    link(&db, &[wallet(other, 2, Some(8453))]).await;
    let owner = async |of: u8, chain: Option<u64>| {
        let chain = chain.map(ChainId::evm);
        let mut work = db.begin().await;
        work.sign_in_wallets()
            .owner(&address(of), chain.as_ref())
            .await
            .unwrap()
    };
    assert_eq!(owner(1, None).await, Some(one));
    assert_eq!(
        owner(1, Some(1)).await,
        None,
        "a contract at this address is another wallet"
    );
    assert_eq!(owner(2, Some(1)).await, Some(one));
    assert_eq!(
        owner(2, Some(8453)).await,
        Some(other),
        "and on another chain yet another one"
    );
    assert_eq!(owner(2, None).await, None);
    assert_eq!(db.stores.sign_in_wallets.of_user(one).await.unwrap(), own);
}

async fn a_wallet_belongs_to_one_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    link(&db, &[wallet(one, 1, None)]).await;
    let taken = db.begin().await.sign_in_wallets().link(&wallet(other, 1, None)).await;
    assert!(matches!(taken, Err(StorageError::Conflict { .. })), "{taken:?}");
    let unknown = db
        .begin()
        .await
        .sign_in_wallets()
        .link(&wallet(user(9).id, 3, None))
        .await;
    assert!(matches!(unknown, Err(StorageError::Conflict { .. })), "{unknown:?}");
    let mut work = db.begin().await;
    assert!(!work.sign_in_wallets().unlink(other, &address(1), None).await.unwrap());
    assert!(work.sign_in_wallets().unlink(one, &address(1), None).await.unwrap());
    work.commit().await.unwrap();
    link(&db, &[wallet(other, 1, None)]).await;
}

async fn wallets_are_erased_with_their_user(db: TestStorage) {
    let one = db.user(1).await;
    link(&db, &[wallet(one, 1, None)]).await;
    let requested = SignInChallenge {
        requested_by: Some(one),
        ..challenge("one")
    };
    issue(&db, &requested).await;
    assert_eq!(issued(&db, "one", 1).await, Some(requested));
    assert!(erase(&db, 1).await);
    assert_eq!(db.stores.sign_in_wallets.of_user(one).await.unwrap(), []);
    assert_eq!(issued(&db, "one", 1).await, None, "messages are erased too");
}
