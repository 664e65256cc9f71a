//! Durability: committed writes stay, missing data is detected, and no call waits for ever.

use std::{
    fs,
    future::Future,
    path::{Path, PathBuf},
    pin::pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use adapters::storage::{Database, DatabaseLocation, OpenError, backup, restore};
use ports::{Storage as _, StorageError};
use support::{folder::Folder, postgres::fresh_database, relay::Relay};

use crate::{
    database::{TestDatabase, opening},
    samples::{at, id, user, wallet},
};

mod databases {
    use super::a_cancelled_unit_is_atomic;
    crate::database::on_databases! { a_cancelled_unit_is_atomic }
}
mod disk {
    use super::an_interrupted_migration_names_the_restore_command;
    crate::database::on_disk! { an_interrupted_migration_names_the_restore_command }
}

/// Copies the files of an open database, as a power loss would leave them.
fn copy_as_after_a_power_loss(db: &TestDatabase, into: &Folder) -> PathBuf {
    let DatabaseLocation::File(path) = &db.place else {
        panic!("not a file")
    };
    for entry in fs::read_dir(path.parent().unwrap()).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() && !entry.file_name().to_string_lossy().ends_with("-shm") {
            fs::copy(entry.path(), into.path().join(entry.file_name())).unwrap();
        }
    }
    into.path().join(path.file_name().unwrap())
}

async fn has_user(path: &Path, n: u8) -> bool {
    let database = Database::open(&DatabaseLocation::File(path.to_owned()), &opening())
        .await
        .unwrap();
    let database = std::sync::Arc::new(database);
    let found = database.stores().users.find(id(n.into())).await.unwrap();
    database.close().await;
    found.is_some()
}

async fn refused(path: &Path) -> String {
    let before = fs::read(path).unwrap();
    let error = Database::open(&DatabaseLocation::File(path.to_owned()), &opening())
        .await
        .unwrap_err();
    assert!(matches!(error, OpenError::Older { .. }), "{error}");
    assert!(fs::read(path).unwrap() == before, "nothing was changed");
    error.to_string()
}

#[tokio::test]
async fn a_database_without_its_complete_log_is_refused() {
    let db = crate::database::file().await;
    let copy = backup(&db.place, None, at(0)).await.unwrap();
    db.user(1).await;
    db.user(2).await;
    for (keep, n) in [(None, 0), (Some(0), 1), (Some(40 * 1024), 2)] {
        let folder = Folder::create("lost-log");
        let path = copy_as_after_a_power_loss(&db, &folder);
        let log = path.with_file_name("spyhop.db-wal");
        let whole = fs::read(&log).unwrap();
        assert!(whole.len() > 60 * 1024, "{}", whole.len());
        match keep {
            None => fs::remove_file(&log).unwrap(),
            Some(bytes) => fs::write(&log, &whole[..bytes]).unwrap(),
        }
        let backups = folder.path().join("backups");
        fs::create_dir(&backups).unwrap();
        let newest = backups.join(copy.file_name().unwrap());
        fs::copy(&copy, &newest).unwrap();
        let message = refused(&path).await;
        assert!(
            message.contains(&format!("spyhop restore {}", newest.display())),
            "{n}: {message}"
        );
        restore(&newest, folder.path(), at(1)).await.unwrap();
        assert!(!has_user(&path, 2).await);
    }
    let folder = Folder::create("kept-log");
    let path = copy_as_after_a_power_loss(&db, &folder);
    assert!(has_user(&path, 2).await, "with its log the database is complete");
    assert!(has_user(&path, 1).await, "and at every later start");
}

#[tokio::test]
async fn an_older_copy_is_refused_unless_restored() {
    let db = crate::database::file().await;
    db.user(1).await;
    let copy = backup(&db.place, None, at(0)).await.unwrap();
    db.user(2).await;
    db.database().close().await;
    let DatabaseLocation::File(path) = db.place.clone() else {
        panic!("not a file")
    };
    let kept = db.into_folder().unwrap();
    fs::copy(&copy, &path).unwrap();
    let message = refused(&path).await;
    assert!(
        message.contains(&format!("spyhop restore {}", path.display())),
        "{message}"
    );
    restore(&path, kept.path(), at(1)).await.unwrap();
    assert!(has_user(&path, 1).await && !has_user(&path, 2).await);
}

#[tokio::test]
async fn a_missing_or_late_revision_note_refuses_nothing() {
    let db = crate::database::file().await;
    db.user(1).await;
    let folder = Folder::create("lagging");
    let path = copy_as_after_a_power_loss(&db, &folder);
    let noted = path.with_file_name("spyhop.db.revision");
    let line = fs::read_to_string(&noted).unwrap();
    let (instance, number) = line.trim().split_once(' ').unwrap();
    let number: i64 = number.parse().unwrap();
    assert!(number > 0);
    // The process ended between the commit and the revision note, or the note never reached the disk.
    fs::write(&noted, format!("{instance} {:020}\n", number - 1)).unwrap();
    assert!(has_user(&path, 1).await);
    fs::remove_file(&noted).unwrap();
    assert!(has_user(&path, 1).await);
    fs::write(&noted, "nonsense").unwrap();
    let error = Database::open(&DatabaseLocation::File(path.clone()), &opening())
        .await
        .unwrap_err();
    assert!(error.to_string().contains("delete"), "{error}");
}

