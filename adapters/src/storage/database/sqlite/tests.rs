//! Tests of opening and migrating SQLite files.

use std::{fs, path::PathBuf, time::Duration};

use ports::{StorageError, Timestamp};

use super::{connect::open_to_read, open::open_file};
use crate::storage::database::{
    location::OpenError,
    migrations::{STEPS, Step, newest_step},
    sql::sql,
    timeouts::DatabaseTimeouts,
};

/// A temporary folder of a test, deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spyhop-test-{name}-{}-0", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const NEXT: Step = Step {
    version: 66,
    name: "next",
    sqlite: "CREATE TABLE next (id TEXT NOT NULL PRIMARY KEY) STRICT; INSERT INTO next VALUES ('new')",
    postgres: "",
};

const BROKEN: Step = Step {
    version: 67,
    name: "broken",
    sqlite: "CREATE TABLE half (id TEXT) STRICT; INSERT INTO nowhere VALUES (1)",
    postgres: "",
};

fn now() -> Timestamp {
    Timestamp::from_seconds(1_750_000_000)
}

#[tokio::test]
async fn a_file_is_backed_up_before_it_is_migrated() {
    let folder = Folder::new("migrate");
    let path = folder.0.join("spyhop.db");
    let first = || Step { ..STEPS[0] };
    drop(
        open_file(&path, &[first()], now(), DatabaseTimeouts::default())
            .await
            .unwrap(),
    );
    let (sql_after, lock) = open_file(&path, &[first(), NEXT], now(), DatabaseTimeouts::default())
        .await
        .unwrap();
    assert_eq!(newest_step(&sql_after).await.unwrap(), 66);
    sql_after.close().await;
    drop(lock);
    let backups: Vec<PathBuf> = fs::read_dir(folder.0.join("backups"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(backups.len(), 1);
    let before = open_to_read(&backups[0], DatabaseTimeouts::default()).await.unwrap();
    assert_eq!(newest_step(&before).await.unwrap(), 65);
    let later = now().plus(Duration::from_secs(1));
    let failed = open_file(&path, &[first(), NEXT, BROKEN], later, DatabaseTimeouts::default())
        .await
        .unwrap_err();
    assert!(matches!(failed, OpenError::HalfMigrated { .. }), "{failed}");
    assert!(failed.to_string().contains("spyhop restore /"), "{failed}");
    let (after, _lock) = open_file(&path, &[first(), NEXT], later, DatabaseTimeouts::default())
        .await
        .unwrap();
    assert_eq!(
        newest_step(&after).await.unwrap(),
        66,
        "a failing step leaves nothing behind"
    );
    assert!(sql("SELECT id FROM half").fetch_all(&after).await.is_err());
}

#[tokio::test]
async fn what_is_deleted_is_overwritten() {
    let folder = Folder::new("overwritten");
    let (on, _lock) = open_file(&folder.0.join("spyhop.db"), STEPS, now(), DatabaseTimeouts::default())
        .await
        .unwrap();
    let mut tx = on.begin().await.unwrap();
    let row = sql("PRAGMA secure_delete").fetch_one(&mut tx).await.unwrap();
    assert_eq!(row.get::<i64>("secure_delete").unwrap(), 1);
}

#[tokio::test]
async fn a_full_disk_is_reported_and_harms_nothing() {
    let folder = Folder::new("full");
    let (on, _lock) = open_file(&folder.0.join("spyhop.db"), STEPS, now(), DatabaseTimeouts::default())
        .await
        .unwrap();
    let fill = async || {
        let mut tx = on.begin().await?;
        for n in 0..2000_i64 {
            let row = sql("INSERT INTO names (name, resolved_at, address) VALUES ('a.eth', $1, 'somewhere')");
            row.bind(n).execute(&mut tx).await?;
        }
        tx.commit().await
    };
    sql("PRAGMA max_page_count = 80").execute(&on).await.unwrap();
    let full = fill().await.unwrap_err();
    assert!(matches!(full, StorageError::Unavailable { full: true, .. }), "{full}");
    // The limit ended with its connection, as if disk space was freed.
    fill().await.unwrap();
}
