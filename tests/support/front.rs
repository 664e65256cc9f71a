//! The public API of a product in this process, asked by one of its persons.

use crate::product::Product;
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use http_api::{Admission, App, Limits, Settings, Timeouts};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tower::ServiceExt;

/// The door of a product, and the session of somebody in it.
pub struct Front {
    router: Router,
    pub token: String,
}

impl Front {
    /// Opens the door; a new person watches these addresses.
    pub async fn open(product: &Product, addresses: &[&str]) -> Self {
        let limits = BTreeMap::from([("create-user".to_owned(), "1000/s".to_owned())]);
        let settings = Settings {
            origin: "https://spyhop.example.org".parse().expect("it is an origin"),
            allowed_origins: vec![],
            trusted_proxies: vec![],
            limits: Limits::new(&limits).expect("they are limits"),
            admission: Admission::new(1024, 64),
            timeouts: Timeouts::default(),
            instance: "test".to_owned(),
            links: BTreeMap::new(),
        };
        let mut front = Self {
            router: http_api::router(App::new(product.tracker.clone(), settings)),
            token: String::new(),
        };
        let list = json!({ "wallet_addresses": addresses });
        let created = front.call("organisation/user/create-user", &list).await;
        front.token = created["token"].as_str().expect("a new person has a token").to_owned();
        front
    }

    /// The data that a call answers with. Panics with the answer when it is a refusal.
    pub async fn call(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(path, body).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer["data"].clone()
    }

    /// The answer to a call, whatever it is.
    pub async fn ask(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = Request::post(format!("/api/{path}"))
            .header("host", "localhost:4747")
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", self.token));
        let request = request.body(Body::from(body.to_string())).expect("it is a request");
        let answer = self.router.clone().oneshot(request).await.expect("a router answers");
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), usize::MAX)
            .await
            .expect("an answer is read");
        (status, serde_json::from_slice(&bytes).expect("an answer is JSON"))
    }

    /// What the person owns. Panics when the answer breaks one of its rules, see [`crate::invariants`].
    pub async fn portfolio(&self) -> Value {
        let answer = self.call("wallet/user-wallet/get-balance", &json!({})).await;
        crate::invariants::invariants(&answer);
        let explain = async |figure| self.call("wallet/figure/explain", &figure).await;
        crate::invariants::explained(&answer, explain).await;
        answer
    }
}
