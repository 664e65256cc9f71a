//! Replacing the master key.

use std::{fs, sync::Arc};

use adapters::{
    MasterKeySource,
    storage::{Database, DatabaseLocation, KeyRotation, KeyRotationError, OpenError, OpenOptions, rotate_keys},
};
use conformance::store::TestStorage;
use ports::StorageError;
use support::folder::Folder;

use crate::{
    database::{TestDatabase, opening},
    samples::user,
    sealed_text::{bytes, read, traces, write, written},
};

mod disk {
    use super::{
        a_running_product_is_noticed, every_key_is_wrapped_with_the_new_master_key, keys_that_were_replaced_are_noticed,
    };
    crate::database::on_disk! {
        a_running_product_is_noticed,
        every_key_is_wrapped_with_the_new_master_key,
        keys_that_were_replaced_are_noticed,
    }
}

const OLD: &str = "0707070707070707070707070707070707070707070707070707070707070707";
const NEW: &str = "0909090909090909090909090909090909090909090909090909090909090909";

fn with(master_keys: MasterKeySource) -> OpenOptions {
    OpenOptions {
        master_keys,
        ..opening()
    }
}

fn text(keys: &str) -> OpenOptions {
    with(MasterKeySource::text(keys))
}

async fn open(place: &DatabaseLocation, opening: &OpenOptions) -> (Arc<Database>, TestStorage) {
    let database = Arc::new(Database::open(place, opening).await.unwrap());
    let tested = TestStorage {
        stores: database.stores(),
        storage: database.clone(),
    };
    (database, tested)
}

/// The texts of user 1, read by a process with these master keys.
async fn texts(place: &DatabaseLocation, opening: &OpenOptions) -> Vec<String> {
    let (database, tested) = open(place, opening).await;
    let texts = read(&tested, user(1).id).await.unwrap();
    database.close().await;
    texts
}

/// The key of the instance is replaced while a process has the database open.
async fn keys_that_were_replaced_are_noticed(db: TestDatabase) {
    let one = db.user(1).await;
    write(&db, one, 1, "Marker").await;
    db.storage.check_keys().await.unwrap();
    db.execute("UPDATE instance SET data_key = (SELECT data_key FROM users)")
        .await;
    let found = db.storage.check_keys().await;
    assert!(matches!(found, Err(StorageError::Corrupt { .. })), "{found:?}");
    db.storage.check().await.unwrap();
}

async fn every_key_is_wrapped_with_the_new_master_key(db: TestDatabase) {
    let (one, _without_texts) = (db.user(1).await, db.user(2).await);
    write(&db, one, 1, "Marker").await;
    db.database().close().await;
    let (place, url) = (db.place.clone(), db.url().to_owned());
    let kept = db.into_folder();
    let before = [
        bytes(&url, "SELECT data_key FROM users WHERE data_key IS NOT NULL").await,
        bytes(&url, "SELECT data_key FROM instance").await,
    ];
    let refused = rotate_keys(&place, &text(OLD)).await.unwrap_err();
    assert!(matches!(refused, KeyRotationError::MasterKey(_)), "{refused}");
    assert!(refused.to_string().contains("Put a new one"), "{refused}");
    let both = text(&format!("{NEW},{OLD}"));
    assert_eq!(texts(&place, &both).await, written(&["Marker"]), "before");
    assert!(!traces(&url, &before[0]).await.is_empty());
    let expected = KeyRotation {
        users: 1,
        is_made: false,
    };
    assert_eq!(rotate_keys(&place, &both).await.unwrap(), expected);
    for wrapped in before {
        assert_eq!(
            traces(&url, wrapped).await,
            Vec::<String>::new(),
            "as the old key encrypted it"
        );
    }
    assert_eq!(texts(&place, &text(NEW)).await, written(&["Marker"]));
    let old = Database::open(&place, &text(OLD)).await.unwrap_err();
    assert!(matches!(old, OpenError::MasterKey { .. }), "{old}");
    let again = rotate_keys(&place, &both).await.unwrap_err();
    assert!(matches!(again, KeyRotationError::MasterKey(_)), "{again}");
    drop(kept);
}

async fn a_running_product_is_noticed(db: TestDatabase) {
    let one = db.user(1).await;
    write(&db, one, 1, "Marker").await;
    let both = text(&format!("{NEW},{OLD}"));
    let refused = rotate_keys(&db.place, &both).await.unwrap_err();
    assert!(refused.to_string().contains("in use"), "{refused}");
    assert_eq!(read(&db, one).await.unwrap(), written(&["Marker"]));
    write(&db, one, 2, "Later").await;
    tokio::time::timeout(support::patience(60), db.database().close())
        .await
        .unwrap();
    let place = db.place.clone();
    let kept = db.into_folder();
    assert_eq!(rotate_keys(&place, &both).await.unwrap().users, 1);
    drop(kept);
}

#[tokio::test]
async fn a_new_key_is_added_to_the_file_and_an_interrupted_rotation_continues() {
    let folder = Folder::create("rotate");
    let place = DatabaseLocation::File(folder.path().join("spyhop.db"));
    let file = folder.path().join("spyhop.key");
    let options = with(MasterKeySource::File(file.clone()));
    let missing = rotate_keys(&place, &options).await.unwrap_err();
    assert!(matches!(missing, KeyRotationError::Missing { .. }), "{missing}");
    assert!(!file.exists() && !folder.path().join("spyhop.db").exists());

    let (database, tested) = open(&place, &options).await;
    let one = tested.user(1).await;
    write(&tested, one, 1, "Marker").await;
    database.close().await;
    drop((database, tested));
    let keys = || -> Vec<String> {
        let text = fs::read_to_string(&file).unwrap();
        let keys = text.lines().filter(|line| !line.starts_with('#'));
        keys.map(str::to_owned).collect()
    };
    let first = keys();
    let rotated = rotate_keys(&place, &options).await.unwrap();
    assert_eq!(
        rotated,
        KeyRotation {
            users: 1,
            is_made: true
        }
    );
    let second = keys();
    assert_eq!(second.len(), 2);
    assert_eq!(second[1], first[0], "backups from before need it");
    assert_eq!(texts(&place, &text(&second[0])).await, written(&["Marker"]));

    // As a process leaves it that ended between the file and the database.
    let line = format!("{}\n", "ab".repeat(32));
    fs::write(&file, line + &fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(texts(&place, &options).await, written(&["Marker"]));
    assert!(!rotate_keys(&place, &options).await.unwrap().is_made);
    assert_eq!(keys().len(), 3);
    assert_eq!(texts(&place, &text(&"ab".repeat(32))).await, written(&["Marker"]));
}
