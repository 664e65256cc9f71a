//! Requirements for erasures that run while a user takes back what is due to be erased.

use std::{pin::Pin, time::Duration};

use futures::future::join;
use ports::{Session, StorageError, UnitOfWork, User, Wallet};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id, user, wallet},
};

requirements! { "erase_concurrent":
    "a user who takes back the deletion during an erasure stays" => a_user_who_takes_back_the_deletion_stays,
    "a user who comes back during an erasure stays" => a_user_who_comes_back_stays,
    "a wallet that is restored during an erasure stays" => a_restored_wallet_stays,
}

type Erased<'a> = Pin<Box<dyn Future<Output = Result<u64, StorageError>> + Send + 'a>>;

/// Runs an erasure that begins while another unit of work, which takes something back, is open. Returns what it erased.
async fn erase_during(
    db: &TestStorage,
    taking_back: Box<dyn UnitOfWork>,
    erase: impl for<'a> FnOnce(&'a mut dyn UnitOfWork) -> Erased<'a>,
) -> u64 {
    let erasing = async {
        let mut work = db.storage.begin_unlimited().await.unwrap();
        let erased = erase(work.as_mut()).await.unwrap();
        work.commit().await.unwrap();
        erased
    };
    let committing = async {
        // Long enough for the erasure to find the row that is still due, where it does not wait for this unit to end.
        tokio::time::sleep(Duration::from_millis(300)).await;
        taking_back.commit().await.unwrap();
    };
    join(erasing, committing).await.0
}

async fn a_user_who_takes_back_the_deletion_stays(db: TestStorage) {
    let users = [db.user(1).await, db.user(2).await];
    let mut work = db.begin().await;
    for one in users {
        work.registrations().register(one, at(1), None).await.unwrap();
        work.registrations().set_deletion(one, Some(at(100))).await.unwrap();
    }
    work.commit().await.unwrap();
    let mut back = db.begin().await;
    back.registrations().set_deletion(users[0], None).await.unwrap();
    let erased = erase_during(&db, back, |work| work.registrations().erase_due(at(200), 10)).await;
    assert_eq!(erased, 1, "the deletion of the other user is due");
    let found: Option<User> = db.stores.users.find(users[0]).await.unwrap();
    assert_eq!(found.expect("the user who took it back").delete_at, None);
    assert_eq!(db.stores.users.find(users[1]).await.unwrap(), None);
}

async fn a_user_who_comes_back_stays(db: TestStorage) {
    let users = [db.user(1).await, db.user(2).await];
    let mut work = db.begin().await;
    for one in users {
        assert!(work.users().leave(one, at(10)).await.unwrap());
    }
    work.commit().await.unwrap();
    let mut back = db.begin().await;
    let session = Session {
        id: id(1),
        user: users[0],
        token_hash: [1; 32],
        created_at: at(200),
        used_at: at(200),
        expires_at: at(900),
        proved_at: None,
        device: None,
        network: None,
    };
    back.sessions().add(&session).await.unwrap();
    let erased = erase_during(&db, back, |work| work.users().erase_left(at(100), 10)).await;
    assert_eq!(erased, 1, "the other user left long ago");
    assert!(db.stores.users.find(users[0]).await.unwrap().is_some());
    assert!(db.stores.sessions.find(&[1; 32]).await.unwrap().is_some());
    assert_eq!(db.stores.users.find(users[1]).await.unwrap(), None);
}

async fn a_restored_wallet_stays(db: TestStorage) {
    let owner = db.user(1).await;
    let removed = [1, 2].map(|n| Wallet {
        removed_at: Some(at(50)),
        ..wallet(n.into(), user(1).id, n)
    });
    let mut work = db.begin().await;
    for one in &removed {
        work.wallets().save(one).await.unwrap();
    }
    work.commit().await.unwrap();
    let mut back = db.begin().await;
    let restored = Wallet {
        removed_at: None,
        ..removed[0].clone()
    };
    back.wallets().save(&restored).await.unwrap();
    let erased = erase_during(&db, back, |work| work.wallets().erase_removed(at(100))).await;
    assert_eq!(erased, 1, "the other wallet was removed long ago");
    assert_eq!(db.stores.wallets.of_user(owner).await.unwrap(), [restored]);
}
