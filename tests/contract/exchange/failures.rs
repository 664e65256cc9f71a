//! Tickers without a usable price, and exchanges that fail or refuse.

use adapters::{exchange::Kraken, price::Endpoint};
use ports::{PriceSource, Timestamp, quote::QuoteAnswer};
use support::{
    mock_upstream::{Fault, Market, MockUpstream, RetryAfter},
    outgoing::{client, short_timeouts},
};

use super::{BITCOIN, ETHER, UNI, WITHOUT_TIME, fixtures, market, now, one};
use crate::price_source::{assets, ports};

#[tokio::test]
async fn a_market_without_a_price_is_unusable() {
    for fixture in fixtures() {
        for (bid, ask, volume) in [
            ("0.00000000", "0.00000000", "0"),
            ("-3180", "3180", "1"),
            ("3180", "3179", "1"),
            ("3180", "3999", "1"),
            ("NaN", "3180", "1"),
            ("Infinity", "Infinity", "1"),
            ("1e999", "1e999", "1"),
            ("3180", "3180", "-1"),
            ("", "", ""),
        ] {
            fixture
                .server
                .prices()
                .set_market(fixture.markets[0], market(bid, ask, volume));
            let answer = one(&fixture, ETHER).await;
            assert!(
                matches!(answer.answer, QuoteAnswer::Unusable { .. }),
                "{bid} {ask} {volume}: {answer:?}"
            );
            assert_eq!(answer.market, None);
        }
    }
}

#[tokio::test]
async fn a_price_in_the_future_is_unusable_and_an_old_one_is_kept() {
    for fixture in fixtures() {
        let old = Timestamp::from_millis(now() - 90_000_000);
        for (millis, expected) in [(now() + 86_400_000, None), (old.millis(), Some(old))] {
            let ticker = Market {
                millis,
                ..market("3180", "3180", "1")
            };
            fixture.server.prices().set_market(fixture.markets[0], ticker);
            let quoted = one(&fixture, ETHER).await;
            match (fixture.source.profile().id.as_str(), expected) {
                (id, _) if WITHOUT_TIME.contains(&id) => assert_eq!(quoted.source_time, None, "{id}"),
                (_, None) => assert!(matches!(quoted.answer, QuoteAnswer::Unusable { .. }), "{quoted:?}"),
                (_, expected) => assert_eq!(quoted.source_time, expected),
            }
        }
    }
}

#[tokio::test]
async fn failures_have_distinct_errors() {
    for (fault, code) in [
        (Fault::TooManyRequests(RetryAfter::Seconds(7)), "rate_limited"),
        (Fault::Status(451), "refused"),
        (Fault::Status(403), "refused"),
        (Fault::Status(500), "unavailable"),
        (Fault::Html, "malformed"),
        (Fault::Truncated, "unavailable"),
    ] {
        for fixture in fixtures() {
            for name in fixture.markets {
                fixture.server.prices().set_market(name, market("3180", "3180", "1"));
            }
            fixture.server.fail_always(fault.clone());
            let error = fixture
                .source
                .quotes(&assets(&[ETHER, BITCOIN]), None)
                .await
                .unwrap_err();
            assert_eq!(error.code(), code, "{:?}: {fault:?}", fixture.source.profile().id);
            assert!(
                fixture.server.count() <= 3,
                "a refusing host is not called for each market"
            );
        }
    }
}

#[tokio::test]
async fn refusals_of_kraken_with_status_200_are_recognized() {
    for (text, code) in [
        (
            include_str!("../../../adapters/src/exchange/fixtures/kraken/too_many.json"),
            "rate_limited",
        ),
        ("{\"error\": [\"EAPI:Rate limit exceeded\"]}", "rate_limited"),
        ("{\"error\": [\"EService:Unavailable\"]}", "unavailable"),
        ("{\"error\": [\"EGeneral:Permission denied\"]}", "refused"),
        ("{\"result\": {}}", "malformed"),
    ] {
        let server = MockUpstream::of_files(&[("/0/public/Ticker", text)]);
        let (client, _) = client(&[&server], short_timeouts());
        let source = Kraken::new(ports(client), Endpoint::public(server.url().parse().unwrap(), 600_000));
        let error = source.quotes(&assets(&[ETHER]), None).await.unwrap_err();
        assert_eq!(error.code(), code, "{text}");
    }
    let text = include_str!("../../../adapters/src/exchange/fixtures/kraken/unknown_pair.json");
    let server = MockUpstream::of_files(&[("/0/public/Ticker", text)]);
    let (client, _) = client(&[&server], short_timeouts());
    let source = Kraken::new(ports(client), Endpoint::public(server.url().parse().unwrap(), 600_000));
    let quoted = source.quotes(&assets(&[ETHER, UNI, BITCOIN]), None).await.unwrap();
    assert!(quoted.iter().all(|one| one.answer == QuoteAnswer::NotListed));
}
