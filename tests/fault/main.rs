//! Faults: whatever happens to a process, nothing is lost and nothing happens twice.

mod clock;
mod job;
mod program;
mod reorg;
mod storage;
mod sync;
mod upstream;
mod workers;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use sqlx::{Connection as _, SqliteConnection};
use support::process::{Process, Service};

const PATIENCE: Duration = Duration::from_secs(60);
/// A node's head is believed for a second, whatever the product's clock says.
const HEAD: Duration = Duration::from_millis(1100);

/// A worker in a process of its own.
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
    let started = Instant::now();
    while !ready().await {
        assert!(started.elapsed() < PATIENCE, "{what} did not come");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A number that a SQLite file answers, while another process works on it.
async fn count(file: &Path, question: &'static str) -> i64 {
    let url = format!("sqlite://{}", file.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let answer = sqlx::query_scalar(question).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    answer
}
