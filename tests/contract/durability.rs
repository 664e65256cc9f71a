//! Durability: committed writes stay, and missing data is detected.

mod waiting;

use std::{
    fs,
    path::{Path, PathBuf},
};

use adapters::storage::{Database, DatabaseLocation, OpenError, backup, restore};
use ports::{
    Storage as _, StorageError,
    idempotency::{ClaimOutcome, IdempotentCall},
};
use support::folder::Folder;

use crate::{
    database::{TestDatabase, opening},
    samples::{at, id},
};

mod disk {
    use super::{a_claim_of_a_killed_process_is_free, an_interrupted_migration_names_the_restore_command_only};
    crate::database::on_disk! {
        a_claim_of_a_killed_process_is_free,
        an_interrupted_migration_names_the_restore_command_only,
    }
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

async fn an_interrupted_migration_names_the_restore_command_only(db: TestDatabase) {
    db.user(1).await;
    db.database().close().await;
    // As a process leaves it that was killed during a migration, of a database with data of users.
    db.execute("UPDATE _sqlx_migrations SET success = FALSE WHERE version = 65")
        .await;
    let place = db.place.clone();
    let expected = match &place {
        DatabaseLocation::File(path) => {
            let folder = path.with_file_name("backups");
            fs::create_dir(&folder).unwrap();
            let copy = folder.join("spyhop-schema-64-2026-01-01T00-00-00Z.db");
            fs::copy(path, &copy).unwrap();
            format!("spyhop restore {}", copy.display())
        }
        _ => "pg_restore --clean".to_owned(),
    };
    let kept = db.into_folder();
    let error = Database::open(&place, &opening()).await.unwrap_err();
    assert!(matches!(error, OpenError::HalfMigrated { .. }), "{error}");
    let text = error.to_string();
    let (_, advice) = text.split_once("migration 65 was interrupted. ").expect(&text);
    assert!(
        advice.starts_with("Restore the copy from before: ") && advice.contains(&expected),
        "{text}"
    );
    assert!(
        !text.contains("_sqlx_migrations") && !text.contains("i-have-a-backup"),
        "{text}"
    );
    if let DatabaseLocation::File(path) = &place {
        let copies = fs::read_dir(path.with_file_name("backups")).unwrap();
        assert_eq!(
            copies.count(),
            1,
            "no copy of the half-migrated file would be taken for the one from before"
        );
    }
    drop(kept);
}

/// On Postgres, another process may be running the call: it stores its user.
async fn a_claim_of_a_killed_process_is_free(db: TestDatabase) {
    let call = |key| IdempotentCall::new("create", &[key; 32], b"body").unwrap();
    let claim = async |db: &TestDatabase, key, n: u16| {
        let mut work = db.begin().await;
        let outcome = work
            .idempotency()
            .claim(&call(key), id(n), at(0), at(60))
            .await
            .unwrap();
        work.commit().await.unwrap();
        outcome
    };
    let keep = async |db: &TestDatabase, key, n: u16| {
        let person = db.user(u8::try_from(n).unwrap()).await;
        let mut work = db.begin().await;
        let kept = work.idempotency().keep(&call(key), id(n), person, at(100)).await;
        work.commit().await.unwrap();
        kept.unwrap()
    };
    assert_eq!(claim(&db, b'a', 1).await, ClaimOutcome::Ours);
    assert_eq!(claim(&db, b'b', 2).await, ClaimOutcome::Ours);
    assert!(keep(&db, b'b', 2).await);
    assert_eq!(claim(&db, b'c', 3).await, ClaimOutcome::Ours);
    let (place, is_file) = (db.place.clone(), matches!(db.place, DatabaseLocation::File(_)));
    let mut running = Some(db);
    let mut folder = None;
    if is_file {
        folder = running.take().and_then(TestDatabase::into_folder);
    }
    let next = TestDatabase::again(&place).await;
    assert_eq!(claim(&next, b'a', 4).await, ClaimOutcome::Ours);
    assert!(matches!(claim(&next, b'b', 5).await, ClaimOutcome::Before { .. }));
    if let Some(running) = &running {
        assert!(keep(running, b'c', 3).await, "it runs on, and nobody repeated it");
        assert!(!keep(running, b'a', 1).await, "another claim has the key");
    }
    next.database().close().await;
    drop(folder);
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
