//! A test world leaves no processes and no files, whether it is dropped or its test process is killed.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use support::{
    postgres::Cluster,
    world::{ETHEREUM, OPTIMISM, TestWorld},
};

const CHILD: &str = "SPYHOP_TEST_CHILD";

fn exists(process: u32) -> bool {
    // State Z is a process that ended but was not waited for yet.
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_dropped_world_leaves_no_process() {
    let world = TestWorld::start().unwrap();
    let nodes = [ETHEREUM, OPTIMISM].map(|id| world.chain(id).process().id());
    assert!(nodes.into_iter().all(exists));
    drop(world);
    assert!(!nodes.into_iter().any(exists));
}

/// Starts all components, prints their process ids, and waits to be killed.
fn run_until_killed() {
    let (world, cluster) = (TestWorld::start().unwrap(), Cluster::start().unwrap());
    let nodes = [ETHEREUM, OPTIMISM].map(|id| world.chain(id).process().id());
    println!("\nstarted {} {} {}", nodes[0], nodes[1], cluster.server().id());
    std::thread::sleep(Duration::from_mins(10));
}

/// Runs the same test in a second process, which will be killed.
fn start_child() -> Child {
    let (_, module) = module_path!().split_once("::").unwrap();
    let test = format!("{module}::a_killed_test_process_leaves_nothing_running");
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &test, "--nocapture"]);
    command.env(CHILD, "1").stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_killed_test_process_leaves_nothing_running() {
    if std::env::var_os(CHILD).is_some() {
        return run_until_killed();
    }
    let mut child = start_child();
    let lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let started = lines
        .into_iter()
        .find_map(|line| line.strip_prefix("started ").map(str::to_owned))
        .unwrap();
    let children: Vec<u32> = started.split(' ').map(|id| id.parse().unwrap()).collect();
    assert_eq!(children.len(), 3);
    assert!(children.iter().copied().all(exists));
    child.kill().unwrap();
    child.wait().unwrap();
    let killed = Instant::now();
    while children.iter().copied().any(exists) {
        assert!(
            killed.elapsed() < support::patience(60),
            "some of {children:?} are still alive"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(TestWorld::start().unwrap());
    let folder = std::env::temp_dir().join(format!("spyhop-test-world-{}-0", child.id()));
    assert!(
        !Path::new(&folder).exists(),
        "the next run removes {}",
        folder.display()
    );
}
