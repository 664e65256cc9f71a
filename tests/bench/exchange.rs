//! An account at an exchange with a long history, for benchmarks.
//!
//! `spyhop-bench exchange <trades>` connects an account at a local server of Kraken in a new data folder, and prints one line of JSON: the
//! settings for the program, the account, the session of its person and the number of pages. Each line of its input is answered: `requests`
//! with the requests so far, `forget` forgets them, and `history <data folder>` returns what is stored of the history as a hash. It ends when
//! its input ends.

use std::{io::stdin, path::Path};

use futures::TryStreamExt as _;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{Connection as _, SqliteConnection};
use support::{
    installation::Installation,
    long_ledger::LongLedger,
    product::MockUpstreams,
    world::{ETHEREUM, TestWorld},
};

/// Everything that is stored of a history, but when it was stored.
const STORED: [&str; 2] = [
    "SELECT hex(id) || transaction_id || stream || block || content FROM facts WHERE withdrawn_at IS NULL ORDER BY id",
    "SELECT hex(transaction_id) || revision || time || withdrawn || hex(content) FROM entries ORDER BY transaction_id, revision",
];

/// Runs the program with these arguments.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
pub async fn run(arguments: &[String]) {
    let trades = arguments.first().and_then(|word| word.parse().ok());
    let trades: u64 = trades.expect("usage: spyhop-bench exchange <trades>");
    let world = TestWorld::of(&[ETHEREUM], 0).unwrap();
    let upstreams = MockUpstreams::to(&world);
    let ledger = LongLedger::start(trades);
    let site = Installation::with_lines(&world, &upstreams, &ledger.config()).await;
    let started = site.open().await;
    let connected = ledger.connect(&started).await;
    started.stop().await.unwrap();
    ledger.forget();
    let settings: serde_json::Map<String, Value> = site
        .settings()
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    println!(
        "{}",
        json!({ "settings": settings, "account": connected.account.to_string(), "token": connected.token, "pages": ledger.pages() })
    );
    for line in stdin().lines() {
        let line = line.unwrap();
        let (word, folder) = line.split_once(' ').unwrap_or((&line, ""));
        println!("{}", answer(&ledger, word, Path::new(folder)).await);
    }
}

async fn answer(ledger: &LongLedger, word: &str, folder: &Path) -> Value {
    match word {
        "requests" => {
            let requests = ledger.requests();
            json!({ "pages": requests.pages, "repeated": requests.repeated, "newest": requests.newest, "others": requests.others })
        }
        "forget" => {
            ledger.forget();
            json!({})
        }
        "history" => json!({ "hash": stored_hash(folder).await }),
        other => panic!("there is no answer to {other}"),
    }
}

async fn database(folder: &Path) -> SqliteConnection {
    let url = format!("sqlite://{}", folder.join("spyhop.db").display());
    SqliteConnection::connect(&url).await.unwrap()
}

/// Returns the hash of the facts and entries in a data folder.
async fn stored_hash(folder: &Path) -> String {
    let mut database = database(folder).await;
    let mut hash = Sha256::new();
    for query in STORED {
        let mut rows = sqlx::query_scalar::<_, String>(query).fetch(&mut database);
        while let Some(row) = rows.try_next().await.unwrap() {
            hash.update(row);
            hash.update("\n");
        }
    }
    database.close().await.unwrap();
    let bytes = hash.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