#[tokio::test]
async fn a_write_is_acknowledged_after_its_revision_was_noted() {
    let db = crate::database::file().await;
    let DatabaseLocation::File(path) = &db.place else {
        panic!("not a file")
    };
    let noted = || {
        let line = fs::read_to_string(path.with_file_name("spyhop.db.revision")).unwrap();
        line.trim().split_once(' ').unwrap().1.parse::<i64>().unwrap()
    };
    let mut last = noted();
    for n in 1..20 {
        db.user(n).await;
        assert!(noted() > last, "{n}");
        last = noted();
    }
    drop(db.begin().await);
    assert_eq!(noted(), last, "a dropped unit is not counted");
}

#[tokio::test]
async fn a_file_that_vanishes_takes_no_writes_until_it_is_back() {
    let db = crate::database::file().await;
    let DatabaseLocation::File(path) = &db.place else {
        panic!("not a file")
    };
    for name in ["spyhop.db", "spyhop.db-wal"] {
        let (here, away) = (path.with_file_name(name), path.with_file_name("away"));
        fs::rename(&here, &away).unwrap();
        assert!(db.database().check().await.is_err(), "{name}");
        let refused = db.database().begin().await.map(drop).unwrap_err();
        let StorageError::Unavailable { why, full: false } = &refused else {
            panic!("{refused}")
        };
        assert!(why.contains("spyhop restore"), "{why}");
        fs::write(&here, "another one").unwrap();
        assert!(
            db.database().begin().await.is_err(),
            "another file in its place does not count"
        );
        fs::rename(&away, &here).unwrap();
        db.database().check().await.unwrap();
    }
    db.user(1).await;
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
    let mut ended = 0;
    for n in 0..200_u8 {
        let (person, owned) = (user(n), wallet(u16::from(n) + 1000, user(n).id, n));
        let unit = async {
            let mut work = db.storage.begin().await?;
            work.users().add(&person).await?;
            work.wallets().save(&owned).await?;
            work.users().set_version(person.id, 7).await?;
            work.commit().await
        };
        let whole = cancelled_after(usize::from(n) / 4, unit).await;
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
        ended += usize::from(whole);
    }
    assert!(ended > 0, "with enough polls it completes");
    assert!(ended < 200, "some units were cancelled");
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
        assert!(since.elapsed() < Duration::from_secs(5), "{open} transactions are open");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn an_interrupted_migration_names_the_restore_command(db: TestDatabase) {
    db.database().close().await;
    db.execute("UPDATE _sqlx_migrations SET success = FALSE WHERE version = 18")
        .await;
    let place = db.place.clone();
    let expected = match &place {
        DatabaseLocation::File(path) => {
            let folder = path.with_file_name("backups");
            fs::create_dir(&folder).unwrap();
            let copy = folder.join("spyhop-schema-17-2026-01-01T00-00-00Z.db");
            fs::copy(path, &copy).unwrap();
            format!("spyhop restore {}", copy.display())
        }
        _ => "pg_restore --clean".to_owned(),
    };
    let kept = db.into_folder();
    let error = Database::open(&place, &opening()).await.unwrap_err();
    assert!(matches!(error, OpenError::HalfMigrated { .. }), "{error}");
    assert!(error.to_string().contains(&expected), "{error}");
    drop(kept);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_postgres_times_out_within_five_seconds() {
    let relay = Relay::open(&fresh_database()).await;
    let database = Database::open(&DatabaseLocation::postgres(&relay.url()), &opening())
        .await
        .unwrap();
    let database = std::sync::Arc::new(database);
    let stores = database.stores();
    let mut open = database.begin().await.unwrap();
    open.users().add(&user(1)).await.unwrap();
    relay.forward(false);
    let started = Instant::now();
    let reads = futures::future::join_all((0..30).map(|_| stores.users.find(id(1))));
    let writes = futures::future::join_all((0..10).map(|_| async { database.begin().await.map(drop) }));
    let commit = async { open.commit().await };
    let (reads, writes, commit) = futures::join!(reads, writes, commit);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
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
    let db = crate::database::file().await;
    let started = Instant::now();
    let write = async |n: u8| {
        let mut work = db.database().begin().await?;
        // The last writer waits longer than the time limit for a hanging database.
        tokio::time::sleep(Duration::from_millis(500)).await;
        work.users().add(&user(n)).await?;
        work.commit().await
    };
    for kept in futures::future::join_all((1..=10).map(write)).await {
        kept.unwrap();
    }
    assert!(started.elapsed() > Duration::from_secs(5), "{:?}", started.elapsed());
    let hangs = db.begin().await;
    let started = Instant::now();
    let refused = db.database().begin().await.map(drop).unwrap_err();
    assert!(matches!(refused, StorageError::Unavailable { .. }), "{refused}");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    drop(hangs);
    db.user(11).await;
}

#[tokio::test]
async fn a_closed_file_is_complete_without_its_log() {
    use sqlx::Connection as _;
    let db = crate::database::file().await;
    db.user(1).await;
    let DatabaseLocation::File(path) = db.place.clone() else {
        panic!("not a file")
    };
    // A concurrent reader has the file open, so the server's last connection is not the last one of the file.
    let url = format!("sqlite://{}?mode=ro", path.display());
    let mut other = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("SELECT 1 FROM users").fetch_all(&mut other).await.unwrap();
    db.database().close().await;
    let log = fs::metadata(path.with_file_name("spyhop.db-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0);
    other.close().await.unwrap();
    drop(db.into_folder());
}
