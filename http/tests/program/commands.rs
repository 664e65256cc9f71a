//! Commands beside the server: the description of the API, a backup that is restored, and an attachment that is written to a file.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::server::{Folder, Server, spyhop, text_of};

/// Returns the file with the master key of a data folder.
fn key_file(folder: &Path) -> PathBuf {
    folder.join("spyhop.key")
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
