//! A start that is refused: unknown arguments and settings, and an address in use.

use std::net::TcpListener;

use crate::server::{Folder, spyhop, text_of};

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
