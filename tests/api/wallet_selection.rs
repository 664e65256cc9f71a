//! Some of a user's wallets, valued as a portfolio of their own.

use std::collections::BTreeSet;

use axum::http::Method;
use ports::Amount;
use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::test_server::{Person, TestServer};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const YESTERDAY: &str = "/api/wallet/user-wallet/get-yesterday-portfolio-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const FIRST: &str = "lighthouse.eth";
const SECOND: &str = "harbour.eth";
const GIBBERISH: &str = "gibberish";

fn amount(value: &Value) -> Amount {
    value.as_str().unwrap().parse().unwrap()
}

async fn balance(server: &TestServer, person: &Person, wallets: &[&str]) -> Value {
    let answer = server
        .call_as(person, BALANCE, &json!({"wallet_addresses": wallets}))
        .await;
    expect_described(BALANCE, &answer);
    answer.data()
}

async fn explained(server: &TestServer, person: &Person, figure: &Value) -> Value {
    let answer = server.call_as(person, EXPLAIN, &json!({"figure": figure})).await;
    answer.data()
}

#[tokio::test]
async fn chosen_wallets_are_a_portfolio_of_their_own() {
    let server = TestServer::start().await;
    let person = server.person(&[FIRST, SECOND, GIBBERISH]).await;
    server.run_jobs_of(&person).await;
    let all = balance(&server, &person, &[]).await;
    let first = balance(&server, &person, &[FIRST]).await;
    let second = balance(&server, &person, &[SECOND]).await;
    let both = balance(&server, &person, &[SECOND, FIRST, FIRST]).await;
    let sum = amount(&first["total"]).add(amount(&second["total"])).unwrap();
    assert_eq!((sum, sum), (amount(&both["total"]), amount(&all["total"])));
    assert_ne!(first["total"], second["total"]);
    let rows = first["user_wallet"]["assets"].as_array().unwrap().iter();
    let labels: BTreeSet<_> = rows
        .flat_map(|row| row["parts"].as_array().unwrap())
        .map(|part| part["wallet_label"].to_string())
        .collect();
    assert_eq!(labels, BTreeSet::from([json!(FIRST).to_string()]));
    assert_eq!(first["wallets"].as_array().unwrap().len(), 1);

    // A selected wallet that is not read is missing from the selection and from nothing else.
    assert_eq!(first["coverage"]["unread"], json!([]));
    assert_eq!(all["coverage"]["unread"].as_array().unwrap().len(), 1);
    let unread = balance(&server, &person, &[GIBBERISH]).await;
    assert_eq!(
        (&unread["total"], &unread["coverage"]["complete"]),
        (&json!(null), &json!(false))
    );

    // Each figure is explained over the selected wallets, including the parts by kind.
    let figures = first["figures"].as_object().unwrap();
    for (pointer, figure) in figures {
        let explanation = explained(&server, &person, figure).await;
        assert_eq!(Some(&explanation["value"]), first.pointer(pointer), "{pointer}");
    }
    assert!(figures.contains_key("/kinds/0/value"));
    let kinds = first["kinds"].as_array().unwrap().iter();
    let kinds = kinds
        .map(|kind| amount(&kind["value"]))
        .fold(Amount::ZERO, |sum, one| sum.add(one).unwrap());
    assert_eq!(kinds, amount(&first["total"]));
}

#[tokio::test]
async fn a_change_covers_the_chosen_wallets() {
    let server = TestServer::start().await;
    let person = server.person(&[FIRST, SECOND]).await;
    server.run_jobs_of(&person).await;
    for wallets in [vec![FIRST], vec![SECOND], vec![]] {
        let today = balance(&server, &person, &wallets).await;
        for valuation in [today["valuation_id"].clone(), json!(null)] {
            let request = json!({"wallet_addresses": wallets, "valuation_id": valuation});
            server.call_as(&person, YESTERDAY, &request).await;
            server.run_due_jobs().await;
            let day = server.call_as(&person, YESTERDAY, &request).await;
            expect_described(YESTERDAY, &day);
            let day = day.data();
            assert_eq!(day["total"], today["total"], "{wallets:?}");
            // The jobs may have changed what the latest valuation is.
            if !valuation.is_null() {
                assert_eq!(day["valuation_id"], valuation, "{wallets:?}");
            }
            let figure = &day["figures"]["/change"];
            assert_eq!(explained(&server, &person, figure).await["value"], day["change"]);
        }
    }
    // A valuation of other wallets is not compared with one of these.
    let other = balance(&server, &person, &[FIRST]).await;
    let request = json!({"wallet_addresses": [SECOND], "valuation_id": other["valuation_id"]});
    let day = server.call_as(&person, YESTERDAY, &request).await.data();
    assert_eq!(day["total"], balance(&server, &person, &[SECOND]).await["total"]);
}

#[tokio::test]
async fn only_own_wallets_can_be_chosen() {
    let server = TestServer::start().await;
    let person = server.person(&[FIRST]).await;
    server.run_jobs_of(&person).await;
    for path in [BALANCE, YESTERDAY] {
        let answer = server
            .call_as(&person, path, &json!({"wallet_addresses": [SECOND]}))
            .await;
        assert_eq!(answer.refusal().0, 404, "{path}");
    }
    let open = "/api/organisation/user/get-portfolio-by-address";
    let session = server.call(open, &json!({"wallet_address": FIRST})).await.data();
    for path in [BALANCE, YESTERDAY] {
        let request = json!({"wallet_addresses": [FIRST]});
        let answer = server
            .send_json(Method::POST, path, &request, session["token"].as_str())
            .await;
        assert_eq!(answer.refusal().0, 400, "{path}");
    }
}
