//! Runs the examples of the library.

use std::{
    env::current_exe,
    path::PathBuf,
    process::{Command, Output},
};

use support::{folder::Folder, product::MockUpstreams, world::TestWorld};

/// The path of an example that was built together with these tests.
fn example(name: &str) -> PathBuf {
    let tests = current_exe().unwrap();
    let built = tests.parent().and_then(|folder| folder.parent()).unwrap();
    let path = built.join("examples").join(name);
    assert!(
        path.exists(),
        "{name} is not built: run cargo build --workspace --examples"
    );
    path
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn net_worth_in_fifteen_lines() {
    let world = TestWorld::start().unwrap();
    let upstreams = MockUpstreams::to(&world);
    let folder = Folder::create("example");
    let file = folder.path().join("spyhop.toml");
    std::fs::write(&file, upstreams.config_file()).unwrap();
    let run = move |who: &str| {
        let mut command = Command::new(example("net_worth"));
        command
            .env("SPYHOP_CONFIG", &file)
            .env("SPYHOP_PRIVACY", "strict")
            .env("SPYHOP_SOURCES", "live");
        command.arg(who).output().unwrap()
    };
    let output = tokio::task::spawn_blocking(move || run("alice.eth")).await.unwrap();
    let printed = text(&output);
    assert!(printed.contains(" USD in ") && !printed.starts_with("0 "), "{printed}");
    assert!(printed.contains("0 failed"), "{printed}");
}

#[test]
fn a_custom_reader() {
    let printed = text(&Command::new(example("own_reader")).output().unwrap());
    assert!(printed.ends_with("USD\n") && !printed.starts_with("0 "), "{printed}");
}

#[test]
fn a_custom_price_source_passes_the_conformance_kit() {
    let printed = text(&Command::new(example("own_price_source")).output().unwrap());
    assert!(
        printed.starts_with("The corner shop: ") && printed.contains(" requirements met, 0 not met"),
        "{printed}"
    );
}
