//! Calls that wait: a cancelled one is atomic, and a hanging database fails every call within its time limit.

use std::{
    future::Future,
    pin::pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use adapters::storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenOptions};
use ports::{Storage as _, StorageError};
use support::{folder::Folder, patience, postgres::fresh_database, relay::Relay};

use crate::{
    database::{TestDatabase, opening},
    samples::{at, id, user, wallet},
};

mod databases {
    use super::a_cancelled_unit_is_atomic;
    crate::database::on_databases! { a_cancelled_unit_is_atomic }
}

/// Polls a future a limited number of times and then drops it. Returns whether it completed.
async fn cancelled_after<T>(waits: usize, future: impl Future<Output = T>) -> bool {
    let mut future = pin!(future);
    let mut waited = 0;
    std::future::poll_fn(|context: &mut Context<'_>| {
        if future.as_mut().poll(context).is_ready() {
            return Poll::Ready(true);
        }
        waited += 1;
        if waited > waits {
            Poll::Ready(false)
        } else {
            Poll::Pending
        }
    })
    .await
}

async fn a_cancelled_unit_is_atomic(db: TestDatabase) {
    for n in 0..=200_u8 {
        let (person, owned) = (user(n), wallet(u16::from(n) + 1000, user(n).id, n));
        let unit = async {
            let mut work = db.storage.begin().await?;
            work.users().add(&person).await?;
            work.wallets().save(&owned).await?;
            work.users().set_version(person.id, 7).await?;
            if n == 0 {
                std::future::pending::<()>().await;
            }
            work.commit().await
        };
        // The first is never whole and the last always; between them, the more polls the further.
        let waits = if n == 200 { usize::MAX } else { usize::from(n) / 4 };
        let whole = cancelled_after(waits, unit).await;
        // The next user of a connection finds no open transaction, and all of the unit's writes or none.
        let mut next = db.begin().await;
        let mut found = next.users().lock(person.id).await.unwrap();
        let wallets = next.wallets().of_user(person.id, at(0)).await.unwrap();
        if found.is_none() && !wallets.is_empty() {
            // A commit that was sent before the future was dropped may arrive between the two statements, and each statement
            // of Postgres sees what was committed before it.
            found = next.users().lock(person.id).await.unwrap();
        }
        next.commit().await.unwrap();
        match found {
            Some(found) => assert_eq!((found.version, wallets), (7, vec![owned]), "{n}"),
            None => assert_eq!((whole, wallets), (false, vec![]), "{n}"),
        }
        let read = db.stores.users.find(person.id);
        cancelled_after(usize::from(n) % 3, read).await;
        assert!(n > 0 || !whole, "the first unit was cancelled");
        assert!(n < 200 || whole, "with enough polls it completes");
    }
    db.storage.check().await.unwrap();
    if db.url().starts_with("postgres") {
        no_transaction_is_open(&db).await;
    }
}

async fn no_transaction_is_open(db: &TestDatabase) {
    use sqlx::Connection as _;
    let mut other = sqlx::PgConnection::connect(db.url()).await.unwrap();
    let since = Instant::now();
    let text = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'";
    loop {
        let open: i64 = sqlx::query_scalar(text).fetch_one(&mut other).await.unwrap();
        if open == 0 {
            return;
        }
        // The server notices that a connection was dropped when it reads from it.
        assert!(since.elapsed() < patience(5), "{open} transactions are open");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Opens a database whose calls fail within this time.
async fn open(place: &DatabaseLocation, call: Duration) -> Arc<Database> {
    let opening = OpenOptions {
        timeouts: DatabaseTimeouts::new(call),
        ..opening()
    };
    Arc::new(Database::open(place, &opening).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_postgres_times_out_within_five_seconds() {
    let limit = Duration::from_secs(5);
    let relay = Relay::open(&fresh_database()).await;
    let database = open(&DatabaseLocation::postgres(&relay.url()), limit).await;
    let stores = database.stores();
    let mut open = database.begin().await.unwrap();
    open.users().add(&user(1)).await.unwrap();
    relay.forward(false);
    let started = Instant::now();
    let reads = futures::future::join_all((0..30).map(|_| stores.users.find(id(1))));
    let writes = futures::future::join_all((0..10).map(|_| async { database.begin().await.map(drop) }));
    let commit = async { open.commit().await };
    let (reads, writes, commit) = futures::join!(reads, writes, commit);
    assert!(started.elapsed() < limit + patience(2), "{:?}", started.elapsed());
    for refused in reads
        .into_iter()
        .map(|read| read.map(drop))
        .chain(writes)
        .chain([commit])
    {
        assert!(
            matches!(refused, Err(StorageError::Unavailable { full: false, .. })),
            "{refused:?}"
        );
    }
    relay.forward(true);
    database.check().await.unwrap();
    assert!(stores.users.find(id(9)).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_queue_while_it_moves_and_fail_behind_a_hanging_one() {
    // A write may take five seconds longer than it pauses before it counts as a hanging one.
    let (limit, pause) = (Duration::from_secs(10), Duration::from_secs(1));
    let folder = Folder::create("queue");
    let database = open(&DatabaseLocation::File(folder.path().join("spyhop.db")), limit).await;
    let started = Instant::now();
    let write = async |n: u8| {
        let mut work = database.begin().await?;
        // The last writer waits longer than the time limit for a hanging database.
        tokio::time::sleep(pause).await;
        work.users().add(&user(n)).await?;
        work.commit().await
    };
    for kept in futures::future::join_all((1..=8).map(write)).await {
        kept.unwrap();
    }
    assert!(started.elapsed() >= pause * 8, "{:?}", started.elapsed());
    let hangs = database.begin().await.unwrap();
    let started = Instant::now();
    let refused = database.begin().await.map(drop).unwrap_err();
    assert!(matches!(refused, StorageError::Unavailable { .. }), "{refused}");
    assert!(started.elapsed() < limit + patience(2), "{:?}", started.elapsed());
    drop(hangs);
    write(11).await.unwrap();
}

/// As many people do who sign in to one account at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_without_a_limit_wait_for_one_row_while_others_are_answered() {
    let limit = patience(2);
    let database = open(&DatabaseLocation::postgres(&fresh_database()), limit).await;
    let mut first = database.begin_unlimited().await.unwrap();
    first.users().add(&user(1)).await.unwrap();
    first.commit().await.unwrap();
    let mut first = database.begin_unlimited().await.unwrap();
    first.users().lock(id(1)).await.unwrap();
    let waiting: Vec<_> = (0..40)
        .map(|_| {
            let database = Arc::clone(&database);
            tokio::spawn(async move {
                let mut work = database.begin_unlimited().await?;
                work.users().lock(id(1)).await?;
                work.commit().await
            })
        })
        .collect();
    let since = Instant::now();
    while since.elapsed() < limit * 2 {
        let mut other = database.begin().await.unwrap();
        assert!(other.users().lock(id(2)).await.unwrap().is_none());
        other.commit().await.unwrap();
        // The server ends a transaction that is idle for longer than its limit.
        first.users().lock(id(1)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    first.commit().await.unwrap();
    for waited in futures::future::join_all(waiting).await {
        waited.unwrap().unwrap();
    }
}
