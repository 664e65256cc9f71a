//! A data folder and settings of the program, with a test world behind mock upstreams.

use crate::{
    GENEROUS,
    folder::Folder,
    manifest::Token,
    product::{MockUpstreams, add_tokens},
    program::Program,
    world::TestWorld,
};
use adapters::{Config, Started, storage::DatabaseTimeouts};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The data folder, and the settings to start the program with.
pub struct Installation {
    folder: Folder,
    settings: Vec<(&'static str, String)>,
}

impl Installation {
    /// Creates a data folder with the tokens of the world in its universe and no other data.
    pub async fn new(world: &TestWorld, upstreams: &MockUpstreams) -> Self {
        Self::with_tokens(world, upstreams, |_| true).await
    }

    /// The same with only the tokens for which `wanted` returns true.
    pub async fn with_tokens(world: &TestWorld, upstreams: &MockUpstreams, wanted: impl Fn(&Token) -> bool) -> Self {
        Self::of(world, upstreams, wanted, None, "").await
    }

    /// The same with no tokens of the world and with additional lines in the configuration file.
    pub async fn with_lines(world: &TestWorld, upstreams: &MockUpstreams, lines: &str) -> Self {
        Self::of(world, upstreams, |_| false, None, lines).await
    }

    /// The same with its data in this empty Postgres database.
    pub async fn on_postgres(world: &TestWorld, upstreams: &MockUpstreams, url: &str) -> Self {
        Self::of(world, upstreams, |_| true, Some(url), "").await
    }

    async fn of(
        world: &TestWorld,
        upstreams: &MockUpstreams,
        wanted: impl Fn(&Token) -> bool,
        url: Option<&str>,
        lines: &str,
    ) -> Self {
        let folder = Folder::create("site");
        let file = folder.path().join("spyhop.toml");
        let text = format!("{}{lines}", upstreams.config_file());
        fs::write(&file, &text).unwrap();
        let mut settings = vec![
            ("SPYHOP_DATA", folder.path().join("data").display().to_string()),
            ("SPYHOP_CONFIG", file.display().to_string()),
            ("SPYHOP_SOURCES", "live".to_owned()),
            ("SPYHOP_PRIVACY", "strict".to_owned()),
        ];
        settings.extend(url.map(|url| ("SPYHOP_DATABASE_URL", url.to_owned())));
        let installation = Self { folder, settings };
        let started = installation.open().await;
        add_tokens(&started, world.chains(), wanted).await;
        started.stop().await.unwrap();
        installation
    }

    /// Copies the data folder, while the program does not run.
    pub fn copy(&self) -> Self {
        let folder = Folder::create("site");
        let copied = Command::new("cp")
            .arg("-a")
            .arg(self.folder.path().join("."))
            .arg(folder.path())
            .status();
        assert!(copied.unwrap().success(), "cp failed");
        let (old, new) = (self.folder.path().to_str().unwrap(), folder.path().to_str().unwrap());
        let settings = self
            .settings
            .iter()
            .map(|(name, value)| (*name, value.replace(old, new)));
        Self {
            settings: settings.collect(),
            folder,
        }
    }

    /// Opens the data in this process, while the program does not run.
    pub async fn open(&self) -> Started {
        let environment = self
            .settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        let text = fs::read_to_string(self.folder.path().join("spyhop.toml")).unwrap();
        let config = Config::parse(&environment.collect::<BTreeMap<_, _>>(), Some(&text)).unwrap();
        let config = Config {
            database_timeouts: DatabaseTimeouts::new(GENEROUS),
            ..config
        };
        adapters::start(&config).await.unwrap()
    }

    /// Sets the time within which calls of the program fail where the database hangs, in place of a generous one.
    pub fn set_database_seconds(&mut self, seconds: u16) {
        self.settings.push(("SPYHOP_DATABASE_SECONDS", seconds.to_string()));
    }

    /// Starts the program on the folder, see [`Program::start`].
    pub fn start(&self, binary: &Path) -> Program {
        Program::start(binary, &self.settings, self.folder.path())
    }

    /// The settings to start the program with.
    pub fn settings(&self) -> &[(&'static str, String)] {
        &self.settings
    }

    /// The path of its database file.
    pub fn file(&self) -> PathBuf {
        self.folder.path().join("data/spyhop.db")
    }

    /// Ends the leases of all jobs in the database file, as if their time were over.
    pub async fn end_leases(&self) {
        let url = format!("sqlite://{}", self.file().display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        let statement = "UPDATE jobs SET lease_until = 1 WHERE state = 'running'";
        sqlx::query(statement).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Returns a line of text for each row of a query on its database file that returns texts.
    pub async fn lines(&self, query: &'static str) -> Vec<String> {
        let url = format!("sqlite://{}", self.file().display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        let lines = sqlx::query_scalar(query).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        lines
    }

    /// Returns the single number of a database query.
    pub async fn number(&self, query: &'static str) -> i64 {
        let url = self.settings.iter().find(|(name, _)| *name == "SPYHOP_DATABASE_URL");
        if let Some((_, url)) = url {
            let mut connection = PgConnection::connect(url).await.unwrap();
            return sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
        }
        let url = format!("sqlite://{}", self.file().display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        let number = sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        number
    }
}
