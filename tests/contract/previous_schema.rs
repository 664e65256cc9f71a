//! A database of the version before is converted when it is opened: its rows stay, and its schema becomes that of a new one. The dumps
//! in the folder are of databases that the version before made, with the rows of `rows`.

mod row_texts;
mod rows;

use std::{fs, sync::Arc};

use adapters::storage::{Database, DatabaseLocation, OpenError, OpenOptions, examine, restore};
use conformance::store::TestStorage;
use support::{folder::Folder, postgres::empty_database};

use crate::{
    database::{TestDatabase, on_disk, opening},
    erase_schema::DatabaseConnection,
    samples::at,
};

on_disk! {
    rows_of_the_version_before_are_kept,
    a_converted_schema_is_that_of_a_new_database,
    a_backup_is_made_before_the_conversion,
    a_database_that_cannot_be_converted_is_refused,
}

/// A database that the version before made, in its folder where it is a file.
struct Previous {
    place: DatabaseLocation,
    url: String,
    folder: Option<Folder>,
}

impl Previous {
    /// Makes one of the same kind as another database.
    async fn like(db: &TestDatabase) -> Self {
        let (previous, dump) = if db.url().starts_with("sqlite") {
            (Self::file(), include_str!("previous_schema/sqlite.sql"))
        } else {
            (Self::postgres(), include_str!("previous_schema/postgres.sql"))
        };
        previous.execute(dump).await;
        previous
    }

    /// An empty file, beside the revision that its rows have.
    fn file() -> Self {
        let folder = Folder::create("previous");
        let path = folder.path().join("spyhop.db");
        fs::write(&path, "").unwrap();
        let revision = format!("{} {:020}\n", opening().id, 6);
        fs::write(path.with_file_name("spyhop.db.revision"), revision).unwrap();
        Self {
            url: format!("sqlite://{}", path.display()),
            place: DatabaseLocation::File(path),
            folder: Some(folder),
        }
    }

    fn postgres() -> Self {
        let url = empty_database();
        Self {
            place: DatabaseLocation::postgres(&url),
            url,
            folder: None,
        }
    }

    async fn execute(&self, text: &str) {
        let mut connection = DatabaseConnection::at(&self.url).await;
        connection.execute(text.to_owned()).await.unwrap();
    }

    async fn open(&self) -> Result<(Arc<Database>, TestStorage), OpenError> {
        open(&self.place).await
    }
}

/// Opens a database as an operator does who has made a backup.
async fn open(place: &DatabaseLocation) -> Result<(Arc<Database>, TestStorage), OpenError> {
    let opening = OpenOptions {
        have_backup: true,
        ..opening()
    };
    let database = Arc::new(Database::open(place, &opening).await?);
    let tested = TestStorage {
        stores: database.stores(),
        storage: database.clone(),
    };
    Ok((database, tested))
}

async fn rows_of_the_version_before_are_kept(db: TestDatabase) {
    rows::write(&db).await;
    let expected = row_texts::read(&db).await;
    let previous = Previous::like(&db).await;
    for _ in 0..2 {
        let (database, tested) = previous.open().await.unwrap();
        assert_eq!(row_texts::read(&tested).await, expected);
        database.close().await;
    }
}

/// The tables, each with the sorted parts of its definition, the indexes, and the list of migrations.
const SQLITE: [&str; 2] = [
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY 1, 2",
    "SELECT CAST(version AS TEXT), description, HEX(checksum) FROM _sqlx_migrations ORDER BY 1",
];
/// The columns, the constraints, the indexes, and the list of migrations.
const POSTGRES: [&str; 4] = [
    "SELECT (table_name || '.' || column_name)::text COLLATE \"C\", data_type || ' ' || is_nullable || ' ' || is_identity, \
     COALESCE(column_default, '') || ' ' || COALESCE(collation_name, '') FROM information_schema.columns \
     WHERE table_schema = 'public' ORDER BY 1",
    "SELECT conrelid::regclass::text COLLATE \"C\", conname::text COLLATE \"C\", pg_get_constraintdef(oid) FROM pg_constraint \
     WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
    "SELECT tablename::text COLLATE \"C\", indexname::text COLLATE \"C\", indexdef FROM pg_indexes WHERE schemaname = 'public' \
     ORDER BY 1, 2",
    "SELECT version::text, description, ENCODE(checksum, 'hex') FROM _sqlx_migrations ORDER BY 1",
];

