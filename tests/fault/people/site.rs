//! Programs that are stopped during a call, and the mails they leave.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use support::{
    folder::Folder,
    patience,
    program::{Program, built},
};

/// Where the data of a site are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SiteKind {
    /// One program on a file. The next one starts after it ended.
    Sqlite,
    /// Two programs on one database.
    Postgres,
}

/// A site that is always served, and whose programs write their mails into one folder.
pub struct Site {
    serving: Program,
    standby: Option<Program>,
    settings: Vec<(&'static str, String)>,
    starts: u32,
    folder: Folder,
}

impl Site {
    /// Starts the programs of a site with demo data and these limits.
    pub fn start(kind: SiteKind, limits: &str) -> Self {
        let folder = Folder::create("people");
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("spyhop.toml"), format!("[limits]\n{limits}")).unwrap();
        let mut settings = vec![
            ("SPYHOP_DATA", path("data")),
            ("SPYHOP_OUTBOX", path("outbox")),
            ("SPYHOP_CONFIG", path("spyhop.toml")),
            ("SPYHOP_SOURCES", "demo".to_owned()),
            // One name for all programs: a message to sign is valid for it alone.
            ("SPYHOP_ORIGIN", "https://spyhop.example.org".to_owned()),
            ("SPYHOP_MASTER_KEY", "07".repeat(32)),
        ];
        if kind == SiteKind::Postgres {
            settings.push(("SPYHOP_DATABASE_URL", support::postgres::empty_database()));
        }
        let mut starts = 0;
        let serving = start(&settings, &folder, &mut starts);
        let standby = (kind == SiteKind::Postgres).then(|| start(&settings, &folder, &mut starts));
        Self {
            serving,
            standby,
            settings,
            starts,
            folder,
        }
    }

    /// The program that serves.
    pub fn serving(&self) -> &Program {
        &self.serving
    }

    /// The program that serves and the other one.
    pub fn both(&self) -> [&Program; 2] {
        [&self.serving, self.standby.as_ref().expect("the site has two programs")]
    }

    /// Makes a call, requests the program to end after this time, and makes the call again on the next program if there was no
    /// answer. Returns the data of the answer. A call without an answer had no effect: it succeeds the second time.
    pub async fn call_while_stopping(&mut self, after: Duration, path: &str, token: &str, body: &Value) -> Value {
        let call = self.serving.attempt(path, token, body);
        let (answer, ()) = futures::future::join(call, end(&self.serving, after)).await;
        self.hand_over();
        match answer {
            Some((200, answer)) => answer["data"].clone(),
            Some((503, _)) | None => self.serving.call(path, token, body).await,
            Some(other) => panic!("{path}: {other:?}"),
        }
    }

    /// Downloads a file while the program is requested to end after this time, and again on the next program if the connection
    /// ended first.
    pub async fn download_while_stopping(&mut self, after: Duration, path: &str, token: &str) -> Vec<u8> {
        let body = json!({});
        let download = self.serving.download(path, token, &body);
        let (answer, ()) = futures::future::join(download, end(&self.serving, after)).await;
        self.hand_over();
        match answer {
            Some((200, bytes)) => bytes,
            Some((503, _)) | None => self.serving.download(path, token, &body).await.unwrap().1,
            Some((status, bytes)) => panic!("{path}: {status} {}", String::from_utf8_lossy(&bytes)),
        }
    }

    /// Returns the code of a mail to this address, as soon as there is one.
    pub async fn code(&self, email: &str) -> String {
        let since = Instant::now();
        loop {
            if let Some(code) = self.codes(email).pop() {
                return code;
            }
            assert!(since.elapsed() < patience(30), "no mail to {email}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Returns the codes of all mails to this address.
    pub fn codes(&self, email: &str) -> Vec<String> {
        let files = fs::read_dir(self.folder.path().join("outbox"))
            .into_iter()
            .flatten()
            .flatten();
        let mails = files.filter(|file| file.path().extension().is_some_and(|end| end == "eml"));
        let texts = mails.filter_map(|file| fs::read_to_string(file.path()).ok());
        texts.filter_map(|text| code_to(email, &text)).collect()
    }

    /// Returns the single number of a query on the Postgres database.
    pub async fn number(&self, query: &'static str) -> i64 {
        let url = self.settings.iter().find(|(name, _)| *name == "SPYHOP_DATABASE_URL");
        let (_, url) = url.expect("the site has a Postgres database");
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap()
    }

    /// Waits for the end of the program that was requested to end, and lets the next one serve.
    fn hand_over(&mut self) {
        let ended = self.serving.process().ended(patience(60));
        assert_eq!(
            ended.and_then(|status| status.code()),
            Some(0),
            "it ends without an error"
        );
        let next = start(&self.settings, &self.folder, &mut self.starts);
        match &mut self.standby {
            Some(standby) => self.serving = std::mem::replace(standby, next),
            None => self.serving = next,
        }
    }
}

/// Starts a program with a log of its own.
fn start(settings: &[(&'static str, String)], folder: &Folder, starts: &mut u32) -> Program {
    *starts += 1;
    let logs = folder.path().join(starts.to_string());
    fs::create_dir(&logs).unwrap();
    Program::start(&built(), settings, &logs)
}

async fn end(program: &Program, after: Duration) {
    tokio::time::sleep(after).await;
    program.signal("TERM");
}

/// The code in the subject of a mail to this address.
fn code_to(email: &str, mail: &str) -> Option<String> {
    mail.lines().find(|line| *line == format!("To: {email}"))?;
    let subject = mail.lines().find_map(|line| line.strip_prefix("Subject: "))?;
    let code = subject.split_whitespace().next()?;
    let is_code = code.len() == 8 && code.bytes().all(|one| one.is_ascii_uppercase() || one.is_ascii_digit());
    is_code.then(|| code.to_owned())
}
