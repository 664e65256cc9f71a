//! `spyhop redecode` derives entries again, and refuses while a server has the file.

use serde_json::json;
use support::{
    folder::Folder,
    patience,
    program::{Program, built, output},
};

use crate::wait_for;

const SEARCH: &str = "wallet/transaction/search-transaction";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entries_are_derived_again_when_no_server_runs() {
    let folder = Folder::create("redecode");
    let settings = [
        ("SPYHOP_DATA", folder.path().join("data").display().to_string()),
        ("SPYHOP_SOURCES", "demo".to_owned()),
    ];
    let redecode = |account: &[&str]| output(&[&["redecode"], account].concat(), &settings);
    let missing = redecode(&[]);
    assert!(!missing.status.success());
    assert!(
        text(&missing.stderr).contains("does not exist yet"),
        "{}",
        text(&missing.stderr)
    );

    let mut program = Program::start(&built(), &settings, folder.path());
    let token = program.person(&["vitalik.eth".to_owned()]).await;
    wait_for("the histories", async || {
        let page = program.call(SEARCH, &token, &json!({})).await;
        page["coverage"]["complete"] == true && page["total_count"].as_i64() > Some(0)
    })
    .await;
    let refused = redecode(&[]);
    assert!(!refused.status.success());
    assert!(
        text(&refused.stderr).contains("in use by another Spyhop"),
        "{}",
        text(&refused.stderr)
    );
    program.process().signal("TERM");
    assert!(program.process().ended(patience(60)).is_some());

    for _ in 0..2 {
        let derived = redecode(&[]);
        let said = text(&derived.stdout);
        assert!(derived.status.success(), "{}", text(&derived.stderr));
        assert!(said.contains("entries of") && said.contains("; 0 changed."), "{said}");
    }
    let one = redecode(&["eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]);
    assert!(
        text(&one.stdout).contains("of 1 account from stored facts"),
        "{}",
        text(&one.stdout)
    );
    let unknown = redecode(&["eip155:1:0x1111111111111111111111111111111111111111"]);
    assert!(!unknown.status.success());
    assert!(
        text(&unknown.stderr).contains("no facts about"),
        "{}",
        text(&unknown.stderr)
    );
}
