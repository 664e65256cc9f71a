//! Texts that were stored before texts were sealed: opening the database seals them.

use std::sync::Arc;

use adapters::storage::{Database, DatabaseLocation, OpenOptions};
use conformance::store::TestStorage;

use crate::{
    database::{TestDatabase, on_disk, opening},
    samples::user,
    sealed_text::{number, read, traces, write, written},
};

on_disk! { texts_of_before_are_sealed_when_the_database_is_opened, sealing_continues_where_it_was_interrupted }

/// Makes the schema what it was before texts were sealed, with texts in its rows.
const OLDER: &str = r#"
    ALTER TABLE wallets DROP COLUMN sealed_nickname;
    ALTER TABLE wallets RENAME COLUMN plain_nickname TO nickname;
    ALTER TABLE annotations DROP COLUMN sealed_content;
    ALTER TABLE annotations RENAME COLUMN plain_content TO content;
    ALTER TABLE own_labels DROP COLUMN sealed_label;
    ALTER TABLE own_labels RENAME COLUMN plain_label TO label;
    ALTER TABLE api_keys DROP COLUMN sealed_name;
    ALTER TABLE api_keys RENAME COLUMN plain_name TO name;
    ALTER TABLE instance DROP COLUMN has_plain_texts;
    DELETE FROM _sqlx_migrations WHERE version = 52;
    UPDATE wallets SET nickname = 'Marker savings';
    UPDATE annotations SET content = '{"note":"Marker note"}';
    UPDATE own_labels SET label = 'Marker landlord';
    UPDATE api_keys SET name = 'Marker server';
    UPDATE users SET data_key = NULL;
"#;

/// What a process that ended while it sealed leaves: one text is sealed, others are not.
const INTERRUPTED: &str = r#"
    UPDATE own_labels SET sealed_label = NULL, plain_label = 'Marker landlord';
    UPDATE api_keys SET sealed_name = NULL, plain_name = 'Marker server';
"#;

const PLAIN: &str = "SELECT (SELECT COUNT(*) FROM wallets WHERE plain_nickname IS NOT NULL) \
     + (SELECT COUNT(*) FROM annotations WHERE plain_content IS NOT NULL) \
     + (SELECT COUNT(*) FROM own_labels WHERE plain_label IS NOT NULL) \
     + (SELECT COUNT(*) FROM api_keys WHERE plain_name IS NOT NULL)";

const MARKED: &str = "SELECT COUNT(*) FROM instance WHERE CAST(has_plain_texts AS INTEGER) = 1";

/// Opens a database again, as the next process does.
async fn open(place: &DatabaseLocation) -> (Arc<Database>, TestStorage) {
    let opening = OpenOptions {
        have_backup: true,
        ..opening()
    };
    let database = Arc::new(Database::open(place, &opening).await.unwrap());
    let tested = TestStorage {
        stores: database.stores(),
        storage: database.clone(),
    };
    (database, tested)
}

async fn texts_of_before_are_sealed_when_the_database_is_opened(db: TestDatabase) {
    let people = [db.user(1).await, db.user(2).await];
    write(&db, people[0], 1, "Other").await;
    write(&db, people[1], 2, "Other").await;
    db.database().close().await;
    db.execute(OLDER).await;
    assert!(
        !traces(db.url(), "Marker").await.is_empty(),
        "the texts are there before"
    );
    let (place, url) = (db.place.clone(), db.url().to_owned());
    let kept = db.into_folder();
    for _ in 0..2 {
        let (database, tested) = open(&place).await;
        for person in people {
            assert_eq!(read(&tested, person).await.unwrap(), written(&["Marker"]));
        }
        assert_eq!((number(&url, PLAIN).await, number(&url, MARKED).await), (0, 0));
        assert_eq!(traces(&url, "Marker").await, Vec::<String>::new());
        database.close().await;
    }
    drop(kept);
}

async fn sealing_continues_where_it_was_interrupted(db: TestDatabase) {
    assert_eq!(
        number(db.url(), MARKED).await,
        0,
        "a new database has no texts of before"
    );
    let one = db.user(1).await;
    write(&db, one, 1, "Marker").await;
    db.database().close().await;
    db.execute(INTERRUPTED).await;
    let is_sqlite = db.url().starts_with("sqlite");
    let mark = if is_sqlite {
        "UPDATE instance SET has_plain_texts = 1"
    } else {
        "UPDATE instance SET has_plain_texts = TRUE"
    };
    db.execute(mark).await;
    assert_eq!(number(db.url(), PLAIN).await, 2);
    let (place, url) = (db.place.clone(), db.url().to_owned());
    let kept = db.into_folder();
    let (database, tested) = open(&place).await;
    assert_eq!(read(&tested, user(1).id).await.unwrap(), written(&["Marker"]));
    assert_eq!((number(&url, PLAIN).await, number(&url, MARKED).await), (0, 0));
    assert_eq!(traces(&url, "Marker").await, Vec::<String>::new());
    database.close().await;
    drop(kept);
}
