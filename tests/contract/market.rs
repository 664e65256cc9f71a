//! Tests of the exchanges among the price sources, against a local mock server with the formats of the real services.

use adapters::{
    http_client::HttpClient,
    price::{Binance, Coinbase, Endpoint, Kraken},
};
use ports::{
    PriceSource, Timestamp,
    disclosure::DisclosedField,
    quote::{AssetQuote, QuoteAnswer},
};
use std::sync::Arc;
use support::{
    mock_upstream::{Fault, Market, MockUpstream, RetryAfter},
    outgoing::{RequestLog, client, hasty},
};

use crate::price_source::{assets, by_asset, dollars, ports};

const ETHER: &str = "eip155:1/slip44:60";
const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const UNI: &str = "eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
const USDT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
/// Bridged ether on another chain, which is not the coin itself.
const BRIDGED_ETHER: &str = "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8";

/// Exchanges that do not state the time of their tickers.
const WITHOUT_TIME: [&str; 1] = ["kraken"];

struct ExchangeFixture {
    server: MockUpstream,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    source: Arc<dyn PriceSource>,
    /// The markets of ether, bitcoin and UNI.
    markets: [&'static str; 3],
}

type Make = fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PriceSource>;

fn fixture(markets: [&'static str; 3], make: Make) -> ExchangeFixture {
    let server = MockUpstream::of_prices();
    let (client, ledger) = client(&[&server], hasty());
    let endpoint = Endpoint::public(server.url().parse().unwrap(), 600_000);
    ExchangeFixture {
        source: make(client.clone(), endpoint),
        server,
        client,
        ledger,
        markets,
    }
}

fn fixtures() -> [ExchangeFixture; 3] {
    [
        fixture(
            ["coinbase:ETH-USD", "coinbase:BTC-USD", "coinbase:UNI-USD"],
            |client, at| Arc::new(Coinbase::new(ports(client), at)),
        ),
        fixture(["kraken:XETHZUSD", "kraken:XXBTZUSD", "kraken:UNIUSD"], |client, at| {
            Arc::new(Kraken::new(ports(client), at))
        }),
        fixture(
            ["binance:ETHUSDT", "binance:BTCUSDT", "binance:UNIUSDT"],
            |client, at| Arc::new(Binance::new(ports(client), at)),
        ),
    ]
}

/// The sources, for the list of all sources.
pub fn sources() -> impl Iterator<Item = Arc<dyn PriceSource>> {
    fixtures().into_iter().map(|fixture| fixture.source)
}

fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.unwrap().as_millis()).unwrap()
}

fn market(bid: &str, ask: &str, volume: &str) -> Market {
    Market {
        bid: bid.to_owned(),
        ask: ask.to_owned(),
        volume: volume.to_owned(),
        millis: now(),
    }
}

async fn one(fixture: &ExchangeFixture, asset: &str) -> AssetQuote {
    let mut quoted = fixture.source.quotes(&assets(&[asset]), None).await.unwrap();
    assert_eq!(quoted.len(), 1);
    quoted.remove(0)
}

#[tokio::test]
async fn each_asset_is_answered_once_with_the_mid_price() {
    for fixture in fixtures() {
        let [ether, bitcoin, _] = fixture.markets;
        fixture
            .server
            .prices()
            .set_market(ether, market("3180.10", "3180.30", "12.5"));
        fixture
            .server
            .prices()
            .set_market(bitcoin, market("91800", "91800", "3"));
        let asked = assets(&[BITCOIN, ETHER_ON_BASE, UNI, ETHER, BRIDGED_ETHER]);
        let quoted = fixture.source.quotes(&asked, None).await.unwrap();
        let answers = by_asset(&quoted);
        assert_eq!(answers.len(), 4, "a bridged coin has no market");
        assert_eq!(dollars(answers[ETHER]), "3180.2");
        assert_eq!(dollars(answers[ETHER_ON_BASE]), "3180.2");
        assert_eq!(dollars(answers[BITCOIN]), "91800");
        assert_eq!(
            answers[UNI],
            &QuoteAnswer::NotListed,
            "a missing market does not affect the others"
        );
    }
}

/// The assets for which an exchange has a market, according to the shipped list.
fn listed(venue: &str) -> Vec<&'static str> {
    let rows = include_str!("../../adapters/data/markets.csv").lines();
    let fields = rows.map(|row| row.split(',').collect::<Vec<_>>());
    fields.filter(|row| row[0] == venue).map(|row| row[2]).collect()
}

/// The list becomes outdated: an exchange refuses delisted markets, one market or one request at a time, and that is not a host
/// failure.
#[tokio::test]
async fn delisted_markets_do_not_affect_the_others() {
    for fixture in fixtures() {
        let slug = fixture.source.profile().id;
        let [ether, ..] = fixture.markets;
        fixture
            .server
            .prices()
            .set_market(ether, market("3180", "3180", "12.5"));
        let mut asked = listed(slug.as_str());
        asked.sort_by_key(|asset| *asset == ETHER);
        assert!(asked.len() > 40 && asked.ends_with(&[ETHER]), "{slug}");
        let quoted = fixture.source.quotes(&assets(&asked), None).await;
        let quoted = quoted.unwrap_or_else(|error| panic!("{slug}: {error}"));
        let priced: Vec<_> = quoted
            .iter()
            .filter(|one| one.answer != QuoteAnswer::NotListed)
            .collect();
        assert_eq!((quoted.len(), priced.len()), (asked.len(), 1), "{slug}");
        assert_eq!(dollars(&priced[0].answer), "3180", "{slug}");
        // Delisted markets are not requested again with each refresh.
        let before = fixture.server.count();
        let again = fixture.source.quotes(&assets(&asked), None).await.unwrap();
        assert_eq!(again.len(), asked.len(), "{slug}");
        assert_eq!(fixture.server.count(), before + 1, "{slug}");
    }
}

