//! The plans and their limits.

use serde_json::{Value, json};

use crate::house::{House, Plan};

async fn plans(house: &House) -> Vec<Value> {
    let answer = house.call("/api/commerce/plan/get-all-plans", &json!({})).await.data();
    answer["plans"].as_array().unwrap().clone()
}

#[tokio::test]
async fn with_plans_on_all_are_listed_and_the_default_applies() {
    let house = House::of(Plan {
        plans_on: true,
        ..Plan::default()
    })
    .await;
    let person = house.person(&[]).await;
    let plans = plans(&house).await;
    let names: Vec<_> = plans.iter().map(|plan| plan["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Free", "Baron", "Sovereign"]);
    let user = house
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
    let plans = plans(&House::open().await).await;
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
