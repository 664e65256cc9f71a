//! Measures how a ledger is stored and loaded.
//!
//! `spyhop-bench ledger <entries> <accounts>` writes that many entries, split over that many accounts, into a new SQLite file
//! in the folder that `SPYHOP_DATA` names, opens it again and loads every ledger. It prints one line of JSON: the seconds of
//! writing, of loading, of fetching the rows without reading their content and of loading rows of JSON text, the seconds of one
//! new entry and of loading it, and the bytes per entry of each form.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use adapters::storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenOptions};
use ports::{AccountId, ChainId, Entry, Storage as _, Stores, Timestamp, WorldKind, entry::Leg};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use support::random_ledger::{Numbers, address, entry};

const BATCH: usize = 1_000;

async fn open(path: &Path) -> Arc<Database> {
    let options = OpenOptions {
        world: WorldKind::Live,
        is_configured: false,
        id: "00000000-0000-4000-8000-000000000001".parse().unwrap(),
        now: Timestamp::from_seconds(1_800_000_000),
        have_backup: false,
        master_keys: support::sealing::master_keys(),
        timeouts: DatabaseTimeouts::new(support::GENEROUS),
    };
    Arc::new(
        Database::open(&DatabaseLocation::File(path.to_owned()), &options)
            .await
            .unwrap(),
    )
}

async fn write(database: &Database, accounts: &[AccountId], entries: u64) {
    let mut work = database.begin().await.unwrap();
    work.accounts().add(accounts, Timestamp::from_seconds(0)).await.unwrap();
    work.commit().await.unwrap();
    let mut numbers = Numbers(42);
    for account in accounts {
        let all: Vec<u64> = (0..entries / accounts.len() as u64).collect();
        for part in all.chunks(BATCH) {
            let part: Vec<Entry> = part.iter().map(|n| entry(&mut numbers, account, *n)).collect();
            let mut work = database.begin().await.unwrap();
            work.entries().append(&part, Timestamp::from_seconds(1)).await.unwrap();
            work.commit().await.unwrap();
        }
    }
}

/// Loads every ledger and returns the time it takes, and the number of entries.
async fn load(stores: &Stores, accounts: &[AccountId], after: u64) -> (serde_json::Value, usize) {
    let (began, processed) = (Instant::now(), processor());
    let mut ledgers = vec![];
    for account in accounts {
        ledgers.push(stores.entries.changed(account, after).await.unwrap());
    }
    let took = json!({ "elapsed": seconds(began), "processor": processor() - processed });
    (took, ledgers.iter().map(Vec::len).sum())
}

/// The processor time of this process in hundredths of a second, as Linux counts it.
fn processor() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    fields
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum()
}

fn seconds(began: Instant) -> serde_json::Value {
    json!(format!("{:.3}", began.elapsed().as_secs_f64()))
}

async fn number(connection: &mut SqliteConnection, text: &str) -> i64 {
    let text = AssertSqlSafe(text.to_owned());
    sqlx::query_scalar(text).fetch_one(connection).await.unwrap()
}

/// The pages of some tables and their indexes, in bytes for one entry.
async fn size(connection: &mut SqliteConnection, tables: &str, entries: u64) -> i64 {
    let text =
        format!("SELECT SUM(pgsize) FROM dbstat WHERE name LIKE '{tables}' OR name LIKE 'sqlite_autoindex_{tables}'");
    number(connection, &text).await / i64::try_from(entries).unwrap()
}

