//! The program with a data folder of its own, and a server that is killed if its test fails.

use std::io::{BufRead, BufReader, PipeWriter, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A data folder that is removed after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn make(name: &str) -> Self {
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

pub fn spyhop(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spyhop"));
    command
        .args(arguments)
        .env("SPYHOP_DATA", folder)
        .env("SPYHOP_SOURCES", "demo")
        .envs([("SPYHOP_DATABASE_SECONDS", "600"), ("SPYHOP_REQUEST_SECONDS", "600")])
        .env("SPYHOP_LISTEN", "127.0.0.1:0");
    command
}

pub fn text_of(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
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
pub struct Server {
    child: Child,
    address: String,
}

impl Server {
    pub fn start(folder: &Path) -> Self {
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
    pub fn into_pipe(folder: &Path, pipe: PipeWriter) -> Self {
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
    pub fn assert_ready(&self) {
        for n in 0..200 {
            let ready = self.request("GET /readyz HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\n\r\n");
            assert!(ready.contains("\"ready\":true"), "{n}: {ready}");
        }
    }

    /// Sends SIGTERM and returns whether the server exited successfully.
    pub fn terminate(&mut self) -> bool {
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

    pub fn request(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .write_all(request.replace("HOST", &self.address).as_bytes())
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub fn post(&self, path: &str, body: &str) -> String {
        self.post_as("", path, body)
    }

    pub fn post_as(&self, token: &str, path: &str, body: &str) -> String {
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
    pub fn stop(mut self) -> (bool, String) {
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
