//! The portfolio in the API: sums, coverage and figures are consistent.

mod figures;

use futures::{FutureExt, future::join_all};
use ports::{SourceId, asset::Holders};
use serde_json::{Value, json};

use crate::test_server::{Person, TestServer};

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";

async fn valued() -> (TestServer, Person) {
    let server = TestServer::start().await;
    let person = server.person(&[OWN, "vitalik.eth"]).await;
    server.run_jobs_of(&person).await;
    (server, person)
}

fn amount(value: &Value) -> ports::Amount {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is not decimal text"))
        .parse()
        .unwrap()
}

fn sum<'a>(values: impl Iterator<Item = &'a Value>) -> ports::Amount {
    values
        .filter(|value| !value.is_null())
        .fold(ports::Amount::ZERO, |sum, value| sum.add(amount(value)).unwrap())
}

/// Returns whether two amounts differ by rounding only. The displayed parts may add up to slightly more or less than
/// the displayed total.
fn close(one: ports::Amount, other: ports::Amount) -> bool {
    one.sub(other).unwrap().abs() < "0.000000000000001".parse().unwrap()
}

#[tokio::test]
async fn every_sum_is_the_sum_of_its_parts() {
    let (server, person) = valued().await;
    let all = server.call_as(&person, BALANCE, &json!({})).await.data();
    let total = amount(&all["total"]);
    assert!(total > ports::Amount::ZERO);
    assert_eq!(all["total"], all["coverage"]["known"]);
    let of = |rows: &'static str| all.pointer(rows).unwrap().as_array().unwrap().iter();
    assert!(close(sum(of("/user_wallet/assets").map(|row| &row["value"])), total));
    assert!(close(sum(of("/networks").map(|row| &row["value"])), total));
    assert!(close(sum(of("/wallets").map(|row| &row["value"])), total));
    for row in of("/user_wallet/assets") {
        let parts = row["parts"].as_array().unwrap();
        assert!(
            close(
                sum(parts.iter().map(|part| &part["value"])),
                sum(std::iter::once(&row["value"]))
            ),
            "{row}"
        );
        assert_eq!(row["state"] == "unpriced", row["value"].is_null(), "{row}");
        assert!(
            !(row["dust"] == true && row["value"].is_null()),
            "an unpriced row is never dust"
        );
        assert!(
            parts
                .iter()
                .all(|part| part["value"].is_null() != part["reason"].is_null()),
            "{row}"
        );
    }
}

#[tokio::test]
async fn the_most_valuable_assets_come_first_and_totals_stay_complete() {
    let (server, person) = valued().await;
    let all = server.call_as(&person, BALANCE, &json!({})).await.data();
    let two = server.call_as(&person, BALANCE, &json!({"limit": 2})).await.data();
    let rows = |answer: &Value| answer["user_wallet"]["assets"].as_array().unwrap().clone();
    let count = rows(&all).len();
    assert!(count > 2);
    assert_eq!(rows(&two), rows(&all)[..2]);
    for answer in [&all, &two] {
        assert_eq!(answer["user_wallet"]["count"], json!(count));
    }
    for whole in ["total", "coverage", "networks", "wallets", "hidden"] {
        assert_eq!(two[whole], all[whole], "{whole}");
    }
    let priced = two["asset_prices"].as_object().unwrap();
    let shown = rows(&two);
    let parts = shown.iter().flat_map(|row| row["parts"].as_array().unwrap());
    let held: Vec<&str> = parts.map(|part| part["asset"].as_str().unwrap()).collect();
    assert!(!priced.is_empty() && priced.keys().all(|asset| held.contains(&asset.as_str())));
    let figures = two["figures"].as_object().unwrap();
    assert!(figures.keys().all(|pointer| two.pointer(pointer).is_some()));
}

