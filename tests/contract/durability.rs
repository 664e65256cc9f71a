//! What was accepted stays, what is missing is noticed, and nobody waits for ever.

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
    database::{Opened, opening},
    samples::{at, id, user, wallet},
};

mod databases {
    use super::a_unit_that_is_cancelled_anywhere_is_kept_whole_or_not_at_all;
    crate::database::on_databases! { a_unit_that_is_cancelled_anywhere_is_kept_whole_or_not_at_all }
}
mod disk {
    use super::a_migration_that_was_interrupted_names_the_way_back;
    crate::database::on_disk! { a_migration_that_was_interrupted_names_the_way_back }
}

/// A folder with the files of a database that was open, as a power loss leaves them.
fn as_after_a_power_loss(db: &Opened, into: &Folder) -> PathBuf {
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
async fn a_database_that_lost_its_log_or_the_end_of_it_is_refused() {
    let db = crate::database::file().await;
    let copy = backup(&db.place, None, at(0)).await.unwrap();
    db.user(1).await;
    db.user(2).await;
    for (keep, n) in [(None, 0), (Some(0), 1), (Some(40 * 1024), 2)] {
        let folder = Folder::create("lost-log");
        let path = as_after_a_power_loss(&db, &folder);
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
        let said = refused(&path).await;
        assert!(
            said.contains(&format!("spyhop restore {}", newest.display())),
            "{n}: {said}"
        );
        restore(&newest, folder.path(), at(1)).await.unwrap();
        assert!(!has_user(&path, 2).await);
    }
    let folder = Folder::create("kept-log");
    let path = as_after_a_power_loss(&db, &folder);
    assert!(has_user(&path, 2).await, "with its log everything is there");
    assert!(has_user(&path, 1).await, "and at every start after it");
}

#[tokio::test]
async fn an_older_copy_in_its_place_is_refused_and_can_be_chosen() {
    let db = crate::database::file().await;
    db.user(1).await;
    let copy = backup(&db.place, None, at(0)).await.unwrap();
    db.user(2).await;
    db.database().close().await;
    let DatabaseLocation::File(path) = db.place.clone() else {
        panic!("not a file")
    };
    let kept = db.let_go().unwrap();
    fs::copy(&copy, &path).unwrap();
    let said = refused(&path).await;
    assert!(said.contains(&format!("spyhop restore {}", path.display())), "{said}");
    restore(&path, kept.path(), at(1)).await.unwrap();
    assert!(has_user(&path, 1).await && !has_user(&path, 2).await);
}

#[tokio::test]
async fn a_revision_that_lags_behind_or_is_missing_refuses_nothing() {
    let db = crate::database::file().await;
    db.user(1).await;
    let folder = Folder::create("lagging");
    let path = as_after_a_power_loss(&db, &folder);
    let noted = path.with_file_name("spyhop.db.revision");
    let line = fs::read_to_string(&noted).unwrap();
    let (instance, number) = line.trim().split_once(' ').unwrap();
    let number: i64 = number.parse().unwrap();
    assert!(number > 0);
    // The process ended between the commit and the note, or the note never reached the disk.
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
    assert_eq!(noted(), last, "what is dropped is not counted");
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
            "another file in its place is none"
        );
        fs::rename(&away, &here).unwrap();
        db.database().check().await.unwrap();
    }
    db.user(1).await;
}

/// Polls a future until it waited so often, and drops it then. Whether it ended.
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

async fn a_unit_that_is_cancelled_anywhere_is_kept_whole_or_not_at_all(db: Opened) {
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
        // Whoever comes next finds no transaction that somebody left, and everything or nothing of what they did.
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
    assert!(ended > 0, "with time enough it ends");
    assert!(ended < 200, "some were cancelled");
    db.storage.check().await.unwrap();
    if db.url().starts_with("postgres") {
        no_transaction_is_open(&db).await;
    }
}

async fn no_transaction_is_open(db: &Opened) {
    use sqlx::Connection as _;
    let mut other = sqlx::PgConnection::connect(db.url()).await.unwrap();
    let since = Instant::now();
    let text = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'";
    loop {
        let open: i64 = sqlx::query_scalar(text).fetch_one(&mut other).await.unwrap();
        if open == 0 {
            return;
        }
        // A server hears that a connection was dropped when it reads from it.
        assert!(since.elapsed() < Duration::from_secs(5), "{open} transactions are open");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn a_migration_that_was_interrupted_names_the_way_back(db: Opened) {
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
    let kept = db.let_go();
    let error = Database::open(&place, &opening()).await.unwrap_err();
    assert!(matches!(error, OpenError::HalfMigrated { .. }), "{error}");
    assert!(error.to_string().contains(&expected), "{error}");
    drop(kept);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_that_hangs_is_waited_for_less_than_five_seconds() {
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
async fn writes_wait_for_their_turn_while_the_queue_moves_and_not_behind_one_that_hangs() {
    let db = crate::database::file().await;
    let started = Instant::now();
    let write = async |n: u8| {
        let mut work = db.database().begin().await?;
        // Whoever comes last waits longer than the limit of a wait for a database that hangs.
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
async fn a_file_that_was_closed_holds_everything_without_its_log() {
    use sqlx::Connection as _;
    let db = crate::database::file().await;
    db.user(1).await;
    let DatabaseLocation::File(path) = db.place.clone() else {
        panic!("not a file")
    };
    // Somebody reads meanwhile, so the last connection of the server is not the last one of the file.
    let url = format!("sqlite://{}?mode=ro", path.display());
    let mut other = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("SELECT 1 FROM users").fetch_all(&mut other).await.unwrap();
    db.database().close().await;
    let log = fs::metadata(path.with_file_name("spyhop.db-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0);
    other.close().await.unwrap();
    drop(db.let_go());
}
