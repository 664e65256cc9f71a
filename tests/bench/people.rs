//! Creates a database with many users for benchmarks.
//!
//! `spyhop-bench people <people> [wallets]` fills the empty data folder that `SPYHOP_DATA` names. Each user has 50 wallets, or as
//! many as are given, on every chain that can be read, with three of 3,000 tokens in each account on twenty of them. No address
//! belongs to two users, and all data was read and priced just now. It prints one line of JSON: a session token of each of the first users, and the size
//! of the file before and after.
//!
//! The rows are written by SQL without a journal, because writing them through the ports would take longer than the
//! measurement. Addresses and ids consist of decimal digits, so that upper and lower case do not matter.

use adapters::{Config, Started};
use ports::{Session, Token, TokenKind, UserId, session::SessionId};
use serde_json::json;
use sqlx::{
    AssertSqlSafe, Connection as _, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

/// Tables that do not depend on a user: chains, tokens and their prices.
const WORLD: &str = "
CREATE TEMP TABLE chain (n INTEGER, id TEXT, full INTEGER);
CREATE TEMP TABLE source (n INTEGER, id TEXT);
CREATE TEMP TABLE moment (at INTEGER);
CREATE TEMP TABLE person (p INTEGER);
CREATE TEMP TABLE wallet (i INTEGER);
";
const TOKENS: &str = "
CREATE TEMP TABLE token AS
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 149)
    SELECT i, i / 3 AS wallet, n AS chain, printf('%s/erc20:0x%04d%036d', id, 7000 + n, i) AS id FROM chain, n WHERE full;
CREATE INDEX token_place ON token (chain, wallet);
INSERT INTO assets (id, chain, symbol, name, decimals, same_as, origin, confirmed)
    SELECT token.id, chain.id, printf('T%d', i), printf('Token %d of chain %d', i, n), 18, token.id, 'chain', 1
    FROM token JOIN chain ON n = token.chain;
INSERT INTO quote_series (asset, source) SELECT token.id, source.id FROM token, source;
INSERT INTO quotes (id, asset, source, answer, price, confidence, source_time, received_at)
    SELECT printf('%08d-0000-7000-8000-%012d', source.n, token.chain * 1000 + i), token.id, source.id, 'price',
    printf('%d.%02d', 1 + i, source.n), '0.99', at, at FROM token, source, moment;
";
/// Adds one user.
const PERSON: &str = "
INSERT INTO users (id, version, created_at)
    SELECT printf('%08d-0000-7000-8000-000000000000', p), 1, at FROM person, moment;
INSERT INTO wallets (id, user_id, position, row_key, text, address, created_at)
    SELECT printf('%08d-0000-7000-8000-%012d', p, 1 + i), printf('%08d-0000-7000-8000-000000000000', p), i,
    printf('0x%08d%032d', p, i), printf('0x%08d%032d', p, i), printf('0x%08d%032d', p, i), at FROM person, wallet, moment;
INSERT INTO accounts (id, address, added_at, latest, read_at, whole_at)
    SELECT printf('%s:0x%08d%032d', id, p, i), printf('0x%08d%032d', p, i), at,
    printf('%08d-0000-7000-8000-%012d', p, n * 1000 + i), at, at FROM person, chain, wallet, moment;
INSERT INTO snapshots (id, account, block, source, host, taken_at, held, unreadable)
    SELECT printf('%08d-0000-7000-8000-%012d', p, n * 1000 + i), printf('%s:0x%08d%032d', id, p, i),
    json_object('number', 20000000 + i, 'hash', printf('0x%064d', i), 'time', at), 'demo-chain', 'demo.invalid', at,
    (SELECT json_group_array(json_array(token.id, printf('%d%018d', 1 + i, p), 18)) FROM token
    WHERE token.chain = n AND token.wallet = wallet.i % 50), '[]' FROM person, chain, wallet, moment;
INSERT INTO held_assets (asset, account)
    SELECT token.id, printf('%s:0x%08d%032d', chain.id, p, wallet.i)
    FROM person, token JOIN chain ON chain.n = token.chain JOIN wallet ON wallet.i % 50 = token.wallet;
