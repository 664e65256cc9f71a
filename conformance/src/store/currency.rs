//! Requirements for exchange rates.

use ports::{Currency, Day, Fixing, SourceId};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id},
};

requirements! { "currency":
    "a day without rates has those of the day before" => a_day_without_rates_uses_the_previous_day,
    "equal rates of a source and day are stored once" => equal_rates_are_stored_once,
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

fn fixing(n: u16, of: &str, dollars: &str, seconds: i64) -> Fixing {
    Fixing {
        id: id(n),
        source: SourceId::fixed("ecb"),
        day: day(of),
        rates: [
            (Currency::usd(), dollars.parse().unwrap()),
            ("ISK".parse().unwrap(), "143.20".parse().unwrap()),
        ]
        .into(),
        received_at: at(seconds),
    }
}

async fn add(db: &TestStorage, fixings: &[Fixing]) {
    let mut work = db.begin().await;
    work.currencies().add(fixings).await.unwrap();
    work.commit().await.unwrap();
}

async fn a_day_without_rates_uses_the_previous_day(db: TestStorage) {
    let (friday, monday) = (
        fixing(1, "2026-04-10", "1.1711", 1),
        fixing(2, "2026-04-13", "1.1684", 1),
    );
    add(&db, &[monday.clone(), friday.clone()]).await;
    let rates = &db.stores.currencies;
    for (requested, found) in [
        ("2026-04-09", None),
        ("2026-04-10", Some(&friday)),
        ("2026-04-12", Some(&friday)),
        ("2026-04-13", Some(&monday)),
        ("2026-12-31", Some(&monday)),
    ] {
        assert_eq!(
            rates.latest(day(requested)).await.unwrap().as_ref(),
            found,
            "{requested}"
        );
    }
    assert_eq!(rates.find(id(1)).await.unwrap(), Some(friday));
    assert_eq!(rates.find(id(9)).await.unwrap(), None);
}

async fn equal_rates_are_stored_once(db: TestStorage) {
    let first = fixing(1, "2026-04-10", "1.1711", 1);
    add(&db, std::slice::from_ref(&first)).await;
    add(
        &db,
        &[
            fixing(2, "2026-04-10", "1.1711", 2),
            fixing(3, "2026-04-10", "1.1711", 3),
        ],
    )
    .await;
    let rates = &db.stores.currencies;
    assert_eq!(rates.latest(day("2026-04-10")).await.unwrap(), Some(first));
    let mended = fixing(4, "2026-04-10", "1.1712", 4);
    add(&db, std::slice::from_ref(&mended)).await;
    assert_eq!(
        rates.latest(day("2026-04-10")).await.unwrap(),
        Some(mended),
        "the last fixing of a day is used"
    );
    assert!(
        rates.find(id(1)).await.unwrap().is_some(),
        "a fixing found by its id stays"
    );
    for unkept in [2, 3] {
        assert_eq!(rates.find(id(unkept)).await.unwrap(), None);
    }
}
