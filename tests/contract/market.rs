//! The exchanges among the sources of prices, against a server of this machine with the shapes of the real ones.

use adapters::{
    http_client::HttpClient,
    price::{Binance, Coinbase, Endpoint, Kraken},
};
use ports::{
    PriceSource, Timestamp,
    disclosure::DisclosedField,
    quote::{Answer, AssetQuote},
};
use std::sync::Arc;
use support::{
    door::{Door, Fault, Market, RetryAfter},
    outgoing::{Ledger, client, hasty},
};

use crate::price_source::{assets, by_asset, dollars, ports};

const ETHER: &str = "eip155:1/slip44:60";
const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const UNI: &str = "eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
const USDT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
/// Ether that a bridge holds for another chain: not the coin itself.
const BRIDGED_ETHER: &str = "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8";

/// Exchanges that do not say when their market was so.
const WITHOUT_TIME: [&str; 1] = ["kraken"];

struct Bench {
    door: Door,
    client: Arc<HttpClient>,
    ledger: Arc<Ledger>,
    source: Arc<dyn PriceSource>,
    /// The markets of ether, bitcoin and UNI.
    markets: [&'static str; 3],
}

type Make = fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PriceSource>;

fn bench(markets: [&'static str; 3], make: Make) -> Bench {
    let door = Door::of_prices();
    let (client, ledger) = client(&[&door], hasty());
    let endpoint = Endpoint::public(door.url().parse().unwrap(), 600_000);
    Bench {
        source: make(client.clone(), endpoint),
        door,
        client,
        ledger,
        markets,
    }
}

fn benches() -> [Bench; 3] {
    [
        bench(
            ["coinbase:ETH-USD", "coinbase:BTC-USD", "coinbase:UNI-USD"],
            |client, at| Arc::new(Coinbase::new(ports(client), at)),
        ),
        bench(["kraken:XETHZUSD", "kraken:XXBTZUSD", "kraken:UNIUSD"], |client, at| {
            Arc::new(Kraken::new(ports(client), at))
        }),
        bench(
            ["binance:ETHUSDT", "binance:BTCUSDT", "binance:UNIUSDT"],
            |client, at| Arc::new(Binance::new(ports(client), at)),
        ),
    ]
}

/// The sources themselves, for the list of all.
pub fn sources() -> impl Iterator<Item = Arc<dyn PriceSource>> {
    benches().into_iter().map(|bench| bench.source)
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

async fn one(bench: &Bench, asset: &str) -> AssetQuote {
    let mut quoted = bench.source.quotes(&assets(&[asset]), None).await.unwrap();
    assert_eq!(quoted.len(), 1);
    quoted.remove(0)
}

#[tokio::test]
async fn each_asset_is_answered_once_with_the_middle_of_its_market() {
    for bench in benches() {
        let [ether, bitcoin, _] = bench.markets;
        bench
            .door
            .prices()
            .set_market(ether, market("3180.10", "3180.30", "12.5"));
        bench.door.prices().set_market(bitcoin, market("91800", "91800", "3"));
        let asked = assets(&[BITCOIN, ETHER_ON_BASE, UNI, ETHER, BRIDGED_ETHER]);
        let quoted = bench.source.quotes(&asked, None).await.unwrap();
        let answers = by_asset(&quoted);
        assert_eq!(answers.len(), 4, "a bridged coin is no market's");
        assert_eq!(dollars(answers[ETHER]), "3180.2");
        assert_eq!(dollars(answers[ETHER_ON_BASE]), "3180.2");
        assert_eq!(dollars(answers[BITCOIN]), "91800");
        assert_eq!(
            answers[UNI],
            &Answer::NotListed,
            "a market that is not there spoils no other"
        );
    }
}

/// The assets that an exchange has a market for, by the list that ships.
fn listed(venue: &str) -> Vec<&'static str> {
    let rows = include_str!("../../adapters/data/markets.csv").lines();
    let fields = rows.map(|row| row.split(',').collect::<Vec<_>>());
    fields.filter(|row| row[0] == venue).map(|row| row[2]).collect()
}

/// The list ages: what an exchange gave up is refused, one market or one question at a time, and that is no failing host.
#[tokio::test]
async fn markets_that_are_gone_spoil_no_other_however_many() {
    for bench in benches() {
        let slug = bench.source.profile().id;
        let [ether, ..] = bench.markets;
        bench.door.prices().set_market(ether, market("3180", "3180", "12.5"));
        let mut asked = listed(slug.as_str());
        asked.sort_by_key(|asset| *asset == ETHER);
        assert!(asked.len() > 40 && asked.ends_with(&[ETHER]), "{slug}");
        let quoted = bench.source.quotes(&assets(&asked), None).await;
        let quoted = quoted.unwrap_or_else(|error| panic!("{slug}: {error}"));
        let priced: Vec<_> = quoted.iter().filter(|one| one.answer != Answer::NotListed).collect();
        assert_eq!((quoted.len(), priced.len()), (asked.len(), 1), "{slug}");
        assert_eq!(dollars(&priced[0].answer), "3180", "{slug}");
        // What is gone is not asked for again with each refresh.
        let before = bench.door.count();
        let again = bench.source.quotes(&assets(&asked), None).await.unwrap();
        assert_eq!(again.len(), asked.len(), "{slug}");
        assert_eq!(bench.door.count(), before + 1, "{slug}");
    }
}

#[tokio::test]
async fn what_a_price_counts_in_and_how_deep_its_market_is_are_kept() {
    for bench in benches() {
        bench
            .door
            .prices()
            .set_market(bench.markets[0], market("3180.10", "3180.30", "12.5"));
        let market = one(&bench, ETHER).await.market.unwrap();
        let slug = bench.source.profile().id;
        let in_usdt = slug.as_str() == "binance";
        assert_eq!(
            market.quoted_in.map(|unit| unit.to_string()),
            in_usdt.then(|| USDT.to_owned()),
            "{slug}"
        );
        assert_eq!(bench.markets[0], format!("{slug}:{}", market.name));
        let volume = if in_usdt { "12.5" } else { "39752.5" };
        assert_eq!(market.volume.to_string(), volume, "{slug}");
        assert_eq!(
            (market.bid.to_string(), market.ask.to_string()),
            ("3180.1".into(), "3180.3".into())
        );
    }
}

#[tokio::test]
async fn a_market_that_is_no_price_is_unusable() {
    for bench in benches() {
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
            bench
                .door
                .prices()
                .set_market(bench.markets[0], market(bid, ask, volume));
            let answer = one(&bench, ETHER).await;
            assert!(
                matches!(answer.answer, Answer::Unusable { .. }),
                "{bid} {ask} {volume}: {answer:?}"
            );
            assert_eq!(answer.market, None);
        }
    }
}

#[tokio::test]
async fn a_time_that_lies_ahead_is_no_price_and_an_old_one_is_kept() {
    for bench in benches() {
        let old = Timestamp::from_millis(now() - 90_000_000);
        for (millis, expected) in [(now() + 86_400_000, None), (old.millis(), Some(old))] {
            let says = Market {
                millis,
                ..market("3180", "3180", "1")
            };
            bench.door.prices().set_market(bench.markets[0], says);
            let quoted = one(&bench, ETHER).await;
            match (bench.source.profile().id.as_str(), expected) {
                (id, _) if WITHOUT_TIME.contains(&id) => assert_eq!(quoted.source_time, None, "{id}"),
                (_, None) => assert!(matches!(quoted.answer, Answer::Unusable { .. }), "{quoted:?}"),
                (_, expected) => assert_eq!(quoted.source_time, expected),
            }
        }
    }
}

#[tokio::test]
async fn failures_are_told_apart() {
    for (fault, code) in [
        (Fault::TooManyRequests(RetryAfter::Seconds(7)), "rate_limited"),
        (Fault::Status(451), "refused"),
        (Fault::Status(403), "refused"),
        (Fault::Status(500), "unavailable"),
        (Fault::Html, "malformed"),
        (Fault::Truncated, "unavailable"),
    ] {
        for bench in benches() {
            for name in bench.markets {
                bench.door.prices().set_market(name, market("3180", "3180", "1"));
            }
            bench.door.fail_always(fault.clone());
            let error = bench.source.quotes(&assets(&[ETHER, BITCOIN]), None).await.unwrap_err();
            assert_eq!(error.code(), code, "{:?}: {fault:?}", bench.source.profile().id);
            assert!(bench.door.count() <= 3, "a refused host is not asked market by market");
        }
    }
}

#[tokio::test]
async fn refusals_of_kraken_come_with_a_good_status() {
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
        let door = Door::of_files(&[("/0/public/Ticker", text)]);
        let (client, _) = client(&[&door], hasty());
        let source = Kraken::new(ports(client), Endpoint::public(door.url().parse().unwrap(), 600_000));
        let error = source.quotes(&assets(&[ETHER]), None).await.unwrap_err();
        assert_eq!(error.code(), code, "{text}");
    }
    let text = include_str!("../../adapters/src/price/fixtures/kraken/unknown_pair.json");
    let door = Door::of_files(&[("/0/public/Ticker", text)]);
    let (client, _) = client(&[&door], hasty());
    let source = Kraken::new(ports(client), Endpoint::public(door.url().parse().unwrap(), 600_000));
    let quoted = source.quotes(&assets(&[ETHER, UNI, BITCOIN]), None).await.unwrap();
    assert!(quoted.iter().all(|one| one.answer == Answer::NotListed));
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
    let door = Door::of_files(&replies);
    let (client, _) = client(&[&door], hasty());
    let at = || Endpoint::public(door.url().parse().unwrap(), 600_000);
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
async fn past_prices_are_not_asked() {
    for bench in benches() {
        let past = Some(Timestamp::from_millis(now() - 86_400_000));
        let error = bench.source.quotes(&assets(&[ETHER]), past).await.unwrap_err();
        assert_eq!(error.code(), "unsupported");
        assert_eq!(bench.door.count(), 0);
    }
}

#[tokio::test]
async fn only_names_of_markets_leave() {
    for bench in benches() {
        bench
            .source
            .quotes(&assets(&[ETHER, UNI, BRIDGED_ETHER]), None)
            .await
            .unwrap();
        for request in bench.door.seen() {
            assert!(
                !request.target.contains("0x") && !request.target.contains("eip155"),
                "{}",
                request.target
            );
        }
        bench.client.flush().await.unwrap();
        let lines = bench.ledger.lines();
        assert!(!lines.is_empty() && !bench.door.seen().is_empty());
        assert!(
            lines
                .iter()
                .all(|line| line.disclosed == DisclosedField::Assets && line.purpose == "prices")
        );
        let profile = bench.source.profile();
        assert!(profile.learns.contains("names of markets") && profile.learns.contains("No address"));
    }
}
