//! The program as a separate process, and a client of it.

use crate::patience::{GENEROUS_SETTINGS, patience};
use crate::port::free_port;
use crate::process::{Process, Service};
use reqwest::Client;
use serde_json::{Value, json};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The program prints `Spyhop is at http://127.0.0.1:4747 (live sources).` when it is ready.
const READY: &str = "Spyhop is at ";

/// Returns the `spyhop` binary that was built with the tests. Panics with the build command if there is none.
pub fn built() -> PathBuf {
    let tests = env::current_exe().expect("a test knows its own path");
    let folder = tests
        .parent()
        .and_then(Path::parent)
        .expect("cargo puts tests two folders deep");
    let path = folder.join("spyhop");
    assert!(path.exists(), "spyhop is not built: run cargo build --workspace");
    path
}

/// Runs the built binary with these arguments and settings only until it ends.
pub fn output(arguments: &[&str], settings: &[(&str, String)]) -> Output {
    let mut command = Command::new(built());
    command.args(arguments).env_clear().envs(shifted_clock());
    command.env("SPYHOP_LISTEN", "127.0.0.1:0");
    command.envs(settings.iter().cloned()).stdin(Stdio::null());
    command.output().expect("the built binary can be started")
}

/// Returns the variables by which `make test-clock` shifts the clock of a test, so that the program has the same clock.
fn shifted_clock() -> Vec<(String, String)> {
    env::vars()
        .filter(|(name, _)| name == "LD_PRELOAD" || name.starts_with("FAKETIME"))
        .collect()
}

/// A running `spyhop serve`. Dropping it stops it.
pub struct Program {
    process: Process,
    url: String,
    client: Client,
}

impl Program {
    /// Starts the binary on a free port with these settings only and its log in `folder`, and waits until it prints its
    /// address. Panics with the tail of its log if it does not.
    pub fn start(binary: &Path, settings: &[(&str, String)], folder: &Path) -> Self {
        let given = settings.iter().map(|(name, value)| format!("{name}={value}").into());
        let listen = format!("127.0.0.1:{}", free_port().unwrap_or_else(|why| panic!("{why}")));
        // A file at its size limit is a write error, and not a signal that kills.
        let mut arguments = vec![
            "-i".into(),
            "--ignore-signal=XFSZ".into(),
            format!("SPYHOP_LISTEN={listen}").into(),
        ];
        arguments.extend(
            shifted_clock()
                .into_iter()
                .map(|(name, value)| format!("{name}={value}").into()),
        );
        // Where a setting is repeated, `env` takes the last one.
        arguments.extend(GENEROUS_SETTINGS.map(Into::into));
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
        let ready = process.wait_until(patience(60), || {
            fs::read_to_string(&log).unwrap_or_default().contains(READY)
        });
        ready.unwrap_or_else(|why| panic!("{why}"));
        Self {
            process,
            url: format!("http://{listen}"),
            client: client(),
        }
    }

    /// The process, to pause or kill it.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Sends it a signal, for example `TERM`.
    pub fn signal(&self, signal: &str) {
        self.process.signal(signal);
    }

    /// Its URL, without a trailing slash.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the data of a successful API call. Panics with the answer if the call fails.
    pub async fn call(&self, path: &str, token: &str, body: &Value) -> Value {
        let (_, answer) = self.ask(path, token, body).await;
        assert_eq!(answer["error"], false, "{path}: {answer}");
        answer["data"].clone()
    }

    /// Returns the status and the answer of an API call, with the value of the `Retry-After` header in `retry_after`.
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

    /// The same; `None` if the connection ended before an answer.
    pub async fn attempt(&self, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
        let request = self.client.post(format!("{}/api/{path}", self.url)).json(body);
        let answer = request.bearer_auth(token).send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.ok()?))
    }

    /// Returns the status and the body of a download; `None` if the connection ended before the end of the body.
    pub async fn download(&self, path: &str, token: &str, body: &Value) -> Option<(u16, Vec<u8>)> {
        let request = self.client.post(format!("{}/api/{path}", self.url)).json(body);
        let answer = request.bearer_auth(token).send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.bytes().await.ok()?.to_vec()))
    }

    /// Returns the status and the answer of a call that takes a file for feedback.
    pub async fn upload(&self, path: &str, token: &str, file: &[u8]) -> (u16, Value) {
        let parts = [
            &b"--limit\r\nContent-Disposition: form-data; name=\"module\"\r\n\r\nfeedback\r\n"[..],
            b"--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n",
            file,
            b"\r\n--limit--\r\n",
        ];
        let request = self
            .client
            .post(format!("{}/api/{path}", self.url))
            .body(parts.concat());
        let request = request.header("content-type", "multipart/form-data; boundary=limit");
        let answer = request.bearer_auth(token).send().await;
        let answer = answer.unwrap_or_else(|why| panic!("{path}: {why:?}"));
        (
            answer.status().as_u16(),
            answer.json().await.unwrap_or_else(|why| panic!("{path}: {why:?}")),
        )
    }

    /// Returns the status of a page.
    pub async fn get(&self, path: &str) -> u16 {
        let answer = self.client.get(format!("{}{path}", self.url)).send().await;
        answer.unwrap_or_else(|why| panic!("{path}: {why:?}")).status().as_u16()
    }

    /// Creates a user who watches these addresses and returns the session token.
    pub async fn person(&self, addresses: &[String]) -> String {
        let body = json!({ "wallet_addresses": addresses });
        let created = self.call("organisation/user/create-user", "", &body).await;
        created["token"].as_str().expect("a new user has a token").to_owned()
    }
}

fn client() -> Client {
    // The first test installs it; an error means that another test already did.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .no_proxy()
        .build()
        .expect("a client without certificates can be made")
}
