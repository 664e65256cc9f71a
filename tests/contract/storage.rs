//! Tests of opening, backing up and restoring databases, and of refused files.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, sync::Arc};

use adapters::storage::{Database, DatabaseLocation, OpenError, OpenOptions, backup, examine, restore};
use ports::{JobQueue as _, Storage as _, StorageError, WorldKind};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use support::{folder::Folder, postgres::fresh_database};

use crate::{
    database::{TestDatabase, opening},
    samples::{account, address, at, id, job, user},
};

mod all {
    use super::the_check_writes_and_reads;
    crate::database::on_databases! { the_check_writes_and_reads }
}
mod disk {
    use super::{a_corrupt_row_names_its_table, a_newer_schema_is_refused, the_other_world_is_refused};
    crate::database::on_disk! { a_corrupt_row_names_its_table, a_newer_schema_is_refused, the_other_world_is_refused }
}

async fn the_check_writes_and_reads(db: TestDatabase) {
    db.database().check().await.unwrap();
    assert!(["sqlite", "postgres"].contains(&db.database().kind()));
    assert_eq!(db.database().instance().id, opening().id);
    let room = db.database().room().await.unwrap();
    let is_file = matches!(db.place, DatabaseLocation::File(_));
    assert_eq!(room.is_some_and(|bytes| bytes > 0), is_file, "{room:?}");
    db.database().close().await;
    let closed = db.database().check().await;
    assert!(matches!(closed, Err(StorageError::Unavailable { full: false, .. })));
}

async fn a_corrupt_row_names_its_table(db: TestDatabase) {
    let mut work = db.begin().await;
    work.accounts().add(&[account(1)], at(0)).await.unwrap();
    work.commit().await.unwrap();
    db.execute("UPDATE accounts SET failure = 'not json'").await;
    let expected = StorageError::Corrupt {
        table: "accounts".to_owned(),
        column: "failure".to_owned(),
        id: account(1).to_string(),
    };
    let text = expected.to_string();
    assert!(!text.contains(address(1).as_str()), "the text goes to the log: {text}");
    assert_eq!(db.stores.accounts.states(&[account(1)]).await, Err(expected));
}

async fn a_newer_schema_is_refused(db: TestDatabase) {
    db.database().close().await;
    db.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT 99, 'later', success, checksum, execution_time FROM _sqlx_migrations ORDER BY version LIMIT 1",
    )
    .await;
    let place = db.place.clone();
    let kept = db.into_folder();
    let refused = Database::open(&place, &opening()).await.unwrap_err();
    assert!(matches!(refused, OpenError::Newer { found: 99, .. }), "{refused}");
    assert!(refused.to_string().contains("spyhop restore <file>"));
    drop(kept);
}

async fn the_other_world_is_refused(db: TestDatabase) {
    db.database().close().await;
    let place = db.place.clone();
    let kept = db.into_folder();
    let demo = OpenOptions {
        world: WorldKind::Demo,
        ..opening()
    };
    let refused = Database::open(&place, &demo).await.unwrap_err();
    assert!(refused.to_string().contains("SPYHOP_SOURCES=live"), "{refused}");
    let same = Database::open(&place, &OpenOptions { id: id(2), ..opening() })
        .await
        .unwrap();
    assert_eq!(same.instance().id, opening().id, "the instance id stays");
    drop(kept);
}

/// The tables with their columns, as listed by the database.
const SQLITE_SHAPE: &str = "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
     WHERE m.type = 'table' AND m.name <> '_sqlx_migrations' ORDER BY 1";
const POSTGRES_SHAPE: &str = "SELECT (table_name || '.' || column_name)::text COLLATE \"C\" FROM information_schema.columns \
     WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations' ORDER BY 1";