#[tokio::test]
async fn quote_currency_and_market_depth_are_kept() {
    for fixture in fixtures() {
        fixture
            .server
            .prices()
            .set_market(fixture.markets[0], market("3180.10", "3180.30", "12.5"));
        let market = one(&fixture, ETHER).await.market.unwrap();
        let slug = fixture.source.profile().id;
        let in_usdt = slug.as_str() == "binance";
        assert_eq!(
            market.quoted_in.map(|unit| unit.to_string()),
            in_usdt.then(|| USDT.to_owned()),
            "{slug}"
        );
        assert_eq!(fixture.markets[0], format!("{slug}:{}", market.name));
        let volume = if in_usdt { "12.5" } else { "39752.5" };
        assert_eq!(market.volume.to_string(), volume, "{slug}");
        assert_eq!(
            (market.bid.to_string(), market.ask.to_string()),
            ("3180.1".into(), "3180.3".into())
        );
    }
}

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
            include_str!("../../adapters/src/price/fixtures/kraken/too_many.json"),
            "rate_limited",
        ),
        ("{\"error\": [\"EAPI:Rate limit exceeded\"]}", "rate_limited"),
        ("{\"error\": [\"EService:Unavailable\"]}", "unavailable"),
        ("{\"error\": [\"EGeneral:Permission denied\"]}", "refused"),
        ("{\"result\": {}}", "malformed"),
    ] {
        let server = MockUpstream::of_files(&[("/0/public/Ticker", text)]);
        let (client, _) = client(&[&server], hasty());
        let source = Kraken::new(ports(client), Endpoint::public(server.url().parse().unwrap(), 600_000));
        let error = source.quotes(&assets(&[ETHER]), None).await.unwrap_err();
        assert_eq!(error.code(), code, "{text}");
    }
    let text = include_str!("../../adapters/src/price/fixtures/kraken/unknown_pair.json");
    let server = MockUpstream::of_files(&[("/0/public/Ticker", text)]);
    let (client, _) = client(&[&server], hasty());
    let source = Kraken::new(ports(client), Endpoint::public(server.url().parse().unwrap(), 600_000));
    let quoted = source.quotes(&assets(&[ETHER, UNI, BITCOIN]), None).await.unwrap();
    assert!(quoted.iter().all(|one| one.answer == QuoteAnswer::NotListed));
}

#[tokio::test]
async fn documented_replies_are_read() {
    let replies = [
        (
            "/products/ETH-USD/ticker",
            include_str!("../../adapters/src/price/fixtures/coinbase/ticker.json"),
        ),
        (
            "/0/public/Ticker",
            include_str!("../../adapters/src/price/fixtures/kraken/ticker.json"),
        ),
        (
            "/api/v3/ticker/24hr",
            include_str!("../../adapters/src/price/fixtures/binance/ticker.json"),
        ),
    ];
    let server = MockUpstream::of_files(&replies);
    let (client, _) = client(&[&server], hasty());
    let at = || Endpoint::public(server.url().parse().unwrap(), 600_000);
    let sources: [Arc<dyn PriceSource>; 3] = [
        Arc::new(Coinbase::new(ports(client.clone()), at())),
        Arc::new(Kraken::new(ports(client.clone()), at())),
        Arc::new(Binance::new(ports(client), at())),
    ];
    for source in sources {
        let quoted = source.quotes(&assets(&[ETHER]), None).await.unwrap();
        assert_eq!(dollars(&quoted[0].answer), "3180.2", "{}", source.profile().name);
        assert!(quoted[0].market.is_some());
    }
}

#[tokio::test]
async fn past_prices_are_not_requested() {
    for fixture in fixtures() {
        let past = Some(Timestamp::from_millis(now() - 86_400_000));
        let error = fixture.source.quotes(&assets(&[ETHER]), past).await.unwrap_err();
        assert_eq!(error.code(), "unsupported");
        assert_eq!(fixture.server.count(), 0);
    }
}

#[tokio::test]
async fn only_market_names_are_sent() {
    for fixture in fixtures() {
        fixture
            .source
            .quotes(&assets(&[ETHER, UNI, BRIDGED_ETHER]), None)
            .await
            .unwrap();
        for request in fixture.server.seen() {
            assert!(
                !request.target.contains("0x") && !request.target.contains("eip155"),
                "{}",
                request.target
            );
        }
        fixture.client.flush().await.unwrap();
        let lines = fixture.ledger.lines();
        assert!(!lines.is_empty() && !fixture.server.seen().is_empty());
        assert!(
            lines
                .iter()
                .all(|line| line.disclosed == DisclosedField::Assets && line.purpose == "prices")
        );
        let profile = fixture.source.profile();
        assert!(profile.learns.contains("names of markets") && profile.learns.contains("No address"));
    }
}
