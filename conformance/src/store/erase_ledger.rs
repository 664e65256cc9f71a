//! Requirements for the erasure of ledgers and annotations.

use ports::{Annotation, Wallet, annotation::AnnotationContent};

use super::{
    TestStorage,
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, at, entry, transaction, user, wallet},
};

requirements! { "erase_ledger":
    "the ledger of an account is erased with the account" => a_ledger_is_erased_with_its_account,
    "annotations are erased with their user, and with the accounts that they name" => annotations_are_erased_with_user_and_account,
    "annotations are erased with the last wallet of their user" => annotations_are_erased_with_the_last_wallet,
}

/// Returns how many facts, entries and streams with progress account `of` has.
async fn ledger(db: &TestStorage, of: u8) -> [usize; 4] {
    let facts = &db.stores.facts;
    let entries = &db.stores.entries;
    [
        facts
            .of_transactions(&account(of), &[transaction(1)])
            .await
            .unwrap()
            .len(),
        entries.heads(&[account(of)]).await.unwrap().len(),
        entries.revisions(&entry(1, of, 5).id).await.unwrap().len(),
        db.stores
            .history_progress
            .of_accounts(&[account(of)])
            .await
            .unwrap()
            .len(),
    ]
}

async fn a_ledger_is_erased_with_its_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2]).await;
    assert_eq!([ledger(&db, 1).await, ledger(&db, 2).await], [[1; 4]; 2]);
    assert!(erase(&db, 1).await);
    assert_eq!(ledger(&db, 1).await, [0; 4], "only that user watched it");
    assert_eq!(ledger(&db, 2).await, [1; 4], "another user watches it");
    watches(&db, 3, &[1]).await;
    assert_eq!(ledger(&db, 1).await, [1; 4], "nothing of the erased ledger is left");
    let head = db.stores.entries.heads(&[account(1)]).await.unwrap().remove(0);
    assert_eq!((head.revision, head.entries), (1, 1));
}

async fn annotations_are_erased_with_user_and_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2, 3]).await;
    let matched = |of: u8, other: u8| Annotation {
        user: user(2).id,
        entry: entry(1, of, 5).id,
        content: AnnotationContent::Match {
            other: entry(1, other, 5).id,
            matches: true,
        },
        set_at: at(1),
    };
    let mut work = db.begin().await;
    // As they were while the user also watched account 1.
    for one in [matched(2, 1), matched(1, 2), matched(2, 3)] {
        work.annotations().set(&one).await.unwrap();
    }
    work.commit().await.unwrap();
    let count = async |n| db.stores.annotations.of_user(user(n).id).await.unwrap().len();
    assert_eq!((count(1).await, count(2).await), (2, 5));
    assert!(erase(&db, 1).await);
    assert_eq!(count(1).await, 0);
    let left = db.stores.annotations.of_user(user(2).id).await.unwrap();
    let keys: Vec<_> = left.iter().map(|one| one.content.key()).collect();
    assert_eq!(
        keys,
        [matched(2, 3).content.key(), "note".to_owned(), "note".to_owned()],
        "account 1 is named by none"
    );
}

async fn annotations_are_erased_with_the_last_wallet(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[1]).await;
    let notes = async |n| {
        let all = db.stores.annotations.of_user(user(n).id).await.unwrap();
        all.into_iter().map(|one| one.entry.account).collect::<Vec<_>>()
    };
    let gone = |n: u16| Wallet {
        removed_at: Some(at(50)),
        ..wallet(n, user(1).id, 1)
    };
    let mut work = db.begin().await;
    work.wallets().save(&gone(101)).await.unwrap();
    work.wallets().save(&wallet(901, user(1).id, 1)).await.unwrap();
    assert_eq!(work.wallets().erase_removed(at(51)).await.unwrap(), 1);
    work.commit().await.unwrap();
    assert_eq!(
        notes(1).await,
        [1, 2].map(account),
        "another wallet has the same address"
    );
    let mut work = db.begin().await;
    work.wallets().save(&gone(901)).await.unwrap();
    assert_eq!(work.wallets().erase_removed(at(50)).await.unwrap(), 0);
    work.commit().await.unwrap();
    assert_eq!(notes(1).await.len(), 2, "the wallet can be restored with its notes");
    let mut work = db.begin().await;
    assert_eq!(work.wallets().erase_removed(at(51)).await.unwrap(), 1);
    work.commit().await.unwrap();
    assert_eq!(notes(1).await, [account(2)]);
    assert_eq!(notes(2).await, [account(1)], "the other user's note stays");
}
