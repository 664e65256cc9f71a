//! Positions in protocols: cards, the balance sheet, and how they add up with the portfolio.

use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, TestServer},
};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const PROTOCOLS: &str = "/api/wallet/user-wallet/get-protocol-balance";
const SHEET: &str = "/api/wallet/user-wallet/get-defi-balance-sheet";
const EXPLAIN: &str = "/api/wallet/figure/explain";

async fn read(addresses: &[&str]) -> (TestServer, Person) {
    let server = TestServer::start().await;
    let person = server.person(addresses).await;
    server.run_jobs_of(&person).await;
    (server, person)
}

fn amount(value: &Value) -> ports::Amount {
    value.as_str().unwrap_or("0").parse().unwrap()
}

fn sum<'a>(values: impl IntoIterator<Item = &'a Value>) -> ports::Amount {
    let values = values.into_iter();
    values.fold(ports::Amount::ZERO, |sum, value| sum.add(amount(value)).unwrap())
}

/// Amounts are rounded where they are shown, so that their sum may differ in the last places.
fn close(one: ports::Amount, other: ports::Amount) -> bool {
    one.sub(other).unwrap().abs() < "0.000000000000001".parse().unwrap()
}

fn rows<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    of[name].as_array().unwrap().iter()
}

#[tokio::test]
async fn wallets_and_protocols_add_up_to_the_net_worth() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let answer = server.call_as(&person, PROTOCOLS, &json!({})).await;
    expect_described(PROTOCOLS, &answer);
    let (answer, balance) = (answer.data(), server.call_as(&person, BALANCE, &json!({})).await.data());
    let sheet = &answer["sheet"];
    let parts = ["wallets", "exchanges", "credit", "debt"].map(|name| &sheet[name]);
    assert!(close(sum(parts), amount(&balance["total"])), "{sheet}");
    assert!(close(sum([&sheet["credit"], &sheet["debt"]]), amount(&sheet["net"])));
    assert!(amount(&sheet["debt"]).is_negative(), "{sheet}");
    let cards = || rows(&answer, "user_wallet");
    assert!(close(sum(cards().map(|card| &card["total"])), amount(&sheet["net"])));
    assert!(close(sum(cards().map(|card| &card["debt"])), amount(&sheet["debt"])));
    for card in cards() {
        assert!(close(
            sum(rows(card, "positions").map(|one| &one["total"])),
            amount(&card["total"])
        ));
        for position in rows(card, "positions") {
            let values = rows(position, "rows").map(|row| &row["value"]);
            assert!(close(sum(values), amount(&position["total"])), "{position}");
        }
    }
}

#[tokio::test]
async fn a_balance_sheet_has_one_total_for_each_type() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let answer = server.call_as(&person, SHEET, &json!({"currency_code": "USD"})).await;
    expect_described(SHEET, &answer);
    let answer = answer.data();
    let by_type = answer["balance_sheet"].as_object().unwrap();
    assert!(by_type.len() > 3, "{by_type:?}");
    for line in rows(&answer["sheet"], "types") {
        let id = line["id"].to_string();
        assert_eq!(by_type.get(&id), Some(&line["total"]));
        assert_eq!(amount(&line["total"]).is_negative(), id == "30", "{line}");
    }
    let (debts, credits): (Vec<_>, Vec<_>) = by_type.iter().partition(|(id, _)| *id == "30");
    let of = |rows: Vec<(&String, &Value)>| sum(rows.into_iter().map(|(_, value)| value).collect::<Vec<_>>());
    assert!(close(of(debts), amount(&answer["sheet"]["debt"])));
    assert!(close(of(credits), amount(&answer["sheet"]["credit"])));
}

#[tokio::test]
async fn a_loan_has_the_health_that_its_protocol_states_and_each_amount_its_call() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let answer = server.call_as(&person, PROTOCOLS, &json!({})).await.data();
    let (at, loan) = rows(&answer, "user_wallet")
        .enumerate()
        .find(|(_, card)| card["name"] == "Aave v3 Core")
        .unwrap();
    let position = &loan["positions"][0];
    assert!(amount(&position["health_factor"]) > "1".parse().unwrap(), "{position}");
    let (row, borrowed) = rows(position, "rows")
        .enumerate()
        .find(|(_, row)| row["role"] == "borrow")
        .unwrap();
    assert_eq!(
        (&borrowed["type_id"], &borrowed["type_name"]),
        (&json!(30), &json!("Borrowed"))
    );
    assert!(amount(&borrowed["balance"]).is_negative());
    let function = borrowed["function"].as_str().unwrap();
    let figure = &answer["figures"][format!("/user_wallet/{at}/positions/0/rows/{row}/value")];
    let why = server.call_as(&person, EXPLAIN, &json!({ "figure": figure })).await;
    assert!(why.text.contains(function), "{}", why.text);
    assert_eq!(why.data()["value"], borrowed["value"]);
    let last = rows(position, "rows").last().unwrap();
    assert_eq!(last["role"], "reward", "rewards are last");
}

#[tokio::test]
async fn a_wallet_without_positions_states_what_was_looked_for() {
    let (server, person) = read(&["vitalik.eth", "harbourmaster.eth"]).await;
    let of = |wallet: &str| json!({ "wallet_address": wallet });
    let one = server
        .call_as(&person, PROTOCOLS, &of("harbourmaster.eth"))
        .await
        .data();
    let names: Vec<&Value> = rows(&one, "user_wallet").map(|card| &card["wallet_label"]).collect();
    assert!(names.iter().all(|name| *name == "harbourmaster.eth"), "{names:?}");
    assert!(one["sheet"]["looked_for"]["protocols"].as_i64().unwrap() > 10);
    let missing = server.call_as(&person, PROTOCOLS, &of("lighthouse.eth")).await;
    assert_eq!(missing.refusal(), (404, "not_found".to_owned()));
    let chosen = json!({ "wallet_addresses": ["lighthouse.eth"] });
    let missing = server.call_as(&person, SHEET, &chosen).await;
    assert_eq!(missing.refusal(), (404, "not_found".to_owned()));
}

/// An asset is counted in the position of a receipt or in the wallet, never in both.
#[tokio::test]
async fn visitors_see_the_positions_without_reasons() {
    let (server, person) = read(&["vitalik.eth"]).await;
    let own = server.call_as(&person, PROTOCOLS, &json!({})).await.data();
    let session = server.open_link(&server.share(&person).await).await.data();
    let token = session["token"].as_str().unwrap();
    let seen = crate::share::see(&server, token, PROTOCOLS, json!({})).await;
    expect_described(PROTOCOLS, &seen);
    let seen = seen.data();
    assert_eq!(seen["sheet"]["net"], own["sheet"]["net"]);
    let names =
        |answer: &Value| -> Vec<Value> { rows(answer, "user_wallet").map(|card| card["name"].clone()).collect() };
    assert_eq!(names(&seen), names(&own));
    let chosen = json!({ "wallet_addresses": ["vitalik.eth"] });
    let refused = crate::share::see(&server, token, SHEET, chosen).await;
    assert_eq!(refused.refusal().0, 400);
}
