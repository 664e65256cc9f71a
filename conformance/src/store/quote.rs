//! Requirements for quotes.

use ports::{
    Quote, Ratio,
    quote::{AgreedPrice, Answer, Market},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id, token},
};

requirements! { "quote":
    "every kind of answer is read back exactly" => every_kind_of_answer_is_read_back,
    "the newest quote of each asset and source is read" => the_newest_quote_of_each_asset_and_source_is_read,
    "an answer without a price gives way to a later price" => a_later_price_replaces_an_answer_without_a_price,
    "the nearest quote of each asset and source is read" => the_nearest_quote_of_each_asset_and_source_is_read,
    "a quote that repeats the newest one is stored once" => a_repeated_quote_is_stored_once,
    "a quote of another market is another quote" => a_quote_of_another_market_is_stored,
    "the time of an answer is stored even if its quote is not" => the_answer_time_is_stored_for_a_repeated_quote,
    "a quote that was received in the future replaces nothing" => a_quote_received_in_the_future_replaces_nothing,
    "thinning keeps the last one of each day" => thinning_keeps_the_last_row_of_each_day,
    "the last agreed price replaces the earlier one" => the_last_agreed_price_is_kept,
    "a price of one source does not replace a concurrent one of several" => one_source_does_not_replace_a_concurrent_price_of_several,
}

const DAY: i64 = 86_400;

fn price(text: &str) -> Answer {
    Answer::Price {
        price: text.parse().unwrap(),
        confidence: None,
    }
}

/// Quote `n` of a token by a source. It is received one second after its own time.
fn quote(n: u16, of: u8, source: &str, seconds: i64) -> Quote {
    Quote {
        id: id(n),
        asset: token(of),
        source: source.parse().unwrap(),
        answer: price(&format!("{n}.5")),
        source_time: at(seconds),
        received_at: at(seconds + 1),
        market: None,
    }
}

async fn add(db: &TestStorage, quotes: &[Quote]) {
    let mut work = db.begin().await;
    work.quotes().add(quotes).await.unwrap();
    work.commit().await.unwrap();
}

fn ids(quotes: &[Quote]) -> Vec<ports::quote::QuoteId> {
    quotes.iter().map(|quote| quote.id).collect()
}

async fn every_kind_of_answer_is_read_back(db: TestStorage) {
    let sure = Answer::Price {
        price: "0.000000000000000000000123456789".parse().unwrap(),
        confidence: Some(Ratio::new("0.99".parse().unwrap())),
    };
    let unusable = Answer::Unusable {
        what: "a price below zero".to_owned(),
    };
    let answers = [price("61234.5"), sure, Answer::WorthZero, Answer::NotListed, unusable];
    let mut quotes: Vec<Quote> = answers
        .into_iter()
        .zip(1..)
        .map(|(answer, n)| Quote {
            answer,
            ..quote(n, u8::try_from(n).unwrap(), "defillama", 5)
        })
        .collect();
    for (n, quoted_in) in [(6, None), (7, Some(token(9)))] {
        let market = Market {
            name: "ETHUSDT".to_owned(),
            quoted_in,
            bid: "3180.1".parse().unwrap(),
            ask: "3180.3".parse().unwrap(),
            volume: "797914300.11".parse().unwrap(),
        };
        quotes.push(Quote {
            market: Some(market),
            ..quote(n, u8::try_from(n).unwrap(), "binance", 5)
        });
    }
    add(&db, &quotes).await;
    let mut found = db.stores.quotes.find(&[1, 2, 3, 4, 5, 6, 7, 99].map(id)).await.unwrap();
    found.sort_by_key(|quote| quote.id);
    assert_eq!(found, quotes);
    add(&db, &[]).await;
}

async fn the_newest_quote_of_each_asset_and_source_is_read(db: TestStorage) {
    // A quote of the distant past that was received last is not the newest.
    let late_news = Quote {
        received_at: at(40),
        ..quote(3, 1, "a", 5)
    };
    let quotes = [
        quote(1, 1, "a", 10),
        quote(2, 1, "a", 20),
        late_news,
        quote(4, 1, "b", 12),
        quote(5, 2, "a", 12),
        quote(6, 3, "a", 12),
    ];
    add(&db, &quotes).await;
    let newest = async |after, until| {
        let found = db
            .stores
            .quotes
            .newest(&[token(1), token(2)], at(after), at(until))
            .await
            .unwrap();
        ids(&found)
    };
    assert_eq!(newest(0, 100).await, [2, 4, 5].map(id), "the source's own time decides");
    assert_eq!(
        newest(5, 100).await,
        [2, 4, 5].map(id),
        "the lower limit applies to the source's own time"
    );
    assert_eq!(
        newest(0, 20).await,
        [1, 4, 5].map(id),
        "the upper limit applies to the time of receipt"
    );
    assert_eq!(newest(12, 100).await, [2].map(id));
    assert_eq!(newest(0, 10).await, []);
}