#[tokio::test]
async fn both_migrations_create_the_same_tables_and_columns() {
    let (file, postgres) = (crate::database::file().await, crate::database::postgres().await);
    let mut connection = SqliteConnection::connect(file.url()).await.unwrap();
    let columns: Vec<String> = sqlx::query_scalar(SQLITE_SHAPE)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let mut connection = PgConnection::connect(postgres.url()).await.unwrap();
    let others: Vec<String> = sqlx::query_scalar(POSTGRES_SHAPE)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert!(columns.len() > 80, "{}", columns.len());
    assert_eq!(columns, others);
}

fn live(folder: &Folder) -> DatabaseLocation {
    DatabaseLocation::File(folder.path().join("spyhop.db"))
}

/// A folder with a live database of one user.
async fn with_one_user(purpose: &str) -> (Folder, DatabaseLocation) {
    let folder = Folder::create(purpose);
    let place = live(&folder);
    add_user(&place, 1).await;
    (folder, place)
}

async fn add_user(place: &DatabaseLocation, n: u8) {
    let database = Database::open(place, &opening()).await.unwrap();
    let mut work = database.begin().await.unwrap();
    work.users().add(&user(n)).await.unwrap();
    work.commit().await.unwrap();
    database.close().await;
}

async fn has_user(place: &DatabaseLocation, n: u16) -> bool {
    let database = Arc::new(Database::open(place, &opening()).await.unwrap());
    let found = database.stores().users.find(id(n)).await.unwrap();
    database.close().await;
    found.is_some()
}

#[tokio::test]
async fn a_backup_is_restored_and_the_old_file_is_kept() {
    let (folder, place) = with_one_user("backup").await;
    let open = Database::open(&place, &opening()).await.unwrap();
    let copy = backup(&place, None, at(0)).await.unwrap();
    assert!(copy.starts_with(folder.path().join("backups")), "{}", copy.display());
    assert!(backup(&place, Some(&copy), at(0)).await.is_err(), "it never overwrites");
    let mode = fs::metadata(&copy).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "other users cannot read it");
    let in_use = restore(&copy, folder.path(), at(1)).await.unwrap_err();
    assert!(matches!(in_use, OpenError::InUse { .. }), "{in_use}");
    open.close().await;
    drop(open);
    add_user(&place, 2).await;
    let restored = restore(&copy, folder.path(), at(1)).await.unwrap();
    assert_eq!(restored.to, folder.path().join("spyhop.db"));
    for made in ["spyhop.db", "spyhop.db.lock", "backups"] {
        let mode = fs::metadata(folder.path().join(made)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{made} is its owner's alone");
    }
    let elsewhere = folder.path().join("new/data");
    restore(&copy, &elsewhere, at(1)).await.unwrap();
    let mode = fs::metadata(&elsewhere).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "a folder created for it is private too");
    assert_eq!((has_user(&place, 1).await, has_user(&place, 2).await), (true, false));
    let aside = DatabaseLocation::File(restored.set_aside.unwrap());
    assert!(has_user(&aside, 2).await);
}

#[tokio::test]
async fn an_invalid_backup_is_not_restored() {
    let (folder, place) = with_one_user("nobackup").await;
    let text = folder.path().join("notes.txt");
    fs::write(&text, "dear diary ".repeat(1000)).unwrap();
    let refused = restore(&text, folder.path(), at(0)).await.unwrap_err();
    assert!(matches!(refused, OpenError::Broken { .. }), "{refused}");
    assert!(restore(Path::new("/nowhere.db"), folder.path(), at(0)).await.is_err());
    assert!(has_user(&place, 1).await);
    assert!(backup(&DatabaseLocation::Memory, None, at(0)).await.is_err());
    let postgres = backup(&DatabaseLocation::postgres(&fresh_database()), None, at(0))
        .await
        .unwrap_err();
    assert!(postgres.to_string().contains("pg_dump"), "{postgres}");
}

