//! What a server prints, and that it serves and exits whether somebody reads it or not.

use std::io::{PipeWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::server::{Folder, Server};

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
