//! The test world for tests that are not written in Rust: `spyhop-test-world <folder>`.
//!
//! Starts the world and doors to it, writes `<folder>/spyhop.toml` for strict privacy and `<folder>/all-chains.toml` for
//! any, and prints one line of JSON with the persons' addresses. Then it does what each line of its input says, answers
//! `ok`, and ends with its input: `fail <door>`, `limit <door>`, `slow <door> <milliseconds>`, `heal <door>`, where a door is `1`, `10`, `defillama` or
//! `coingecko`.

use std::{
    io::{BufRead, stdin},
    path::PathBuf,
    time::Duration,
};

use serde_json::{Map, Value, json};
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    product::MockUpstreams,
    world::{ETHEREUM, World},
};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let folder: PathBuf = std::env::args_os().nth(1).expect("give a folder").into();
    let world = World::start().unwrap_or_else(|why| panic!("{why}"));
    let doors = MockUpstreams::to(&world);
    for (file, text) in [
        ("spyhop.toml", doors.config_file()),
        ("all-chains.toml", doors.config_file_of_all_chains()),
    ] {
        std::fs::write(folder.join(file), text).expect("the folder takes files");
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
            .for_each(|line| obey(&doors, &line))
    })
    .await
    .expect("every line is obeyed");
}

fn obey(doors: &MockUpstreams, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["fail", name] => door(doors, name).fail_always(Fault::Status(503)),
        ["limit", name] => door(doors, name).fail_always(Fault::TooManyRequests(RetryAfter::Seconds(600))),
        ["slow", name, millis] => {
            door(doors, name).set_latency(Duration::from_millis(
                millis.parse().expect("milliseconds are a number"),
            ));
        }
        ["heal", name] => door(doors, name).heal(),
        _ => panic!("nobody knows how to {line}"),
    }
    println!("ok");
}

fn door<'a>(doors: &'a MockUpstreams, name: &str) -> &'a MockUpstream {
    match name {
        "defillama" => &doors.defillama,
        "coingecko" => &doors.coingecko,
        chain => &doors.nodes[&chain.parse().expect("a door is a chain's number or a price source")],
    }
}
