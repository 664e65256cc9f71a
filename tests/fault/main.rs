//! Fault tests: whatever happens to a process, nothing is lost and nothing happens twice.

mod clock;
mod durable;
mod exchange;
mod job;
mod mail;
mod not_current;
mod people;
mod program;
mod redecode;
mod reorg;
mod rotate_keys;
mod storage;
mod sync;
mod upload;
mod upstream;
mod workers;

use std::{
    fmt::Debug,
    path::Path,
    time::{Duration, Instant},
};

use sqlx::{Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};
use support::{
    patience,
    process::{Process, Service},
};

/// The time limit without any progress; the total time depends on the load of the machine.
fn stall_limit() -> Duration {
    patience(120)
}

/// The number of jobs that are running, or were when their process was killed.
const RUNNING: &str = "SELECT COUNT(*) FROM jobs WHERE state = 'running'";

/// Starts a worker in a separate process.
fn worker(name: &str, words: &[&str], folder: &Path) -> Process {
    let service = Service {
        name: name.to_owned(),
        program: env!("CARGO_BIN_EXE_spyhop-test-worker").into(),
        arguments: words.iter().map(Into::into).collect(),
        death_signal: "KILL",
        never_root: false,
    };
    Process::start(&service, folder)
}

async fn wait_for(what: &str, mut ready: impl AsyncFnMut() -> bool) {
    reach(what, true, async || ready().await).await;
}

/// Waits until the measured value equals `goal`; each change counts as progress.
async fn reach<T: PartialEq + Debug>(what: &str, goal: T, mut measure: impl AsyncFnMut() -> T) {
    let (mut last, mut since) = (measure().await, Instant::now());
    while last != goal {
        assert!(
            since.elapsed() < stall_limit(),
            "timed out waiting for {what}: {last:?}"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
        let now = measure().await;
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
}

/// Opens a SQLite file that another process uses.
async fn look_into(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(stall_limit());
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Returns the single number of a query on a SQLite file that another process uses.
async fn count(file: &Path, question: &'static str) -> i64 {
    let mut connection = look_into(file).await;
    let answer = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    answer
}
