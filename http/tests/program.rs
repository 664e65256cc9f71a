//! The program itself: what it says, how it starts, and how it leaves.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test of the running program may look at the real clock and speak to it"
)]

use std::io::{BufRead, BufReader, PipeWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Longer than anything here takes, however much else the machine does.
const LONG: Duration = Duration::from_secs(60);

/// A data folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn make(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spyhop-program-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn spyhop(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spyhop"));
    command
        .args(words)
        .env("SPYHOP_DATA", folder)
        .env("SPYHOP_SOURCES", "demo")
        .env("SPYHOP_LISTEN", "127.0.0.1:0");
    command
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Where a process listens on this machine, if it does yet.
fn listens_at(process: u32) -> Option<String> {
    let opened = std::fs::read_dir(format!("/proc/{process}/fd")).ok()?.flatten();
    let opened: Vec<_> = opened.filter_map(|one| std::fs::read_link(one.path()).ok()).collect();
    let sockets = std::fs::read_to_string(format!("/proc/{process}/net/tcp")).ok()?;
    sockets.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (place, state, socket) = (fields.get(1)?, fields.get(3)?, fields.get(9)?);
        let its_own = opened.contains(&PathBuf::from(format!("socket:[{socket}]")));
        let port = place.strip_prefix("0100007F:").filter(|_| its_own && *state == "0A")?;
        Some(format!("127.0.0.1:{}", u16::from_str_radix(port, 16).ok()?))
    })
}

