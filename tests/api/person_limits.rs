//! The limits on what one user may enter.

use ports::PersonLimits;
use serde_json::json;

use crate::test_server::{ServerOptions, TestServer};

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ETHER: &str = "eip155:1/slip44:60";

#[tokio::test]
async fn a_number_has_at_most_sixty_digits() {
    let server = TestServer::start().await;
    let person = server.person(&[OWN]).await;
    let set = async |price: String| {
        let body = json!({"asset": ETHER, "price": price});
        server.call_as(&person, "/api/wallet/asset/set-price", &body).await
    };
    for long in [
        "9".repeat(61),
        format!("0.{}", "1".repeat(60)),
        format!("{}.5", "1".repeat(60)),
    ] {
        let refused = set(long).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
        let fields = refused.json()["data"]["fields"].clone();
        assert_eq!(fields, json!({"price": "Enter a number with at most 60 digits."}));
    }
    assert_eq!(set(format!("0.{}", "1".repeat(18))).await.status.as_u16(), 200);
    assert_ne!(
        set("1".repeat(60)).await.json()["data"]["fields"]["price"],
        "Enter a number with at most 60 digits."
    );
}

#[tokio::test]
async fn wallets_per_user_are_limited_even_if_plans_are_off() {
    let person_limits = PersonLimits {
        wallets: 3,
        ..PersonLimits::default()
    };
    let server = TestServer::with(ServerOptions {
        person_limits,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&[]).await;
    let addresses = |count: usize| (1..=count).map(|n| format!("0x{n:040x}")).collect::<Vec<_>>();
    let message = "You can track up to 3 wallets on this server.";
    let rows = |count| {
        addresses(count)
            .into_iter()
            .map(|text| json!({"wallet_address": text}))
            .collect::<Vec<_>>()
    };
    for (path, field, body) in [
        (
            "user/create-user",
            "wallet_addresses",
            json!({"wallet_addresses": addresses(4)}),
        ),
        (
            "user/update-user-wallet",
            "wallet_addresses",
            json!({"wallet_addresses": addresses(4)}),
        ),
        ("user-wallet/add-upload", "rows", json!({"rows": rows(4)})),
    ] {
        let folder = if field == "rows" { "wallet" } else { "organisation" };
        let path = format!("/api/{folder}/{path}");
        let refused = server.call_as(&person, &path, &body).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{path}");
        let refused = refused.json();
        assert_eq!(refused["message"], message);
        assert_eq!(
            refused["data"]["fields"],
            json!({ field: message }),
            "the error names no plan limit"
        );
    }
    let update = "/api/organisation/user/update-user-wallet";
    let three = json!({"wallet_addresses": addresses(3)});
    let kept = server.call_as(&person, update, &three).await.data();
    assert_eq!(kept["user"]["user_wallets"].as_array().map(Vec::len), Some(3));
    let one_more = json!({"rows": [{"wallet_address": format!("0x{:040x}", 9)}]});
    let refused = server
        .call_as(&person, "/api/wallet/user-wallet/add-upload", &one_more)
        .await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
}
