//! The program is killed while it reads a history: in the end, the ledger is that of a program that was never interrupted.

use std::time::{Duration, Instant};

use support::{
    cases,
    chain::FIRST_BLOCK,
    chain_history::ChainHistory,
    explorer_server::ExplorerServer,
    installation::Installation,
    patience,
    product::MockUpstreams,
    program::built,
    world::{ETHEREUM, TestWorld},
};

use super::fixture::entry_report;

/// Jobs that read histories and are due, or were interrupted.
const TO_DO: &str = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-history' AND (state = 'running' \
    OR (state = 'ready' AND run_at < CAST(strftime('%s', 'now') AS INTEGER) * 1000 + 10000))";
const UNREAD: &str = "SELECT 4 - (SELECT COUNT(DISTINCT account) FROM history_progress) + COUNT(*) FROM history_progress WHERE NOT is_whole";
const RUNNING: &str = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-history' AND state = 'running'";
const FACTS: &str = "SELECT COUNT(*) FROM facts";

async fn wait_for(what: &str, mut reached: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !reached().await {
        assert!(started.elapsed() < patience(120), "{what} was not reached");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until every history is read.
async fn all_read(installation: &Installation) {
    wait_for("the end of the histories", async || {
        installation.number(UNREAD).await == 0 && installation.number(TO_DO).await == 0
    })
    .await;
}

async fn report(installation: &Installation, history: &ChainHistory) -> String {
    let started = installation.open().await;
    let report = entry_report(&started, history).await;
    started.stop().await.unwrap();
    report
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_while_histories_are_read_change_no_entry() {
    let world = TestWorld::of(&[ETHEREUM], 0).unwrap();
    let chain = world.chain(ETHEREUM);
    let history = ChainHistory::begin(chain);
    history.send(chain, 9, 1_000, 60);
    let explorer = ExplorerServer::start(chain.rpc(), FIRST_BLOCK);
    let upstreams = MockUpstreams::to(&world);
    let addresses: Vec<String> = history.accounts().into_iter().map(str::to_owned).collect();

    let undisturbed = Installation::with_lines(&world, &upstreams, &explorer.config()).await;
    let program = undisturbed.start(&built());
    program.person(&addresses).await;
    all_read(&undisturbed).await;
    drop(program);
    let expected = report(&undisturbed, &history).await;
    assert!(expected.lines().count() > 1_000, "{} entries", expected.lines().count());

    let killed = Installation::with_lines(&world, &upstreams, &explorer.config()).await;
    for n in 0..cases(3, 20) {
        // The request after these is never answered, so its reading is not done when the program is killed.
        let answered = n % 3;
        let wanted = explorer.count() + answered + 1;
        explorer.gate.close_after(answered);
        let mut program = killed.start(&built());
        if n == 0 {
            program.person(&addresses).await;
        }
        wait_for("the middle of a reading", async || {
            explorer.count() >= wanted && killed.number(RUNNING).await > 0
        })
        .await;
        program.process().signal("KILL");
        drop(program);
        assert!(
            killed.number(RUNNING).await > 0,
            "kill {n} was in the middle of nothing"
        );
        killed.end_leases().await;
    }
    explorer.gate.open();
    let program = killed.start(&built());
    all_read(&killed).await;
    drop(program);
    assert!(
        killed.number(FACTS).await == undisturbed.number(FACTS).await,
        "no fact is stored twice"
    );
    let found = report(&killed, &history).await;
    let differing = found.lines().zip(expected.lines()).find(|(one, other)| one != other);
    assert_eq!(differing, None);
    assert_eq!(found.lines().count(), expected.lines().count());
}
