//! Nothing is left of a world, whether it is dropped or its test process is killed.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use support::{
    postgres::Cluster,
    world::{ETHEREUM, OPTIMISM, World},
};

const VICTIM: &str = "SPYHOP_TEST_VICTIM";

fn exists(process: u32) -> bool {
    // A process that ended but was not waited for yet is shown as Z.
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_dropped_world_leaves_no_process() {
    let world = World::start().unwrap();
    let nodes = [ETHEREUM, OPTIMISM].map(|id| world.chain(id).process().id());
    assert!(nodes.into_iter().all(exists));
    drop(world);
    assert!(!nodes.into_iter().any(exists));
}

/// Starts everything, says so, and waits for its end.
fn be_the_victim() {
    let (world, cluster) = (World::start().unwrap(), Cluster::start().unwrap());
    let nodes = [ETHEREUM, OPTIMISM].map(|id| world.chain(id).process().id());
    println!("\nstarted {} {} {}", nodes[0], nodes[1], cluster.server().id());
    std::thread::sleep(Duration::from_mins(10));
}

/// Runs this very test in a second process, which is the one to be killed.
fn start_victim() -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([
        "--exact",
        "leaving::a_killed_test_process_takes_everything_along",
        "--nocapture",
    ]);
    command.env(VICTIM, "1").stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_killed_test_process_takes_everything_along() {
    if std::env::var_os(VICTIM).is_some() {
        return be_the_victim();
    }
    let mut victim = start_victim();
    let lines = BufReader::new(victim.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let started = lines
        .into_iter()
        .find_map(|line| line.strip_prefix("started ").map(str::to_owned))
        .unwrap();
    let children: Vec<u32> = started.split(' ').map(|id| id.parse().unwrap()).collect();
    assert_eq!(children.len(), 3);
    assert!(children.iter().copied().all(exists));
    victim.kill().unwrap();
    victim.wait().unwrap();
    let killed = Instant::now();
    while children.iter().copied().any(exists) {
        assert!(
            killed.elapsed() < Duration::from_secs(60),
            "some of {children:?} are still alive"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(World::start().unwrap());
    let folder = std::env::temp_dir().join(format!("spyhop-test-world-{}-0", victim.id()));
    assert!(!Path::new(&folder).exists(), "the next run sweeps {}", folder.display());
}
