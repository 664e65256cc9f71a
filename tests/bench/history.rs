//! Creates a database with one user who has a long history, for benchmarks.
//!
//! `spyhop-bench history <entries> <accounts>` fills the empty data folder that `SPYHOP_DATA` names: the entries of five years
//! over that many chains, read to the end, with the closing prices of each coin and of five tokens of each chain, and runs the jobs
//! that are due. It prints one line of JSON: a session token.
//!
//! `spyhop-bench history next <number>` adds one entry of now to the first account, while a server uses the folder.

use std::{collections::BTreeMap, time::Duration};

use adapters::{Config, Started};
use domain::Tracker;
use ports::{
    AccountId, Amount, Asset, AssetId, Block, Day, HistoryProgress, PastPrice, Session, Snapshot, Stream, Timestamp,
    Token, TokenKind, User, UserId, Wallet, account::Activity, asset::Metadata, chain::WaitingTransactions,
    session::SessionId, snapshot::SnapshotId,
};
use serde_json::json;
use support::random_ledger::{Numbers, TOKENS, address, entry};

/// The number of seconds from the first entry to the last one.
const SECONDS: i64 = 5 * 365 * 86_400;
const DAYS: i64 = SECONDS / 86_400 + 2;
/// The number of tokens with prices on each chain; forty on eight of them.
const PRICED: u64 = 5;
const BATCH: usize = 1_000;
const STREAMS: [Stream; 2] = [Stream::Transactions, Stream::TokenTransfers];
const DAY: Duration = Duration::from_hours(24);

/// Runs the program with these arguments.
#[tokio::main]
pub async fn run(arguments: &[String]) {
    let mut arguments = arguments.iter();
    let (first, second) = (arguments.next().expect("entries or `next`"), arguments.next());
    let second: u64 = second.and_then(|text| text.parse().ok()).expect("a number");
    let settings = std::env::vars().filter(|(name, _)| name.starts_with("SPYHOP_"));
    let environment: BTreeMap<_, _> = settings.collect();
    let started = adapters::start(&Config::parse(&environment, None).unwrap())
        .await
        .unwrap();
    let chains = started.ports.readers.iter().flat_map(|reader| reader.chains());
    let chains = chains.filter(|chain| chain.as_str().starts_with("eip155:"));
    let account = |chain| AccountId {
        chain,
        address: address(3, 0),
    };
    let mut accounts = chains.map(account);
    if first == "next" {
        add_next(&started, &accounts.next().unwrap(), second).await;
    } else {
        let accounts: Vec<AccountId> = accounts.take(usize::try_from(second).unwrap()).collect();
        let entries = first.parse::<u64>().expect("entries") / second;
        let token = watch(&started, &accounts).await;
        for account in &accounts {
            add_assets(&started, account).await;
            add_entries(&started, account, entries).await;
        }
        run_jobs(&started).await;
        println!("{}", json!({ "token": token.reveal() }));
    }
    started.stop().await.unwrap();
}

/// Stores one more entry of an account.
async fn add_next(started: &Started, account: &AccountId, number: u64) {
    let now = started.ports.clock.now();
    let mut next = entry(&mut Numbers(number), account, number);
    next.block = 20_000_000 + number;
    next.time = now;
    let mut work = started.ports.storage.begin().await.unwrap();
    work.entries().append(&[next], now).await.unwrap();
    work.commit().await.unwrap();
}

