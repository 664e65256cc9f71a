//! Requirements for reading quotes.

use ports::{
    Quote, Ratio,
    quote::{Market, QuoteAnswer},
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
}

pub(super) const DAY: i64 = 86_400;

pub(super) fn price(text: &str) -> QuoteAnswer {
    QuoteAnswer::Price {
        price: text.parse().unwrap(),
        confidence: None,
    }
}

/// Quote `n` of a token by a source. It is received one second after its own time.
pub(super) fn quote(n: u16, of: u8, source: &str, seconds: i64) -> Quote {
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

pub(super) async fn add(db: &TestStorage, quotes: &[Quote]) {
    let mut work = db.begin().await;
    work.quotes().add(quotes).await.unwrap();
    work.commit().await.unwrap();
}

pub(super) fn ids(quotes: &[Quote]) -> Vec<ports::quote::QuoteId> {
    quotes.iter().map(|quote| quote.id).collect()
}

async fn every_kind_of_answer_is_read_back(db: TestStorage) {
    let sure = QuoteAnswer::Price {
        price: "0.000000000000000000000123456789".parse().unwrap(),
        confidence: Some(Ratio::new("0.99".parse().unwrap())),
    };
    let unusable = QuoteAnswer::Unusable {
        what: "a price below zero".to_owned(),
    };
    let answers = [
        price("61234.5"),
        sure,
        QuoteAnswer::WorthZero,
        QuoteAnswer::NotListed,
        unusable,
    ];
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
    let unusable = QuoteAnswer::Unusable { what: "odd".to_owned() };
    for (of, answer) in [(1, QuoteAnswer::NotListed), (2, unusable)] {
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