#[tokio::test]
async fn unknown_values_are_listed_and_make_the_total_incomplete() {
    let (server, person) = valued().await;
    let coverage = server.call_as(&person, BALANCE, &json!({})).await.data()["coverage"].clone();
    let unpriced = coverage["unpriced"].as_array().unwrap();
    assert!(!unpriced.is_empty(), "the demo world contains unpriced tokens");
    assert_eq!(coverage["complete"], false);
    for holding in unpriced {
        assert!(
            holding["text"].as_str().is_some_and(|text| !text.is_empty()),
            "{holding}"
        );
        assert!(
            holding["symbol"].as_str().is_some_and(|text| !text.is_empty()),
            "{holding}"
        );
        assert_ne!(
            holding["amount"].is_null(),
            holding["raw_amount"].is_null(),
            "one of them is there: {holding}"
        );
    }
}

#[tokio::test]
async fn a_manual_price_replaces_others_and_is_marked_until_it_is_removed() {
    let (server, person) = valued().await;
    let before = server.call_as(&person, BALANCE, &json!({})).await.data();
    let missing = before["coverage"]["unpriced"]
        .as_array()
        .unwrap()
        .iter()
        .find(|holding| holding["reason"] == "not_listed");
    let asset = missing.unwrap()["asset"].clone();
    server
        .call_as(
            &person,
            "/api/wallet/asset/set-price",
            &json!({"asset": asset, "price": "2.5"}),
        )
        .await
        .data();
    let after = server.call_as(&person, BALANCE, &json!({})).await.data();
    assert!(amount(&after["total"]) > amount(&before["total"]));
    assert_eq!(after["asset_prices"][asset.as_str().unwrap()]["manual"], true);
    let cleared = server
        .call_as(&person, "/api/wallet/asset/clear-price", &json!({"asset": asset}))
        .await
        .data();
    assert_eq!(cleared["cleared"], true);
    let again = server.call_as(&person, BALANCE, &json!({})).await.data();
    assert_eq!(again["total"], before["total"]);
}

#[tokio::test]
async fn hidden_assets_are_counted_separately() {
    let (server, person) = valued().await;
    let before = server.call_as(&person, BALANCE, &json!({})).await.data();
    let asset = before.pointer("/user_wallet/assets/0/asset").unwrap().clone();
    server
        .call_as(&person, "/api/wallet/asset/hide-asset", &json!({"asset": asset}))
        .await
        .data();
    let after = server.call_as(&person, BALANCE, &json!({})).await.data();
    assert!(amount(&after["total"]) < amount(&before["total"]));
    assert!(after["coverage"]["hidden"].as_i64() > before["coverage"]["hidden"].as_i64());
    let hidden = after["hidden"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["asset"] == asset)
        .unwrap();
    assert_eq!(hidden["rule"], "hidden_by_you");
    server
        .call_as(&person, "/api/wallet/asset/show-asset", &json!({"asset": asset}))
        .await
        .data();
    assert_eq!(
        server.call_as(&person, BALANCE, &json!({})).await.data()["total"],
        before["total"]
    );
}

/// An unpriced token, after an explorer stated its number of holders.
#[tokio::test]
async fn a_hidden_asset_states_its_holders_and_who_counted_them() {
    let (server, person) = valued().await;
    let before = server.call_as(&person, BALANCE, &json!({})).await.data();
    let unpriced = before["coverage"]["unpriced"].as_array().unwrap();
    let missing = unpriced.iter().find(|holding| holding["reason"] == "not_listed");
    let asset: ports::AssetId = missing.unwrap()["asset"].as_str().unwrap().parse().unwrap();
    let ports = server.app.tracker().ports();
    let mut row = ports
        .stores
        .assets
        .find(std::slice::from_ref(&asset))
        .await
        .unwrap()
        .remove(0);
    row.holders = Some(Holders {
        count: 49_213,
        by: SourceId::fixed("blockscout"),
        at: ports.clock.now(),
    });
    let mut work = ports.storage.begin().await.unwrap();
    work.assets().add(&[row]).await.unwrap();
    work.commit().await.unwrap();
    let after = server.call_as(&person, BALANCE, &json!({})).await.data();
    let is_it = |row: &&Value| row["asset"] == asset.as_str();
    let hidden = after["hidden"].as_array().unwrap().iter().find(is_it).unwrap();
    let text = hidden["text"].as_str().unwrap();
    assert_eq!(hidden["rule"], "spam");
    assert!(text.starts_with("blockscout counts 49,213 holders"), "{text}");
    assert!(after["coverage"]["hidden"].as_i64() > before["coverage"]["hidden"].as_i64());
    assert!(
        !after["coverage"]["unpriced"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| is_it(&row))
    );
    assert_eq!(after["total"], before["total"]);
}