async fn schema(url: &str) -> Vec<Vec<String>> {
    let mut connection = DatabaseConnection::at(url).await;
    let is_sqlite = url.starts_with("sqlite");
    let queries: &[&str] = if is_sqlite { &SQLITE } else { &POSTGRES };
    let mut all = Vec::new();
    for query in queries {
        for mut row in connection.rows(query, 3).await {
            if is_sqlite && row[0] == "table" {
                row[2] = parts(&row[2]).join("\n");
            }
            all.push(row);
        }
    }
    all
}

/// The columns and constraints of a table's definition, sorted, because a column that was added later is the last one there.
fn parts(definition: &str) -> Vec<String> {
    let lines = definition.lines().filter(|line| !line.trim_start().starts_with("--"));
    let text = lines.collect::<Vec<_>>().join(" ").replace('"', "");
    let (_, inner) = text.split_once('(').unwrap();
    let mut depth = 0;
    let top_level = |char| {
        depth += i32::from(char == '(') - i32::from(char == ')');
        char == ',' && depth == 0
    };
    let (body, options) = inner.rsplit_once(')').unwrap();
    let all = body.split(top_level).chain([options]);
    let mut all: Vec<String> = all
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    all.sort();
    all
}

async fn a_converted_schema_is_that_of_a_new_database(db: TestDatabase) {
    let previous = Previous::like(&db).await;
    let before = schema(&previous.url).await;
    let (database, _) = previous.open().await.unwrap();
    database.close().await;
    let (converted, new) = (schema(&previous.url).await, schema(db.url()).await);
    assert!(new.len() > 90 && before != new, "{}", new.len());
    for (converted, new) in converted.iter().zip(&new) {
        assert_eq!(converted, new);
    }
    assert_eq!(converted.len(), new.len());
}

async fn a_backup_is_made_before_the_conversion(db: TestDatabase) {
    rows::write(&db).await;
    let previous = Previous::like(&db).await;
    let before = schema(&previous.url).await;
    let Some(folder) = &previous.folder else {
        let refused = Database::open(&previous.place, &opening()).await.unwrap_err();
        assert!(matches!(refused, OpenError::NeedsBackup { found: 64, .. }), "{refused}");
        assert_eq!(schema(&previous.url).await, before);
        return;
    };
    let (database, _) = previous.open().await.unwrap();
    database.close().await;
    let mut copies = fs::read_dir(folder.path().join("backups")).unwrap();
    let copy = copies.next().unwrap().unwrap().path();
    assert!(copies.next().is_none());
    let place = DatabaseLocation::File(copy.clone());
    let found = examine(&place, opening().timeouts).await.unwrap();
    assert_eq!(
        (found.schema, found.instance.map(|one| one.id)),
        (64, Some(opening().id))
    );
    let restored = restore(&copy, &folder.path().join("new"), at(0)).await.unwrap();
    let (database, tested) = open(&DatabaseLocation::File(restored.to)).await.unwrap();
    assert_eq!(row_texts::read(&tested).await, row_texts::read(&db).await);
    database.close().await;
}

async fn a_database_that_cannot_be_converted_is_refused(db: TestDatabase) {
    let refused = [
        (
            "DELETE FROM _sqlx_migrations WHERE version = 64",
            "has schema 63. Start",
        ),
        (
            "UPDATE instance SET has_plain_texts = TRUE",
            "has texts that are not encrypted yet. Start",
        ),
        (
            "UPDATE _sqlx_migrations SET success = FALSE WHERE version = 64",
            "migration 64 was interrupted. Restore",
        ),
    ];
    for (statement, expected) in refused {
        let previous = Previous::like(&db).await;
        previous.execute(statement).await;
        let before = schema(&previous.url).await;
        let error = previous.open().await.map(drop).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(expected), "{text}");
        let is_old = matches!(error, OpenError::TooOld { previous: 64, .. });
        assert_eq!(is_old, text.contains("the version of Spyhop with schema 64"), "{text}");
        assert_eq!(schema(&previous.url).await, before, "it was not changed");
        let examined = examine(&previous.place, opening().timeouts).await;
        assert_eq!(examined.is_err(), expected.contains("schema 63"), "{examined:?}");
    }
}
