//! Uploads of wallets in the API.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::test_server::{Person, Reply, ServerOptions, TestServer};

const READ: &str = "/api/wallet/user-wallet/read-upload";
const ADD: &str = "/api/wallet/user-wallet/add-upload";
const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

async fn send(server: &TestServer, person: &Person, kind: &str, file: impl Into<Body>) -> Reply {
    let request = Request::post(READ)
        .header("content-type", kind)
        .header("authorization", format!("Bearer {}", person.token));
    server.send(request.body(file.into()).unwrap()).await
}

#[tokio::test]
async fn a_file_is_accepted_as_body_and_as_form_field() {
    let server = TestServer::start().await;
    let person = server.person(&[TWO]).await;
    let file = format!("address,nickname\n{ONE},Savings\n{TWO},\n");
    let raw = send(&server, &person, "text/csv; charset=utf-8", file.clone())
        .await
        .data();
    let in_json = server.call_as(&person, READ, &json!({"content": file})).await.data();
    let plain = send(&server, &person, "text/plain", file).await.data();
    assert_eq!((&raw, &raw), (&in_json, &plain));
    let verdicts: Vec<_> = raw["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["status"])
        .collect();
    assert_eq!(verdicts, ["add", "already_yours"]);
    let row = &raw["rows"][0];
    assert_eq!(
        (&row["line"], &row["nickname"], &row["network"]),
        (&json!(2), &json!("Savings"), &json!("Ethereum"))
    );
    assert_eq!(raw["room"]["upgrade_trigger"], Value::Null);
}

#[tokio::test]
async fn a_file_that_is_not_text_is_rejected_in_plain_words() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    for (file, words) in [
        (&b"\xff\xfea\0\n\0\0\xd8b\0"[..], "Line 2 is not UTF-16"),
        (b"PK\x03\x04", "spreadsheet"),
        (b"\xc3\xa9.eth\ncaf\xe9.eth", "Line 2 is not UTF-8"),
        (b"\xe9.eth\ncaf\x81.eth", "Line 2 is not Windows-1252"),
        (b"", "This file is empty"),
    ] {
        let reply = send(&server, &person, "text/csv", file).await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()));
        assert!(
            reply.json()["data"]["fields"]["content"]
                .as_str()
                .unwrap()
                .contains(words),
            "{}",
            reply.text
        );
    }
    for kind in ["application/pdf", "application/vnd.ms-excel"] {
        assert_eq!(send(&server, &person, kind, "x").await.refusal().0, 415);
    }
    let long = "a".repeat(2_100_001);
    assert_eq!(send(&server, &person, "text/csv", long).await.refusal().0, 413);
    let long = "z".repeat(2_000_000);
    assert_eq!(
        send(&server, &person, "text/csv", long).await.data()["rows"][0]["status"],
        "invalid"
    );
    let other_calls_stay_small = json!({"rows": [{"wallet_address": "a".repeat(300_000)}]});
    assert_eq!(
        server.call_as(&person, ADD, &other_calls_stay_small).await.refusal().0,
        413
    );
}

#[tokio::test]
async fn a_file_of_a_spreadsheet_is_read_in_its_encoding() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let text = "Adresse;Bezeichnung\r\n=\"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045\";Größe\r\n";
    let wide = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let narrow: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).unwrap()).collect();
    for (file, encoding) in [
        (text.as_bytes().to_vec(), "utf-8"),
        (wide(u16::to_le_bytes), "utf-16le"),
        (wide(u16::to_be_bytes), "utf-16be"),
        (narrow, "windows-1252"),
    ] {
        let data = send(&server, &person, "text/csv", file).await.data();
        assert_eq!(data["encoding"], encoding);
        let row = &data["rows"][0];
        assert_eq!(
            (&row["status"], &row["nickname"]),
            (&json!("add"), &json!("Größe")),
            "{encoding}"
        );
    }
}

#[tokio::test]
async fn a_secret_is_never_repeated() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let key = "4c".repeat(32);
    let words = "abandon ability able about above absent absorb abstract absurd abuse access accident";
    for file in [
        format!("{ONE}\n{key}\n"),
        format!("{key},Key\n"),
        format!("{ONE},{words}\n"),
        words.replace(' ', "\n"),
        format!("\"{words}\""),
    ] {
        let reply = send(&server, &person, "text/plain", file.clone()).await;
        let has_secret = reply.data()["rows"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["status"] == "secret");
        assert!(
            has_secret && !reply.text.contains(&key) && !reply.text.contains("abandon"),
            "{}",
            reply.text
        );
    }
    let refused = server
        .call_as(&person, ADD, &json!({"rows": [{"wallet_address": key}]}))
        .await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
    assert!(refused.json()["data"]["fields"]["rows[0].wallet_address"].is_string() && !refused.text.contains(&key));
}

#[tokio::test]
async fn the_plan_limits_the_rows_of_a_file() {
    let server = TestServer::with(ServerOptions {
        plans_on: true,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&[]).await;
    let rows: Vec<_> = (1..=6u8)
        .map(|n| json!({"wallet_address": ports::Address::evm([n; 20]).to_string()}))
        .collect();
    let refused = server.call_as(&person, ADD, &json!({"rows": rows})).await;
    assert_eq!(refused.refusal(), (402, "plan_limit".to_owned()));
    assert_eq!(
        refused.json()["data"],
        json!({"limit": 5, "used": 0, "upgrade_trigger": 8})
    );
    let added = server.call_as(&person, ADD, &json!({"rows": rows[..5]})).await.data();
    assert_eq!(
        (&added["added"], added["user_wallets"].as_array().unwrap().len()),
        (&json!(5), 5)
    );
    let again = server.call_as(&person, ADD, &json!({"rows": rows[..5]})).await.data();
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(5)));
}

#[tokio::test]
async fn rows_are_checked_before_they_are_added() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let rows = json!({"rows": [
        {"wallet_address": ONE, "nickname": "x".repeat(61)},
        {"wallet_address": TWO, "wallet_id": "toaster"},
    ]});
    let refused = server.call_as(&person, ADD, &rows).await.json();
    let fields = refused["data"]["fields"]
        .as_object()
        .unwrap()
        .keys()
        .collect::<Vec<_>>();
    assert_eq!(fields, ["rows[0].nickname", "rows[1].wallet_id"]);
    let rows =
        json!({"rows": [{"wallet_address": "nonsense"}, {"wallet_address": ONE, "nickname": " ", "wallet_id": null}]});
    let added = server.call_as(&person, ADD, &rows).await.data();
    assert_eq!((&added["added"], &added["left_out"][0]["row"]), (&json!(1), &json!(0)));
}
