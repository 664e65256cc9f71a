//! Requirements for past prices.

use ports::{Amount, Day, PastPrice, Ratio};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, token},
};

requirements! { "past_price":
    "past prices are read back by day and source" => past_prices_are_read_back_by_day_and_source,
    "the first price of a day is kept" => the_first_price_of_a_day_is_kept,
    "an answer without a price says when it was last read" => an_answer_without_a_price_says_when_it_was_last_read,
}

fn price(n: u8, day: i64, source: &str, price: Option<&str>) -> PastPrice {
    PastPrice {
        asset: token(n),
        day: Day::of(at(0)).plus(day),
        source: source.parse().unwrap(),
        price: price.map(|text| text.parse().unwrap()),
        quoted_in: None,
        at: at(day * 86_400),
        confidence: None,
        read_at: at(1),
    }
}

async fn add(db: &TestStorage, prices: &[PastPrice]) {
    let mut work = db.begin().await;
    work.past_prices().add(prices).await.unwrap();
    work.commit().await.unwrap();
}

async fn of(db: &TestStorage, n: u8, from: i64, to: i64) -> Vec<PastPrice> {
    let day = |number| Day::of(at(0)).plus(number);
    db.stores
        .past_prices
        .of_asset(&token(n), day(from), day(to))
        .await
        .unwrap()
}

async fn past_prices_are_read_back_by_day_and_source(db: TestStorage) {
    let full = PastPrice {
        quoted_in: Some(token(3)),
        confidence: Some(Ratio::new("0.99".parse::<Amount>().unwrap())),
        ..price(1, 2, "b", Some("123456789.000000000000000001"))
    };
    let rows = [
        price(1, -20_001, "a", Some("0.01")),
        price(1, 1, "b-1", Some("1")),
        price(1, 1, "c", None),
        price(1, 2, "a", Some("0.000000000000000000000001")),
        full,
        price(1, 3, "a", Some("1")),
    ];
    let mut backwards = rows.to_vec();
    backwards.reverse();
    add(&db, &backwards).await;
    add(&db, &[price(2, 2, "a", Some("9"))]).await;
    add(&db, &[]).await;
    assert_eq!(of(&db, 1, -30_000, 9).await, rows);
    assert_eq!(of(&db, 1, 1, 2).await, rows[1..5], "both days are included");
    for _ in 0..2 {
        assert_eq!(
            of(&db, 2, 1, 2).await,
            [price(2, 2, "a", Some("9"))],
            "of another asset"
        );
        assert_eq!(of(&db, 1, 1, 1).await, rows[1..3], "of the same first day");
        assert_eq!(of(&db, 1, 2, 2).await, rows[3..5], "of the same last day");
        assert_eq!(of(&db, 1, 1, 3).await, rows[1..]);
    }
    assert_eq!(of(&db, 1, 4, 9).await, []);
    let mut dropped = db.begin().await;
    dropped.past_prices().add(&[price(1, 4, "a", Some("2"))]).await.unwrap();
    drop(dropped);
    assert_eq!(of(&db, 1, 4, 9).await, []);
    let added = [price(1, 5, "a", Some("2"))];
    add(&db, &added).await;
    assert_eq!(of(&db, 1, 4, 9).await, added, "an added price is read next");
}

async fn the_first_price_of_a_day_is_kept(db: TestStorage) {
    let later = |price: PastPrice| PastPrice {
        at: at(77),
        read_at: at(99),
        ..price
    };
    add(&db, &[price(1, 1, "a", Some("1")), price(1, 1, "b", None)]).await;
    let b = PastPrice {
        quoted_in: Some(token(3)),
        ..later(price(1, 1, "b", Some("2")))
    };
    let again = [
        later(price(1, 1, "a", Some("3"))),
        later(price(1, 1, "a", None)),
        later(price(1, 1, "b", None)),
        b.clone(),
        later(price(1, 1, "b", Some("4"))),
    ];
    add(&db, &again).await;
    assert_eq!(of(&db, 1, 1, 1).await, [price(1, 1, "a", Some("1")), b.clone()]);
    add(&db, &[price(1, 1, "b", None)]).await;
    assert_eq!(of(&db, 1, 1, 1).await[1], b, "a missing price replaces none");
}

async fn an_answer_without_a_price_says_when_it_was_last_read(db: TestStorage) {
    let read = |seconds| PastPrice {
        read_at: at(seconds),
        ..price(1, 1, "a", None)
    };
    add(&db, &[read(5)]).await;
    add(&db, &[read(9), read(7)]).await;
    assert_eq!(of(&db, 1, 1, 1).await, [read(9)]);
    add(&db, &[read(6)]).await;
    assert_eq!(of(&db, 1, 1, 1).await, [read(9)], "an earlier answer replaces none");
}