async fn a_later_price_replaces_an_answer_without_a_price(db: TestStorage) {
    const HOUR: i64 = 3600;
    let unusable = Answer::Unusable { what: "odd".to_owned() };
    for (of, answer) in [(1, Answer::NotListed), (2, unusable)] {
        let n = |n: u16| n + 10 * u16::from(of);
        let nothing = |n, seconds| Quote {
            answer: answer.clone(),
            received_at: at(seconds),
            ..quote(n, of, "a", seconds)
        };
        let received = |n, source_seconds, seconds| Quote {
            received_at: at(seconds),
            ..quote(n, of, "a", source_seconds)
        };
        let now = 2 * DAY;
        let steps = [
            (nothing(n(1), now), n(1)),
            (received(n(2), now - 3 * HOUR, now + 60), n(2)),
            (received(n(3), now - 2 * HOUR, now + 120), n(3)),
            (nothing(n(4), now + 180), n(4)),
            (nothing(n(5), now + 240), n(5)),
            (received(n(6), now - 4 * HOUR, now + 300), n(3)),
            (nothing(n(7), now + 360), n(7)),
            // A quote requested for a past time.
            (received(n(8), now - DAY, now + 420), n(7)),
        ];
        for (step, newest) in steps {
            add(&db, std::slice::from_ref(&step)).await;
            for until in [step.received_at, at(10 * DAY)] {
                let found = db.stores.quotes.newest(&[token(of)], at(0), until).await.unwrap();
                assert_eq!(ids(&found), [id(newest)], "after {:?}", step.received_at);
            }
        }
        let before = db
            .stores
            .quotes
            .newest(&[token(of)], at(0), at(now + 59))
            .await
            .unwrap();
        assert_eq!(
            ids(&before),
            [id(n(1))],
            "a price that has not been received yet replaces nothing"
        );
    }
}

async fn the_nearest_quote_of_each_asset_and_source_is_read(db: TestStorage) {
    add(
        &db,
        &[
            quote(1, 1, "a", 100),
            quote(2, 1, "a", 200),
            quote(3, 1, "b", 290),
            quote(4, 2, "a", 205),
        ],
    )
    .await;
    let around = async |seconds, within: i64| {
        let found = db
            .stores
            .quotes
            .around(&[token(1), token(2)], at(seconds), within * 1000)
            .await
            .unwrap();
        ids(&found)
    };
    assert_eq!(around(160, 1000).await, [2, 3, 4].map(id));
    assert_eq!(around(140, 1000).await, [1, 3, 4].map(id));
    assert_eq!(around(140, 65).await, [1, 4].map(id));
    assert_eq!(around(200, 0).await, [2].map(id));
    assert_eq!(
        around(150, 50).await,
        [1].map(id),
        "of two equally near quotes the earlier one"
    );
    assert_eq!(around(900, 100).await, []);
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
    add(&db, &[repeated(4, Answer::WorthZero), repeated(5, Answer::WorthZero)]).await;
    let later = Quote {
        source_time: at(11),
        ..repeated(6, Answer::WorthZero)
    };
    add(&db, &[later]).await;
    let mut kept = ids(&db.stores.quotes.find(&[1, 2, 3, 4, 5, 6].map(id)).await.unwrap());
    kept.sort();
    assert_eq!(kept, [1, 4, 6].map(id));
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
    let asked_between = async |from, to| {
        db.stores
            .quotes
            .asked(&"a".parse().unwrap(), at(from), at(to))
            .await
            .unwrap()
    };
    assert!(asked_between(0, 1000).await.is_empty(), "quotes of a past time");
    let mut work = db.begin().await;
    for (of, seconds) in [(1, 101), (2, 101), (1, 400)] {
        work.quotes()
            .answered(&"a".parse().unwrap(), &[token(of)], at(seconds))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
    assert_eq!(asked_between(101, 400).await, [token(1), token(2)].into());
    assert_eq!(asked_between(102, 400).await, [token(1)].into());
    assert_eq!(asked_between(0, 399).await, [token(2)].into());
    let of_b = db
        .stores
        .quotes
        .asked(&"b".parse().unwrap(), at(0), at(1000))
        .await
        .unwrap();
    assert!(of_b.is_empty());
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
