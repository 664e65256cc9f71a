//! The errors of the calls about prices, hidden assets and added tokens.

use serde_json::{Value, json};

use super::{all_refused, invalid, missing};

const ETHER: &str = "eip155:1/slip44:60";

#[tokio::test]
async fn set_price() {
    let price = |price: Value| json!({"asset": ETHER, "price": price});
    let rows = vec![
        invalid("no price", json!({"asset": ETHER}), "price"),
        invalid("a number", price(json!(1.5)), "price"),
        invalid("below zero", price(json!("-1")), "price"),
        invalid("not a number", price(json!("NaN")), "price"),
        invalid("infinite", price(json!("Infinity")), "price"),
        invalid("an exponent", price(json!("1e9")), "price"),
        invalid("not an asset", json!({"asset": "ether", "price": "1"}), "asset"),
        invalid(
            "another currency",
            json!({"asset": ETHER, "price": "1", "currency_code": "XYZ"}),
            "currency_code",
        ),
        invalid(
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
            invalid("no asset", json!({}), "asset"),
            invalid("not an asset", json!({"asset": "ether"}), "asset"),
            invalid("an unknown field", json!({"asset": ETHER, "price": "1"}), "price"),
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
        invalid("no chain", json!({"contract_address": token}), "chain"),
        invalid("no contract", json!({"chain": "eip155:1"}), "contract_address"),
        invalid(
            "an invalid chain",
            json!({"chain": "eip155:0", "contract_address": token}),
            "chain",
        ),
        invalid(
            "a chain without tokens",
            json!({"chain": "bitcoin", "contract_address": token}),
            "chain",
        ),
        invalid(
            "an unknown field",
            json!({"chain": "eip155:1", "contract_address": token, "user": "1"}),
            "user",
        ),
    ];
    all_refused("/api/wallet/asset/add-token", rows).await;
    let rows = vec![
        invalid("no asset", json!({}), "asset"),
        invalid("not an asset", json!({"asset": "ether"}), "asset"),
    ];
    all_refused("/api/wallet/asset/remove-token", rows).await;
}
