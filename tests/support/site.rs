//! A data folder that is led through doors to a test world, for the program as a process of its own.

use crate::{
    folder::Folder,
    manifest::Token,
    product::{Doors, meet},
    program::Program,
    world::World,
};
use adapters::Config;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The folder, and the settings that lead the program to it.
pub struct Site {
    folder: Folder,
    settings: Vec<(&'static str, String)>,
}

impl Site {
    /// An empty folder but for the tokens of the world, which are in its universe.
    pub async fn new(world: &World, doors: &Doors) -> Self {
        Self::with_tokens(world, doors, |_| true).await
    }

    /// The same with only those tokens of the world that are wanted.
    pub async fn with_tokens(world: &World, doors: &Doors, wanted: impl Fn(&Token) -> bool) -> Self {
        Self::of(world, doors, wanted, None).await
    }

    /// The same with its data in this empty Postgres database.
    pub async fn on_postgres(world: &World, doors: &Doors, url: &str) -> Self {
        Self::of(world, doors, |_| true, Some(url)).await
    }

    async fn of(world: &World, doors: &Doors, wanted: impl Fn(&Token) -> bool, url: Option<&str>) -> Self {
        let folder = Folder::create("site");
        let file = folder.path().join("spyhop.toml");
        let text = doors.config_file();
        fs::write(&file, &text).unwrap();
        let mut settings = vec![
            ("SPYHOP_DATA", folder.path().join("data").display().to_string()),
            ("SPYHOP_CONFIG", file.display().to_string()),
            ("SPYHOP_SOURCES", "live".to_owned()),
            ("SPYHOP_PRIVACY", "strict".to_owned()),
        ];
        settings.extend(url.map(|url| ("SPYHOP_DATABASE_URL", url.to_owned())));
        let environment = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let config = Config::parse(&environment.collect::<BTreeMap<_, _>>(), Some(&text)).unwrap();
        let started = adapters::start(&config).await.unwrap();
        meet(&started, world.chains(), wanted).await;
        started.stop().await.unwrap();
        Self { folder, settings }
    }

    /// Starts the program on the folder, see [`Program::start`].
    pub fn start(&self, binary: &Path) -> Program {
        Program::start(binary, &self.settings, self.folder.path())
    }

    /// The settings that lead the program to it.
    pub fn settings(&self) -> &[(&'static str, String)] {
        &self.settings
    }

    /// The file of its database.
    pub fn file(&self) -> PathBuf {
        self.folder.path().join("data/spyhop.db")
    }

    /// The only number that a query of its database answers with.
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
