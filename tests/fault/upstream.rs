//! Failing sources, tested with the whole product: affected figures are reported, the rest is unaffected, nothing is lost or
//! done twice, and after the fault the same figures return automatically.

use std::time::Duration;

use futures::StreamExt as _;
use serde_json::Value;
use support::{
    api_client::ApiClient,
    fault_fixture::{DatabaseKind, FaultFixture},
    invariants::{is_whole, parts},
    mock_upstream::{Fault, MockUpstream, Quote, RetryAfter},
    patience,
    world::TestWorld,
};

/// The time after which everything is read again.
const LATER: Duration = Duration::from_mins(20);
/// The minutes that a source has to recover, fewer than the interval between two readings, so that nothing is read twice.
const MINUTES_TO_RECOVER: usize = 5;
/// The number of products that are tested concurrently.
const CONCURRENCY: usize = 4;
/// An endpoint of another chain is called again after an hour.
const OF_ANOTHER_CHAIN: (&str, Duration) = ("wrong chain", Duration::from_mins(61));
/// Longer than any timeout.
const NEVER: Duration = Duration::from_hours(1);

fn everywhere() -> Vec<(&'static str, Fault)> {
    let error_inside = "{\"error\":{\"status\":{\"error_code\":429,\"error_message\":\"limit\"}}}";
    vec![
        ("reset", Fault::Reset),
        (
            "429 for ages",
            Fault::TooManyRequests(RetryAfter::Absurd("99999999999999999999")),
        ),
        ("500", Fault::Status(500)),
        ("malformed", Fault::Json("{\"jsonrpc\":\"2.0\",\"result\":".to_owned())),
        ("truncated", Fault::Truncated),
        ("huge", Fault::Huge { announced: false }),
        ("a web page", Fault::Html),
        ("200 with an error inside", Fault::Json(error_inside.to_owned())),
    ]
}

/// Faults that end when the client waits no longer.
fn late() -> Vec<(&'static str, Fault)> {
    vec![
        ("time-out", Fault::Silence(NEVER)),
        ("drips", Fault::Slow(patience(1) / 5)),
    ]
}

/// Faults that only nodes have.
fn nodes() -> Vec<(&'static str, Fault)> {
    let limit = Fault::RpcError {
        code: -32005,
        message: "limit exceeded",
    };
    vec![
        (OF_ANOTHER_CHAIN.0, Fault::WrongChain(5)),
        ("an error for each call", limit),
    ]
}

/// Asserts that every valued part of an answer is in the other one too.
fn expect_part_of(answer: &Value, whole: &Value, name: &str) {
    let whole = parts(whole);
    let valued = parts(answer).into_iter().filter(|part| !part[5].is_null());
    for part in valued {
        assert!(whole.contains(&part), "{name}: {part} is invented");
    }
}

/// Asserts that each failed source is retried soon, also if it sent an absurd `Retry-After`.
fn expect_soon(answer: &Value, fixture: &FaultFixture, name: &str) {
    for failed in answer["coverage"]["failed"].as_array().unwrap() {
        let Some(retry_at) = failed["retry_at"].as_str() else {
            continue;
        };
        let latest = ports::Clock::now(&*fixture.clock).plus(LATER).to_string();
        assert!(retry_at < latest.as_str(), "{name}: {failed}");
    }
}

fn names(answer: &Value, list: &str, what: &str) -> bool {
    let rows = answer["coverage"][list].as_array().unwrap();
    rows.iter().any(|row| row["name"].as_str().unwrap().contains(what))
}

/// The portfolio without faults.
async fn undisturbed(world: &TestWorld) -> Value {
    let fixture = FaultFixture::open(world, DatabaseKind::File).await;
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{}", answer["coverage"]);
    assert!(parts(&answer).len() > 8, "several assets on two chains");
    fixture.assert_consistent("nothing").await;
    answer
}

