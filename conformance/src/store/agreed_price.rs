//! Requirements for agreed prices.

use ports::quote::AgreedPrice;

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, token},
};

requirements! { "agreed_price":
    "the last agreed price replaces the earlier one" => the_last_agreed_price_is_kept,
    "a price of one source does not replace a concurrent one of several" => one_source_does_not_replace_a_concurrent_price_of_several,
}

async fn the_last_agreed_price_is_kept(db: TestStorage) {
    let agreed = |n: u8, text: &str, sources, seconds| AgreedPrice {
        asset: token(n),
        price: text.parse().unwrap(),
        sources,
        at: at(seconds),
    };
    for prices in [
        vec![agreed(1, "10.5", 2, 0), agreed(2, "0.000000000001", 1, 0)],
        vec![agreed(1, "11", 3, 60)],
        vec![],
    ] {
        let mut work = db.begin().await;
        work.quotes().agree(&prices).await.unwrap();
        work.commit().await.unwrap();
    }
    let found = db.stores.quotes.agreed(&[token(2), token(1), token(3)]).await.unwrap();
    assert_eq!(found, [agreed(1, "11", 3, 60), agreed(2, "0.000000000001", 1, 0)]);
}

/// The last writer may have computed its price before the other sources answered.
async fn one_source_does_not_replace_a_concurrent_price_of_several(db: TestStorage) {
    let agreed = |text: &str, sources, seconds| AgreedPrice {
        asset: token(1),
        price: text.parse().unwrap(),
        sources,
        at: at(seconds),
    };
    for (next, is_stored) in [
        (agreed("10", 1, 0), true),
        (agreed("11", 2, 1000), true),
        (agreed("12", 1, 1000), false),
        (agreed("12", 1, 940), false),
        (agreed("12", 1, 1060), false),
        (agreed("12", 2, 1060), true),
        (agreed("13", 1, 1121), true),
        (agreed("14", 2, 2000), true),
        (agreed("15", 1, 1939), true),
    ] {
        let mut work = db.begin().await;
        work.quotes().agree(std::slice::from_ref(&next)).await.unwrap();
        work.commit().await.unwrap();
        let found = db.stores.quotes.agreed(&[token(1)]).await.unwrap();
        assert_eq!(found == [next.clone()], is_stored, "{next:?} after {found:?}");
    }
}