/// A running server; it is killed when the test fails.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = spyhop(folder, &["serve"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .split_whitespace()
            .find_map(|word| word.strip_prefix("http://"))
            .unwrap_or_default()
            .to_owned();
        assert!(line.contains("demo data"), "{line}");
        Self { child, address }
    }

    /// One whose output goes into this pipe: the kernel says where it listens.
    fn into_pipe(folder: &Path, pipe: PipeWriter) -> Self {
        let child = spyhop(folder, &["serve"])
            .stdout(pipe.try_clone().unwrap())
            .stderr(pipe)
            .spawn()
            .unwrap();
        let (begun, id) = (Instant::now(), child.id());
        let mut server = Self {
            child,
            address: String::new(),
        };
        while server.address.is_empty() {
            assert!(server.child.try_wait().unwrap().is_none(), "it ended by itself");
            assert!(begun.elapsed() < LONG, "it does not start");
            std::thread::sleep(Duration::from_millis(20));
            server.address = listens_at(id).unwrap_or_default();
        }
        server
    }

    /// Whether it is ready, asked many times.
    fn answers(&self) {
        for n in 0..200 {
            let ready = self.ask("GET /readyz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n");
            assert!(ready.contains("\"ready\":true"), "{n}: {ready}");
        }
    }

    /// Asks it to leave; answers whether it did, and well.
    fn end(&mut self) -> bool {
        let asked = Instant::now();
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        loop {
            if let Some(left) = self.child.try_wait().unwrap() {
                return left.success();
            }
            assert!(asked.elapsed() < LONG, "it does not leave");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .write_all(request.replace("HOST", &self.address).as_bytes())
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        let kind = "content-type: application/json\r\nconnection: close";
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: HOST\r\n{kind}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Asks it to leave; answers whether it left well, and what it had logged.
    fn leave(mut self) -> (bool, String) {
        let well = self.end();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (well, log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_not_understood_is_refused_with_the_nearest_name() {
    let folder = Folder::make("words");
    let output = spyhop(&folder.0, &["serv"]).output().unwrap();
    assert!(!output.status.success());
    assert!(said(&output).contains("\"serv\" is not a command"), "{}", said(&output));
    let output = spyhop(&folder.0, &["serve"]).env("SPYHOP_LISTN", "1").output().unwrap();
    assert!(!output.status.success());
    assert!(said(&output).contains("SPYHOP_LISTEN"), "{}", said(&output));
}

#[test]
fn the_description_needs_nothing_but_the_program() {
    let output = Command::new(env!("CARGO_BIN_EXE_spyhop"))
        .arg("openapi")
        .env_clear()
        .output()
        .unwrap();
    assert!(output.status.success());
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document, *http_api::openapi());
}

#[test]
fn it_serves_and_leaves_in_order_and_its_log_holds_nobody() {
    let folder = Folder::make("serve");
    let server = Server::start(&folder.0);
    assert!(
        server
            .ask("GET /healthz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n")
            .ends_with("\r\n\r\nok")
    );
    assert!(
        server
            .ask("GET /readyz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n")
            .contains("\"ready\":true")
    );
    let address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    let body =
        format!("{{\"wallet_addresses\":[\"{address}\"],\"wallet_address_nicknames\":{{\"{address}\":\"Savings\"}}}}");
    let made = server.post("/api/organisation/user/create-user", &body);
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    let asked = server.ask("GET /api/nowhere?search=hunter2 HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n");
    assert!(asked.starts_with("HTTP/1.1 404"), "{asked}");
    std::thread::sleep(Duration::from_millis(500));
    let (well, log) = server.leave();
    assert!(well, "{log}");
    for word in ["0xd8", "Savings", "spy_session_", "hunter2"] {
        assert!(!log.contains(word), "{word} is in the log: {log}");
    }
}

/// Writes into a pipe, on a thread that stays behind, until there is no room in it.
fn fill(mut pipe: PipeWriter) {
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    std::thread::spawn(move || {
        while pipe.write_all(b"-").is_ok() {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    let mut before = 0;
    while before <= 1000 || before != written.load(Ordering::SeqCst) {
        before = written.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(300));
    }
}

#[test]
fn it_serves_although_nobody_reads_what_it_says_and_says_it_to_whoever_reads_later() {
    let folder = Folder::make("unread");
    let (mut reader, writer) = std::io::pipe().unwrap();
    fill(writer.try_clone().unwrap());
    let mut server = Server::into_pipe(&folder.0, writer);
    server.answers();
    let read = std::thread::spawn(move || {
        let mut text = Vec::new();
        let mut some = [0; 4096];
        while !String::from_utf8_lossy(&text).contains("Spyhop is at") {
            let count = reader.read(&mut some).unwrap();
            text.extend(some[..count].iter().filter(|byte| **byte != b'-'));
        }
    });
    read.join().unwrap();
    assert!(server.end());
}

#[test]
fn it_serves_and_leaves_although_what_it_says_goes_nowhere() {
    let folder = Folder::make("closed");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut server = Server::into_pipe(&folder.0, writer);
    server.answers();
    assert!(server.end());
}

#[test]
fn it_leaves_although_nobody_reads_its_last_words() {
    let folder = Folder::make("words-unread");
    let (_reader, writer) = std::io::pipe().unwrap();
    fill(writer.try_clone().unwrap());
    let mut server = Server::into_pipe(&folder.0, writer);
    server.answers();
    assert!(server.end());
}

#[test]
fn a_door_that_is_taken_is_named_with_the_way_out() {
    let folder = Folder::make("taken");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = spyhop(&folder.0, &["serve"])
        .env("SPYHOP_LISTEN", &address)
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(
        said(&output).contains(&format!("another program listens at {address}")),
        "{}",
        said(&output)
    );
    assert!(said(&output).contains("SPYHOP_LISTEN="), "{}", said(&output));
}

#[test]
fn a_backup_brings_the_same_data_back() {
    let folder = Folder::make("backup");
    let server = Server::start(&folder.0);
    let made = server.post("/api/organisation/user/create-user", "{\"wallet_addresses\":[]}");
    let token = made
        .split('"')
        .find(|word| word.starts_with("spy_session_"))
        .unwrap()
        .to_owned();
    let copy = folder.0.join("copy.db");
    let output = spyhop(&folder.0, &["backup", copy.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(server.leave().0);
    let kept = std::fs::read(&copy).unwrap();
    assert!(
        !kept.windows(token.len()).any(|bytes| bytes == token.as_bytes()),
        "only a token's hash is kept"
    );
    let elsewhere = Folder::make("restored");
    let output = spyhop(&elsewhere.0, &["restore", copy.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let doctor = spyhop(&elsewhere.0, &["doctor"]).output().unwrap();
    assert!(
        doctor.status.success() && said(&doctor).contains("is intact"),
        "{}",
        said(&doctor)
    );
    let again = Server::start(&elsewhere.0);
    let kind = format!("authorization: Bearer {token}\r\nconnection: close");
    let user = again.ask(&format!(
        "POST /api/organisation/user/get-user HTTP/1.1\r\nhost: HOST\r\n{kind}\r\ncontent-length: 0\r\n\r\n"
    ));
    assert!(user.starts_with("HTTP/1.1 200"), "{user}");
    assert!(again.leave().0);
}
