//! Tokens with thousands of holders and no price: hidden with the number, its source and its time, until the user shows them.

use std::time::Duration;

use domain::spam::HideRule;
use ports::{
    Clock, Currency, Quote, SourceId,
    quote::{QuoteAnswer, QuoteId},
};
use support::{extra_tokens::token, tracker_fixture::TrackerFixture};

use super::{DAY, ScriptedExplorer, fixture, named, row, seen};

/// A price source was queried about token 1 and does not list it.
async fn store_as_unpriced(fixture: &TrackerFixture) {
    let ports = fixture.tracker.ports();
    let now = ports.clock.now();
    let quote = Quote {
        id: QuoteId::new(ports.ids.next()),
        asset: token(1),
        source: SourceId::fixed("demo-prices"),
        answer: QuoteAnswer::NotListed,
        source_time: now,
        received_at: now,
        market: None,
    };
    let mut work = ports.storage.begin().await.unwrap();
    work.quotes().add(&[quote]).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn a_token_with_thousands_of_holders_is_hidden_until_the_user_shows_it() {
    let knows = ScriptedExplorer::new("knows", Some(vec![named(1, Some(49_213))]));
    let (fixture, person) = fixture(&[&knows]).await;
    assert!(
        seen(&fixture, &person, token(1)).await.is_some(),
        "no price was requested yet"
    );
    store_as_unpriced(&fixture).await;
    let before = fixture.report(&person).await;
    let hidden = before.hidden.iter().find(|one| one.asset == token(1)).unwrap();
    let rule = HideRule::Airdropped {
        holders: 49_213,
        by: "An explorer".into(),
    };
    assert_eq!((hidden.rule.code(), &hidden.rule), ("spam", &rule));
    assert!(rule.text().starts_with("An explorer counts 49,213 holders"));
    assert_eq!(seen(&fixture, &person, token(1)).await, None);

    fixture.tracker.assets().show(&person, &token(1)).await.unwrap();
    let shown = fixture.report(&person).await;
    assert_eq!(shown.coverage.hidden + 1, before.coverage.hidden);
    assert_eq!(
        shown.total, before.total,
        "showing an unpriced token does not change the total"
    );
    let line = shown.assets.iter().find(|line| line.asset == token(1)).unwrap();
    let warnings: Vec<&str> = line.flags.iter().map(|flag| flag.text.as_str()).collect();
    assert_eq!(warnings, [rule.text()], "a shown token keeps the reason as a warning");

    fixture.tracker.assets().hide(&person, &token(1)).await.unwrap();
    let again = fixture.report(&person).await;
    assert_eq!(again.coverage.hidden, before.coverage.hidden);
}

#[tokio::test]
async fn the_number_of_holders_is_stored_with_source_and_time_and_updated_daily() {
    let knows = ScriptedExplorer::new("knows", Some(vec![named(1, None)]));
    let (fixture, person) = fixture(&[&knows]).await;
    store_as_unpriced(&fixture).await;
    assert_eq!(row(&fixture, token(1)).await.holders, None, "unknown is not zero");
    for (counted, kept, hides) in [
        (Some(1_999), 1_999, false),
        (Some(2_000), 2_000, true),
        (None, 2_000, true),
    ] {
        knows.set_tokens(vec![named(1, counted)]);
        fixture.clock.advance(DAY);
        fixture.run_jobs().await;
        let holders = row(&fixture, token(1)).await.holders.unwrap();
        assert_eq!((holders.count, holders.by.as_str()), (kept, "knows"));
        assert_eq!(seen(&fixture, &person, token(1)).await.is_none(), hides, "{counted:?}");
        if counted.is_some() {
            let age = fixture.clock.now().since(holders.at);
            assert!(age < Duration::from_mins(1), "{age:?}");
        }
    }
    let price = "2".parse().unwrap();
    fixture
        .tracker
        .prices()
        .set(&person, &token(1), price, &Currency::usd())
        .await
        .unwrap();
    assert!(
        seen(&fixture, &person, token(1)).await.is_some(),
        "a manual price overrides the rule"
    );
}
