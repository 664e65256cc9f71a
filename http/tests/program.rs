//! The program itself: its output, its start and its exit.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test of the running program may use the real clock and connect to it"
)]

use std::io::{BufRead, BufReader, PipeWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A data folder that is removed after the test.
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

fn spyhop(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spyhop"));
    command
        .args(arguments)
        .env("SPYHOP_DATA", folder)
        .env("SPYHOP_SOURCES", "demo")
        .envs([("SPYHOP_DATABASE_SECONDS", "600"), ("SPYHOP_REQUEST_SECONDS", "600")])
        .env("SPYHOP_LISTEN", "127.0.0.1:0");
    command
}

fn text_of(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Returns the file with the master key of a data folder.
fn key_file(folder: &Path) -> PathBuf {
    folder.join("spyhop.key")
}

/// Returns the address that a process listens at, if it listens already.
fn listens_at(process: u32) -> Option<String> {
    let opened = std::fs::read_dir(format!("/proc/{process}/fd")).ok()?.flatten();
    let opened: Vec<_> = opened.filter_map(|one| std::fs::read_link(one.path()).ok()).collect();
    let sockets = std::fs::read_to_string(format!("/proc/{process}/net/tcp")).ok()?;
    sockets.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (place, state, socket) = (fields.get(1)?, fields.get(3)?, fields.get(9)?);
        let is_own = opened.contains(&PathBuf::from(format!("socket:[{socket}]")));
        let port = place.strip_prefix("0100007F:").filter(|_| is_own && *state == "0A")?;
        Some(format!("127.0.0.1:{}", u16::from_str_radix(port, 16).ok()?))
    })
}

