//! Requirements for manual prices.

use ports::{ManualPrice, UserId};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, token},
};

requirements! { "manual_price":
    "a manual price belongs to one user, and the last one replaces the earlier one" => a_manual_price_belongs_to_one_user_and_is_replaced,
}

async fn a_manual_price_belongs_to_one_user_and_is_replaced(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    let price = |user: UserId, n, text: &str, seconds| ManualPrice {
        user,
        asset: token(n),
        price: text.parse().unwrap(),
        set_at: at(seconds),
    };
    let mut work = db.begin().await;
    for set in [
        price(user, 2, "1.5", 1),
        price(user, 1, "7", 1),
        price(other, 1, "9", 1),
        price(user, 1, "0", 2),
    ] {
        work.manual_prices().set(&set).await.unwrap();
    }
    assert!(work.manual_prices().clear(other, &token(1)).await.unwrap());
    assert!(!work.manual_prices().clear(other, &token(1)).await.unwrap());
    work.commit().await.unwrap();
    let prices = db.stores.manual_prices.of_user(user).await.unwrap();
    assert_eq!(prices, [price(user, 1, "0", 2), price(user, 2, "1.5", 1)]);
    assert_eq!(db.stores.manual_prices.of_user(other).await.unwrap(), []);
}