async fn expect_same_figures(person: &ApiClient, undisturbed: &Value, name: &str) {
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{name}: {}", answer["coverage"]);
    assert_eq!(parts(&answer), parts(undisturbed), "{name}");
    assert_eq!(answer["total"], undisturbed["total"], "{name}");
}

/// Lets everything be read again. A reading is rejected while a circuit breaker admits only one request, and may end by a timeout on
/// a busy machine. It is retried within a minute; several times are allowed.
async fn recover(fixture: &FaultFixture, person: &ApiClient, until_asked: Duration) {
    fixture.advance(until_asked).await;
    for _ in 0..MINUTES_TO_RECOVER {
        fixture.advance(Duration::from_mins(1)).await;
        if is_whole(&person.portfolio().await["coverage"]) {
            return;
        }
    }
}

/// Tests one fault of some sources: before anything was read, and again when everything is known.
async fn check_fault(fixture: FaultFixture, undisturbed: &Value, (name, fault): (&str, Fault), prices_too: bool) {
    let until_asked = if name == OF_ANOTHER_CHAIN.0 {
        OF_ANOTHER_CHAIN.1
    } else {
        LATER
    };
    let upstreams = &fixture.product.upstreams;
    let failing: &[&MockUpstream] = if prices_too {
        &[&upstreams.nodes[&10], &upstreams.coingecko]
    } else {
        &[&upstreams.nodes[&10]]
    };
    failing.iter().for_each(|upstream| upstream.fail_always(fault.clone()));
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    let first = person.portfolio().await;
    expect_part_of(&first, undisturbed, name);
    expect_soon(&first, &fixture, name);
    assert!(names(&first, "failed", "OP Mainnet"), "{name}: {}", first["coverage"]);
    assert!(
        !prices_too || names(&first, "failed", "CoinGecko"),
        "{name}: {}",
        first["coverage"]
    );

    failing.iter().for_each(|upstream| upstream.heal());
    recover(&fixture, &person, until_asked).await;
    expect_same_figures(&person, undisturbed, name).await;

    failing.iter().for_each(|upstream| upstream.fail_always(fault.clone()));
    fixture.advance(LATER).await;
    let again = person.portfolio().await;
    assert_eq!(
        parts(&again),
        parts(undisturbed),
        "{name}: the last good figures are kept"
    );
    assert!(names(&again, "stale", "OP Mainnet"), "{name}: {}", again["coverage"]);
    failing.iter().for_each(|upstream| upstream.heal());
    recover(&fixture, &person, until_asked).await;
    expect_same_figures(&person, undisturbed, name).await;
    expect_once(&fixture, name).await;
}

