//! The errors of each call: the status, the code, and the field that is invalid.

mod assets;

use serde_json::{Value, json};

use crate::test_server::{Reply, TestServer};

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const SEED: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

/// A request and its expected error. An empty field means that the error names no field.
struct ExpectedError(&'static str, Value, u16, &'static str, &'static str);

/// Sends every row as a user who watches `OWN`, and compares the errors.
async fn all_refused(call: &str, rows: Vec<ExpectedError>) {
    let server = TestServer::start().await;
    let person = server.person(&[OWN]).await;
    for ExpectedError(what, body, status, code, field) in rows {
        let reply = server.call_as(&person, call, &body).await;
        let place = format!("{call}, {what}: {}", reply.text);
        assert_eq!(reply.refusal(), (status, code.to_owned()), "{place}");
        assert_eq!(first_field(&reply), field, "{place}");
        assert!(!reply.text.contains("abandon"), "a secret is not repeated: {place}");
        assert!(
            reply.json()["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty()),
            "{place}"
        );
    }
}

fn first_field(reply: &Reply) -> String {
    let fields = reply.json()["data"]["fields"].as_object().cloned().unwrap_or_default();
    fields.keys().next().cloned().unwrap_or_default()
}

fn invalid(what: &'static str, body: Value, field: &'static str) -> ExpectedError {
    ExpectedError(what, body, 400, "invalid_input", field)
}

fn missing(what: &'static str, body: Value) -> ExpectedError {
    ExpectedError(what, body, 404, "not_found", "")
}

#[tokio::test]
async fn create_user() {
    let long = "x".repeat(61);
    let rows = vec![
        invalid(
            "nothing recognised",
            json!({"wallet_addresses": ["hello", "0x12"]}),
            "wallet_addresses[0]",
        ),
        invalid(
            "a wrong checksum",
            json!({"wallet_addresses": ["0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]}),
            "wallet_addresses[0]",
        ),
        invalid(
            "a seed phrase among good rows",
            json!({"wallet_addresses": [OWN, SEED]}),
            "wallet_addresses[1]",
        ),
        invalid(
            "a private key",
            json!({"wallet_addresses": ["ab".repeat(32)]}),
            "wallet_addresses[0]",
        ),
        invalid(
            "an unsupported chain",
            json!({"wallet_addresses": ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"]}),
            "wallet_addresses[0]",
        ),
        invalid(
            "too many rows",
            json!({"wallet_addresses": (1..=1001).map(|n| format!("0x{n:040x}")).collect::<Vec<_>>()}),
            "wallet_addresses",
        ),
        invalid("not a list", json!({"wallet_addresses": OWN}), "wallet_addresses"),
        invalid(
            "a long nickname",
            json!({"wallet_addresses": [OWN], "wallet_address_nicknames": {OWN: long}}),
            "wallet_address_nicknames.0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
        ),
        invalid(
            "an unknown field",
            json!({"wallet_addresses": [], "user_id": "1"}),
            "user_id",
        ),
    ];
    all_refused("/api/organisation/user/create-user", rows).await;
}

#[tokio::test]
async fn get_user_and_sign_out() {
    let unknown = || vec![invalid("an unknown field", json!({"user_id": "1"}), "user_id")];
    all_refused("/api/organisation/user/get-user", unknown()).await;
    all_refused("/api/organisation/user/sign-out", unknown()).await;
}

#[tokio::test]
async fn delete_user() {
    let rows = vec![
        invalid("not confirmed", json!({}), "confirmation"),
        invalid("another word", json!({"confirmation": "yes"}), "confirmation"),
        invalid(
            "an unknown field",
            json!({"confirmation": "delete", "user_id": "1"}),
            "user_id",
        ),
    ];
    all_refused("/api/organisation/user/delete-user", rows).await;
}

#[tokio::test]
async fn update_user_wallet() {
    let rows = vec![
        invalid("no list", json!({}), "wallet_addresses"),
        invalid("emptied by accident", json!({"wallet_addresses": []}), "allow_empty"),
        invalid(
            "emptied by blanks",
            json!({"wallet_addresses": [" ", ""]}),
            "allow_empty",
        ),
        invalid(
            "nothing recognised",
            json!({"wallet_addresses": ["hello"]}),
            "wallet_addresses[0]",
        ),
        invalid("a secret", json!({"wallet_addresses": [SEED]}), "wallet_addresses[0]"),
        ExpectedError(
            "an old version",
            json!({"wallet_addresses": [OWN], "expected_version": 7}),
            409,
            "conflict",
            "",
        ),
        invalid(
            "an unknown field",
            json!({"wallet_addresses": [OWN], "plan": "sovereign"}),
            "plan",
        ),
    ];
    all_refused("/api/organisation/user/update-user-wallet", rows).await;
}

#[tokio::test]
async fn delete_user_wallet() {
    let rows = vec![
        invalid("no address", json!({}), "wallet_address"),
        missing("not in the caller's list", json!({"wallet_address": "vitalik.eth"})),
        missing("empty", json!({"wallet_address": ""})),
        invalid("an unknown field", json!({"wallet_address": OWN, "x": 1}), "x"),
    ];
    all_refused("/api/organisation/user/delete-user-wallet", rows).await;
}

#[tokio::test]
async fn detect_chain() {
    let rows = vec![
        invalid("no text", json!({}), "wallet_address"),
        invalid(
            "too many",
            json!({"wallet_addresses": vec!["a"; 201]}),
            "wallet_address",
        ),
        invalid(
            "no such chain",
            json!({"wallet_address": OWN, "chain": "dogechain"}),
            "chain",
        ),
        invalid("a number", json!({"wallet_address": 5}), "wallet_address"),
    ];
    all_refused("/api/wallet/chain/detect-chain", rows).await;
}

#[tokio::test]
async fn calls_with_money() {
    let currency = || invalid("another currency", json!({"currency_code": "XYZ"}), "currency_code");
    all_refused("/api/wallet/chain/get-crypto-asset-rates", vec![currency()]).await;
    all_refused(
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
        vec![currency()],
    )
    .await;
    let rows = vec![
        currency(),
        invalid("no such chain", json!({"chain": "nowhere"}), "chain"),
        invalid("not a boolean", json!({"update_balance": "yes"}), "update_balance"),
        missing("not the caller's wallet", json!({"wallet_address": "vitalik.eth"})),
    ];
    all_refused("/api/wallet/user-wallet/get-balance", rows).await;
}

#[tokio::test]
async fn search_wallet() {
    let rows = vec![
        invalid(
            "an unknown filter",
            json!({"conditions": [{"key": "colour", "value": "red"}]}),
            "conditions",
        ),
        invalid(
            "no such chain",
            json!({"conditions": [{"key": "chain", "value": "nowhere"}]}),
            "chain",
        ),
        invalid(
            "an unknown order",
            json!({"sorts": [{"key": "luck", "value": true}]}),
            "sorts",
        ),
        invalid(
            "an order without a direction",
            json!({"sorts": [{"key": "name"}]}),
            "sorts",
        ),
        invalid("a limit in words", json!({"limit": "all"}), "limit"),
        invalid("another currency", json!({"currency_code": "XYZ"}), "currency_code"),
    ];
    all_refused("/api/wallet/user-wallet/search-wallet", rows).await;
}

#[tokio::test]
async fn update_wallet() {
    let rows = vec![
        invalid("no wallet", json!({"nickname": "x"}), "wallet_address"),
        missing(
            "not in the caller's list",
            json!({"wallet_address": "vitalik.eth", "nickname": "x"}),
        ),
        invalid(
            "an unknown kind",
            json!({"wallet_address": OWN, "wallet_id": "abacus"}),
            "wallet_id",
        ),
        invalid(
            "a long nickname",
            json!({"wallet_address": OWN, "nickname": "x".repeat(61)}),
            "nickname",
        ),
        invalid(
            "a short gap",
            json!({"wallet_address": OWN, "gap_limit": 19}),
            "gap_limit",
        ),
        invalid(
            "a long gap",
            json!({"wallet_address": OWN, "gap_limit": 201}),
            "gap_limit",
        ),
        invalid(
            "a gap of an address",
            json!({"wallet_address": OWN, "gap_limit": 30}),
            "gap_limit",
        ),
        invalid("an unknown field", json!({"wallet_address": OWN, "user": "1"}), "user"),
    ];
    all_refused("/api/wallet/user-wallet/update-wallet", rows).await;
}

#[tokio::test]
async fn set_wallet_group() {
    let id = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11";
    let rows = vec![
        invalid("no wallets", json!({"group": "Treasury"}), "wallets"),
        invalid("an empty list", json!({"wallets": [], "group": "Treasury"}), "wallets"),
        invalid(
            "too many",
            json!({"wallets": vec![id; 501], "group": "Treasury"}),
            "wallets",
        ),
        invalid("no group", json!({"wallets": [id]}), "group"),
        invalid(
            "a long name",
            json!({"wallets": [id], "group": "x".repeat(41)}),
            "group",
        ),
        invalid(
            "an invisible name",
            json!({"wallets": [id], "group": "\u{200b}"}),
            "group",
        ),
        invalid("a recovery phrase", json!({"wallets": [id], "group": SEED}), "group"),
        missing("an unknown wallet", json!({"wallets": [id], "group": "Treasury"})),
        missing("no id", json!({"wallets": [OWN], "group": "Treasury"})),
    ];
    all_refused("/api/wallet/user-wallet/set-group", rows).await;
}

#[tokio::test]
async fn explain_figure() {
    let rows = vec![
        invalid("no figure", json!({}), "figure"),
        missing("noise", json!({"figure": "noise"})),
        missing("empty", json!({"figure": ""})),
    ];
    all_refused("/api/wallet/figure/explain", rows).await;
}

#[tokio::test]
async fn get_disclosures() {
    let rows = vec![
        invalid("a start in words", json!({"start": "first"}), "start"),
        invalid("a list", json!([]), "body"),
    ];
    all_refused("/api/common/privacy/get-disclosures", rows).await;
}