";
/// The number of wallets of each user, unless another one is given.
const WALLETS: u32 = 50;
/// The number of chains on which each user holds tokens.
const CHAINS: usize = 20;
/// The lifetime of the sessions.
const SESSION: Duration = Duration::from_hours(24);
/// The greatest number of users with a session.
const SIGNED_IN: u32 = 50;

/// Runs the program with these arguments.
#[tokio::main]
pub async fn run(arguments: &[String]) {
    let mut numbers = arguments.iter().map(|word| word.parse::<u32>().unwrap());
    let people = numbers.next().unwrap();
    let wallets = numbers.next().unwrap_or(WALLETS);
    let environment: BTreeMap<_, _> = std::env::vars()
        .filter(|(name, _)| name.starts_with("SPYHOP_"))
        .collect();
    let config = Config::parse(&environment, None).unwrap();
    let folder = PathBuf::from(&environment["SPYHOP_DATA"]);
    let started = adapters::start(&config).await.unwrap();
    let names = names(&started, wallets);
    started.stop().await.unwrap();
    drop(started);
    let file = database(&folder);
    let before = file.metadata().unwrap().len();
    fill(&file, people, &names).await;
    let after = file.metadata().unwrap().len();
    let started = adapters::start(&config).await.unwrap();
    let mut tokens = vec![];
    for person in 0..people.min(SIGNED_IN) {
        tokens.push(sign_in(&started, person).await.reveal().to_owned());
    }
    started.stop().await.unwrap();
    println!("{}", json!({ "tokens": tokens, "before": before, "after": after }));
}

/// The path of the database file, whose name depends on the world.
fn database(folder: &Path) -> PathBuf {
    let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files
        .find(|file| file.extension().is_some_and(|end| end == "db"))
        .unwrap()
}

/// The statements that insert the chains, the sources, the current time and the numbers of the wallets.
fn names(started: &Started, wallets: u32) -> Vec<String> {
    let chains = started.ports.readers.iter().flat_map(|reader| reader.chains());
    let chain = |(n, chain): (usize, _)| format!("INSERT INTO chain VALUES ({n}, '{chain}', {})", u8::from(n < CHAINS));
    let sources = started.ports.prices.iter().map(|source| source.profile().id);
    let source = |(n, id): (usize, _)| format!("INSERT INTO source VALUES ({n}, '{id}')");
    let moment = format!("INSERT INTO moment VALUES ({})", started.ports.clock.now().millis());
    let chains = chains.enumerate().map(chain);
    let wallets = (0..wallets).map(|n| format!("INSERT INTO wallet VALUES ({n})"));
    let rows = chains.chain(sources.enumerate().map(source)).chain([moment]);
    rows.chain(wallets).collect()
}

async fn fill(file: &Path, people: u32, names: &[String]) {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(false)
        .journal_mode(SqliteJournalMode::Off)
        .pragma("locking_mode", "exclusive")
        .pragma("cache_size", "-524288")
        .pragma("synchronous", "off");
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(WORLD).execute(&mut connection).await.unwrap();
    for name in names {
        sqlx::raw_sql(AssertSqlSafe(name.as_str()))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    sqlx::raw_sql(TOKENS).execute(&mut connection).await.unwrap();
    for person in 0..people {
        let person = format!("BEGIN; DELETE FROM person; INSERT INTO person VALUES ({person})");
        sqlx::raw_sql(AssertSqlSafe(person))
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::raw_sql(PERSON).execute(&mut connection).await.unwrap();
        sqlx::raw_sql("COMMIT").execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

/// Stores a session of a user and returns its token.
async fn sign_in(started: &Started, person: u32) -> Token {
    let ports = &started.ports;
    let (now, token) = (
        ports.clock.now(),
        Token::new(TokenKind::Session, &ports.entropy.bytes()),
    );
    let session = Session {
        id: SessionId::new(ports.ids.next()),
        user: format!("{person:08}-0000-7000-8000-000000000000")
            .parse::<UserId>()
            .unwrap(),
        token_hash: token.hash(),
        created_at: now,
        used_at: now,
        expires_at: now.plus(SESSION),
        proved_at: None,
        device: None,
        network: None,
    };
    let mut work = ports.storage.begin().await.unwrap();
    work.sessions().add(&session).await.unwrap();
    work.commit().await.unwrap();
    token
}
