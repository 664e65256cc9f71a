//! The program itself as a process, and a client that asks it.

use crate::process::{Process, Service};
use reqwest::Client;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// How long the program may take until it says where it is.
const START_DEADLINE: Duration = Duration::from_secs(60);

/// The `spyhop` that was built beside the tests. Panics with one line that says how to build it.
pub fn built() -> PathBuf {
    let tests = std::env::current_exe().expect("a test knows where it lies");
    let folder = tests
        .parent()
        .and_then(Path::parent)
        .expect("cargo lays tests two folders deep");
    let path = folder.join("spyhop");
    assert!(path.exists(), "spyhop is not built: run cargo build --workspace");
    path
}

/// `spyhop serve`, running. Dropped: it is stopped.
pub struct Program {
    process: Process,
    url: String,
    client: Client,
}

impl Program {
    /// Starts the binary with these settings and no others on a port that is free, with its log in `folder`, and waits
    /// until it says where it is. Panics with the tail of its log if it does not.
    pub fn start(binary: &Path, settings: &[(&str, String)], folder: &Path) -> Self {
        let given = settings.iter().map(|(name, value)| format!("{name}={value}").into());
        // A file that may not grow is an error of the write, and no signal that kills.
        let mut arguments = vec![
            "-i".into(),
            "--ignore-signal=XFSZ".into(),
            "SPYHOP_LISTEN=127.0.0.1:0".into(),
        ];
        arguments.extend(given);
        arguments.extend([binary.into(), "serve".into()]);
        let service = Service {
            name: "spyhop".to_owned(),
            program: "env".into(),
            arguments,
            death_signal: "KILL",
            never_root: false,
        };
        let mut process = Process::start(&service, folder);
        let log = folder.join("spyhop.log");
        let mut url = None;
        let said = process.wait_until(START_DEADLINE, || {
            url = place(&fs::read_to_string(&log).unwrap_or_default());
            url.is_some()
        });
        said.unwrap_or_else(|why| panic!("{why}"));
        Self {
            process,
            url: url.unwrap_or_default(),
            client: client(),
        }
    }

    /// The process, to pause or kill it.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Where it is, without a slash at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The data that a call of the API answers with. Panics with the answer when it is a refusal.
    pub async fn call(&self, path: &str, token: &str, body: &Value) -> Value {
        let (_, answer) = self.ask(path, token, body).await;
        assert_eq!(answer["error"], false, "{path}: {answer}");
        answer["data"].clone()
    }

    /// Status and answer of a call of the API, whatever they are; what the header `Retry-After` says stands in `retry_after`.
    pub async fn ask(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.client.post(format!("{}/api/{path}", self.url)).json(body);
        let answer = request.bearer_auth(token).send().await;
        let answer = answer.unwrap_or_else(|why| panic!("{path}: {why:?}"));
        let (status, retry_after) = (answer.status().as_u16(), answer.headers().get("retry-after").cloned());
        let mut answer: Value = answer.json().await.unwrap_or_else(|why| panic!("{path}: {why:?}"));
        let seconds = retry_after.and_then(|text| text.to_str().ok()?.parse::<i64>().ok());
        if let Some(seconds) = seconds {
            answer["retry_after"] = json!(seconds);
        }
        (status, answer)
    }

    /// The status of a page.
    pub async fn get(&self, path: &str) -> u16 {
        let answer = self.client.get(format!("{}{path}", self.url)).send().await;
        answer.unwrap_or_else(|why| panic!("{path}: {why:?}")).status().as_u16()
    }

    /// A new person who watches these addresses: the token of their session.
    pub async fn person(&self, addresses: &[String]) -> String {
        let body = json!({ "wallet_addresses": addresses });
        let created = self.call("organisation/user/create-user", "", &body).await;
        created["token"].as_str().expect("a new person has a token").to_owned()
    }
}

/// The program says `Spyhop is at http://127.0.0.1:4747 (live sources).` when it is ready to be asked.
fn place(log: &str) -> Option<String> {
    let (_, after) = log.split_once("Spyhop is at ")?;
    let (url, _) = after.split_once(" (")?;
    Some(url.to_owned())
}

fn client() -> Client {
    // The first test to come installs it; that another one was quicker is no error.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .no_proxy()
        .build()
        .expect("a client without certificates can be made")
}
