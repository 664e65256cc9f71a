//! The errors of each call: the status, the code, and the field that is invalid.

use serde_json::{Value, json};

use crate::house::{House, Reply};

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ETHER: &str = "eip155:1/slip44:60";
const SEED: &str = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

/// A request and its expected error. An empty field means that the error names no field.
struct Row(&'static str, Value, u16, &'static str, &'static str);

/// Sends every row as a user who watches `OWN`, and compares the errors.
async fn all_refused(call: &str, rows: Vec<Row>) {
    let house = House::open().await;
    let person = house.person(&[OWN]).await;
    for Row(what, body, status, code, field) in rows {
        let reply = house.call_as(&person, call, &body).await;
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

fn wrong(what: &'static str, body: Value, field: &'static str) -> Row {
    Row(what, body, 400, "invalid_input", field)
}

fn missing(what: &'static str, body: Value) -> Row {
    Row(what, body, 404, "not_found", "")
}

#[tokio::test]
async fn create_user() {
    let long = "x".repeat(61);
    let rows = vec![
        wrong(
            "nothing recognised",
            json!({"wallet_addresses": ["hello", "0x12"]}),
            "wallet_addresses[0]",
        ),
        wrong(
            "a wrong checksum",
            json!({"wallet_addresses": ["0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]}),
            "wallet_addresses[0]",
        ),
        wrong(
            "a seed phrase among good rows",
            json!({"wallet_addresses": [OWN, SEED]}),
            "wallet_addresses[1]",
        ),
        wrong(
            "a private key",
            json!({"wallet_addresses": ["ab".repeat(32)]}),
            "wallet_addresses[0]",
        ),
        wrong(
            "an unsupported chain",
            json!({"wallet_addresses": ["TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"]}),
            "wallet_addresses[0]",
        ),
        wrong(
            "too many rows",
            json!({"wallet_addresses": (1..=1001).map(|n| format!("0x{n:040x}")).collect::<Vec<_>>()}),
            "wallet_addresses",
        ),
        wrong("not a list", json!({"wallet_addresses": OWN}), "wallet_addresses"),
        wrong(
            "a long nickname",
            json!({"wallet_addresses": [OWN], "wallet_address_nicknames": {OWN: long}}),
            "wallet_address_nicknames.0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
        ),
        wrong(
            "an unknown field",
            json!({"wallet_addresses": [], "user_id": "1"}),
            "user_id",
        ),
    ];
    all_refused("/api/organisation/user/create-user", rows).await;
}

#[tokio::test]
async fn get_user_and_sign_out() {
    let unknown = || vec![wrong("an unknown field", json!({"user_id": "1"}), "user_id")];
    all_refused("/api/organisation/user/get-user", unknown()).await;
    all_refused("/api/organisation/user/sign-out", unknown()).await;
}

#[tokio::test]
async fn delete_user() {
    let rows = vec![
        wrong("not confirmed", json!({}), "confirmation"),
        wrong("another word", json!({"confirmation": "yes"}), "confirmation"),
        wrong(
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
        wrong("no list", json!({}), "wallet_addresses"),
        wrong("emptied by accident", json!({"wallet_addresses": []}), "allow_empty"),
        wrong(
            "emptied by blanks",
            json!({"wallet_addresses": [" ", ""]}),
            "allow_empty",
        ),
        wrong(
            "nothing recognised",
            json!({"wallet_addresses": ["hello"]}),
            "wallet_addresses[0]",
        ),
        wrong("a secret", json!({"wallet_addresses": [SEED]}), "wallet_addresses[0]"),
        Row(
            "an old version",
            json!({"wallet_addresses": [OWN], "expected_version": 7}),
            409,
            "conflict",
            "",
        ),
        wrong(
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
        wrong("no address", json!({}), "wallet_address"),
        missing("not in the caller's list", json!({"wallet_address": "vitalik.eth"})),
        missing("empty", json!({"wallet_address": ""})),
        wrong("an unknown field", json!({"wallet_address": OWN, "x": 1}), "x"),
    ];
    all_refused("/api/organisation/user/delete-user-wallet", rows).await;
}

#[tokio::test]
async fn detect_chain() {
    let rows = vec![
        wrong("no text", json!({}), "wallet_address"),
        wrong(
            "too many",
            json!({"wallet_addresses": vec!["a"; 201]}),
            "wallet_address",
        ),
        wrong(
            "no such chain",
            json!({"wallet_address": OWN, "chain": "dogechain"}),
            "chain",
        ),
        wrong("a number", json!({"wallet_address": 5}), "wallet_address"),
    ];
    all_refused("/api/wallet/chain/detect-chain", rows).await;
}

#[tokio::test]
async fn calls_with_money() {
    let currency = || wrong("another currency", json!({"currency_code": "XYZ"}), "currency_code");
    all_refused("/api/wallet/chain/get-crypto-asset-rates", vec![currency()]).await;
    all_refused(
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
        vec![currency()],
    )
    .await;
    let rows = vec![
        currency(),
        wrong("no such chain", json!({"chain": "nowhere"}), "chain"),
        wrong("not a boolean", json!({"update_balance": "yes"}), "update_balance"),
        missing("not the caller's wallet", json!({"wallet_address": "vitalik.eth"})),
    ];
    all_refused("/api/wallet/user-wallet/get-balance", rows).await;
}

#[tokio::test]
async fn search_wallet() {
    let rows = vec![
        wrong(
            "an unknown filter",
            json!({"conditions": [{"key": "colour", "value": "red"}]}),
            "conditions",
        ),
        wrong(
            "no such chain",
            json!({"conditions": [{"key": "chain", "value": "nowhere"}]}),
            "chain",
        ),
        wrong(
            "an unknown order",
            json!({"sorts": [{"key": "luck", "value": true}]}),
            "sorts",
        ),
        wrong(
            "an order without a direction",
            json!({"sorts": [{"key": "name"}]}),
            "sorts",
        ),
        wrong("a limit in words", json!({"limit": "all"}), "limit"),
        wrong("another currency", json!({"currency_code": "XYZ"}), "currency_code"),
    ];
    all_refused("/api/wallet/user-wallet/search-wallet", rows).await;
}

#[tokio::test]
async fn update_wallet() {
    let rows = vec![
        wrong("no wallet", json!({"nickname": "x"}), "wallet_address"),
        missing(
            "not in the caller's list",
            json!({"wallet_address": "vitalik.eth", "nickname": "x"}),
        ),
        wrong(
            "an unknown kind",
            json!({"wallet_address": OWN, "wallet_id": "abacus"}),
            "wallet_id",
        ),
        wrong(
            "a long nickname",
            json!({"wallet_address": OWN, "nickname": "x".repeat(61)}),
            "nickname",
        ),
        wrong("an unknown field", json!({"wallet_address": OWN, "user": "1"}), "user"),
    ];
    all_refused("/api/wallet/user-wallet/update-wallet", rows).await;
}

#[tokio::test]
async fn explain_figure() {
    let rows = vec![
        wrong("no figure", json!({}), "figure"),
        missing("noise", json!({"figure": "noise"})),
        missing("empty", json!({"figure": ""})),
    ];
    all_refused("/api/wallet/figure/explain", rows).await;
}

#[tokio::test]
async fn set_price() {
    let price = |price: Value| json!({"asset": ETHER, "price": price});
    let rows = vec![
        wrong("no price", json!({"asset": ETHER}), "price"),
        wrong("a number", price(json!(1.5)), "price"),
        wrong("below zero", price(json!("-1")), "price"),
        wrong("not a number", price(json!("NaN")), "price"),
        wrong("infinite", price(json!("Infinity")), "price"),
        wrong("an exponent", price(json!("1e9")), "price"),
        wrong("not an asset", json!({"asset": "ether", "price": "1"}), "asset"),
        wrong(
            "another currency",
            json!({"asset": ETHER, "price": "1", "currency_code": "XYZ"}),
            "currency_code",
        ),
        wrong(
            "an unknown field",
            json!({"asset": ETHER, "price": "1", "user": "1"}),
            "user",
        ),
        missing(
            "an unknown asset",
            json!({"asset": "eip155:1/erc20:0x0000000000000000000000000000000000000009", "price": "1"}),
        ),
    ];
    all_refused("/api/wallet/asset/set-price", rows).await;
}

#[tokio::test]
async fn clear_price_hide_and_show() {
    for call in ["clear-price", "hide-asset", "show-asset"] {
        let rows = vec![
            wrong("no asset", json!({}), "asset"),
            wrong("not an asset", json!({"asset": "ether"}), "asset"),
            wrong("an unknown field", json!({"asset": ETHER, "price": "1"}), "price"),
            missing(
                "an unknown asset",
                json!({"asset": "eip155:1/erc20:0x0000000000000000000000000000000000000009"}),
            ),
        ];
        all_refused(&format!("/api/wallet/asset/{call}"), rows).await;
    }
}

#[tokio::test]
async fn add_and_remove_token() {
    let token = "0x919C1c267BC06a7039e03fcc2eF738525769109c";
    let rows = vec![
        wrong("no chain", json!({"contract_address": token}), "chain"),
        wrong("no contract", json!({"chain": "eip155:1"}), "contract_address"),
        wrong(
            "an invalid chain",
            json!({"chain": "eip155:0", "contract_address": token}),
            "chain",
        ),
        wrong(
            "a chain without tokens",
            json!({"chain": "bitcoin", "contract_address": token}),
            "chain",
        ),
        wrong(
            "an unknown field",
            json!({"chain": "eip155:1", "contract_address": token, "user": "1"}),
            "user",
        ),
    ];
    all_refused("/api/wallet/asset/add-token", rows).await;
    let rows = vec![
        wrong("no asset", json!({}), "asset"),
        wrong("not an asset", json!({"asset": "ether"}), "asset"),
    ];
    all_refused("/api/wallet/asset/remove-token", rows).await;
}

#[tokio::test]
async fn get_disclosures() {
    let rows = vec![
        wrong("a start in words", json!({"start": "first"}), "start"),
        wrong("a list", json!([]), "body"),
    ];
    all_refused("/api/common/privacy/get-disclosures", rows).await;
}
