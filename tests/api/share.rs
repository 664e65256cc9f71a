//! Share links: on and off, how long a share session lasts, and how many wrong links are allowed.

use crate::house::{House, Person, Plan, Reply};
use axum::http::Method;
use serde_json::{Value, json};
use std::time::Duration;

mod visitor;

const WATCHED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const DAY: &str = "/api/wallet/user-wallet/get-yesterday-portfolio-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";

async fn rotate(house: &House, person: &Person, body: Value) -> Value {
    let rotated = house.call_as(person, "/api/organisation/user/rotate-link", &body).await;
    rotated.data()
}

async fn share(house: &House, person: &Person) -> String {
    let rotated = rotate(house, person, json!({"enabled": true})).await;
    rotated["link"].as_str().unwrap().to_owned()
}

async fn open(house: &House, link: &str) -> Reply {
    let path = "/api/organisation/user/get-portfolio-by-link";
    house.call(path, &json!({"token": link})).await
}

pub fn token_of(look: &Reply) -> String {
    look.data()["token"].as_str().unwrap().to_owned()
}

pub async fn see(house: &House, token: &str, path: &str, body: Value) -> Reply {
    house.ask(Method::POST, path, &body, Some(token)).await
}

#[tokio::test]
async fn sharing_is_off_until_it_is_turned_on_and_off_again() {
    let house = House::open().await;
    let person = house.person(&[WATCHED]).await;
    let link = async || {
        let me = house
            .call_as(&person, "/api/organisation/user/get-user", &json!({}))
            .await;
        me.data()["user"]["link"].clone()
    };
    assert_eq!(link().await, Value::Null);
    let slug = share(&house, &person).await;
    assert!(
        slug.len() == 22 && slug.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        "{slug}"
    );
    assert_eq!(link().await, json!(slug));
    assert_eq!(share(&house, &person).await, slug, "sharing again keeps the link");
    let token = token_of(&open(&house, &slug).await);
    assert!(token.starts_with("spy_share_"), "{token}");
    assert_eq!(see(&house, &token, BALANCE, json!({})).await.status, 200);

    let renewed = rotate(&house, &person, json!({})).await;
    assert_eq!(renewed["enabled"], true);
    assert_ne!(renewed["link"], json!(slug));
    let over = (401, "session_invalid".to_owned());
    assert_eq!(see(&house, &token, BALANCE, json!({})).await.refusal(), over, "at once");
    assert_eq!(open(&house, &slug).await.refusal(), (404, "not_found".to_owned()));

    let slug = renewed["link"].as_str().unwrap();
    let token = token_of(&open(&house, slug).await);
    let off = rotate(&house, &person, json!({"enabled": false})).await;
    assert_eq!(off, json!({"enabled": false, "link": null}));
    assert_eq!(see(&house, &token, BALANCE, json!({})).await.refusal(), over, "at once");
    assert_eq!(open(&house, slug).await.refusal(), (404, "not_found".to_owned()));
    assert_eq!(link().await, Value::Null);
}

#[tokio::test]
async fn the_page_of_a_link_is_served_and_not_indexed() {
    let house = House::open().await;
    let robots = async |path: &str| {
        let page = house.get(path).await;
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
    let house = House::open().await;
    let person = house.person(&[WATCHED]).await;
    let token = token_of(&open(&house, &share(&house, &person).await).await);
    house.pass(Duration::from_secs(3599));
    assert_eq!(see(&house, &token, BALANCE, json!({})).await.status, 200);
    let over = (401, "session_invalid".to_owned());
    house.pass(Duration::from_secs(1));
    assert_eq!(see(&house, &token, BALANCE, json!({})).await.refusal(), over);
    house.turn_back(Duration::from_secs(1800));
    let later = see(&house, &token, BALANCE, json!({})).await.refusal();
    assert_eq!(later, over, "setting the clock back does not make it valid again");
}

#[tokio::test]
async fn only_wrong_links_are_counted() {
    let limits = &[("create-user", "1000/s"), ("link-miss", "2/h")];
    let house = House::of(Plan {
        limits,
        ..Plan::default()
    })
    .await;
    let person = house.person(&[WATCHED]).await;
    let link = share(&house, &person).await;
    for _ in 0..5 {
        assert_eq!(open(&house, &link).await.status, 200);
    }
    assert_eq!(open(&house, "0000000000000000000000").await.refusal().0, 404);
    assert_eq!(open(&house, "mistyped").await.refusal().0, 404);
    assert_eq!(open(&house, "0000000000000000000000").await.refusal().0, 429);
    let refused = open(&house, &link).await;
    assert_eq!(
        refused.refusal(),
        (429, "rate_limited".to_owned()),
        "after the limit a right link is rejected too"
    );
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    house.pass(Duration::from_secs(3601));
    assert_eq!(open(&house, &link).await.status, 200);
}
