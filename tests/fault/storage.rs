//! The program with databases that stop, are locked, are full or are damaged: it reports the fault, loses nothing, and
//! recovers by itself.

use std::{fs, process::Command, time::Duration};

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use support::{
    installation::Installation,
    invariants::{explained, invariants, parts},
    patience,
    postgres::Cluster,
    product::MockUpstreams,
    program::{Program, built, output},
    world::TestWorld,
};

use crate::wait_for;

/// The time limit of calls where the database hangs: long enough for calls that work on a busy machine.
const LIMIT: u16 = 10;
const BALANCE: &str = "wallet/user-wallet/get-balance";
const ME: &str = "organisation/user/get-user";
const LIST: &str = "organisation/user/update-user-wallet";
const KEPT_TWICE: &str = "SELECT COUNT(*) - COUNT(DISTINCT account) FROM snapshots";

/// The address with the most holdings.
fn alice(world: &TestWorld) -> String {
    world.chain(1).manifest().person("alice").address.clone()
}

/// Returns the portfolio when everything has been read.
async fn wait_until_read(program: &Program, token: &str) -> Value {
    let mut answer = Value::Null;
    wait_for("the end of the reading", async || {
        let (status, body) = program.ask(BALANCE, token, &json!({})).await;
        answer = body["data"].clone();
        let coverage = &answer["coverage"];
        let quoted = !coverage["unpriced"].to_string().contains("not_requested_yet");
        status == 200
            && coverage["reading"] == 0
            && answer["refreshing"] == false
            && quoted
            && !answer["total"].is_null()
    })
    .await;
    invariants(&answer);
    explained(&answer, async |figure| {
        program.call("wallet/figure/explain", token, &figure).await
    })
    .await;
    answer
}

/// Asserts that the answer reports an unavailable database and when to retry.
fn expect_unavailable((status, answer): &(u16, Value)) {
    assert_eq!(
        (*status, &answer["code"]),
        (503, &json!("storage_unavailable")),
        "{answer}"
    );
    let wait = answer["retry_after"].as_i64();
    assert!(wait.is_some_and(|wait| (1..=60).contains(&wait)), "{answer}");
}

