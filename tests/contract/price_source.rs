//! Tests of every price source, against a local mock server with the formats of the real services.

mod past;

use adapters::{
    chain::rows::rows,
    http_client::HttpClient,
    price::{self, CoinGecko, DefiLlama, Endpoint, SOURCES},
    source::Names,
};
use ports::{
    AssetId, Clock, PriceSource, Secret, Timestamp,
    disclosure::DisclosedField,
    quote::{AssetQuote, QuoteAnswer},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use support::{
    mock_upstream::{MockUpstream, Quote},
    outgoing::{RequestLog, WallClock, client, short_timeouts},
};

const ETHER: &str = "eip155:1/slip44:60";
const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const SHIBA: &str = "eip155:1/erc20:0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE";
const DAI: &str = "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F";
/// The path of CoinGecko's price chart of ether.
const CHART: &str = "/coins/ethereum/market_chart/range";
/// A token on no list.
const UNKNOWN: &str = "eip155:1/erc20:0x1111111111111111111111111111111111111111";
const UNKNOWN_TOO: &str = "eip155:1/erc20:0x2222222222222222222222222222222222222222";

/// A token on no list, on a chain whose tokens other sources do not look up by contract.
const MINT: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:11111111111111111111111111111112";

/// A source under test.
struct PriceSourceFixture {
    server: MockUpstream,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    source: Arc<dyn PriceSource>,
    /// The source's ids of these assets in [`MockUpstream::prices`].
    coins: [&'static str; 3],
}

type Make = fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PriceSource>;

fn fixture(path: &str, coins: [&'static str; 3], make: Make, key: Option<&str>) -> PriceSourceFixture {
    let server = MockUpstream::of_prices();
    let (client, ledger) = client(&[&server], short_timeouts());
    let base = format!("{}{path}", server.url()).parse().unwrap();
    let mut endpoint = Endpoint::public(base, 600_000);
    endpoint.key = key.map(|key| Arc::new(Secret::new(key.to_owned())));
    PriceSourceFixture {
        source: make(client.clone(), endpoint),
        server,
        client,
        ledger,
        coins,
    }
}

pub(crate) fn ports(client: Arc<HttpClient>) -> (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>) {
    let names = Names::of(rows().unwrap()).unwrap();
    (client, Arc::new(WallClock), Arc::new(names))
}

fn llama() -> PriceSourceFixture {
    llama_at("")
}

fn llama_at(path: &str) -> PriceSourceFixture {
    let coins = [
        "coingecko:ethereum",
        "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "ethereum:0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce",
    ];
    let make: Make = |client, endpoint| Arc::new(DefiLlama::new(ports(client), endpoint));
    fixture(path, coins, make, None)
}

fn gecko(key: Option<&str>) -> PriceSourceFixture {
    let coins = ["coingecko:ethereum", "coingecko:usd-coin", "coingecko:shiba-inu"];
    let make: Make = |client, endpoint| Arc::new(CoinGecko::new(ports(client), endpoint));
    fixture("/api/v3", coins, make, key)
}

/// Every source of `adapters::price::all`.
fn fixtures() -> [PriceSourceFixture; 2] {
    [llama(), gecko(None)]
}

pub(crate) fn assets(ids: &[&str]) -> Vec<AssetId> {
    ids.iter().map(|id| id.parse().unwrap()).collect()
}

fn second() -> i64 {
    WallClock.now().seconds()
}

pub(crate) fn by_asset(quoted: &[AssetQuote]) -> BTreeMap<&str, &QuoteAnswer> {
    let map: BTreeMap<_, _> = quoted.iter().map(|one| (one.asset.as_str(), &one.answer)).collect();
    assert_eq!(map.len(), quoted.len(), "each asset is answered once");
    map
}

pub(crate) fn dollars(answer: &QuoteAnswer) -> String {
    match answer {
        QuoteAnswer::Price { price, .. } => price.amount().to_string(),
        other => panic!("{other:?} is not a price"),
    }
}

#[tokio::test]
async fn each_asset_is_answered_once_and_exactly() {
    for fixture in fixtures() {
        let prices = ["3180.123456789012345678901234567890", "0.999790001", "9.1234e-6"];
        for (coin, price) in fixture.coins.into_iter().zip(prices) {
            fixture.server.prices().set(coin, Quote::new(price, second()));
        }
        let asked = assets(&[DAI, SHIBA, ETHER_ON_BASE, DOLLAR, ETHER]);
        assert!(asked.iter().all(|asset| fixture.source.covers(asset)));
        let quoted = fixture.source.quotes(&asked, None).await.unwrap();
        let answers = by_asset(&quoted);
        assert_eq!(answers.len(), asked.len());
        assert_eq!(dollars(answers[ETHER]), "3180.12345678901234567890123456789");
        assert_eq!(dollars(answers[ETHER_ON_BASE]), dollars(answers[ETHER]));
        assert_eq!(dollars(answers[DOLLAR]), "0.999790001");
        assert_eq!(dollars(answers[SHIBA]), "0.0000091234");
        assert_eq!(answers[DAI], &QuoteAnswer::NotListed);
        assert_eq!(fixture.server.count(), 1, "one coin on two chains is requested once");
    }
}

#[tokio::test]
async fn an_invalid_price_does_not_affect_the_others() {
    for fixture in fixtures() {
        let [ether, dollar, shiba] = fixture.coins;
        let now = second();
        fixture.server.prices().set(ether, Quote::new("-3", now));
        fixture.server.prices().set(dollar, Quote::new("0", now));
        fixture.server.prices().set(shiba, Quote::new("1e-12", now));
        let quoted = fixture
            .source
            .quotes(&assets(&[ETHER, DOLLAR, SHIBA]), None)
            .await
            .unwrap();
        let answers = by_asset(&quoted);
        assert!(matches!(answers[ETHER], QuoteAnswer::Unusable { .. }));
        assert_eq!(answers[DOLLAR], &QuoteAnswer::WorthZero);
        assert_eq!(dollars(answers[SHIBA]), "0.000000000001");
        fixture.server.prices().set(ether, Quote::new("3180", now + 86_400));
        let quoted = fixture.source.quotes(&assets(&[ETHER]), None).await.unwrap();
        assert!(
            matches!(quoted[0].answer, QuoteAnswer::Unusable { .. }),
            "a time in the future"
        );
    }
}

#[tokio::test]
async fn an_answer_of_another_format_is_malformed() {
    let at = Timestamp::from_seconds(second() - 864_000);
    for body in [
        "[]",
        "{}",
        "{\"coins\": 5}",
        "{\"coins\": {\"a\": NaN}}",
        "\"text\"",
        "",
    ] {
        let llama = llama_at("/elsewhere");
        let path = "/elsewhere/prices/current/coingecko:ethereum";
        llama.server.prices().serve(path, body);
        let error = llama.source.quotes(&assets(&[ETHER]), None).await.unwrap_err();
        assert_eq!(error.code(), "malformed", "{body}");
        let gecko = gecko(None);
        let path = CHART;
        gecko.server.prices().serve(path, body);
        let error = gecko.source.quotes(&assets(&[ETHER]), Some(at)).await.unwrap_err();
        assert_eq!(error.code(), "malformed", "{body}");
    }
}

#[tokio::test]
async fn a_refusal_with_status_200_is_recognized() {
    let too_many = include_str!("../../adapters/src/price/fixtures/coingecko/too_many.json");
    let gecko = gecko(None);
    gecko.server.prices().serve(CHART, too_many);
    let at = Timestamp::from_seconds(second() - 864_000);
    let error = gecko.source.quotes(&assets(&[ETHER]), Some(at)).await.unwrap_err();
    assert_eq!(error.code(), "rate_limited");
}

#[tokio::test]
async fn no_address_is_sent_and_the_ledger_records_the_rest() {
    for fixture in fixtures() {
        fixture.source.quotes(&assets(&[ETHER, DOLLAR]), None).await.unwrap();
        fixture.client.flush().await.unwrap();
        let lines = fixture.ledger.lines();
        assert_eq!(lines.len(), 1);
        assert_eq!(
            (&lines[0].disclosed, lines[0].purpose.as_str()),
            (&DisclosedField::Assets, "prices")
        );
        let profile = fixture.source.profile();
        assert_eq!(lines[0].source, profile.id);
        assert_eq!(profile.hosts, [lines[0].host.as_str()]);
        assert!(profile.learns.contains("No address"));
    }
}

#[tokio::test]
async fn many_assets_are_requested_in_batches() {
    let llama = llama();
    let many: Vec<AssetId> = (1..=250)
        .map(|place| format!("eip155:1/erc20:0x{place:040}").parse().unwrap())
        .collect();
    let quoted = llama.source.quotes(&many, None).await.unwrap();
    assert_eq!(by_asset(&quoted).len(), 250);
    assert_eq!(llama.server.count(), 3);
    assert!(llama.source.batch() <= 150);
}

#[tokio::test]
async fn coingecko_contracts_are_requested_only_with_a_key() {
    let unknown = assets(&[UNKNOWN, UNKNOWN_TOO, ETHER]);
    assert!(!gecko(None).source.covers(&unknown[0]));
    let fixture = gecko(Some("demo-key"));
    assert!(fixture.source.covers(&unknown[0]));
    let coin = "ethereum:0x1111111111111111111111111111111111111111";
    fixture.server.prices().set(coin, Quote::new("0.5", second()));
    let quoted = fixture.source.quotes(&unknown, None).await.unwrap();
    let answers = by_asset(&quoted);
    assert_eq!(dollars(answers[UNKNOWN]), "0.5");
    assert_eq!(answers[UNKNOWN_TOO], &QuoteAnswer::NotListed);
    let seen = fixture.server.seen();
    assert_eq!(seen.len(), 2, "one request by ids, one by contracts");
    assert!(
        seen.iter()
            .all(|request| request.header("x-cg-demo-api-key") == Some("demo-key"))
    );
    assert!(seen.iter().all(|request| !request.target.contains("demo-key")));
}

/// DefiLlama returns CoinGecko's price for CoinGecko's ids, and possibly for every token that CoinGecko knows.
#[tokio::test]
async fn a_source_that_repeats_another_states_its_origin() {
    let (llama, gecko) = (llama(), gecko(None));
    let [ether, dollar, mint] = [ETHER, UNKNOWN, MINT].map(|id| id.parse().unwrap());
    for (source, asset, origin) in [
        (&llama, &ether, "coingecko"),
        (&llama, &dollar, "coingecko"),
        (&llama, &mint, "defillama"),
        (&gecko, &ether, "coingecko"),
    ] {
        assert_eq!(source.source.origin(asset).as_str(), origin, "{asset}");
    }
}

#[tokio::test]
async fn contracts_are_requested_one_by_one_if_batches_are_refused() {
    let fixture = gecko(Some("demo-key"));
    fixture.server.prices().limit_contracts(1);
    let asked = assets(&[UNKNOWN, UNKNOWN_TOO]);
    assert_eq!(fixture.source.quotes(&asked, None).await.unwrap().len(), 2);
    assert_eq!(fixture.server.count(), 3, "both in one batch, then each alone");
    assert_eq!(fixture.source.quotes(&asked, None).await.unwrap().len(), 2);
    assert_eq!(fixture.server.count(), 5, "the refusal of batches is remembered");
}

/// The public hosts of the shipped sources, in the order in which they are called.
const PUBLIC: [(&str, &str); 5] = [
    ("defillama", "coins.llama.fi"),
    ("coingecko", "api.coingecko.com"),
    ("coinbase", "api.exchange.coinbase.com"),
    ("kraken", "api.kraken.com"),
    ("binance", "data-api.binance.vision"),
];

#[tokio::test]
async fn every_source_of_the_list_runs_here() {
    let endpoints: price::ConfiguredSources = SOURCES.map(|spec| (spec, spec.public().unwrap())).into();
    assert!(
        endpoints
            .iter()
            .all(|(_, at)| at.base.scheme() == "https" && at.allowed().is_some())
    );
    let host = |at: &price::Endpoint| at.allowed().map(|host| host.key).unwrap_or_default();
    let asked: Vec<_> = endpoints.iter().map(|(spec, at)| (spec.slug, host(at))).collect();
    let known = asked.iter().map(|(slug, host)| (*slug, host.as_str()));
    let known: Vec<_> = known
        .filter(|(slug, _)| PUBLIC.iter().any(|(name, _)| name == slug))
        .collect();
    assert_eq!(known, PUBLIC, "the hosts and their order");
    let (client, clock, names) = ports(client(&[], short_timeouts()).0);
    let listed = price::all(&client, &clock, &names, endpoints);
    let ids =
        |sources: Vec<Arc<dyn PriceSource>>| -> BTreeSet<_> { sources.iter().map(|it| it.profile().id).collect() };
    let here = fixtures().map(|fixture| fixture.source).into_iter();
    assert_eq!(ids(listed), ids(here.chain(crate::exchange::sources()).collect()));
}
