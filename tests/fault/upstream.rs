//! Sources that fail in every way that sources fail, in front of the whole product: what depends on them says so, the rest
//! stands, nothing is lost or done twice, and when the fault is over the same figures come back without a hand.

use std::time::Duration;

use futures::StreamExt as _;
use serde_json::Value;
use support::{
    door::{Door, Fault, Quote, RetryAfter},
    front::Front,
    invariants::{is_whole, parts},
    premises::{On, Premises},
    world::World,
};

/// After so long everything is read and asked again.
const LATER: Duration = Duration::from_mins(20);
/// Products that meet with a fault at the same time.
const AT_ONCE: usize = 4;
/// An endpoint that answered for another chain is asked again after an hour.
const OF_ANOTHER_CHAIN: (&str, Duration) = ("wrong chain", Duration::from_mins(61));
/// Longer than anybody is waited for.
const NEVER: Duration = Duration::from_secs(10);

fn everywhere() -> Vec<(&'static str, Fault)> {
    let error_inside = "{\"error\":{\"status\":{\"error_code\":429,\"error_message\":\"limit\"}}}";
    vec![
        ("time-out", Fault::Silence(NEVER)),
        ("drips", Fault::Slow(Duration::from_millis(400))),
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

/// Only nodes fail like that.
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

/// What an answer values is valued in the other one likewise, and nothing is more.
fn expect_part_of(answer: &Value, whole: &Value, name: &str) {
    let whole = parts(whole);
    let valued = parts(answer).into_iter().filter(|part| !part[5].is_null());
    for part in valued {
        assert!(whole.contains(&part), "{name}: {part} is invented");
    }
}

/// Each failed source says when it is tried again, and that is soon: what a source says about waiting is not always sane.
fn expect_soon(answer: &Value, premises: &Premises, name: &str) {
    for failed in answer["coverage"]["failed"].as_array().unwrap() {
        let Some(retry_at) = failed["retry_at"].as_str() else {
            continue;
        };
        let latest = ports::Clock::now(&*premises.clock).plus(LATER).to_string();
        assert!(retry_at < latest.as_str(), "{name}: {failed}");
    }
}

fn names(answer: &Value, list: &str, what: &str) -> bool {
    let rows = answer["coverage"][list].as_array().unwrap();
    rows.iter().any(|row| row["name"].as_str().unwrap().contains(what))
}

/// What the person sees when nothing is wrong.
async fn calm(world: &World) -> Value {
    let premises = Premises::open(world, On::File).await;
    let person = premises.person().await;
    premises.product.work().await;
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{}", answer["coverage"]);
    assert!(parts(&answer).len() > 8, "several things on two chains");
    premises.expect_order("nothing").await;
    answer
}

async fn expect_calm(person: &Front, calm: &Value, name: &str) {
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{name}: {}", answer["coverage"]);
    assert_eq!(parts(&answer), parts(calm), "{name}");
    assert_eq!(answer["total"], calm["total"], "{name}");
}

/// One fault of some sources: from the first day, and again when everything was known.
async fn goes_through(world: &World, calm: &Value, (name, fault): (&str, Fault), prices_too: bool) {
    let premises = Premises::open(world, On::File).await;
    let until_asked = if name == OF_ANOTHER_CHAIN.0 {
        OF_ANOTHER_CHAIN.1
    } else {
        LATER
    };
    let doors = &premises.product.doors;
    let failing: &[&Door] = if prices_too {
        &[&doors.nodes[&10], &doors.coingecko]
    } else {
        &[&doors.nodes[&10]]
    };
    failing.iter().for_each(|door| door.fail_always(fault.clone()));
    let person = premises.person().await;
    premises.product.work().await;
    let first = person.portfolio().await;
    expect_part_of(&first, calm, name);
    expect_soon(&first, &premises, name);
    assert!(names(&first, "failed", "OP Mainnet"), "{name}: {}", first["coverage"]);
    assert!(
        !prices_too || names(&first, "failed", "CoinGecko"),
        "{name}: {}",
        first["coverage"]
    );

    failing.iter().for_each(|door| door.heal());
    premises.pass(until_asked).await;
    expect_calm(&person, calm, name).await;

    failing.iter().for_each(|door| door.fail_always(fault.clone()));
    premises.pass(LATER).await;
    let again = person.portfolio().await;
    assert_eq!(parts(&again), parts(calm), "{name}: the last good figures stand");
    assert!(names(&again, "stale", "OP Mainnet"), "{name}: {}", again["coverage"]);
    failing.iter().for_each(|door| door.heal());
    premises.pass(until_asked).await;
    expect_calm(&person, calm, name).await;
    expect_once(&premises, name).await;
}

/// Four rounds: the chain that answered was read four times, the other one twice; nothing waits for ever.
async fn expect_once(premises: &Premises, name: &str) {
    let of_ethereum = "SELECT COUNT(*) FROM snapshots WHERE account LIKE 'eip155:1:%'";
    let of_optimism = "SELECT COUNT(*) FROM snapshots WHERE account LIKE 'eip155:10:%'";
    let given_up = "SELECT COUNT(*) FROM jobs WHERE state = 'dead'";
    assert_eq!(premises.number(of_ethereum).await, 4, "{name}");
    assert_eq!(premises.number(of_optimism).await, 2, "{name}");
    assert_eq!(premises.number(given_up).await, 0, "{name}");
    premises.expect_order(name).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sources_fail_and_the_rest_stands_and_they_come_back() {
    let world = World::shared();
    let calm = calm(world).await;
    let both = everywhere().into_iter().map(|fault| (fault, true));
    let faults = both.chain(nodes().into_iter().map(|fault| (fault, false)));
    let runs = faults.map(|(fault, prices_too)| goes_through(world, &calm, fault, prices_too));
    futures::stream::iter(runs)
        .buffer_unordered(AT_ONCE)
        .collect::<()>()
        .await;
}

/// How a source says a price that is none, or does not say it.
type Lie = fn(&str) -> Option<String>;

/// Each with the reason for which ether has no price then.
const LIES: [(&str, Lie, &str); 6] = [
    ("gap", |_| None, "one_source"),
    ("zero", |_| Some("0".to_owned()), "sources_disagree"),
    ("not a number", |_| Some("\"NaN\"".to_owned()), "one_source"),
    ("negative", |price| Some(format!("-{price}")), "one_source"),
    ("tenfold", |price| Some(format!("{price}e1")), "sources_disagree"),
    ("a tenth", |price| Some(format!("{price}e-1")), "sources_disagree"),
];

/// What is worth most, by the sources' word for it, and its price.
const ETHER: (&str, &str) = ("coingecko:ethereum", "2000.5");

fn tell(premises: &Premises, door: &Door, price: Option<String>) {
    let seconds = ports::Clock::now(&*premises.clock).seconds();
    match price {
        Some(price) => door.prices().set(ETHER.0, Quote::new(&price, seconds)),
        None => door.prices().remove(ETHER.0),
    }
}

/// One source lies, and then it is honest again. Both sources have the price from one origin, and more is held than one of them
/// is believed alone: while they do not say the same, ether is a gap that is named, and everything else stands.
async fn stands_a_lie(world: &World, calm: &Value, (name, lie, reason): (&str, Lie, &str)) {
    let premises = Premises::open(world, On::File).await;
    let person = premises.person().await;
    premises.product.work().await;
    expect_calm(&person, calm, name).await;
    let coingecko = &premises.product.doors.coingecko;
    tell(&premises, coingecko, lie(ETHER.1));
    premises.pass(LATER).await;
    let answer = person.portfolio().await;
    expect_part_of(&answer, calm, name);
    let now = parts(&answer);
    let lost: Vec<Value> = parts(calm).into_iter().filter(|part| !now.contains(part)).collect();
    // Wrapped ether is priced as ether where a source has no price of its own.
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
    tell(&premises, coingecko, Some(ETHER.1.to_owned()));
    premises.pass(LATER).await;
    expect_calm(&person, calm, name).await;
    premises.expect_order(name).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_source_lies_and_no_lie_counts() {
    let world = World::shared();
    let calm = calm(world).await;
    let runs = LIES.into_iter().map(|lie| stands_a_lie(world, &calm, lie));
    futures::stream::iter(runs)
        .buffer_unordered(AT_ONCE)
        .collect::<()>()
        .await;
}