/// Asserts after four rounds that the working chain was read four times and the other one twice, and that no job died.
async fn expect_once(fixture: &FaultFixture, name: &str) {
    let of_ethereum = "SELECT COUNT(*) FROM snapshots WHERE account LIKE 'eip155:1:%'";
    let of_optimism = "SELECT COUNT(*) FROM snapshots WHERE account LIKE 'eip155:10:%'";
    let given_up = "SELECT COUNT(*) FROM jobs WHERE state = 'dead'";
    assert_eq!(fixture.number(of_ethereum).await, 4, "{name}");
    assert_eq!(fixture.number(of_optimism).await, 2, "{name}");
    assert_eq!(fixture.number(given_up).await, 0, "{name}");
    fixture.assert_consistent(name).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sources_are_late_the_rest_stays_and_they_recover() {
    let world = TestWorld::shared();
    let undisturbed = undisturbed(world).await;
    let runs = late().into_iter().map(|fault| async {
        // Many requests wait that long.
        let fixture = FaultFixture::open_with(world, DatabaseKind::File, |config| {
            config.outgoing.total = patience(1);
        });
        check_fault(fixture.await, &undisturbed, fault, true).await;
    });
    futures::future::join_all(runs).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sources_fail_the_rest_stays_and_they_recover() {
    let world = TestWorld::shared();
    let undisturbed = undisturbed(world).await;
    let undisturbed = &undisturbed;
    let both = everywhere().into_iter().map(|fault| (fault, true));
    let faults = both.chain(nodes().into_iter().map(|fault| (fault, false)));
    let runs = faults.map(|(fault, prices_too)| async move {
        let fixture = FaultFixture::open(world, DatabaseKind::File).await;
        check_fault(fixture, undisturbed, fault, prices_too).await;
    });
    futures::stream::iter(runs)
        .buffer_unordered(CONCURRENCY)
        .collect::<()>()
        .await;
}

/// Turns a price into an invalid one, or into no price.
type Distortion = fn(&str) -> Option<String>;

/// False prices, each with the reason why ether then has no price.
const DISTORTIONS: [(&str, Distortion, &str); 6] = [
    ("gap", |_| None, "one_source"),
    ("zero", |_| Some("0".to_owned()), "sources_disagree"),
    ("not a number", |_| Some("\"NaN\"".to_owned()), "one_source"),
    ("negative", |price| Some(format!("-{price}")), "one_source"),
    ("tenfold", |price| Some(format!("{price}e1")), "sources_disagree"),
    ("a tenth", |price| Some(format!("{price}e-1")), "sources_disagree"),
];

/// The most valuable asset, by the sources' id, and its price.
const ETHER: (&str, &str) = ("coingecko:ethereum", "2000.5");

fn set_price(fixture: &FaultFixture, upstream: &MockUpstream, price: Option<String>) {
    let seconds = ports::Clock::now(&*fixture.clock).seconds();
    match price {
        Some(price) => upstream.prices().set(ETHER.0, Quote::new(&price, seconds)),
        None => upstream.prices().remove(ETHER.0),
    }
}

/// Falsifies the price of one source, and then restores it. Both sources have their price from one origin, and the value held
/// is too large for a single source: while they disagree, ether is reported as unpriced, and everything else is unaffected.
async fn rejects_a_false_price(
    world: &TestWorld,
    undisturbed: &Value,
    (name, distort, reason): (&str, Distortion, &str),
) {
    let fixture = FaultFixture::open(world, DatabaseKind::File).await;
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    expect_same_figures(&person, undisturbed, name).await;
    let coingecko = &fixture.product.upstreams.coingecko;
    set_price(&fixture, coingecko, distort(ETHER.1));
    fixture.advance(LATER).await;
    let answer = person.portfolio().await;
    expect_part_of(&answer, undisturbed, name);
    let now = parts(&answer);
    let lost: Vec<Value> = parts(undisturbed)
        .into_iter()
        .filter(|part| !now.contains(part))
        .collect();
    // Wrapped ether has the price of ether if a source has no price of its own.
    let ether = ["/slip44:60", "/erc20:0x4200000000000000000000000000000000000006"];
    let is_ether = |part: &Value| {
        part[0]
            .as_str()
            .is_some_and(|asset| ether.iter().any(|form| asset.ends_with(form)))
    };
    assert!(!lost.is_empty() && lost.iter().all(is_ether), "{name}: {lost:?}");
    let gaps = answer["coverage"]["unpriced"].as_array().unwrap();
    assert_eq!(gaps.len(), lost.len(), "{name}: {gaps:?}");
    assert!(gaps.iter().all(|gap| gap["reason"] == reason), "{name}: {gaps:?}");
    set_price(&fixture, coingecko, Some(ETHER.1.to_owned()));
    fixture.advance(LATER).await;
    expect_same_figures(&person, undisturbed, name).await;
    fixture.assert_consistent(name).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn false_prices_are_not_used() {
    let world = TestWorld::shared();
    let undisturbed = undisturbed(world).await;
    let runs = DISTORTIONS
        .into_iter()
        .map(|lie| rejects_a_false_price(world, &undisturbed, lie));
    futures::stream::iter(runs)
        .buffer_unordered(CONCURRENCY)
        .collect::<()>()
        .await;
}
