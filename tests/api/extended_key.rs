//! Extended public keys: recognized, scanned, shown as one wallet, and invisible to others.

use axum::http::Method;
use ports::Amount;
use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::test_server::{Person, TestServer};

const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const XPUB: &str =
    "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";
const DETECT: &str = "/api/wallet/chain/detect-chain";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const SEARCH: &str = "/api/wallet/user-wallet/search-wallet";

async fn detect(server: &TestServer, text: &str) -> Value {
    server.call(DETECT, &json!({"wallet_address": text})).await.data()
}

async fn cards(server: &TestServer, person: &Person) -> Value {
    server.call_as(person, SEARCH, &json!({})).await.data()
}

#[tokio::test]
async fn a_key_is_recognised_with_the_addresses_that_are_scanned() {
    let server = TestServer::start().await;
    let found = detect(&server, ZPUB).await;
    assert_eq!(
        (&found["kind"], &found["chain_detected"]),
        (&json!("extended_key"), &json!(true))
    );
    assert_eq!(
        (&found["shared_with_providers"], &found["reason"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(found["chains"][0]["id"], BITCOIN);
    let described = json!({"short": "zpub6rFR…tZYs", "scripts": ["wpkh"]});
    assert_eq!(found["extended_key"], described);
    let open = detect(&server, XPUB).await;
    assert_eq!(open["extended_key"]["scripts"], json!(["pkh", "wpkh", "tr", "sh-wpkh"]));
    let taproot = detect(&server, &format!("tr({XPUB})")).await;
    assert_eq!(taproot["extended_key"]["scripts"], json!(["tr"]));
}

#[tokio::test]
async fn unusable_keys_are_rejected_with_a_reason() {
    let server = TestServer::start().await;
    let off_the_curve = "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY";
    for (text, kind, code) in [
        (format!("Z{}", &ZPUB[1..]), "address", "not_supported_yet"),
        (format!("{}z", &ZPUB[..ZPUB.len() - 1]), "unknown", "invalid_address"),
        (off_the_curve.to_owned(), "unknown", "invalid_address"),
    ] {
        let found = detect(&server, &text).await;
        assert_eq!(
            (&found["kind"], &found["reason_code"]),
            (&json!(kind), &json!(code)),
            "{found}"
        );
        assert!(!found["reason"].as_str().unwrap().contains(&text[4..20]));
    }
    let secret = detect(&server, &format!("wpkh({})", ZPUB.replace("zpub", "zprv"))).await;
    assert_eq!(
        (&secret["kind"], &secret["wallet_address"]),
        (&json!("secret"), &json!(""))
    );
}

#[tokio::test]
async fn a_key_is_one_wallet_with_the_sum_of_its_addresses() {
    let server = TestServer::start().await;
    let person = server.person(&[ZPUB]).await;
    server.run_jobs_of(&person).await;
    let reply = server.call_as(&person, SEARCH, &json!({})).await;
    expect_described(SEARCH, &reply);
    let page = reply.data();
    let card = &page["user_wallets"][0];
    assert_eq!((&page["total_count"], &card["detected"]), (&json!(1), &json!(true)));
    let key = &card["extended_key"];
    let count = |field: &str| key[field].as_i64().unwrap();
    assert!(count("addresses_used") > 0 && count("addresses_watched") >= 40, "{key}");
    assert_eq!(count("addresses_looked_at"), count("addresses_watched"));
    assert!(key["scanned_on"].is_string() && key["is_full"] == false);
    let own = json!({"wallet_address": ZPUB});
    let balance = server.call_as(&person, BALANCE, &own).await.data();
    let assets = balance["user_wallet"]["assets"].as_array().unwrap();
    assert_eq!(assets.len(), 1, "there is one row for the coin");
    let parts = assets[0]["parts"].as_array().unwrap();
    let sum = parts.iter().fold(Amount::ZERO, |sum, part| {
        sum.add(part["amount"].as_str().unwrap().parse().unwrap()).unwrap()
    });
    if assets[0]["rest"].is_null() {
        assert_eq!(sum.to_string(), assets[0]["amount"].as_str().unwrap());
    }
    assert_eq!(card["total_value"], page["net_worth"]);
}

#[tokio::test]
async fn a_key_counts_as_one_wallet_and_can_be_named_and_removed() {
    let server = TestServer::start().await;
    let person = server.person(&[ZPUB]).await;
    let update = json!({"wallet_address": ZPUB, "nickname": "Cold storage", "wallet_id": "trezor", "gap_limit": 30});
    let updated = server
        .call_as(&person, "/api/wallet/user-wallet/update-wallet", &update)
        .await
        .data();
    assert_eq!(updated["user_wallets"][0]["extended_key"]["gap_limit"], 30);
    let again = json!({"wallet_addresses": [XPUB, ZPUB]});
    let user = server
        .call_as(&person, "/api/organisation/user/update-user-wallet", &again)
        .await
        .data();
    let rows = user["user"]["user_wallets"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[1]["nickname"]), (2, &json!("Cold storage")));
    let removed = json!({"wallet_address": ZPUB});
    server
        .call_as(&person, "/api/organisation/user/delete-user-wallet", &removed)
        .await
        .data();
    let left = cards(&server, &person).await;
    assert_eq!(
        (&left["total_count"], &left["user_wallets"][0]["address"]),
        (&json!(1), &json!(XPUB))
    );
}

#[tokio::test]
async fn a_visitor_sees_neither_the_key_nor_its_addresses() {
    let server = TestServer::start().await;
    let other = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    let person = server.person(&[ZPUB, other]).await;
    server.run_jobs_of(&person).await;
    let own = server.call_as(&person, BALANCE, &json!({})).await.data();
    let bitcoin = |part: &&Value| part["chain"] == BITCOIN;
    let assets = own["user_wallet"]["assets"].as_array().unwrap();
    let parts = assets.iter().flat_map(|asset| asset["parts"].as_array().unwrap());
    let derived: Vec<&str> = parts
        .filter(bitcoin)
        .map(|part| part["wallet_address"].as_str().unwrap())
        .collect();
    assert!(!derived.is_empty());
    let session = server.open_link(&server.share(&person).await).await;
    let token = session.data()["token"].as_str().unwrap().to_owned();
    let seen = server.send_json(Method::POST, BALANCE, &json!({}), Some(&token)).await;
    assert!(seen.data()["wallets"].as_array().unwrap().len() == 1);
    for text in [&session.text, &seen.text] {
        assert!(
            !text.contains(&ZPUB[..12]) && !derived.iter().any(|address| text.contains(address)),
            "{text}"
        );
        assert!(!text.contains(BITCOIN) || text == &session.text);
    }
    for address in [ZPUB, derived[0]] {
        let narrowed = server
            .send_json(Method::POST, BALANCE, &json!({"wallet_address": address}), Some(&token))
            .await;
        assert_eq!(narrowed.status, 404);
    }
}
