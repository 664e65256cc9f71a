//! A test world for benchmarks, with slow mock servers, many chains and many tokens.
//!
//! `spyhop-bench world <milliseconds for each answer> <tokens on each chain>` prints one line of JSON with the settings
//! for the program and the addresses to watch. Each line of its input is answered with the number of requests that the mock
//! servers received so far. It ends when its input ends.

use std::{
    io::{BufRead as _, stdin},
    time::Duration,
};

use adapters::chain::rows::rows;
use serde_json::{Map, Value, json};
use support::{installation::Installation, product::MockUpstreams, world::TestWorld};

const CHAINS: [u64; 5] = [1, 10, 137, 8453, 42161];
const PERSONS: [&str; 3] = ["alice", "bob", "carol"];
/// The selectors of `balanceOf(address)` and `decimals()`.
const BALANCE_OF: &str = "70a08231";
const DECIMALS: &str = "313ce567";
/// The number of tokens in one call, and the number of calls that an account needs on all chains.
const CHUNK: usize = 200;
const CHUNKS: &str = "SELECT SUM((tokens + 199) / 200) FROM (SELECT COUNT(*) AS tokens FROM assets \
    WHERE chain IN ('eip155:1', 'eip155:10', 'eip155:137', 'eip155:8453', 'eip155:42161') GROUP BY chain) AS known";

/// Runs the program with these arguments.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
pub async fn run(arguments: &[String]) {
    let numbers: Vec<u32> = arguments.iter().filter_map(|word| word.parse().ok()).collect();
    let [latency, tokens] = numbers[..] else {
        panic!("usage: spyhop-bench world <milliseconds for each answer> <tokens on each chain>");
    };
    let world = TestWorld::of(&CHAINS, tokens as usize).unwrap();
    let upstreams = MockUpstreams::to(&world);
    price(&world, &upstreams);
    let site = Installation::with_tokens(&world, &upstreams, |token| token.kind == "load").await;
    upstreams.set_latency(Duration::from_millis(u64::from(latency)));
    let persons = PERSONS.map(|name| &world.chain(1).manifest().person(name).address);
    print(&json!({ "settings": settings(&site), "addresses": persons, "chains": CHAINS.len() }));
    for line in stdin().lock().lines() {
        line.unwrap();
        print(&counts(&upstreams, &site).await);
    }
}

fn print(value: &Value) {
    println!("{value}");
}

fn settings(site: &Installation) -> Map<String, Value> {
    let settings = site.settings().iter();
    settings
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect()
}

/// Sets a price at both sources for each load token, under each source's name of the chain.
fn price(world: &TestWorld, upstreams: &MockUpstreams) {
    for (id, chain) in world.chains() {
        let of_chain = format!("eip155:{id}");
        let row = rows()
            .unwrap()
            .iter()
            .find(|row| row.chain.id.as_str() == of_chain)
            .unwrap();
        let names = [&row.price_names.defillama, &row.price_names.coingecko];
        for token in chain.manifest().tokens.iter().filter(|token| token.kind == "load") {
            for name in names.into_iter().flatten() {
                upstreams.set_price(&format!("{name}:{}", token.address), "1.25");
            }
        }
    }
}

/// The number of HTTP requests by their kind, and the number that would suffice.
async fn counts(upstreams: &MockUpstreams, site: &Installation) -> Value {
    let seen: Vec<String> = upstreams
        .nodes
        .values()
        .flat_map(|upstream| upstream.seen())
        .map(|request| String::from_utf8_lossy(&request.body).into_owned())
        .collect();
    let count = |wanted: &str| seen.iter().filter(|body| kind(body) == wanted).count();
    json!({
        "heads": count("head"),
        "balances": count("balances"),
        "metadata": count("metadata"),
        "prices": upstreams.defillama.count() + upstreams.coingecko.count(),
        "described": seen.iter().map(|body| body.matches(DECIMALS).count()).sum::<usize>(),
        "held": site.number("SELECT COUNT(*) FROM assets WHERE confirmed = 1").await,
        "chunk": CHUNK,
        "chunks": site.number(CHUNKS).await,
    })
}

fn kind(body: &str) -> &'static str {
    match (body.contains("eth_chainId"), body.contains(BALANCE_OF)) {
        (true, _) => "head",
        (_, true) => "balances",
        _ => "metadata",
    }
}
