//! `spyhop rotate-keys` replaces the master key, and refuses while a server runs.

use std::{fs, process::Output};

use serde_json::json;
use support::{
    folder::Folder,
    patience,
    program::{Program, built, output},
};

const WATCHED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ME: &str = "organisation/user/get-user";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn failed(output: &Output, reason: &str) {
    let said = text(&output.stderr);
    assert!(!output.status.success() && said.contains(reason), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_master_key_is_replaced_when_no_server_runs() {
    let folder = Folder::create("rotate-keys");
    let data = folder.path().join("data");
    let settings = [
        ("SPYHOP_DATA", data.display().to_string()),
        ("SPYHOP_SOURCES", "demo".to_owned()),
    ];
    let rotate = || output(&["rotate-keys"], &settings);
    failed(&rotate(), "does not exist yet");

    let mut program = Program::start(&built(), &settings, folder.path());
    let token = program.person(&[WATCHED.to_owned()]).await;
    let nickname = json!({"wallet_address": WATCHED, "nickname": "Savings"});
    program
        .call("wallet/user-wallet/update-wallet", &token, &nickname)
        .await;
    let before = fs::read_to_string(data.join("spyhop.key")).unwrap();
    failed(&rotate(), "in use by another Spyhop");
    assert_eq!(fs::read_to_string(data.join("spyhop.key")).unwrap(), before);
    program.process().signal("TERM");
    assert!(program.process().ended(patience(60)).is_some());

    let rotated = rotate();
    let said = text(&rotated.stdout);
    assert!(rotated.status.success(), "{}", text(&rotated.stderr));
    assert!(
        said.contains("The keys of 1 person and the key of the instance"),
        "{said}"
    );
    let after = fs::read_to_string(data.join("spyhop.key")).unwrap();
    let newest: Vec<&str> = after.lines().filter(|line| !before.contains(line)).collect();
    assert_eq!((newest.len(), after.lines().count()), (1, before.lines().count() + 1));
    assert!(!said.contains(newest[0]), "the key is not printed");

    // Only the new key opens the database now.
    fs::write(data.join("spyhop.key"), newest[0]).unwrap();
    let program = Program::start(&built(), &settings, folder.path());
    let user = program.call(ME, &token, &json!({})).await;
    assert!(user.to_string().contains("Savings"), "{user}");
}