async fn ready(program: &Program) -> bool {
    program.get("/readyz").await == 200
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_restarts_under_a_running_server() {
    let world = TestWorld::shared();
    let upstreams = MockUpstreams::to(world);
    let mut cluster = Cluster::start().unwrap();
    let mut installation = Installation::on_postgres(world, &upstreams, &cluster.empty_database()).await;
    installation.set_database_seconds(LIMIT);
    let program = installation.start(&built());
    let token = program.person(&[alice(world)]).await;
    let before = wait_until_read(&program, &token).await;

    upstreams.set_latency(Duration::from_millis(400));
    let seen = upstreams.count();
    let bob = world.chain(1).manifest().person("bob").address.clone();
    let both = json!({ "wallet_addresses": [alice(world), bob] });
    program.call(LIST, &token, &both).await;
    wait_for("the reading", async || upstreams.count() > seen).await;
    cluster.stop();
    expect_unavailable(&program.ask(BALANCE, &token, &json!({})).await);
    assert!(!ready(&program).await, "the server is not ready");
    assert_eq!(program.get("/healthz").await, 200, "the process is alive");
    upstreams.set_latency(Duration::ZERO);
    cluster.start_again();
    wait_for("the database", async || ready(&program).await).await;
    let answer = wait_until_read(&program, &token).await;
    let of_both = parts(&answer);
    let lost: Vec<_> = parts(&before)
        .into_iter()
        .filter(|part| !of_both.contains(part))
        .collect();
    assert!(lost.is_empty(), "no known value is lost: {lost:?}");
    assert_eq!(
        answer["wallets"].as_array().map(Vec::len),
        Some(2),
        "what was accepted is there"
    );
    assert_eq!(installation.number(KEPT_TWICE).await, 0, "each account was stored once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_postgres_is_locked_and_every_connection_waits() {
    let world = TestWorld::shared();
    let upstreams = MockUpstreams::to(world);
    let cluster = Cluster::start().unwrap();
    let url = cluster.empty_database();
    let mut installation = Installation::on_postgres(world, &upstreams, &url).await;
    installation.set_database_seconds(LIMIT);
    let program = installation.start(&built());
    let token = program.person(&[alice(world)]).await;
    let before = wait_until_read(&program, &token).await;
    let mut other = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
        .execute(&mut other)
        .await
        .unwrap();
    let nothing = json!({});
    let asked = (0..30).map(|_| program.ask(BALANCE, &token, &nothing));
    let started = std::time::Instant::now();
    let answers = futures::future::join_all(asked).await;
    assert!(started.elapsed() < patience(60), "no call waits for ever");
    answers.iter().for_each(expect_unavailable);
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    let answer = wait_until_read(&program, &token).await;
    assert_eq!((parts(&answer), &answer["total"]), (parts(&before), &before["total"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_holds_the_file() {
    let world = TestWorld::shared();
    let upstreams = MockUpstreams::to(world);
    let mut installation = Installation::new(world, &upstreams).await;
    installation.set_database_seconds(LIMIT);
    let program = installation.start(&built());
    let token = program.person(&[alice(world)]).await;
    let before = wait_until_read(&program, &token).await;
    let mut other = SqliteConnection::connect(&format!("sqlite://{}", installation.file().display()))
        .await
        .unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let (none, nothing) = (json!({ "wallet_addresses": [] }), json!({}));
    let write = program.ask(LIST, &token, &none);
    let (write, read) = futures::future::join(write, program.ask(ME, &token, &nothing)).await;
    expect_unavailable(&write);
    assert_eq!(read.0, 200, "calls that only read are answered: {}", read.1);
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    let answer = wait_until_read(&program, &token).await;
    assert_eq!(
        (parts(&answer), &answer["total"]),
        (parts(&before), &before["total"]),
        "the list is what it was"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_reported_and_recovered_from() {
    let world = TestWorld::shared();
    let upstreams = MockUpstreams::to(world);
    let installation = Installation::new(world, &upstreams).await;
    let mut program = installation.start(&built());
    let token = program.person(&[alice(world)]).await;
    let before = wait_until_read(&program, &token).await;
    let id = program.process().id().to_string();
    let limit = |size: &str| {
        let done = Command::new("prlimit")
            .args(["--pid", &id, &format!("--fsize={size}:")])
            .status();
        assert!(done.unwrap().success(), "prlimit is part of util-linux");
    };
    limit("4096");
    let addresses: Vec<String> = (0..40).map(|n| format!("0x{:040x}", 0x1eef_0000 + n)).collect();
    let (status, answer) = program
        .ask(LIST, &token, &json!({ "wallet_addresses": addresses }))
        .await;
    assert_eq!(status, 503, "{answer}");
    assert!(answer["code"].as_str().unwrap().starts_with("storage_"), "{answer}");
    assert!(!ready(&program).await, "the server is not ready");
    limit("unlimited");
    wait_for("room", async || ready(&program).await).await;
    let answer = wait_until_read(&program, &token).await;
    assert_eq!(
        (parts(&answer), &answer["total"]),
        (parts(&before), &before["total"]),
        "nothing was half kept"
    );
    let whole = "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'";
    assert_eq!(installation.number(whole).await, 1, "the file is intact");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_file_is_refused_and_a_backup_restores_the_figures() {
    let world = TestWorld::shared();
    let upstreams = MockUpstreams::to(world);
    let installation = Installation::new(world, &upstreams).await;
    let program = installation.start(&built());
    let token = program.person(&[alice(world)]).await;
    let before = wait_until_read(&program, &token).await;
    drop(program);
    let spyhop = |words: &[&str]| output(words, installation.settings());
    let copy = installation.file().with_file_name("copy.db");
    assert!(spyhop(&["backup", copy.to_str().unwrap()]).status.success());
    let mut damaged = fs::read(installation.file()).unwrap();
    damaged[4096..20_480].fill(0x5a);
    fs::write(installation.file(), &damaged).unwrap();
    let refused = spyhop(&["serve"]);
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && stderr.contains("spyhop restore <file>"),
        "{stderr}"
    );
    assert!(
        fs::read(installation.file()).unwrap() == damaged,
        "the file is unchanged"
    );
    let restored = spyhop(&["restore", copy.to_str().unwrap()]);
    assert!(
        restored.status.success(),
        "{}",
        String::from_utf8_lossy(&restored.stderr)
    );
    let program = installation.start(&built());
    let answer = wait_until_read(&program, &token).await;
    assert_eq!((parts(&answer), &answer["total"]), (parts(&before), &before["total"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_servers_on_postgres_stops_and_the_other_continues() {
    let world = TestWorld::shared();
    let upstreams = MockUpstreams::to(world);
    let url = support::postgres::fresh_database();
    let installation = Installation::on_postgres(world, &upstreams, &url).await;
    let mut first = installation.start(&built());
    upstreams.set_latency(Duration::from_millis(300));
    let token = first.person(&[alice(world)]).await;
    wait_for("the reading", async || upstreams.count() > 0).await;
    let second = installation.start(&built());
    first.process().signal("TERM");
    let ended = first.process().ended(patience(60));
    assert_eq!(ended.and_then(|status| status.code()), Some(0));
    upstreams.set_latency(Duration::ZERO);
    wait_until_read(&second, &token).await;
    assert_eq!(installation.number(KEPT_TWICE).await, 0, "each account was stored once");
}