/// Writes the entries as rows of JSON text, and returns the seconds of loading their legs.
async fn as_json(connection: &mut SqliteConnection, stores: &Stores, accounts: &[AccountId]) -> serde_json::Value {
    let create = "CREATE TABLE json_form (account TEXT, transaction_id TEXT, rest TEXT, legs TEXT)";
    sqlx::raw_sql(create).execute(&mut *connection).await.unwrap();
    for account in accounts {
        let mut tx = connection.begin().await.unwrap();
        for stored in stores.entries.changed(account, 0).await.unwrap() {
            let entry = stored.entry;
            let rest = json!([
                entry.block,
                entry.block_hash.map(|hash| hash.to_string()),
                entry.position,
                entry.time,
                entry.kind,
                entry.counterparty,
                entry.protocol,
                entry.bridge_id,
                entry.failed,
                entry.decoding,
                entry.decoder,
                entry.decoder_version,
            ]);
            sqlx::query("INSERT INTO json_form VALUES ($1, $2, $3, $4)")
                .bind(account.to_string())
                .bind(entry.id.transaction.to_string())
                .bind(rest.to_string())
                .bind(serde_json::to_string(&entry.legs).unwrap())
                .execute(&mut *tx)
                .await
                .unwrap();
        }
        tx.commit().await.unwrap();
    }
    let began = Instant::now();
    let mut loaded = vec![];
    for account in accounts {
        let text = "SELECT json_group_array(json_array(transaction_id, rest, legs)) FROM json_form WHERE account = $1";
        let text: String = sqlx::query_scalar(text)
            .bind(account.to_string())
            .fetch_one(&mut *connection)
            .await
            .unwrap();
        let rows: Vec<[String; 3]> = serde_json::from_str(&text).unwrap();
        for [_, rest, legs] in rows {
            let rest: serde_json::Value = serde_json::from_str(&rest).unwrap();
            loaded.push((rest, serde_json::from_str::<Vec<Leg>>(&legs).unwrap()));
        }
    }
    seconds(began)
}

/// The memory of this process in megabytes, as Linux counts it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1024
}

/// Loads the ledgers twice, adds an entry and loads it.
async fn through_the_ports(database: &Database, stores: &Stores, accounts: &[AccountId]) -> serde_json::Value {
    let before = resident();
    let (first, loaded) = load(stores, accounts, 0).await;
    let (again, _) = load(stores, accounts, 0).await;
    let memory = resident() - before;
    let began = Instant::now();
    let heads = stores.entries.heads(accounts).await.unwrap();
    let head = seconds(began);
    let one = entry(&mut Numbers(7), &accounts[0], 1);
    let began = Instant::now();
    let mut work = database.begin().await.unwrap();
    work.entries().append(&[one], Timestamp::from_seconds(2)).await.unwrap();
    work.commit().await.unwrap();
    let adding = seconds(began);
    let (one_more, _) = load(stores, &accounts[..1], heads[0].revision).await;
    json!({
        "entries": loaded, "accounts": accounts.len(), "load_first": first, "load_again": again, "heads": head,
        "add_one": adding, "load_one_more": one_more, "megabytes_of_two_loads": memory,
    })
}

/// Measures the tables, and other ways of loading them.
async fn through_the_file(path: &Path, stores: &Stores, accounts: &[AccountId], entries: u64) -> serde_json::Value {
    let url = format!("sqlite://{}", path.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let rows = size(&mut connection, "entries%", entries).await;
    let segments = size(&mut connection, "entry_segments%", entries).await;
    let as_json = as_json(&mut connection, stores, accounts).await;
    let bytes_as_json = size(&mut connection, "json_form%", entries).await;
    let began = Instant::now();
    let text = "SELECT transaction_id, revision, ledger_revision, stored_at, content FROM entries WHERE newest";
    let fetched = sqlx::query(text).fetch_all(&mut connection).await.unwrap();
    let fetching = seconds(began);
    assert!(fetched.len() as u64 > entries / 2);
    json!({
        "bytes_per_entry": { "rows": rows, "segments": segments, "json": bytes_as_json },
        "fetch_rows": fetching, "load_from_json_rows": as_json,
    })
}

/// Runs the program with these arguments.
#[tokio::main]
pub async fn run(arguments: &[String]) {
    let mut arguments = arguments.iter();
    let mut argument = || arguments.next().and_then(|text| text.parse::<u64>().ok());
    let entries = argument().expect("how many entries");
    let count = argument().expect("how many accounts");
    let folder: PathBuf = std::env::var_os("SPYHOP_DATA").expect("SPYHOP_DATA").into();
    let path = folder.join("spyhop.db");
    let account = |n| AccountId {
        chain: ChainId::evm(1),
        address: address(3, n),
    };
    let accounts: Vec<AccountId> = (0..count).map(account).collect();
    let began = Instant::now();
    let database = open(&path).await;
    write(&database, &accounts, entries).await;
    let writing = seconds(began);
    database.close().await;
    drop(database);
    let database = open(&path).await;
    let stores = database.stores();
    let ports = through_the_ports(&database, &stores, &accounts).await;
    let file = through_the_file(&path, &stores, &accounts, entries).await;
    println!("{}", json!({ "write": writing, "ports": ports, "file": file }));
}
