//! The requirements of quotes.

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
    "every kind of answer is read back exactly" => every_answer_comes_back,
    "the newest quote of each asset and source is read" => the_newest_of_each_asset_and_source,
    "an answer without a price gives way to a later price" => what_is_no_price_gives_way_to_a_later_price,
    "the nearest quote of each asset and source is read" => the_nearest_of_each_asset_and_source,
    "a quote that repeats the newest one is stored once" => the_same_thing_is_kept_once,
    "a quote of another market is another quote" => another_market_is_another_thing,
    "the time of an answer is stored even if its quote is not" => who_was_asked_is_known_though_it_said_the_same,
    "a quote that was received in the future replaces nothing" => what_a_wrong_clock_received_takes_nothings_place,
    "thinning keeps the last one of each day" => thinning_keeps_the_last_of_each_day,
    "the last agreed price replaces the earlier one" => what_was_agreed_upon_last_is_kept,
    "a price of one source does not replace a concurrent one of several" => what_several_agreed_upon_meanwhile_is_not_written_over_by_one,
}

const DAY: i64 = 86_400;

fn price(text: &str) -> Answer {
    Answer::Price {
        price: text.parse().unwrap(),
        confidence: None,
    }
}

/// Quote `n` of a token by a source: its own time, and a second later the answer.
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

async fn every_answer_comes_back(db: TestStorage) {
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

async fn the_newest_of_each_asset_and_source(db: TestStorage) {
    // Of a moment long past, received last: it is not the newest.
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
    assert_eq!(newest(0, 100).await, [2, 4, 5].map(id), "its own time counts");
    assert_eq!(newest(5, 100).await, [2, 4, 5].map(id), "and the edge is by it");
    assert_eq!(newest(0, 20).await, [1, 4, 5].map(id), "received in time");
    assert_eq!(newest(12, 100).await, [2].map(id));
    assert_eq!(newest(0, 10).await, []);
}

async fn what_is_no_price_gives_way_to_a_later_price(db: TestStorage) {
    const HOUR: i64 = 3600;
    let unusable = Answer::Unusable { what: "odd".to_owned() };
    for (of, answer) in [(1, Answer::NotListed), (2, unusable)] {
        let n = |n: u16| n + 10 * u16::from(of);
        let nothing = |n, seconds| Quote {
            answer: answer.clone(),
            received_at: at(seconds),
            ..quote(n, of, "a", seconds)
        };
        let said = |n, source_seconds, seconds| Quote {
            received_at: at(seconds),
            ..quote(n, of, "a", source_seconds)
        };
        let now = 2 * DAY;
        let steps = [
            (nothing(n(1), now), n(1)),
            (said(n(2), now - 3 * HOUR, now + 60), n(2)),
            (said(n(3), now - 2 * HOUR, now + 120), n(3)),
            (nothing(n(4), now + 180), n(4)),
            (nothing(n(5), now + 240), n(5)),
            (said(n(6), now - 4 * HOUR, now + 300), n(3)),
            (nothing(n(7), now + 360), n(7)),
            // Of a moment that somebody asked about.
            (said(n(8), now - DAY, now + 420), n(7)),
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
            "a price that is not there yet takes nothing's place"
        );
    }
}

async fn the_nearest_of_each_asset_and_source(db: TestStorage) {
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
        "of two that are as near, the earlier"
    );
    assert_eq!(around(900, 100).await, []);
}

async fn the_same_thing_is_kept_once(db: TestStorage) {
    let first = quote(1, 1, "a", 10);
    let said_again = |n, answer| Quote {
        id: id(n),
        answer,
        received_at: at(500),
        ..first.clone()
    };
    add(&db, std::slice::from_ref(&first)).await;
    add(
        &db,
        &[said_again(2, first.answer.clone()), said_again(3, first.answer.clone())],
    )
    .await;
    assert_eq!(
        db.stores.quotes.find(&[1, 2, 3].map(id)).await.unwrap(),
        std::slice::from_ref(&first)
    );
    add(
        &db,
        &[said_again(4, Answer::WorthZero), said_again(5, Answer::WorthZero)],
    )
    .await;
    let later = Quote {
        source_time: at(11),
        ..said_again(6, Answer::WorthZero)
    };
    add(&db, &[later]).await;
    let mut kept = ids(&db.stores.quotes.find(&[1, 2, 3, 4, 5, 6].map(id)).await.unwrap());
    kept.sort();
    assert_eq!(kept, [1, 4, 6].map(id));
}

async fn what_a_wrong_clock_received_takes_nothings_place(db: TestStorage) {
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

async fn thinning_keeps_the_last_of_each_day(db: TestStorage) {
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
    assert_eq!(left, [2, 3, 5, 6, 7, 8].map(id), "a day is a day of the source's time");
}

async fn what_was_agreed_upon_last_is_kept(db: TestStorage) {
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

/// A market may lose its depth at the same price, and say so of the same trade.
async fn another_market_is_another_thing(db: TestStorage) {
    let market = |volume: &str| {
        Some(Market {
            name: "M".to_owned(),
            quoted_in: None,
            bid: "1".parse().unwrap(),
            ask: "2".parse().unwrap(),
            volume: volume.parse().unwrap(),
        })
    };
    let said = |n: u16, volume: &str, received: i64| Quote {
        id: id(n),
        answer: price("1.5"),
        received_at: at(received),
        market: market(volume),
        ..quote(n, 1, "a", 100)
    };
    for (next, kept) in [
        (said(1, "9000", 101), 1),
        (said(2, "9000", 400), 1),
        (said(3, "5", 700), 3),
    ] {
        add(&db, &[next]).await;
        let newest = db.stores.quotes.newest(&[token(1)], at(0), at(1000)).await.unwrap();
        assert_eq!(ids(&newest), [id(kept)]);
    }
}

async fn who_was_asked_is_known_though_it_said_the_same(db: TestStorage) {
    add(
        &db,
        &[quote(1, 1, "a", 100), quote(2, 2, "a", 100), quote(3, 1, "b", 100)],
    )
    .await;
    let asked = async |from, to| {
        db.stores
            .quotes
            .asked(&"a".parse().unwrap(), at(from), at(to))
            .await
            .unwrap()
    };
    assert!(asked(0, 1000).await.is_empty(), "quotes of a past moment");
    let mut work = db.begin().await;
    for (of, seconds) in [(1, 101), (2, 101), (1, 400)] {
        work.quotes()
            .answered(&"a".parse().unwrap(), &[token(of)], at(seconds))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
    assert_eq!(asked(101, 400).await, [token(1), token(2)].into());
    assert_eq!(asked(102, 400).await, [token(1)].into());
    assert_eq!(asked(0, 399).await, [token(2)].into());
    let of_b = db
        .stores
        .quotes
        .asked(&"b".parse().unwrap(), at(0), at(1000))
        .await
        .unwrap();
    assert!(of_b.is_empty());
}

/// The last to write may have looked before the others were heard.
async fn what_several_agreed_upon_meanwhile_is_not_written_over_by_one(db: TestStorage) {
    let agreed = |text: &str, sources, seconds| AgreedPrice {
        asset: token(1),
        price: text.parse().unwrap(),
        sources,
        at: at(seconds),
    };
    for (next, stands) in [
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
        assert_eq!(found == [next.clone()], stands, "{next:?} after {found:?}");
    }
}