#[tokio::test]
async fn a_file_with_triggers_is_not_opened() {
    let (folder, place) = with_one_user("acting").await;
    let path = folder.path().join("spyhop.db");
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", path.display()))
        .await
        .unwrap();
    let trigger = "CREATE TRIGGER t AFTER INSERT ON sessions BEGIN DELETE FROM users; END";
    sqlx::raw_sql(trigger).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert!(
        examine(&place, opening().timeouts)
            .await
            .unwrap_err()
            .to_string()
            .contains("triggers")
    );
    assert!(restore(&path, &folder.path().join("new"), at(0)).await.is_err());
    assert!(Database::open(&place, &opening()).await.is_err());
}

#[tokio::test]
async fn a_damaged_file_is_refused_and_unchanged() {
    let (folder, place) = with_one_user("damaged").await;
    let path = folder.path().join("spyhop.db");
    for from in [0, 8192] {
        let whole = fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        damaged[from..].fill(0x5a);
        fs::write(&path, &damaged).unwrap();
        let refused = Database::open(&place, &opening()).await.unwrap_err();
        assert!(refused.to_string().contains("spyhop restore <file>"), "{refused}");
        assert!(fs::read(&path).unwrap() == damaged, "nothing was changed");
        assert!(examine(&place, opening().timeouts).await.is_err());
        fs::write(&path, &whole).unwrap();
    }
    assert!(has_user(&place, 1).await);
}

#[tokio::test]
async fn a_lost_file_is_not_recreated() {
    let (folder, place) = with_one_user("lost").await;
    let path = folder.path().join("spyhop.db");
    for lose in [
        |path: &Path| fs::write(path, "").unwrap(),
        |path: &Path| fs::remove_file(path).unwrap(),
    ] {
        let whole = fs::read(&path).unwrap();
        lose(&path);
        let refused = Database::open(&place, &opening()).await.unwrap_err();
        assert!(matches!(refused, OpenError::Gone { .. }), "{refused}");
        fs::write(&path, &whole).unwrap();
    }
    let other = folder.path().join("other.db");
    let mut foreign = SqliteConnection::connect(&format!("sqlite://{}?mode=rwc", other.display()))
        .await
        .unwrap();
    sqlx::raw_sql("CREATE TABLE songs (id INTEGER)")
        .execute(&mut foreign)
        .await
        .unwrap();
    foreign.close().await.unwrap();
    let refused = Database::open(&DatabaseLocation::File(other), &opening())
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("another program"), "{refused}");
}

#[tokio::test]
async fn jobs_of_an_ended_process_can_be_claimed_immediately() {
    let (_folder, place) = with_one_user("gone").await;
    let gone = Database::open(&place, &opening()).await.unwrap();
    let mut work = gone.begin().await.unwrap();
    work.jobs().enqueue(&job(1, at(0)), at(0)).await.unwrap();
    work.commit().await.unwrap();
    let lost = gone.claim("gone", 1, at(0), at(600)).await.unwrap().remove(0);
    gone.close().await;
    drop(gone);
    let next = Database::open(&place, &opening()).await.unwrap();
    assert!(!next.renew(&lost, at(1), at(600)).await.unwrap());
    let taken = next.claim("next", 1, at(1), at(600)).await.unwrap().remove(0);
    assert_eq!(
        (taken.fence, taken.job.attempts),
        (2, 1),
        "being killed is not a failure of the job"
    );
}

#[tokio::test]
async fn one_process_at_a_time_opens_a_file() {
    let (_folder, place) = with_one_user("lock").await;
    let first = Database::open(&place, &opening()).await.unwrap();
    let second = Database::open(&place, &opening()).await.unwrap_err();
    assert!(second.to_string().contains("in use by another Spyhop"), "{second}");
    let seen = examine(&place, opening().timeouts).await.unwrap();
    assert_eq!(
        (seen.schema, seen.instance),
        (seen.known, Some(first.instance())),
        "reading is allowed"
    );
    drop(first);
    assert!(has_user(&place, 1).await);
}
