//! Requirements for users' decisions to hide or show an asset.

use ports::hidden_asset::HiddenAsset;

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, token},
};

requirements! { "hidden_asset":
    "a decision belongs to one user, and the last one replaces the earlier one" => a_decision_belongs_to_one_user_and_is_replaced,
}

async fn a_decision_belongs_to_one_user_and_is_replaced(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let choice = |n, hidden| HiddenAsset {
        asset: token(n),
        hidden,
    };
    let mut work = db.begin().await;
    for (owner, choice) in [
        (user, choice(2, true)),
        (user, choice(1, true)),
        (other, choice(3, false)),
        (user, choice(1, false)),
    ] {
        work.hidden_assets().set(owner, &choice, at(1)).await.unwrap();
    }
    work.commit().await.unwrap();
    let decided = db.stores.hidden_assets.of_user(user).await.unwrap();
    assert_eq!(decided, [choice(1, false), choice(2, true)]);
    assert_eq!(
        db.stores.hidden_assets.of_user(other).await.unwrap(),
        [choice(3, false)]
    );
    let mut work = db.begin().await;
    for n in [2, 3] {
        work.hidden_assets().forget(user, &token(n)).await.unwrap();
    }
    work.commit().await.unwrap();
    assert_eq!(db.stores.hidden_assets.of_user(user).await.unwrap(), [choice(1, false)]);
    let others = db.stores.hidden_assets.of_user(other).await.unwrap();
    assert_eq!(
        others,
        [choice(3, false)],
        "removing a decision does not affect another user"
    );
}
