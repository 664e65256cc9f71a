//! Tests of `doctor` against local mock servers: each kind of answer has its own result, and no personal data is sent.

use std::collections::BTreeMap;

use adapters::{
    Config,
    connect::{SourceCheckReport, examine},
};
use ports::{ChainId, Clock as _, SourceCheck};
use serde_json::json;
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    outgoing::WallClock,
};

const RATES: &[u8] = include_bytes!("../../adapters/src/currency/fixtures/ecb/eurofxref-daily.xml");
const LIST: &str = include_str!("../../adapters/src/token_list/fixtures/published/optimism.json");

/// A node of this chain that knows one block.
fn node(chain: u64) -> MockUpstream {
    node_at(chain, WallClock.now().seconds(), &json!(false))
}

/// The same with another block time and syncing status. Multicall3 did not exist yet at its block.
fn node_at(chain: u64, seconds: i64, syncing: &serde_json::Value) -> MockUpstream {
    let (hash, time) = (format!("0x{}", "ab".repeat(32)), format!("{seconds:#x}"));
    let answers = json!([
        {"jsonrpc": "2.0", "id": 0, "result": format!("0x{chain:02x}")},
        {"jsonrpc": "2.0", "id": 1, "result": {"number": "0x10", "hash": hash, "timestamp": time}},
        {"jsonrpc": "2.0", "id": 2, "result": syncing},
    ]);
    MockUpstream::of_files(&[("/", answers.to_string())])
}

/// A port on which no server listens, and which no test ever gets.
const CLOSED: &str = "http://127.0.0.1:1";

/// A configuration with these endpoints of Ethereum, without price sources and exchange rates, plus additional lines.
fn config(privacy: &str, endpoints: &[String], more: &str) -> Config {
    let places: Vec<String> = endpoints
        .iter()
        .map(|url| format!("{{ url = \"{url}\", own = true }}"))
        .collect();
    let file = format!("{more}\n[chains.ethereum]\nendpoints = [{}]\n", places.join(", "));
    let environment = [
        ("SPYHOP_DATA", "/nowhere"),
        ("SPYHOP_SOURCES", "live"),
        ("SPYHOP_PRIVACY", privacy),
    ];
    let environment: BTreeMap<_, _> = environment
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
    Config::parse(&environment, Some(&file)).unwrap()
}

const NOTHING_ELSE: &str = "price_order = []\nrate_order = []\nlists = []\nexplorers = []";

fn code(one: &SourceCheck) -> &'static str {
    one.answer.as_ref().map_or_else(ports::RemoteError::code, |()| "ok")
}

async fn ask(config: &Config, only: Option<&str>) -> SourceCheckReport {
    examine(config, only).await.unwrap()
}

#[tokio::test]
async fn each_answer_has_its_own_result() {
    let (good, busy, page, odd, other) = (node(1), node(1), node(1), node(1), node(10));
    busy.fail_always(Fault::TooManyRequests(RetryAfter::Seconds(600)));
    page.fail_always(Fault::Html);
    odd.fail_always(Fault::Json(
        json!([{"id": 0, "result": "0x1"}, {"id": 1, "result": {"number": "0x10"}}, {"id": 2, "result": false}])
            .to_string(),
    ));
    let places = [
        good.url(),
        busy.url(),
        page.url(),
        odd.url(),
        other.url(),
        CLOSED.to_owned(),
    ];
    let asked = ask(&config("strict", &places, NOTHING_ELSE), Some("ethereum")).await;
    let found: Vec<_> = asked.checks.iter().map(|one| (code(one), one.host.clone())).collect();
    let host = |at: usize| places[at].strip_prefix("http://").unwrap().to_owned();
    assert_eq!(
        found,
        [
            ("ok", host(0)),
            ("rate_limited", host(1)),
            ("malformed", host(2)),
            ("malformed", host(3)),
            ("refused", host(4)),
            ("unavailable", host(5)),
        ]
    );
    let message = asked.checks[3].answer.as_ref().unwrap_err().to_string();
    assert!(message.contains("a block without a hash"), "{message}");
    assert!(
        asked
            .checks
            .iter()
            .all(|one| one.confirmed && one.chain == Some(ChainId::evm(1)))
    );
    assert_eq!(asked.left_alone, 0);
    assert!(
        good.seen()
            .iter()
            .flat_map(|request| request.rpc_methods())
            .all(|method| method != "eth_getBalance")
    );
}

#[tokio::test]
async fn an_outdated_node_is_reported() {
    let now = WallClock.now().seconds();
    let syncing = json!({ "currentBlock": "0x10", "highestBlock": "0x100" });
    let nodes = [
        node_at(1, now - 240, &json!(false)),
        node_at(1, now - 3600, &json!(false)),
        node_at(1, now + 3600, &json!(false)),
        node_at(1, now, &syncing),
    ];
    let places: Vec<String> = nodes.iter().map(|node| node.url()).collect();
    let asked = ask(&config("strict", &places, NOTHING_ELSE), Some("ethereum")).await;
    let codes: Vec<&str> = asked.checks.iter().map(code).collect();
    assert_eq!(codes, ["ok", "node_behind", "node_ahead", "node_syncing"]);
    let patient = format!("{NOTHING_ELSE}\n[chains.base]\nmax_head_age_seconds = 7200\n");
    let mut lenient = config("strict", &places[1..2], &patient);
    lenient.chains.get_mut("ethereum").unwrap().max_head_age = Some(std::time::Duration::from_hours(2));
    let asked = ask(&lenient, Some("ethereum")).await;
    assert_eq!(asked.checks.iter().map(code).collect::<Vec<_>>(), ["ok"]);
}

#[tokio::test]
async fn sources_of_every_kind_get_no_personal_data() {
    let (rates, lists) = (
        MockUpstream::of_files(&[("/eurofxref-hist-90d.xml", RATES), ("/eurofxref-daily.xml", RATES)]),
        MockUpstream::of_files(&[("/optimism.tokenlist.json", LIST)]),
    );
    let prices = MockUpstream::of_prices();
    let more = format!(
        "price_order = [\"defillama\"]\nlists = [{{ name = \"optimism\", base_url = \"{}/\", own = true }}]\n\
         [providers.defillama]\nbase_url = \"{}\"\nown = true\n[providers.ecb]\nbase_url = \"{}/\"\nown = true\n",
        lists.url(),
        prices.url(),
        rates.url()
    );
    let config = config("strict", &[node(1).url()], &more);
    for (name, confirmed, code_of) in [("optimism", false, "ok"), ("defillama", false, "malformed")] {
        let asked = ask(&config, Some(name)).await;
        let one = asked.checks.iter().find(|one| one.chain.is_none()).unwrap();
        assert_eq!((code(one), one.confirmed), (code_of, confirmed), "{name}: {one:?}");
    }
    let asked = ask(&config, Some("ecb")).await;
    assert_eq!(asked.checks.len(), 1);
    assert!(!rates.seen().is_empty());
}

#[tokio::test]
async fn strict_privacy_skips_and_counts_other_sources() {
    let own = node(1);
    let config = config("strict", &[own.url()], "lists = []");
    let base = ask(&config, Some("base")).await;
    assert!(base.checks.is_empty());
    assert!(base.left_alone >= 2, "{base:?}");
    assert_eq!(own.count(), 0);
    let unknown = ask(&config, Some("nowhere")).await;
    assert_eq!((unknown.checks.len(), unknown.left_alone), (0, 0));
    assert!(
        ["kraken", "base", "eip155:8453", "ens"]
            .iter()
            .all(|name| unknown.names.iter().any(|known| known == name))
    );
}
