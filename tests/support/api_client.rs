//! A client of the public API of a product in this process.

use crate::product::Product;
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use http_api::{Admission, App, Settings, Timeouts};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tower::ServiceExt;

/// The router of a product, and the session of one user.
pub struct ApiClient {
    router: Router,
    pub token: String,
}

impl ApiClient {
    /// Creates a user who watches these addresses.
    pub async fn open(product: &Product, addresses: &[&str]) -> Self {
        let limits = BTreeMap::from([("create-user".to_owned(), "1000/s".to_owned())]);
        let settings = Settings {
            origin: "https://spyhop.example.org".parse().expect("the origin is valid"),
            allowed_origins: vec![],
            trusted_proxies: vec![],
            temp_login: None,
            limits: http_api::rate_limits(&limits).expect("the limits are valid"),
            admission: Admission::new(1024, 64),
            timeouts: Timeouts::new(crate::GENEROUS),
            instance: "test".to_owned(),
            discounts: false,
            links: BTreeMap::new(),
        };
        let mut client = Self {
            router: http_api::router(App::new(product.tracker.clone(), settings)),
            token: String::new(),
        };
        let list = json!({ "wallet_addresses": addresses });
        let created = client.call("organisation/user/create-user", &list).await;
        client.token = created["token"].as_str().expect("a new user has a token").to_owned();
        client
    }

    /// Returns the data of a successful call. Panics with the answer if the call fails.
    pub async fn call(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(path, body).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer["data"].clone()
    }

    /// Returns the status and the answer of a call.
    pub async fn ask(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(format!("/api/{path}"))
            .header("host", "localhost:4747")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", self.token));
        let request = request
            .body(Body::from(body.to_string()))
            .expect("the request is valid");
        let answer = self.router.clone().oneshot(request).await.expect("a router answers");
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), usize::MAX)
            .await
            .expect("the body can be read");
        (status, serde_json::from_slice(&bytes).expect("an answer is JSON"))
    }

    /// Returns the user's portfolio. Panics if the answer violates an invariant, see [`crate::invariants`].
    pub async fn portfolio(&self) -> Value {
        let answer = self.call("wallet/user-wallet/get-balance", &json!({})).await;
        crate::invariants::invariants(&answer);
        let explain = async |figure| self.call("wallet/figure/explain", &figure).await;
        crate::invariants::explained(&answer, explain).await;
        answer
    }
}
