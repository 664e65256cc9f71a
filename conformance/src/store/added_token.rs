//! Requirements for tokens that users added.

use ports::{AccountId, AddedToken, Asset, AssetId, ChainId, Wallet, added_token, asset::Metadata};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, token, wallet},
};

requirements! { "added_token":
    "an added token belongs to one user" => an_added_token_belongs_to_its_user,
    "an added token is looked for in the accounts of its user" => an_added_token_is_looked_for_in_its_users_accounts,
    "an added token is seen by the users who added it only" => an_added_token_is_visible_only_to_users_who_added_it,
}

fn added(n: u8, second: i64) -> AddedToken {
    AddedToken {
        asset: token(n),
        added_at: at(second),
    }
}

async fn an_added_token_belongs_to_its_user(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let mut work = db.begin().await;
    for (owner, one) in [
        (user, added(2, 1)),
        (user, added(1, 2)),
        (other, added(3, 3)),
        (user, added(2, 9)),
    ] {
        work.added_tokens().add(owner, &one).await.unwrap();
    }
    work.commit().await.unwrap();
    let own = |user| db.stores.added_tokens.of_user(user);
    assert_eq!(
        own(user).await.unwrap(),
        [added(1, 2), added(2, 9)],
        "the newer time is kept"
    );
    assert_eq!(own(other).await.unwrap(), [added(3, 3)]);
    let mut work = db.begin().await;
    assert!(work.added_tokens().remove(user, &token(2)).await.unwrap());
    assert!(
        !work.added_tokens().remove(user, &token(3)).await.unwrap(),
        "it belongs to another user"
    );
    work.commit().await.unwrap();
    assert_eq!(own(user).await.unwrap(), [added(1, 2)]);
    assert_eq!(own(other).await.unwrap(), [added(3, 3)]);
}

async fn an_added_token_is_looked_for_in_its_users_accounts(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let watched = account(1);
    let row = |user, n| wallet(n, user, 1);
    let elsewhere = AssetId::erc20(&ChainId::evm(10), &token(4).contract().unwrap());
    let mut work = db.begin().await;
    work.wallets().save(&row(user, 1)).await.unwrap();
    for one in [added(2, 1), added(1, 1)] {
        work.added_tokens().add(user, &one).await.unwrap();
    }
    work.added_tokens().add(other, &added(3, 1)).await.unwrap();
    let far = AddedToken {
        asset: elsewhere,
        added_at: at(1),
    };
    work.added_tokens().add(user, &far).await.unwrap();
    work.commit().await.unwrap();
    let looked_for = async |account: &AccountId| db.stores.added_tokens.of_watchers(account).await.unwrap();
    assert_eq!(looked_for(&watched).await, [token(1), token(2)]);
    assert!(looked_for(&account(2)).await.is_empty(), "no user watches it");

    let mut work = db.begin().await;
    work.wallets().save(&row(other, 2)).await.unwrap();
    work.added_tokens().add(other, &added(1, 1)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(looked_for(&watched).await, [token(1), token(2), token(3)], "each once");

    let mut work = db.begin().await;
    let removed = Wallet {
        removed_at: Some(at(5)),
        ..row(user, 1)
    };
    work.wallets().save(&removed).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(looked_for(&watched).await, [token(1), token(3)]);
}

async fn an_added_token_is_visible_only_to_users_who_added_it(db: TestStorage) {
    let row = |origin: &str| Asset {
        id: token(1),
        metadata: Metadata::cleaned("ONE", "One", Some(6)),
        group: token(1).to_string(),
        origin: origin.to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    };
    let keep = async |origin| {
        let mut work = db.begin().await;
        work.assets().add(&[row(origin)]).await.unwrap();
        work.commit().await.unwrap();
        let universe = db.stores.assets.universe(&token(1).chain()).await.unwrap();
        let known = db.stores.assets.find(&[token(1)]).await.unwrap().remove(0);
        (
            universe.iter().any(|asset| asset.id == token(1)),
            known.only_added(),
            known.origin,
        )
    };
    assert_eq!(keep(added_token::ORIGIN).await, (false, true, "added".to_owned()));
    assert_eq!(keep("history").await, (false, true, "added".to_owned()));
    assert_eq!(keep("explorer:x").await, (true, false, "explorer:x".to_owned()));
    assert_eq!(keep(added_token::ORIGIN).await, (true, false, "explorer:x".to_owned()));
}
