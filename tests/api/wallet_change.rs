//! The change of each wallet in 24 hours.

use ports::Amount;
use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::test_server::{Person, TestServer};

const SEARCH: &str = "/api/wallet/user-wallet/search-wallet";
const YESTERDAY: &str = "/api/wallet/user-wallet/get-yesterday-portfolio-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const FIRST: &str = "lighthouse.eth";
const SECOND: &str = "harbour.eth";
const GIBBERISH: &str = "gibberish";

async fn search(server: &TestServer, person: &Person, body: Value) -> Value {
    let answer = server.call_as(person, SEARCH, &body).await;
    expect_described(SEARCH, &answer);
    answer.data()
}

async fn yesterday(server: &TestServer, person: &Person, wallets: &[&str]) -> Value {
    let body = json!({"wallet_addresses": wallets});
    server.call_as(person, YESTERDAY, &body).await.data()
}

fn amount(value: &Value) -> Amount {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_wallet_changes_by_the_rules_of_the_portfolio() {
    let server = TestServer::start().await;
    let person = server.person(&[FIRST, SECOND, GIBBERISH]).await;
    server.run_jobs_of(&person).await;
    yesterday(&server, &person, &[]).await;
    server.run_due_jobs().await;
    let page = search(&server, &person, json!({})).await;
    let mut sum = Amount::ZERO;
    for (at, name) in [FIRST, SECOND].into_iter().enumerate() {
        let change = &page["user_wallets"][at]["day_change"];
        let own = yesterday(&server, &person, &[name]).await;
        for field in [
            "change",
            "change_percent",
            "compared",
            "not_compared",
            "basis",
            "reason",
            "at",
            "pending",
        ] {
            assert_eq!(change[field], own[field], "{field} of {name}");
        }
        assert!(change["change"].is_string(), "{change}");
        sum = sum.add(amount(&change["change"])).unwrap();
        for field in ["change", "balance"] {
            let figure = &page["figures"][format!("/user_wallets/{at}/day_change/{field}")];
            let explained = server
                .call_as(&person, EXPLAIN, &json!({"figure": figure}))
                .await
                .data();
            assert_eq!(explained["value"], change[field], "{explained}");
            assert!(explained["title"].as_str().unwrap().contains(name), "{explained}");
        }
    }
    let all = yesterday(&server, &person, &[]).await;
    let cents = sum.sub(amount(&all["change"])).unwrap().abs();
    assert!(cents <= "0.02".parse().unwrap(), "{sum} of {}", all["change"]);
    assert_eq!(page["user_wallets"][2]["day_change"], Value::Null, "it is not read");
    let last = search(&server, &person, json!({"start": 1, "limit": 1})).await;
    assert_eq!(
        last["user_wallets"][0]["day_change"],
        page["user_wallets"][1]["day_change"]
    );
}

#[tokio::test]
async fn a_change_without_prices_is_unknown_and_none_are_requested() {
    let server = TestServer::start().await;
    let person = server.person(&[FIRST]).await;
    let unread = search(&server, &person, json!({})).await;
    assert_eq!(unread["user_wallets"][0]["day_change"], Value::Null);
    server.run_jobs_of(&person).await;
    for _ in 0..2 {
        let page = search(&server, &person, json!({})).await;
        let change = &page["user_wallets"][0]["day_change"];
        let unknown = (&change["change"], &change["balance"], &change["pending"]);
        assert_eq!(unknown, (&Value::Null, &Value::Null, &json!(false)));
        assert_eq!(change["reason"]["code"], "not_requested_yet", "{change}");
        server.run_due_jobs().await;
    }
    yesterday(&server, &person, &[]).await;
    let page = search(&server, &person, json!({})).await;
    assert_eq!(page["user_wallets"][0]["day_change"]["pending"], true);
}
