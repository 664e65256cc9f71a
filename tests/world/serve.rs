//! The test world for tests that are not written in Rust: `spyhop-test-world <folder>`.
//!
//! Starts the world and mock servers in front of it, writes `<folder>/spyhop.toml` for strict privacy and
//! `<folder>/all-chains.toml` for normal privacy, and prints one line of JSON with the persons' addresses. Then it executes
//! each line of its input, answers `ok`, and ends when its input ends. The commands are `fail <server>`, `limit <server>`,
//! `slow <server> <milliseconds>` and `heal <server>`, where a server is `1`, `10`, `defillama` or `coingecko`.

use std::{
    io::{BufRead, stdin},
    path::PathBuf,
    time::Duration,
};

use serde_json::{Map, Value, json};
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    product::MockUpstreams,
    world::{ETHEREUM, TestWorld},
};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let folder: PathBuf = std::env::args_os()
        .nth(1)
        .expect("usage: spyhop-test-world <folder>")
        .into();
    let world = TestWorld::start().unwrap_or_else(|why| panic!("{why}"));
    let upstreams = MockUpstreams::to(&world);
    for (file, text) in [
        ("spyhop.toml", upstreams.config_file()),
        ("all-chains.toml", upstreams.config_file_of_all_chains()),
    ] {
        std::fs::write(folder.join(file), text).expect("the folder is writable");
    }
    let persons = &world.chain(ETHEREUM).manifest().persons;
    let addresses: Map<String, Value> = persons
        .iter()
        .map(|person| (person.name.clone(), json!(person.address)))
        .collect();
    println!("{}", json!({ "persons": addresses }));
    tokio::task::spawn_blocking(move || {
        stdin()
            .lock()
            .lines()
            .map_while(Result::ok)
            .for_each(|line| execute(&upstreams, &line))
    })
    .await
    .expect("every command is executed");
}

fn execute(upstreams: &MockUpstreams, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["fail", name] => upstream(upstreams, name).fail_always(Fault::Status(503)),
        ["limit", name] => upstream(upstreams, name).fail_always(Fault::TooManyRequests(RetryAfter::Seconds(600))),
        ["slow", name, millis] => {
            upstream(upstreams, name).set_latency(Duration::from_millis(
                millis.parse().expect("milliseconds are a number"),
            ));
        }
        ["heal", name] => upstream(upstreams, name).heal(),
        _ => panic!("unknown command: {line}"),
    }
    println!("ok");
}

fn upstream<'a>(upstreams: &'a MockUpstreams, name: &str) -> &'a MockUpstream {
    match name {
        "defillama" => &upstreams.defillama,
        "coingecko" => &upstreams.coingecko,
        chain => {
            &upstreams.nodes[&chain
                .parse()
                .expect("a server is the number of a chain or a price source")]
        }
    }
}