/// A running server, which is killed if the test fails.
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

    /// Starts a server whose output goes into this pipe. The kernel reports where it listens.
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
            assert!(server.child.try_wait().unwrap().is_none(), "the server exited");
            assert!(begun.elapsed() < LONG, "the server does not start");
            std::thread::sleep(Duration::from_millis(20));
            server.address = listens_at(id).unwrap_or_default();
        }
        server
    }

    /// Asserts many times that the server is ready.
    fn assert_ready(&self) {
        for n in 0..200 {
            let ready = self.request("GET /readyz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n");
            assert!(ready.contains("\"ready\":true"), "{n}: {ready}");
        }
    }

    /// Sends SIGTERM and returns whether the server exited successfully.
    fn terminate(&mut self) -> bool {
        let signalled = Instant::now();
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            assert!(signalled.elapsed() < LONG, "the server does not exit");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn request(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .write_all(request.replace("HOST", &self.address).as_bytes())
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.post_as("", path, body)
    }

    fn post_as(&self, token: &str, path: &str, body: &str) -> String {
        let by = match token {
            "" => String::new(),
            token => format!("authorization: Bearer {token}\r\n"),
        };
        let kind = format!("{by}content-type: application/json\r\nconnection: close");
        self.request(&format!(
            "POST {path} HTTP/1.1\r\nhost: HOST\r\n{kind}\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Terminates the server and returns whether it exited successfully, and its log.
    fn stop(mut self) -> (bool, String) {
        let success = self.terminate();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (success, log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn invalid_arguments_and_settings_are_rejected_with_a_suggestion() {
    let folder = Folder::make("words");
    let output = spyhop(&folder.0, &["serv"]).output().unwrap();
    assert!(!output.status.success());
    assert!(
        text_of(&output).contains("\"serv\" is not a command"),
        "{}",
        text_of(&output)
    );
    let output = spyhop(&folder.0, &["serve"]).env("SPYHOP_LISTN", "1").output().unwrap();
    assert!(!output.status.success());
    assert!(text_of(&output).contains("SPYHOP_LISTEN"), "{}", text_of(&output));
}

#[test]
fn openapi_is_printed_without_any_configuration() {
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
fn it_serves_and_exits_and_logs_no_user_data() {
    let folder = Folder::make("serve");
    let server = Server::start(&folder.0);
    assert!(
        server
            .request("GET /healthz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n")
            .ends_with("\r\n\r\nok")
    );
    assert!(
        server
            .request("GET /readyz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n")
            .contains("\"ready\":true")
    );
    let address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    let body =
        format!("{{\"wallet_addresses\":[\"{address}\"],\"wallet_address_nicknames\":{{\"{address}\":\"Savings\"}}}}");
    let made = server.post("/api/organisation/user/create-user", &body);
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    let missing = server.request("GET /api/nowhere?search=hunter2 HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n");
    assert!(missing.starts_with("HTTP/1.1 404"), "{missing}");
    std::thread::sleep(Duration::from_millis(500));
    let (success, log) = server.stop();
    assert!(success, "{log}");
    for word in ["0xd8", "Savings", "spy_session_", "hunter2"] {
        assert!(!log.contains(word), "{word} is in the log: {log}");
    }
}

/// Writes into a pipe until it is full, on a thread that keeps running.
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
fn it_serves_while_its_output_is_not_read_and_prints_it_to_a_later_reader() {
    let folder = Folder::make("unread");
    let (mut reader, writer) = std::io::pipe().unwrap();
    fill(writer.try_clone().unwrap());
    let mut server = Server::into_pipe(&folder.0, writer);
    server.assert_ready();
    let read = std::thread::spawn(move || {
        let mut text = Vec::new();
        let mut some = [0; 4096];
        while !String::from_utf8_lossy(&text).contains("Spyhop is at") {
            let count = reader.read(&mut some).unwrap();
            text.extend(some[..count].iter().filter(|byte| **byte != b'-'));
        }
    });
    read.join().unwrap();
    assert!(server.terminate());
}

#[test]
fn it_serves_and_exits_although_its_output_is_closed() {
    let folder = Folder::make("closed");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut server = Server::into_pipe(&folder.0, writer);
    server.assert_ready();
    assert!(server.terminate());
}

#[test]
fn it_exits_although_its_output_is_not_read() {
    let folder = Folder::make("words-unread");
    let (_reader, writer) = std::io::pipe().unwrap();
    fill(writer.try_clone().unwrap());
    let mut server = Server::into_pipe(&folder.0, writer);
    server.assert_ready();
    assert!(server.terminate());
}

#[test]
fn an_address_in_use_is_reported_with_an_alternative() {
    let folder = Folder::make("taken");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = spyhop(&folder.0, &["serve"])
        .env("SPYHOP_LISTEN", &address)
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(
        text_of(&output).contains(&format!("another program listens at {address}")),
        "{}",
        text_of(&output)
    );
    assert!(text_of(&output).contains("SPYHOP_LISTEN="), "{}", text_of(&output));
}

/// Returns the session token in an answer.
fn token_in(answer: &str) -> String {
    let token = answer.split('"').find(|word| word.starts_with("spy_session_"));
    token.unwrap().to_owned()
}

/// Copies the key beside a restored database, which does not open without it.
fn restore_key(from: &Path, to: &Path) {
    let without_key = spyhop(to, &["serve"]).output().unwrap();
    assert!(!without_key.status.success(), "what is encrypted needs its key");
    let text = text_of(&without_key);
    assert!(text.contains("spyhop.key is missing"), "{text}");
    std::fs::copy(key_file(from), key_file(to)).unwrap();
}

#[test]
fn a_backup_restores_the_same_data() {
    let folder = Folder::make("backup");
    let server = Server::start(&folder.0);
    let made = server.post("/api/organisation/user/create-user", "{\"wallet_addresses\":[]}");
    let token = token_in(&made);
    let copy = folder.0.join("copy.db");
    let output = spyhop(&folder.0, &["backup", copy.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", text_of(&output));
    assert!(server.stop().0);
    let bytes = std::fs::read(&copy).unwrap();
    assert!(
        !bytes.windows(token.len()).any(|window| window == token.as_bytes()),
        "only the hash of a token is stored"
    );
    let elsewhere = Folder::make("restored");
    let output = spyhop(&elsewhere.0, &["restore", copy.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text_of(&output));
    let doctor = spyhop(&elsewhere.0, &["doctor"]).output().unwrap();
    assert!(
        doctor.status.success() && text_of(&doctor).contains("is intact"),
        "{}",
        text_of(&doctor)
    );
    restore_key(&folder.0, &elsewhere.0);
    let again = Server::start(&elsewhere.0);
    let kind = format!("authorization: Bearer {token}\r\nconnection: close");
    let user = again.request(&format!(
        "POST /api/organisation/user/get-user HTTP/1.1\r\nhost: HOST\r\n{kind}\r\ncontent-length: 0\r\n\r\n"
    ));
    assert!(user.starts_with("HTTP/1.1 200"), "{user}");
    assert!(again.stop().0);
}

#[test]
fn an_attachment_is_written_once_to_a_private_file_while_the_server_runs() {
    let folder = Folder::make("attachment");
    let server = Server::start(&folder.0);
    let made = server.post("/api/organisation/user/create-user", "{\"wallet_addresses\":[]}");
    let file = "{\"file\":\"SXQgaXMgc2xvdy4K\",\"module\":\"feedback\"}";
    let added = server.post_as(&token_in(&made), "/api/common/attachment/upload", file);
    let (_, rest) = added.split_once("download?id=").unwrap();
    let id = &rest[..36];
    let to = folder.0.join("note.txt");
    let write = |id: &str| {
        let output = spyhop(&folder.0, &["attachment", id, to.to_str().unwrap()])
            .output()
            .unwrap();
        (output.status.success(), text_of(&output))
    };
    let unknown = write("01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12");
    assert!(
        !unknown.0 && unknown.1.contains("there is no attachment"),
        "{unknown:?}"
    );
    let written = write(id);
    assert!(written.0 && written.1.contains("12 bytes (txt)"), "{written:?}");
    assert_eq!(std::fs::read(&to).unwrap(), b"It is slow.\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
    }
    std::fs::write(&to, "kept").unwrap();
    let again = write(id);
    assert!(!again.0 && again.1.contains("was not written"), "{again:?}");
    assert_eq!(std::fs::read(&to).unwrap(), b"kept");
    assert!(server.stop().0);
}
