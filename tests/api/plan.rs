//! The plans and their limits.

use serde_json::{Value, json};

use crate::test_server::{ServerOptions, TestServer};

async fn plans(server: &TestServer) -> Vec<Value> {
    let answer = server.call("/api/commerce/plan/get-all-plans", &json!({})).await.data();
    answer["plans"].as_array().unwrap().clone()
}

#[tokio::test]
async fn with_plans_on_all_are_listed_and_the_default_applies() {
    let server = TestServer::with(ServerOptions {
        plans_on: true,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&[]).await;
    let plans = plans(&server).await;
    let names: Vec<_> = plans.iter().map(|plan| plan["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Free", "Baron", "Sovereign"]);
    let user = server
        .call_as(&person, "/api/organisation/user/get-user", &json!({}))
        .await
        .data();
    assert_eq!(plans[0], user["current_plan"]);
    assert_eq!(
        (&plans[0]["wallet_address_limit"], &plans[0]["upload_csv"]),
        (&json!(5), &json!(5))
    );
    assert_eq!(
        (&plans[2]["wallet_address_limit"], &plans[2]["notifications_limit"]),
        (&json!(-1), &json!(100))
    );
}

#[tokio::test]
async fn with_plans_off_there_is_one_plan_without_limits() {
    let plans = plans(&TestServer::start().await).await;
    assert_eq!(plans.len(), 1);
    assert_eq!(plans[0]["enforced"], json!(false));
    for limit in [
        "wallet_address_limit",
        "whale_pod_limit",
        "whale_pod_address_limit",
        "influencer_pod_limit",
        "notifications_limit",
        "export_address_limit",
        "upload_csv",
    ] {
        assert_eq!(plans[0][limit], json!(-1), "{limit}");
    }
}

#[tokio::test]
async fn the_plan_limit_holds_for_concurrent_calls() {
    let server = TestServer::with(ServerOptions {
        plans_on: true,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&[]).await;
    let address = |n: usize| format!("0x{n:040x}");
    let six: Vec<_> = (1..=6).map(address).collect();
    let refused = server
        .call_as(
            &person,
            "/api/organisation/user/update-user-wallet",
            &json!({"wallet_addresses": six}),
        )
        .await;
    assert_eq!(refused.refusal(), (402, "plan_limit".to_owned()));
    let data = refused.json();
    assert_eq!(data["message"], "Your plan includes 5 wallets");
    assert_eq!((&data["data"]["limit"], &data["data"]["used"]), (&json!(5), &json!(6)));
    assert!(data["data"]["upgrade_trigger"].is_i64());
    let adds = (0..100).map(|n| {
        let body = json!({"wallet_addresses": (0..=(n % 8)).map(|m| address(n * 10 + m + 1)).collect::<Vec<_>>()});
        let (server, person) = (&server, &person);
        async move {
            server
                .call_as(person, "/api/organisation/user/update-user-wallet", &body)
                .await
                .status
                .as_u16()
        }
    });
    let statuses = futures::future::join_all(adds).await;
    assert!(
        statuses.iter().all(|status| matches!(status, 200 | 402)),
        "{statuses:?}"
    );
    assert!(statuses.contains(&200) && statuses.contains(&402));
    let user = server
        .call_as(&person, "/api/organisation/user/get-user", &json!({}))
        .await
        .data();
    assert!(user["user"]["user_wallets"].as_array().unwrap().len() <= 5);
    let made = server
        .call("/api/organisation/user/create-user", &json!({"wallet_addresses": six}))
        .await;
    assert_eq!(made.refusal().0, 402);
}
