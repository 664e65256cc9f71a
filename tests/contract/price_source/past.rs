//! Prices of a past moment: requested for their time, taken from the nearest point of a chart, and missing beyond the range of a
//! source.

use std::sync::Arc;

use adapters::price::{CoinGecko, Endpoint};
use ports::{Clock, PriceSource, Timestamp, quote::QuoteAnswer};
use support::{
    mock_upstream::{MockUpstream, Quote},
    outgoing::{client, short_timeouts},
};

use super::{CHART, ETHER, assets, dollars, gecko, llama, ports, second};

#[tokio::test]
async fn past_prices_are_requested_for_their_time() {
    let at = second() - 864_000;
    let llama = llama();
    llama
        .server
        .prices()
        .set("coingecko:ethereum", Quote::new("2410.0625", at + 60));
    let asked = assets(&[ETHER]);
    let quoted = llama.source.quotes(&asked, Some(Timestamp::from_seconds(at))).await;
    assert_eq!(dollars(&quoted.unwrap()[0].answer), "2410.0625");
    assert!(
        llama.server.seen()[0]
            .target
            .starts_with(&format!("/prices/historical/{at}/"))
    );

    let gecko = gecko(None);
    let points = format!(
        "{{\"prices\": [[{}, 1.5], [{}, 2.5]]}}",
        (at - 9_000) * 1000,
        (at + 60) * 1000
    );
    gecko.server.prices().serve(CHART, &points);
    let quoted = gecko
        .source
        .quotes(&asked, Some(Timestamp::from_seconds(at)))
        .await
        .unwrap();
    assert_eq!(dollars(&quoted[0].answer), "2.5");
    assert_eq!(quoted[0].source_time, Some(Timestamp::from_seconds(at + 60)));
}

#[tokio::test]
async fn the_nearest_point_of_a_chart_is_the_past_price() {
    let at = Timestamp::from_seconds(1_750_000_000);
    let chart = include_str!("../../../adapters/src/price/fixtures/coingecko/range.json");
    let server = MockUpstream::of_prices();
    server.prices().serve(CHART, chart);
    let (client, _) = client(&[&server], short_timeouts());
    let endpoint = Endpoint::public(format!("{}/api/v3/", server.url()).parse().unwrap(), 600_000);
    let (client, _, names) = ports(client);
    let source = CoinGecko::new((client, Arc::new(FixedClock), names), endpoint);
    let quoted = source.quotes(&assets(&[ETHER]), Some(at)).await.unwrap();
    assert_eq!(dollars(&quoted[0].answer), "2409.25");
    assert_eq!(quoted[0].source_time, Some(Timestamp::from_millis(1_749_999_551_000)));
}

#[tokio::test]
async fn a_chart_of_another_time_gives_no_past_price() {
    let at = second() - 864_000;
    let far = "its chart has no point near the requested time".to_owned();
    for (time, answer) in [
        ((at + 60) * 1_000_000, QuoteAnswer::Unusable { what: far.clone() }),
        ((at + 7 * 3600) * 1000, QuoteAnswer::Unusable { what: far }),
        (
            (at + 6 * 3600) * 1000,
            QuoteAnswer::Price {
                price: "2.5".parse().unwrap(),
                confidence: None,
            },
        ),
    ] {
        let gecko = gecko(None);
        let points = format!("{{\"prices\": [[{time}, 2.5]]}}");
        gecko.server.prices().serve(CHART, &points);
        let quoted = gecko
            .source
            .quotes(&assets(&[ETHER]), Some(Timestamp::from_seconds(at)))
            .await;
        assert_eq!(quoted.unwrap()[0].answer, answer, "{time}");
    }
}

/// A fixed clock: the summer of 2025.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_seconds(1_752_000_000)
    }
}

#[tokio::test]
async fn past_prices_beyond_coingeckos_range_are_unsupported() {
    let gecko = gecko(None);
    let long_ago = Timestamp::from_seconds(second() - 500 * 86_400);
    let error = gecko
        .source
        .quotes(&assets(&[ETHER]), Some(long_ago))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "unsupported");
    assert_eq!(gecko.server.count(), 0);
}
