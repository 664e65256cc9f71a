//! Requirements for which quotes are stored, and which are deleted again.

use ports::{
    Quote,
    quote::{Market, QuoteAnswer},
};

use super::{
    TestStorage,
    quote::{DAY, add, ids, price, quote},
    requirement::requirements,
    samples::{at, id, token},
};

requirements! { "stored_quote":
    "a quote that repeats the newest one is stored once" => a_repeated_quote_is_stored_once,
    "a quote of another market is another quote" => a_quote_of_another_market_is_stored,
    "the time of an answer is stored even if its quote is not" => the_answer_time_is_stored_for_a_repeated_quote,
    "a quote that was received in the future replaces nothing" => a_quote_received_in_the_future_replaces_nothing,
    "thinning keeps the last one of each day" => thinning_keeps_the_last_row_of_each_day,
}

async fn a_repeated_quote_is_stored_once(db: TestStorage) {
    let first = quote(1, 1, "a", 10);
    let repeated = |n, answer| Quote {
        id: id(n),
        answer,
        received_at: at(500),
        ..first.clone()
    };
    add(&db, std::slice::from_ref(&first)).await;
    add(
        &db,
        &[repeated(2, first.answer.clone()), repeated(3, first.answer.clone())],
    )
    .await;
    assert_eq!(
        db.stores.quotes.find(&[1, 2, 3].map(id)).await.unwrap(),
        std::slice::from_ref(&first)
    );
    add(
        &db,
        &[repeated(4, QuoteAnswer::WorthZero), repeated(5, QuoteAnswer::WorthZero)],
    )
    .await;
    let later = Quote {
        source_time: at(11),
        ..repeated(6, QuoteAnswer::WorthZero)
    };
    add(&db, &[later]).await;
    let mut kept = ids(&db.stores.quotes.find(&[1, 2, 3, 4, 5, 6].map(id)).await.unwrap());
    kept.sort();
    assert_eq!(kept, [1, 4, 6].map(id));
}

/// A market can lose its depth while the price and time of its last trade stay the same.
async fn a_quote_of_another_market_is_stored(db: TestStorage) {
    let market = |volume: &str| {
        Some(Market {
            name: "M".to_owned(),
            quoted_in: None,
            bid: "1".parse().unwrap(),
            ask: "2".parse().unwrap(),
            volume: volume.parse().unwrap(),
        })
    };
    let received = |n: u16, volume: &str, received: i64| Quote {
        id: id(n),
        answer: price("1.5"),
        received_at: at(received),
        market: market(volume),
        ..quote(n, 1, "a", 100)
    };
    for (next, kept) in [
        (received(1, "9000", 101), 1),
        (received(2, "9000", 400), 1),
        (received(3, "5", 700), 3),
    ] {
        add(&db, &[next]).await;
        let newest = db.stores.quotes.newest(&[token(1)], at(0), at(1000)).await.unwrap();
        assert_eq!(ids(&newest), [id(kept)]);
    }
}

async fn the_answer_time_is_stored_for_a_repeated_quote(db: TestStorage) {
    add(
        &db,
        &[quote(1, 1, "a", 100), quote(2, 2, "a", 100), quote(3, 1, "b", 100)],
    )
    .await;
    let answered_between = async |from, to| {
        db.stores
            .quotes
            .answered_between(&"a".parse().unwrap(), at(from), at(to))
            .await
            .unwrap()
    };
    assert!(answered_between(0, 1000).await.is_empty(), "quotes of a past time");
    let mut work = db.begin().await;
    for (of, seconds) in [(1, 101), (2, 101), (1, 400)] {
        work.quotes()
            .answered(&"a".parse().unwrap(), &[token(of)], at(seconds))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
    assert_eq!(answered_between(101, 400).await, [token(1), token(2)].into());
    assert_eq!(answered_between(102, 400).await, [token(1)].into());
    assert_eq!(answered_between(0, 399).await, [token(2)].into());
    let of_b = db
        .stores
        .quotes
        .answered_between(&"b".parse().unwrap(), at(0), at(1000))
        .await
        .unwrap();
    assert!(of_b.is_empty());
}

async fn a_quote_received_in_the_future_replaces_nothing(db: TestStorage) {
    let ahead = Quote {
        received_at: at(DAY),
        ..quote(1, 1, "a", 10)
    };
    let same = Quote {
        answer: ahead.answer.clone(),
        ..quote(2, 1, "a", 10)
    };
    for one in [&ahead, &same, &same] {
        add(&db, std::slice::from_ref(one)).await;
    }
    let newest = db.stores.quotes.newest(&[token(1)], at(0), at(60)).await.unwrap();
    assert_eq!(newest, [same]);
}

async fn thinning_keeps_the_last_row_of_each_day(db: TestStorage) {
    let quotes = [
        quote(1, 1, "a", 10),
        quote(2, 1, "a", 20),
        quote(3, 1, "b", 15),
        quote(4, 1, "a", DAY + 10),
        quote(5, 1, "a", DAY + 20),
        quote(6, 1, "a", 2 * DAY + 10),
        quote(7, 1, "a", 2 * DAY + 20),
        Quote {
            received_at: at(30),
            ..quote(8, 1, "a", -DAY)
        },
    ];
    add(&db, &quotes).await;
    let mut work = db.begin().await;
    assert_eq!(work.quotes().thin(at(2 * DAY)).await.unwrap(), 2);
    work.commit().await.unwrap();
    let mut left = ids(&db.stores.quotes.find(&ids(&quotes)).await.unwrap());
    left.sort();
    assert_eq!(
        left,
        [2, 3, 5, 6, 7, 8].map(id),
        "days are those of the source's own time"
    );
}
