//! Share links: on and off, how long a share session lasts, and how many wrong links are allowed.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::test_server::{Person, Reply, ServerOptions, TestServer};

mod described;
mod history;
mod visitor;

const WATCHED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const DAY: &str = "/api/wallet/user-wallet/get-yesterday-portfolio-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";

async fn rotate(server: &TestServer, person: &Person, body: Value) -> Value {
    let rotated = server
        .call_as(person, "/api/organisation/user/rotate-link", &body)
        .await;
    rotated.data()
}

pub fn token_of(session: &Reply) -> String {
    session.data()["token"].as_str().unwrap().to_owned()
}

pub async fn see(server: &TestServer, token: &str, path: &str, body: Value) -> Reply {
    server.send_json(Method::POST, path, &body, Some(token)).await
}

#[tokio::test]
async fn sharing_is_off_until_it_is_turned_on_and_off_again() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED]).await;
    let link = async || {
        let me = server
            .call_as(&person, "/api/organisation/user/get-user", &json!({}))
            .await;
        me.data()["user"]["link"].clone()
    };
    assert_eq!(link().await, Value::Null);
    let slug = server.share(&person).await;
    assert!(
        slug.len() == 22 && slug.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        "{slug}"
    );
    assert_eq!(link().await, json!(slug));
    assert_eq!(server.share(&person).await, slug, "sharing again keeps the link");
    let token = token_of(&server.open_link(&slug).await);
    assert!(token.starts_with("spy_share_"), "{token}");
    assert_eq!(see(&server, &token, BALANCE, json!({})).await.status, 200);

    let renewed = rotate(&server, &person, json!({})).await;
    assert_eq!(renewed["enabled"], true);
    assert_ne!(renewed["link"], json!(slug));
    let over = (401, "session_invalid".to_owned());
    assert_eq!(
        see(&server, &token, BALANCE, json!({})).await.refusal(),
        over,
        "at once"
    );
    assert_eq!(server.open_link(&slug).await.refusal(), (404, "not_found".to_owned()));

    let slug = renewed["link"].as_str().unwrap();
    let token = token_of(&server.open_link(slug).await);
    let off = rotate(&server, &person, json!({"enabled": false})).await;
    assert_eq!(off, json!({"enabled": false, "link": null}));
    assert_eq!(
        see(&server, &token, BALANCE, json!({})).await.refusal(),
        over,
        "at once"
    );
    assert_eq!(server.open_link(slug).await.refusal(), (404, "not_found".to_owned()));
    assert_eq!(link().await, Value::Null);
}

#[tokio::test]
async fn the_page_of_a_link_is_served_and_not_indexed() {
    let server = TestServer::start().await;
    let robots = async |path: &str| {
        let page = server.get(path).await;
        (page.status.as_u16(), page.headers.get("x-robots-tag").cloned())
    };
    let unlisted = Some("noindex, nofollow".parse().unwrap());
    for path in ["/home/4hK2mQ8tYzB1nW6rC3xVdE", &format!("/home/{WATCHED}")] {
        assert_eq!(robots(path).await, (200, unlisted.clone()), "{path}");
    }
    assert_eq!(robots("/home").await, (200, None));
    assert_eq!(robots("/home/one/two").await.0, 404);
}

#[tokio::test]
async fn a_share_session_lasts_an_hour() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED]).await;
    let token = token_of(&server.open_link(&server.share(&person).await).await);
    server.advance(Duration::from_secs(3599));
    assert_eq!(see(&server, &token, BALANCE, json!({})).await.status, 200);
    let over = (401, "session_invalid".to_owned());
    server.advance(Duration::from_secs(1));
    assert_eq!(see(&server, &token, BALANCE, json!({})).await.refusal(), over);
    server.set_back(Duration::from_secs(1800));
    let later = see(&server, &token, BALANCE, json!({})).await.refusal();
    assert_eq!(later, over, "setting the clock back does not make it valid again");
}

#[tokio::test]
async fn only_wrong_links_are_counted() {
    let limits = &[("create-user", "1000/s"), ("link-miss", "2/h")];
    let server = TestServer::with(ServerOptions {
        limits,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&[WATCHED]).await;
    let link = server.share(&person).await;
    for _ in 0..5 {
        assert_eq!(server.open_link(&link).await.status, 200);
    }
    assert_eq!(server.open_link("0000000000000000000000").await.refusal().0, 404);
    assert_eq!(server.open_link("mistyped").await.refusal().0, 404);
    assert_eq!(server.open_link("0000000000000000000000").await.refusal().0, 429);
    let refused = server.open_link(&link).await;
    assert_eq!(
        refused.refusal(),
        (429, "rate_limited".to_owned()),
        "after the limit a right link is rejected too"
    );
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    server.advance(Duration::from_secs(3601));
    assert_eq!(server.open_link(&link).await.status, 200);
}
