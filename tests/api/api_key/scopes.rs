//! The scopes of API keys: a key reads the data of its scopes alone, and a refusal names the scope that it lacks.

use serde_json::{Value, json};

use super::{BALANCE, OWNED, with_key};
use crate::test_server::{CREATE_API_KEY as CREATE, TestServer};

#[tokio::test]
async fn a_figure_is_explained_to_a_key_with_the_scope_of_its_data() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    server.read_histories_of(&person).await;
    let of = async |path: &str| server.call_as(&person, path, &json!({})).await.data()["figures"].clone();
    let total = of(BALANCE).await["/total"].clone();
    let entries = of("/api/wallet/transaction/search-transaction").await;
    let entry = entries.as_object().unwrap().values().next().unwrap().clone();
    let refused = (403, "scope_required".to_owned());
    for (scope, own, foreign) in [("portfolio", &total, &entry), ("ledger", &entry, &total)] {
        let key = server.api_key(&person, &[scope]).await;
        let explain = async |figure: &Value| {
            with_key(&server, &key, "/api/wallet/figure/explain", &json!({"figure": figure})).await
        };
        explain(own).await.data();
        assert_eq!(explain(foreign).await.refusal(), refused, "{scope}");
    }
}

#[tokio::test]
async fn a_refusal_names_the_scope_that_a_key_needs() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = server.api_key(&person, &["health"]).await;
    let with_scope = with_key(&server, &key, "/api/wallet/ledger/get-reconciliation", &json!({})).await;
    assert!(
        with_scope
            .header("www-authenticate")
            .ends_with("error=\"insufficient_scope\", scope=\"ledger\"")
    );
    assert!(with_scope.json()["message"].as_str().unwrap().contains("scope ledger"));
    let without = with_key(&server, &key, CREATE, &json!({})).await;
    assert_eq!(without.json()["message"], "API keys can't do this. Sign in instead.");
    assert!(
        without
            .header("www-authenticate")
            .ends_with("error=\"insufficient_scope\"")
    );
}
