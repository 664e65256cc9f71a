//! The program with a database that hangs, one that is deleted and one that lost its log.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use support::{
    folder::Folder,
    patience,
    program::{Program, built, output},
    relay::Relay,
};

use crate::wait_for;

const ME: &str = "organisation/user/get-user";
const LIST: &str = "organisation/user/update-user-wallet";
/// The time limit of a call where the database hangs, in seconds.
const LIMIT: u64 = 5;

/// The time within which every call is answered, whatever the database does.
fn answered() -> Duration {
    Duration::from_secs(LIMIT) + patience(3)
}

fn demo(folder: &Folder) -> Vec<(&'static str, String)> {
    vec![
        ("SPYHOP_DATA", folder.path().join("data").display().to_string()),
        ("SPYHOP_SOURCES", "demo".to_owned()),
        ("SPYHOP_DATABASE_SECONDS", LIMIT.to_string()),
    ]
}

async fn expect_unavailable(program: &Program, path: &str, token: &str, body: &Value) {
    let since = Instant::now();
    let (status, answer) = program.ask(path, token, body).await;
    assert!(since.elapsed() < answered(), "{path} took {:?}", since.elapsed());
    assert_eq!(
        (status, &answer["code"]),
        (503, &json!("storage_unavailable")),
        "{answer}"
    );
    assert!(answer["retry_after"].is_i64(), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_postgres_is_reported_within_five_seconds() {
    let relay = Relay::open(&support::postgres::fresh_database()).await;
    let folder = Folder::create("hanging");
    let mut settings = demo(&folder);
    settings.push(("SPYHOP_DATABASE_URL", relay.url()));
    let program = Program::start(&built(), &settings, folder.path());
    let token = program.person(&[]).await;
    relay.forward(false);
    let (none, list) = (json!({}), json!({"wallet_addresses": ["vitalik.eth"]}));
    let asked = (0..20).map(|n| {
        let (path, body) = if n % 2 == 0 { (ME, &none) } else { (LIST, &list) };
        expect_unavailable(&program, path, &token, body)
    });
    futures::future::join_all(asked).await;
    let since = Instant::now();
    assert_eq!(program.get("/readyz").await, 503);
    assert!(since.elapsed() < answered(), "{:?}", since.elapsed());
    assert_eq!(program.get("/healthz").await, 200, "the process is alive");
    relay.forward(true);
    wait_for("the database", async || program.get("/readyz").await == 200).await;
    let me = program.call(ME, &token, &none).await;
    assert_eq!(me["user"]["user_wallets"], json!([]), "a refused call has no effect");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_file_is_not_ready_and_takes_no_writes() {
    let folder = Folder::create("vanishing");
    let program = Program::start(&built(), &demo(&folder), folder.path());
    let token = program.person(&[]).await;
    assert_eq!(program.get("/readyz").await, 200);
    let file = folder.path().join("data/demo.db");
    fs::rename(&file, folder.path().join("away.db")).unwrap();
    assert_eq!(program.get("/readyz").await, 503);
    expect_unavailable(&program, LIST, &token, &json!({"wallet_addresses": ["vitalik.eth"]})).await;
    fs::rename(folder.path().join("away.db"), &file).unwrap();
    assert_eq!(program.get("/readyz").await, 200);
    let list = json!({"wallet_addresses": ["vitalik.eth"]});
    program.call(LIST, &token, &list).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_lost_after_a_kill_is_detected_at_the_next_start() {
    let folder = Folder::create("no-log");
    let settings = demo(&folder);
    let mut program = Program::start(&built(), &settings, folder.path());
    let token = program.person(&[]).await;
    let run = |words: &[&str]| output(words, &settings);
    assert!(run(&["backup"]).status.success());
    program
        .call(LIST, &token, &json!({"wallet_addresses": ["vitalik.eth"]}))
        .await;
    program.process().signal("KILL");
    assert!(program.process().ended(patience(60)).is_some());
    let data = folder.path().join("data");
    let before = fs::read(data.join("demo.db")).unwrap();
    fs::remove_file(data.join("demo.db-wal")).unwrap();
    let refused = run(&["serve"]);
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && stderr.contains("older than the last saved state"),
        "{stderr}"
    );
    assert!(
        fs::read(data.join("demo.db")).unwrap() == before,
        "it was left as it is"
    );
    let (_, after) = stderr.split_once("Restore a backup: spyhop restore ").unwrap();
    let (file, _) = after.split_once(';').unwrap();
    assert!(
        run(&["restore", file]).status.success(),
        "the command that was named works: {file}"
    );
    let program = Program::start(&built(), &settings, folder.path());
    let me = program.call(ME, &token, &json!({})).await;
    assert_eq!(
        me["user"]["user_wallets"],
        json!([]),
        "as it was when the backup was made"
    );
}
