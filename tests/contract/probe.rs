//! Tests of `probe` against local mock servers: it requests every row, sends no personal data, and stores answers without keys.

use std::{collections::BTreeMap, fs};

use adapters::{
    Config,
    connect::{RecordedExchange, fixtures, probe},
};
use ports::source_check::RowCheck;
use serde_json::{Value, json};
use support::{
    folder::Folder,
    mock_upstream::{Fault, Market, MockUpstream},
};

fn config(more: &str) -> Config {
    let environment = [
        ("SPYHOP_DATA", "/nowhere"),
        ("SPYHOP_SOURCES", "live"),
        ("SPYHOP_PRIVACY", "strict"),
    ];
    let environment: BTreeMap<_, _> = environment
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
    Config::parse(&environment, Some(more)).unwrap()
}

fn code(one: &RowCheck) -> &'static str {
    one.check
        .answer
        .as_ref()
        .map_or_else(ports::RemoteError::code, |()| "ok")
}

/// Every market of an exchange is a separate row: a delisted one is named, and the others answer.
#[tokio::test]
async fn every_market_is_requested_and_a_delisted_one_is_named() {
    let server = MockUpstream::of_prices();
    let millis = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
    let rows = include_str!("../../adapters/data/markets.csv").lines();
    let names: Vec<&str> = rows
        .filter_map(|row| row.strip_prefix("kraken,")?.split(',').next())
        .collect();
    for name in names.iter().filter(|name| **name != "UNIUSD") {
        server
            .prices()
            .set_market(&format!("kraken:{name}"), Market::at("10", millis));
    }
    let file = format!(
        "price_order = [\"kraken\"]\nrate_order = []\nlists = []\nexplorers = []\n\
         [providers.kraken]\nbase_url = \"{}\"\nown = true\nper_minute = 60000\n",
        server.url()
    );
    let probed = probe(&config(&file), Some("kraken"), None).await.unwrap();
    assert_eq!(probed.len(), names.len());
    let odd: Vec<_> = probed.iter().filter(|one| code(one) != "ok").collect();
    let shown: Vec<_> = odd.iter().map(|one| (one.row.as_str(), code(one))).collect();
    assert_eq!(shown, [("markets.csv kraken UNIUSD", "unsupported")]);
    assert_eq!(server.count(), names.len(), "each row is one request");
}

/// An explorer is called for every chain that it knows, and only about a public contract.
#[tokio::test]
async fn an_explorer_is_called_for_each_of_its_chains() {
    let server = MockUpstream::of_files(&[("/nothing", "")]);
    server.fail_always(Fault::Json(
        r#"{"status":"0","message":"No transactions found","result":[]}"#.to_owned(),
    ));
    let file = format!(
        "price_order = []\nrate_order = []\nlists = []\nexplorers = [\"routescan\"]\n\
         [providers.routescan]\nbase_url = \"{}\"\nown = true\nper_minute = 60000\n",
        server.url()
    );
    let probed = probe(&config(&file), Some("routescan"), None).await.unwrap();
    assert!(
        probed.len() > 3 && probed.iter().all(|one| code(one) == "ok"),
        "{probed:?}"
    );
    assert!(probed.iter().any(|one| one.row == "explorers.csv eip155:1 routescan"));
    for request in server.seen() {
        assert!(
            request
                .target
                .contains("address=0xcA11bde05977b3631167028862bE2a173976CA11"),
            "{}",
            request.target
        );
    }
}

/// The operator's private hosts must not appear in a published recording.
#[tokio::test]
async fn a_private_host_of_the_operator_is_not_recorded() {
    let (server, folder) = (MockUpstream::of_prices(), Folder::create("probe"));
    let file = format!(
        "price_order = [\"defillama\"]\nrate_order = []\nlists = []\nexplorers = []\n\
         [providers.defillama]\nbase_url = \"{}\"\nown = true\n",
        server.url()
    );
    let answers = folder.path().join("answers");
    probe(&config(&file), Some("defillama"), Some(&answers)).await.unwrap();
    assert!(server.count() > 0);
    assert_eq!(fs::read_dir(&answers).unwrap().count(), 0);
}

#[test]
fn recorded_answers_become_fixtures_without_personal_addresses() {
    let folder = Folder::create("fixtures");
    let (answers, replies) = (folder.path().join("answers"), folder.path().join("replies"));
    fs::create_dir_all(&answers).unwrap();
    let person = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    let dollar = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    let body = json!({ "items": [{ "from": person, "token": { "address_hash": dollar }, "value": "7" }] });
    let recorded = RecordedExchange {
        source: "list:uniswap".to_owned(),
        purpose: "tokens".to_owned(),
        chain: Some("eip155:1".to_owned()),
        url: format!("https://eth.blockscout.com/api/v2/addresses/{person}/tokens"),
        request: None,
        status: 200,
        content_type: Some("application/json".to_owned()),
        body: body.to_string(),
    };
    let text = serde_json::to_string(&recorded).unwrap();
    fs::write(answers.join("0001-list-uniswap-200.json"), text).unwrap();
    assert_eq!(fixtures(&answers, &replies).unwrap(), 1);
    let reply = fs::read_to_string(replies.join("list-uniswap/0001-list-uniswap-200.json")).unwrap();
    let table = fs::read_to_string(replies.join("README.md")).unwrap();
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["items"][0]["token"]["address_hash"], dollar);
    assert_eq!(reply["items"][0]["value"], "7");
    for text in [reply.to_string(), table] {
        assert!(!text.to_lowercase().contains(&person[2..].to_lowercase()), "{text}");
        assert!(text.to_lowercase().contains("eeeeeeee"), "{text}");
    }
}
