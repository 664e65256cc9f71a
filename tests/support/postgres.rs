//! A temporary Postgres cluster: no container and no download, only the programs of the system's package.

mod template;

use crate::{
    folder::Folder,
    patience,
    process::{Process, Service, unprivileged},
};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};
use url::Url;

const USER: &str = "spyhop";
const MISSING: &str =
    "Postgres is missing: run `apt-get install postgresql`, or set SPYHOP_TEST_PG_BIN to the folder that holds initdb";
/// Durability against power loss is given up for speed, durability against a crash of the server is not. The server listens
/// only on its socket.
const SETTINGS: [&str; 5] = [
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=200",
    "autovacuum=off",
];

/// The URL of the cluster that `make test` started for the whole run; otherwise each test process starts its own.
const RUNNING: &str = "SPYHOP_TEST_POSTGRES_URL";

/// Creates a database with the product's current schema and without rows, and returns its URL. It is in the cluster of the whole test
/// run, or else in one of this process. Panics if Postgres is not installed.
pub fn fresh_database() -> String {
    create(template::copy)
}

/// Creates a database without a schema, for a test of the product's first start, and returns its URL. Panics if Postgres is not
/// installed.
pub fn empty_database() -> String {
    create(|cluster, name| {
        let psql = programs().ok_or(MISSING)?.join("psql");
        run(unprivileged(&psql).args(["-qX", cluster.as_str(), "-c", &format!("CREATE DATABASE {name}")]))
    })
}

/// A Postgres server with its data in a scratch folder. Dropping it stops the server and removes the data.
#[derive(Debug)]
pub struct Cluster {
    server: Process, // before the folder: the server ends first
    folder: Folder,
    programs: PathBuf,
    databases: AtomicU32,
}

impl Cluster {
    /// Creates and starts a separate cluster, for a test that stops or breaks it. The error is the message to show.
    pub fn start() -> Result<Self, String> {
        let programs = programs().ok_or(MISSING)?;
        let folder = Folder::create("postgres");
        // The server may run as another user than the tests.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).map_err(|why| why.to_string())?;
        initialise(&programs, folder.path())?;
        let server = serve(&programs, folder.path())?;
        Ok(Self {
            server,
            folder,
            programs,
            databases: AtomicU32::new(0),
        })
    }

    /// Stops the server immediately, like a power-off; committed data is kept.
    pub fn stop(&mut self) {
        self.server.signal("QUIT");
        assert!(self.server.ended(patience(30)).is_some(), "the server does not end");
    }

    /// Starts the server on its data again. Panics with the tail of its log if it does not start.
    pub fn start_again(&mut self) {
        self.server = serve(&self.programs, self.folder.path()).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Creates an empty database and returns its URL.
    pub fn empty_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// Runs a statement with `psql`, independently of the product. Panics with the server's answer if it fails.
    pub fn execute(&self, database: &str, statement: &str) {
        let mut command = unprivileged(&self.programs.join("psql"));
        command
            .arg("-h")
            .arg(self.folder.path())
            .args(["-U", USER, "-d", database, "-qXc", statement]);
        run(&mut command).unwrap_or_else(|why| panic!("`{statement}` failed: {why}"));
    }

    /// The server's process, to pause or kill it.
    pub fn server(&self) -> &Process {
        &self.server
    }

    fn url(&self, database: &str) -> String {
        format!(
            "postgres://{USER}@localhost/{database}?host={}",
            self.folder.path().display()
        )
    }
}

/// Creates a database whose name contains the time, because many processes share the cluster and a later one may have the number of an
/// earlier one.
fn create(create_in: impl Fn(&Url, &str) -> Result<(), String>) -> String {
    static OWN: LazyLock<Result<Cluster, String>> = LazyLock::new(Cluster::start);
    static MADE: AtomicU32 = AtomicU32::new(0);
    let own = || OWN.as_ref().unwrap_or_else(|why| panic!("{why}")).url("postgres");
    let cluster = std::env::var(RUNNING).unwrap_or_else(|_| own());
    let mut url = Url::parse(&cluster).unwrap_or_else(|why| panic!("{cluster}: {why}"));
    let nanos = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is after 1970")
        .as_nanos();
    let name = format!(
        "test_{}_{nanos}_{}",
        std::process::id(),
        MADE.fetch_add(1, Ordering::Relaxed)
    );
    create_in(&url, &name).unwrap_or_else(|why| panic!("{cluster}: {why}"));
    url.set_path(&name);
    url.into()
}

/// The programs of the newest installed version. Debian does not put them into the path.
fn programs() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SPYHOP_TEST_PG_BIN") {
        return Some(PathBuf::from(folder)).filter(|folder| folder.join("initdb").exists());
    }
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .filter_map(|entry| {
            Some((
                entry.file_name().to_str()?.parse::<u32>().ok()?,
                entry.path().join("bin"),
            ))
        })
        .filter(|(_, folder)| folder.join("initdb").exists())
        .max();
    let in_path = || std::env::split_paths(&std::env::var_os("PATH")?).find(|folder| folder.join("initdb").exists());
    newest.map(|(_, folder)| folder).or_else(in_path)
}

fn initialise(programs: &Path, folder: &Path) -> Result<(), String> {
    let mut command = unprivileged(&programs.join("initdb"));
    command.args([
        "-U",
        USER,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--no-sync",
        "-D",
    ]);
    run(command.arg(folder.join("data"))).map_err(|why| format!("initdb failed: {why}"))
}

/// Starts a server on the data in this folder and waits until it accepts connections.
fn serve(programs: &Path, folder: &Path) -> Result<Process, String> {
    let mut server = Process::start(&service(programs, folder), folder);
    let probe = || {
        let answer = unprivileged(&programs.join("pg_isready"))
            .arg("-qh")
            .arg(folder)
            .status();
        answer.is_ok_and(|status| status.success())
    };
    server.wait_until(patience(30), probe)?;
    Ok(server)
}

fn service(programs: &Path, folder: &Path) -> Service {
    let mut arguments = vec!["-D".into(), folder.join("data").into(), "-k".into(), folder.into()];
    for setting in SETTINGS {
        arguments.extend(["-c".into(), setting.into()]);
    }
    // Immediate shutdown: the server ends its own children and frees its shared memory.
    Service {
        name: "postgres".to_owned(),
        program: programs.join("postgres"),
        arguments,
        death_signal: "QUIT",
        never_root: true,
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|why| why.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}
