//! A fresh database for each test, and the macros that run a test on each kind.

use std::{ops::Deref, path::PathBuf, sync::Arc};

use adapters::storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenError, OpenOptions};
use conformance::store::TestStorage;
use memory::MemoryStorage;
use ports::{Timestamp, WorldKind};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use support::{folder::Folder, postgres::fresh_database};

/// Open stores, with what tests need to inspect the database directly.
pub struct TestDatabase {
    tested: TestStorage,
    /// `None` for the stores of `spyhop-memory`, which are not a database.
    database: Option<Arc<Database>>,
    pub place: DatabaseLocation,
    url: String,
    folder: Option<Folder>,
}

pub fn opening() -> OpenOptions {
    OpenOptions {
        world: WorldKind::Live,
        is_configured: false,
        id: "00000000-0000-4000-8000-000000000001".parse().unwrap(),
        now: Timestamp::from_millis(1_750_000_000_000),
        have_backup: false,
        master_keys: support::sealing::master_keys(),
        timeouts: DatabaseTimeouts::new(support::GENEROUS),
    }
}

async fn open_place(place: DatabaseLocation, url: String, folder: Option<Folder>) -> Result<TestDatabase, OpenError> {
    let database = Arc::new(Database::open(&place, &opening()).await?);
    Ok(TestDatabase {
        tested: TestStorage {
            stores: database.stores(),
            storage: database.clone(),
        },
        database: Some(database),
        place,
        url,
        folder,
    })
}

/// The stores of `spyhop-memory`.
pub async fn memory() -> TestDatabase {
    let storage = MemoryStorage::new();
    TestDatabase {
        tested: TestStorage {
            stores: storage.stores(),
            storage: Arc::new(storage),
        },
        database: None,
        place: DatabaseLocation::Memory,
        url: String::new(),
        folder: None,
    }
}

/// SQLite in memory.
pub async fn sqlite_memory() -> TestDatabase {
    open_place(DatabaseLocation::Memory, String::new(), None).await.unwrap()
}

pub async fn file() -> TestDatabase {
    let folder = Folder::create("store");
    let path: PathBuf = folder.path().join("spyhop.db");
    let url = format!("sqlite://{}", path.display());
    open_place(DatabaseLocation::File(path), url, Some(folder))
        .await
        .unwrap()
}

pub async fn postgres() -> TestDatabase {
    let url = fresh_database();
    open_place(DatabaseLocation::postgres(&url), url, None).await.unwrap()
}

impl TestDatabase {
    /// Opens a place again, as the next process does.
    pub async fn again(place: &DatabaseLocation) -> Self {
        open_place(place.clone(), String::new(), None).await.unwrap()
    }

    /// The stores, in the form in which the conformance kit takes them.
    pub fn tested(&self) -> TestStorage {
        self.tested.clone()
    }

    /// The database, for tests that run only on databases.
    pub fn database(&self) -> &Arc<Database> {
        self.database.as_ref().expect("a database")
    }

    /// Closes the stores. Returns the folder, which must outlive other open connections.
    pub fn into_folder(self) -> Option<Folder> {
        self.folder
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs a statement on the database directly, without the stores.
    pub async fn execute(&self, statement: &'static str) {
        if self.url.starts_with("sqlite") {
            let mut connection = SqliteConnection::connect(&self.url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        } else {
            let mut connection = PgConnection::connect(&self.url).await.unwrap();
            sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        }
    }
}

impl Deref for TestDatabase {
    type Target = TestStorage;

    fn deref(&self) -> &TestStorage {
        &self.tested
    }
}

/// Runs each test on every kind of store.
macro_rules! on_all {
    ($($test:ident),+ $(,)?) => {
        crate::database::on_databases!($($test),+);
        mod memory {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::database::memory().await).await;
                }
            )+
        }
    };
}
pub(crate) use on_all;

/// Runs each test on every kind of database.
macro_rules! on_databases {
    ($($test:ident),+ $(,)?) => {
        crate::database::on_disk!($($test),+);
        mod sqlite_memory {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::database::sqlite_memory().await).await;
                }
            )+
        }
    };
}
pub(crate) use on_databases;

/// Runs each test on the kinds of storage that outlive their process.
macro_rules! on_disk {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::database::file().await).await;
                }
            )+
        }
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::database::postgres().await).await;
                }
            )+
        }
    };
}
pub(crate) use on_disk;
