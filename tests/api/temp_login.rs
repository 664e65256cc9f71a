//! Sessions for tests, which exist only where the configuration has a password and on the server's own machine.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::{
    conformance::expect_described,
    test_server::{self, Person, Reply, ServerOptions, TestServer},
};

const PATH: &str = "/api/common/test/temp-login";
const PASSWORD: &str = "a password for tests";

async fn server(temp_login: Option<&'static str>) -> TestServer {
    TestServer::with(ServerOptions {
        temp_login,
        limits: &[("verify-code", "3/h")],
        ..ServerOptions::default()
    })
    .await
}

fn from(peer: &str, password: &str) -> Request<Body> {
    test_server::from_peer(test_server::json_request(PATH, &json!({ "password": password })), peer)
}

fn refused(reply: &Reply) -> (u16, String, String) {
    let (status, code) = reply.refusal();
    (
        status,
        code,
        reply.json()["message"].as_str().unwrap_or_default().to_owned(),
    )
}

#[tokio::test]
async fn the_password_opens_a_session_on_this_machine() {
    let server = server(Some(PASSWORD)).await;
    let wrong = server.send(from("127.0.0.1:5000", "a password for test")).await;
    let expected = (400, "invalid_credentials".to_owned(), "Invalid Credentials".to_owned());
    assert_eq!(refused(&wrong), expected);
    let opened = server.send(from("127.0.0.1:5000", PASSWORD)).await;
    expect_described(PATH, &opened);
    let token = opened.data()["token"].as_str().unwrap().to_owned();
    let me = server
        .call_as(&Person { token }, "/api/organisation/user/get-user", &json!({}))
        .await;
    assert_eq!(me.data()["user"]["anonymous"], true);
    server.send(from("127.0.0.1:5000", "another wrong one")).await;
    let limited = server.send(from("127.0.0.1:5000", PASSWORD)).await;
    assert_eq!(limited.refusal().0, 429, "guesses are limited");
}

#[tokio::test]
async fn without_a_password_or_from_elsewhere_there_is_no_such_call() {
    let expected = (404, "not_found".to_owned(), "Not found".to_owned());
    let off = server(None).await;
    assert_eq!(refused(&off.send(from("127.0.0.1:5000", PASSWORD)).await), expected);
    assert_eq!(refused(&off.send(from("127.0.0.1:5000", "")).await), expected);
    let without = test_server::json_request(PATH, &json!({}));
    let without = off.send(test_server::from_peer(without, "127.0.0.1:5000")).await;
    assert_eq!(refused(&without), expected, "whatever the body");
    let on = server(Some(PASSWORD)).await;
    assert_eq!(refused(&on.send(from("192.0.2.7:5000", PASSWORD)).await), expected);
    let mut forwarded = from("127.0.0.1:5000", PASSWORD);
    forwarded
        .headers_mut()
        .insert("x-forwarded-for", "127.0.0.1".parse().unwrap());
    assert_eq!(refused(&on.send(forwarded).await), expected, "a proxy on this machine");
}