#[tokio::test]
async fn before_the_first_reading_the_total_is_unknown() {
    let server = TestServer::start().await;
    let person = server.person(&[OWN]).await;
    let balance = server.call_as(&person, BALANCE, &json!({})).await.data();
    assert_eq!(
        (&balance["total"], &balance["refreshing"]),
        (&Value::Null, &json!(true))
    );
    assert!(balance["coverage"]["reading"].as_i64().unwrap() > 0);
    assert_eq!(balance["coverage"]["complete"], false);
    let yesterday = server
        .call_as(
            &person,
            "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
            &json!({}),
        )
        .await
        .data();
    assert_eq!(yesterday["balance"], Value::Null);
    assert_eq!(yesterday["reason"]["code"], "not_read_yet");
}

/// Being on a token list says nothing about a token's value, so the panel of an asset shows which parts are listed.
#[tokio::test]
async fn a_part_states_whether_its_token_is_listed() {
    let (server, person) = valued().await;
    let all = server.call_as(&person, BALANCE, &json!({})).await.data();
    let rows = all["user_wallet"]["assets"].as_array().unwrap().iter();
    let parts: Vec<&Value> = rows.flat_map(|row| row["parts"].as_array().unwrap()).collect();
    let listed = |symbol: &str| {
        let part = parts.iter().find(|part| part["symbol"] == symbol);
        part.unwrap_or_else(|| panic!("no {symbol} in {parts:?}"))["listed"].clone()
    };
    assert_eq!(
        (listed("ETH"), listed("USDC"), listed("TIDE")),
        (json!(true), json!(true), json!(false))
    );
}

/// A reason keeps its code in the response. A code that is not published would be replaced.
#[tokio::test]
async fn a_token_without_a_market_is_flagged_with_its_own_code() {
    let (server, person) = valued().await;
    let all = server.call_as(&person, BALANCE, &json!({})).await.data();
    let assets = all["user_wallet"]["assets"].as_array().unwrap().iter();
    let flags: Vec<&Value> = assets.flat_map(|row| row["flags"].as_array().unwrap()).collect();
    let unsold = |flag: &&&Value| flag["text"].as_str().unwrap().starts_with("No token list includes it");
    assert!(flags.iter().filter(unsold).count() > 0, "{flags:?}");
    assert!(
        flags.iter().filter(unsold).all(|flag| flag["code"] == "no_liquidity"),
        "{flags:?}"
    );
}

#[tokio::test]
async fn valuations_beyond_the_limit_wait_and_are_answered() {
    let (server, person) = valued().await;
    let nothing = json!({});
    let paths = [
        BALANCE,
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
        "/api/wallet/user-wallet/search-wallet",
        "/api/common/health/get-data-health",
    ];
    let many_calls = || (0..40).map(|n| server.call_as(&person, paths[n % paths.len()], &nothing));
    let mut dropped_calls: Vec<_> = many_calls().map(FutureExt::boxed_local).collect();
    for one in &mut dropped_calls {
        assert!(futures::poll!(one).is_pending(), "it is running or waiting");
    }
    drop(dropped_calls);
    let replies = tokio::time::timeout(support::patience(60), join_all(many_calls())).await;
    let replies = replies.expect("the permits of dropped requests are released");
    assert!(replies.iter().all(|reply| reply.status == 200));
}
