//! Requirements for share links and share sessions.

use ports::{Owner, Recipe, Share, ShareLink, ShareSession, StorageError, UserId, ValuationId, share::ShareTarget};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{address, at, id},
};

requirements! { "share":
    "a share is found by its slug and by its user" => a_share_is_found_by_slug_and_by_user,
    "a new link ends the visitors' sessions of the old one" => a_new_link_ends_the_share_sessions_of_the_old_one,
    "a visitor's session of an address belongs to no user" => a_share_session_of_an_address_belongs_to_no_user,
    "visitors' sessions end by time, with their recipes" => share_sessions_expire_with_their_recipes,
}

fn slug(n: u8) -> ShareLink {
    ShareLink::new(&[n; 32])
}

fn share(n: u8, user: UserId) -> Share {
    Share {
        user,
        slug: slug(n),
        created_at: at(n.into()),
    }
}

fn share_session(n: u16, target: ShareTarget) -> ShareSession {
    ShareSession {
        id: id(n),
        target,
        opened_at: at(1),
        expires_at: at(100 + i64::from(n)),
    }
}

async fn put(db: &TestStorage, share: &Share) {
    let mut work = db.begin().await;
    work.shares().put(share).await.unwrap();
    work.commit().await.unwrap();
}

/// Opens share session `n` with link `of`. Returns whether the link is valid.
async fn open(db: &TestStorage, n: u8, user: UserId, of: u8) -> bool {
    let mut work = db.begin().await;
    let session = share_session(n.into(), ShareTarget::Portfolio(user));
    let opened = work.shares().open(&session, &slug(of), &[n; 32]).await.unwrap();
    work.commit().await.unwrap();
    opened
}

async fn a_share_is_found_by_slug_and_by_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    put(&db, &share(1, one)).await;
    let mut work = db.begin().await;
    assert_eq!(work.shares().find(&slug(1)).await.unwrap(), Some(share(1, one)));
    assert_eq!(work.shares().find(&slug(2)).await.unwrap(), None);
    assert_eq!(work.users().lock(one).await.unwrap().unwrap().link, Some(slug(1)));
    drop(work);
    let link = async |user| db.stores.users.find(user).await.unwrap().unwrap().link;
    assert_eq!((link(one).await, link(other).await), (Some(slug(1)), None));
    let mut work = db.begin().await;
    let taken = work.shares().put(&share(1, other)).await;
    assert!(
        matches!(taken, Err(StorageError::Conflict { .. })),
        "a slug belongs to one user"
    );
    drop(work);
    let mut work = db.begin().await;
    work.shares().remove(one).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(link(one).await, None);
}

async fn a_new_link_ends_the_share_sessions_of_the_old_one(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    put(&db, &share(1, one)).await;
    put(&db, &share(2, other)).await;
    assert!(open(&db, 1, one, 1).await);
    assert!(open(&db, 2, other, 2).await);
    let session = async |n| db.stores.shares.session(&[n; 32]).await.unwrap();
    assert_eq!(session(1).await, Some(share_session(1, ShareTarget::Portfolio(one))));
    put(&db, &share(3, one)).await;
    assert_eq!(session(1).await, None);
    assert_eq!(
        session(2).await,
        Some(share_session(2, ShareTarget::Portfolio(other))),
        "sessions of other links stay"
    );
    assert!(!open(&db, 4, one, 1).await, "the old link is invalid");
    assert_eq!(session(4).await, None);
    assert!(open(&db, 5, one, 3).await);
    let mut work = db.begin().await;
    work.shares().remove(one).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(session(5).await, None);
}

async fn a_share_session_of_an_address_belongs_to_no_user(db: TestStorage) {
    let mut work = db.begin().await;
    let session = share_session(1, ShareTarget::Address(address(7)));
    work.shares()
        .open_address(&session, &address(7), &[1; 32])
        .await
        .unwrap();
    work.commit().await.unwrap();
    assert_eq!(db.stores.shares.session(&[1; 32]).await.unwrap(), Some(session));
    assert_eq!(db.stores.shares.session(&[2; 32]).await.unwrap(), None);
}

async fn share_sessions_expire_with_their_recipes(db: TestStorage) {
    let user = db.user(1).await;
    put(&db, &share(1, user)).await;
    open(&db, 1, user, 1).await;
    open(&db, 2, user, 1).await;
    let recipe = |n: u16| Recipe {
        id: ValuationId([9; 16]),
        owner: Owner::ShareSession(id(n)),
        made_at: at(n.into()),
        body: format!("of {n}"),
    };
    let recipes = &db.stores.recipes;
    for n in [1, 2, 3] {
        recipes.keep(&recipe(n)).await.unwrap();
    }
    let find = async |n| {
        recipes
            .find(ValuationId([9; 16]), Owner::ShareSession(id(n)))
            .await
            .unwrap()
    };
    assert_eq!(find(1).await, Some(recipe(1)));
    assert_eq!(
        find(3).await,
        None,
        "no recipe is stored for a share session that does not exist"
    );
    let own = recipes.find(ValuationId([9; 16]), Owner::User(user)).await.unwrap();
    assert_eq!(own, None, "a recipe of a share session does not belong to the user");
    let mut work = db.begin().await;
    work.shares().remove_expired(at(101)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(find(1).await, None);
    assert_eq!(find(2).await, Some(recipe(2)));
}
