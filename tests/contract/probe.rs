//! What `probe` asks, against servers of this machine: every row, nothing about anybody, and what comes back is kept without a key.

use std::{collections::BTreeMap, fs};

use adapters::{
    Config,
    connect::{RecordedExchange, fixtures, probe},
};
use ports::examination::RowProbe;
use serde_json::{Value, json};
use support::{
    door::{Door, Fault, Market},
    folder::Folder,
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

fn code(one: &RowProbe) -> &'static str {
    one.examination
        .answer
        .as_ref()
        .map_or_else(ports::RemoteError::code, |()| "ok")
}

/// Every market of an exchange is a row of its own: one that is gone is named, and the others answer.
#[tokio::test]
async fn every_market_is_asked_and_one_that_is_gone_is_named() {
    let door = Door::of_prices();
    let millis = i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap();
    let rows = include_str!("../../adapters/data/markets.csv").lines();
    let names: Vec<&str> = rows
        .filter_map(|row| row.strip_prefix("kraken,")?.split(',').next())
        .collect();
    for name in names.iter().filter(|name| **name != "UNIUSD") {
        door.prices()
            .set_market(&format!("kraken:{name}"), Market::at("10", millis));
    }
    let file = format!(
        "price_order = [\"kraken\"]\nrate_order = []\nlists = []\nexplorers = []\n\
         [providers.kraken]\nbase_url = \"{}\"\nown = true\nper_minute = 60000\n",
        door.url()
    );
    let probed = probe(&config(&file), Some("kraken"), None).await.unwrap();
    assert_eq!(probed.len(), names.len());
    let odd: Vec<_> = probed.iter().filter(|one| code(one) != "ok").collect();
    let shown: Vec<_> = odd.iter().map(|one| (one.row.as_str(), code(one))).collect();
    assert_eq!(shown, [("markets.csv kraken UNIUSD", "unsupported")]);
    assert_eq!(door.count(), names.len(), "each row is one question");
}

/// An explorer is asked about every chain that it knows, and about a public contract alone.
#[tokio::test]
async fn an_explorer_is_asked_about_each_of_its_chains() {
    let door = Door::of_files(&[("/nothing", "")]);
    door.fail_always(Fault::Json(
        r#"{"status":"0","message":"No transactions found","result":[]}"#.to_owned(),
    ));
    let file = format!(
        "price_order = []\nrate_order = []\nlists = []\nexplorers = [\"routescan\"]\n\
         [providers.routescan]\nbase_url = \"{}\"\nown = true\nper_minute = 60000\n",
        door.url()
    );
    let probed = probe(&config(&file), Some("routescan"), None).await.unwrap();
    assert!(
        probed.len() > 3 && probed.iter().all(|one| code(one) == "ok"),
        "{probed:?}"
    );
    assert!(probed.iter().any(|one| one.row == "explorers.csv eip155:1 routescan"));
    for request in door.seen() {
        assert!(
            request
                .target
                .contains("address=0xcA11bde05977b3631167028862bE2a173976CA11"),
            "{}",
            request.target
        );
    }
}

/// What the operator asks elsewhere is no business of anybody who reads the recording.
#[tokio::test]
async fn a_host_of_the_operators_own_is_not_recorded() {
    let (door, folder) = (Door::of_prices(), Folder::create("probe"));
    let file = format!(
        "price_order = [\"defillama\"]\nrate_order = []\nlists = []\nexplorers = []\n\
         [providers.defillama]\nbase_url = \"{}\"\nown = true\n",
        door.url()
    );
    let answers = folder.path().join("answers");
    probe(&config(&file), Some("defillama"), Some(&answers)).await.unwrap();
    assert!(door.count() > 0);
    assert_eq!(fs::read_dir(&answers).unwrap().count(), 0);
}

#[test]
fn recorded_answers_become_fixtures_without_an_address_of_a_person() {
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