/// Stores a user who watches the accounts, which were read just now, and returns the token of their session.
async fn watch(started: &Started, accounts: &[AccountId]) -> Token {
    let ports = &started.ports;
    let now = ports.clock.now();
    let user = User {
        id: UserId::new(ports.ids.next()),
        version: 1,
        link: None,
        uploads: 0,
        created_at: now,
        registered_at: None,
        signed_up_from: None,
        delete_at: None,
    };
    let token = Token::new(TokenKind::Session, &ports.entropy.bytes());
    let session = Session {
        id: SessionId::new(ports.ids.next()),
        user: user.id,
        token_hash: token.hash(),
        created_at: now,
        used_at: now,
        expires_at: now.plus(DAY),
        proved_at: None,
        device: None,
        network: None,
    };
    let mut work = ports.storage.begin().await.unwrap();
    work.users().add(&user).await.unwrap();
    work.sessions().add(&session).await.unwrap();
    work.wallets().save(&wallet(started, user.id, now)).await.unwrap();
    work.accounts().add(accounts, now).await.unwrap();
    for account in accounts {
        let snapshot = empty_snapshot(started, account, now);
        work.snapshots().add(&snapshot).await.unwrap();
        work.accounts()
            .read(
                account,
                snapshot.id,
                now,
                Activity::Active,
                &WaitingTransactions::default(),
            )
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
    token
}

fn wallet(started: &Started, user: UserId, now: Timestamp) -> Wallet {
    Wallet {
        id: ports::WalletId::new(started.ports.ids.next()),
        user,
        position: 0,
        text: address(3, 0).to_string(),
        name: None,
        address: Some(address(3, 0)),
        extended: None,
        problem: None,
        nickname: None,
        group: None,
        kind: None,
        resolved_at: None,
        previous_address: None,
        created_at: now,
        removed_at: None,
    }
}

fn empty_snapshot(started: &Started, account: &AccountId, now: Timestamp) -> Snapshot {
    Snapshot {
        id: SnapshotId::new(started.ports.ids.next()),
        account: account.clone(),
        block: Block {
            number: 30_000_000,
            hash: format!("0x{:064x}", 1),
            time: now,
        },
        source: "demo-chain".parse().unwrap(),
        host: "demo.invalid".to_owned(),
        taken_at: now,
        probe: false,
        rows: vec![],
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: vec![],
    }
}

/// Stores the tokens of a chain and the closing prices of some.
async fn add_assets(started: &Started, account: &AccountId) {
    let ports = &started.ports;
    let source = ports.past_prices[0].profile().id;
    let first = Day::of(ports.clock.now().minus(Duration::from_secs(SECONDS.unsigned_abs())));
    let native = AssetId::native(&account.chain, 60);
    let tokens: Vec<AssetId> = (0..TOKENS)
        .map(|n| AssetId::erc20(&account.chain, &address(1, n)))
        .collect();
    let row = |(n, id): (usize, &AssetId)| Asset {
        id: id.clone(),
        metadata: Metadata {
            symbol: format!("T{n}"),
            name: format!("Token {n}"),
            decimals: Some(18),
        },
        group: id.to_string(),
        origin: "chain".to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    };
    let rows: Vec<Asset> = tokens.iter().enumerate().map(row).collect();
    let mut work = ports.storage.begin().await.unwrap();
    work.assets().add(&rows).await.unwrap();
    work.commit().await.unwrap();
    let priced = tokens.into_iter().take(usize::try_from(PRICED).unwrap());
    for (n, asset) in std::iter::once(native).chain(priced).enumerate() {
        let price = |day: i64| {
            let day = first.plus(day);
            let text = format!("{}.{:02}", 1 + n, day.number().rem_euclid(100));
            PastPrice {
                asset: asset.clone(),
                day,
                source: source.clone(),
                price: Some(text.parse::<Amount>().unwrap().try_into().unwrap()),
                quoted_in: None,
                at: day.plus(1).start(),
                confidence: None,
                read_at: ports.clock.now(),
            }
        };
        let prices: Vec<PastPrice> = (0..DAYS).map(price).collect();
        let mut work = ports.storage.begin().await.unwrap();
        work.past_prices().add(&prices).await.unwrap();
        work.commit().await.unwrap();
    }
}

/// Stores the entries of an account, and that its history is read to the end.
async fn add_entries(started: &Started, account: &AccountId, entries: u64) {
    let ports = &started.ports;
    let now = ports.clock.now();
    let first = now.minus(Duration::from_secs(SECONDS.unsigned_abs()));
    let mut numbers = Numbers(42);
    let all: Vec<u64> = (0..entries).collect();
    for part in all.chunks(BATCH) {
        let part = part.iter().map(|n| {
            let passed = Duration::from_secs(n * SECONDS.unsigned_abs() / entries);
            let mut entry = entry(&mut numbers, account, *n);
            entry.time = first.plus(passed);
            entry
        });
        let part: Vec<_> = part.collect();
        let mut work = ports.storage.begin().await.unwrap();
        work.entries().append(&part, now).await.unwrap();
        work.commit().await.unwrap();
    }
    let mut work = ports.storage.begin().await.unwrap();
    for stream in STREAMS {
        work.history_progress()
            .set(&whole(account, stream, entries, first, now))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
}

/// Runs the jobs that are due, as a server does while it reads the entries.
async fn run_jobs(started: &Started) {
    let work = Tracker::new(started.ports.clone()).work();
    work.begin().await.unwrap();
    loop {
        let leases = work.claim("bench", 16).await.unwrap();
        if leases.is_empty() {
            break;
        }
        for lease in &leases {
            work.perform(lease).await.unwrap();
        }
    }
    let unsearched = started.ports.stores.entry_assets.unsearched(1).await.unwrap();
    assert_eq!(unsearched, [], "the server would search them when it starts");
}

fn whole(account: &AccountId, stream: Stream, entries: u64, first: Timestamp, now: Timestamp) -> HistoryProgress {
    HistoryProgress {
        through: Some(30_000_000),
        target: Some(30_000_000),
        oldest: Some(first),
        facts: entries,
        total: Some(entries),
        is_whole: true,
        sent: entries / 2,
        expected: Some(entries / 2),
        ..HistoryProgress::unread(account, stream, now)
    }
}
