//! The price near the moment of an entry stays when old quotes are deleted.

use std::time::Duration;

use domain::{ledger::EntryDetail, price::PastBasis};
use ports::{
    Day, Entry, Quote, SourceId, Timestamp,
    entry::{EntryKind, LegRole},
    quote::{QuoteAnswer, QuoteId},
};

use super::{BOUGHT, ETHER, FIRST, MovedAssetStory, SOLD, entry, id, sending};

impl MovedAssetStory {
    /// Two sources quote a price of the token.
    async fn quote(&self, price: &str, at: Timestamp) {
        let quote = |source: &'static str| Quote {
            id: QuoteId::new(self.fixture.tracker.ports().ids.next()),
            asset: id(SOLD),
            source: SourceId::fixed(source),
            answer: QuoteAnswer::Price {
                price: price.parse().unwrap(),
                confidence: None,
            },
            source_time: at,
            received_at: at,
            market: None,
        };
        let mut work = self.fixture.tracker.ports().storage.begin().await.unwrap();
        work.quotes()
            .add(&[quote("one-market"), quote("other-market")])
            .await
            .unwrap();
        work.commit().await.unwrap();
    }
}

/// The prices of the token of an entry at its moment.
fn price_then(detail: &EntryDetail) -> Option<(String, bool)> {
    let leg = detail.line.legs.iter().find(|leg| leg.asset == id(SOLD)).unwrap();
    let (price, basis) = leg.price_then?;
    Some((price.to_string(), matches!(basis, PastBasis::Moment(_))))
}

#[tokio::test]
async fn the_price_near_a_moment_stays_when_old_quotes_are_deleted() {
    let story = MovedAssetStory::open().await;
    story.start().await;
    let now = story.fixture.now();
    // The first quotes are nearer to the moment than those that follow.
    for (price, minutes) in [("7", 0), ("8", 5), ("9", 10)] {
        story.quote(price, now.plus(Duration::from_mins(minutes))).await;
    }
    let today = Day::of(now).to_string();
    let legs = [(LegRole::Out, SOLD, 1), (LegRole::Fee, ETHER, 1)];
    let sent = Entry {
        time: now,
        ..entry(FIRST, (4, &today), EntryKind::Send, &legs)
    };
    story.append(&[sent]).await;
    for hours in [0, 2, 30, 30, 200] {
        story.wait(Duration::from_hours(hours)).await;
        let (detail, _) = story.detail(0, FIRST, 4).await;
        assert_eq!(
            price_then(&detail),
            Some(("7".to_owned(), true)),
            "after {hours} more hours"
        );
    }
    // A book that is loaded anew has the same price.
    story.append(&[sending(FIRST, 9, BOUGHT)]).await;
    let (detail, _) = story.detail(0, FIRST, 4).await;
    assert_eq!(price_then(&detail), Some(("7".to_owned(), true)));
    let quotes = &story.fixture.tracker.ports().stores.quotes;
    let near = |minutes| {
        let at = now.plus(Duration::from_mins(minutes));
        async move { quotes.around(&[id(SOLD)], at, 60_000).await.unwrap().len() }
    };
    assert_eq!(
        (near(0).await, near(5).await, near(10).await),
        (2, 0, 2),
        "those near the moment and the last ones of the day stay"
    );
}
