//! Currencies in the API.

use serde_json::{Value, json};

use crate::test_server::TestServer;

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";

async fn server() -> TestServer {
    let server = TestServer::start().await;
    let work = server.app.tracker().work();
    work.begin().await.unwrap();
    for lease in work.claim("test", 64).await.unwrap() {
        work.perform(&lease).await.unwrap();
    }
    server
}

fn row<'a>(rows: &'a Value, code: &str) -> &'a Value {
    rows.as_array().unwrap().iter().find(|row| row["code"] == code).unwrap()
}

#[tokio::test]
async fn every_currency_has_its_rate_or_none() {
    let server = server().await;
    let data = server
        .call("/api/common/master/get-all-currencies", &json!({}))
        .await
        .data();
    let currencies = &data["currencies"];
    let dollar = row(currencies, "USD");
    assert_eq!((&dollar["name"], &dollar["symbol"]), (&json!("US dollar"), &json!("$")));
    assert_eq!(
        (&dollar["rate"], &dollar["active"], &dollar["id"]),
        (&json!("1"), &json!(true), &json!("USD"))
    );
    assert_eq!(row(currencies, "JPY")["decimals"], 0);
    let kuna = row(currencies, "HRK");
    assert_eq!((&kuna["rate"], &kuna["active"]), (&Value::Null, &json!(false)));
    let active = currencies
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["active"] == true);
    assert!(active.count() >= 30);

    let data = server
        .call("/api/common/master/get-currency-rates", &json!({}))
        .await
        .data();
    let rates = &data["rates"]["rates"];
    assert_eq!((&data["rates"]["base"], &rates["USD"]), (&json!("USD"), &json!("1")));
    assert_eq!(rates["EUR"], row(currencies, "EUR")["rate"]);
    assert!(rates.get("HRK").is_none(), "unknown is absent, never zero or one");
}

#[tokio::test]
async fn amounts_are_in_the_requested_currency() {
    let server = server().await;
    let person = server.person(&[OWN]).await;
    server.run_jobs_of(&person).await;
    let asked = json!({"currency_code": "eur"});
    for call in [
        BALANCE,
        "/api/wallet/user-wallet/search-wallet",
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
        "/api/wallet/chain/get-crypto-asset-rates",
    ] {
        let data = server.call_as(&person, call, &asked).await.data();
        assert_eq!(data["currency_code"], "EUR", "{call}");
    }
    let in_euro = server.call_as(&person, BALANCE, &asked).await.data();
    let figure = in_euro["figures"]["/total"].clone();
    let why = server
        .call_as(&person, "/api/wallet/figure/explain", &json!({"figure": figure}))
        .await
        .data();
    assert_eq!(
        (&why["value"], &why["currency_code"]),
        (&in_euro["total"], &json!("EUR"))
    );
    let in_dollars = server.call_as(&person, BALANCE, &json!({})).await.data();
    assert_ne!(in_euro["total"], in_dollars["total"]);
    assert!(
        in_euro["asset_prices"]
            .as_object()
            .unwrap()
            .values()
            .all(|price| price["currency_code"] == "EUR")
    );

    let asset = in_euro["user_wallet"]["assets"][0]["asset"].clone();
    let set = json!({"asset": asset, "price": "10.5", "currency_code": "GBP"});
    let set = server
        .call_as(&person, "/api/wallet/asset/set-price", &set)
        .await
        .data();
    assert_eq!((&set["price"], &set["currency_code"]), (&json!("10.5"), &json!("GBP")));
    let none = json!({"asset": asset, "price": "10.5", "currency_code": "HRK"});
    let refused = server.call_as(&person, "/api/wallet/asset/set-price", &none).await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn an_unknown_currency_is_rejected_with_the_known_ones() {
    let server = server().await;
    let person = server.person(&[OWN]).await;
    let refused = server.call_as(&person, BALANCE, &json!({"currency_code": "XYZ"})).await;
    assert_eq!(refused.status, 400);
    let message = refused.json()["data"]["fields"]["currency_code"].clone();
    assert!(
        message.as_str().unwrap().contains("Use one of: USD, EUR, GBP"),
        "{message}"
    );
}
