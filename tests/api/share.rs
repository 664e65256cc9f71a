//! Shares: what a visitor may see, and when a share session ends.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::house::{House, Person, Plan, Reply};

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

async fn open_address(house: &House, address: &str) -> Reply {
    let path = "/api/organisation/user/get-portfolio-by-address";
    house.call(path, &json!({"wallet_address": address})).await
}

fn token_of(look: &Reply) -> String {
    look.data()["token"].as_str().unwrap().to_owned()
}

async fn see(house: &House, token: &str, path: &str, body: Value) -> Reply {
    house.ask(Method::POST, path, &body, Some(token)).await
}

/// A user with a nickname, a wallet kind, a manual price, a hidden asset and an unrecognized row, none of which others
/// may see.
async fn secretive(house: &House) -> Person {
    let person = house
        .person(&["vitalik.eth", OTHER, "nobody here knows this row"])
        .await;
    house.settle(&person).await;
    let said = [
        (
            "/api/wallet/user-wallet/update-wallet",
            json!({"wallet_address": "vitalik.eth", "nickname": "Grandmother's secret", "wallet_id": "ledger"}),
        ),
        (
            "/api/wallet/asset/set-price",
            json!({"asset": "eip155:1/slip44:60", "price": "123456.789"}),
        ),
    ];
    for (path, body) in said {
        house.call_as(&person, path, &body).await.data();
    }
    let own = house.call_as(&person, BALANCE, &json!({})).await.data();
    let mut rows = own["user_wallet"]["assets"].as_array().unwrap().iter();
    let hidden = rows.find(|row| row["parts"].as_array().unwrap().len() == 1).unwrap()["asset"].clone();
    house
        .call_as(&person, "/api/wallet/asset/hide-asset", &json!({"asset": hidden}))
        .await
        .data();
    person
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

/// Collects the location of every string, number and boolean of a response. List indexes and keys of maps are written
/// as `*`, and of a tree only the first children are followed.
fn places(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    let maps = ["wallets", "asset_prices", "price_changes", "figures"];
    match value {
        Value::Object(fields) => {
            let named = !maps.contains(&at.rsplit('.').next().unwrap());
            for (name, inner) in fields {
                places(inner, &format!("{at}.{}", if named { name } else { "*" }), found);
            }
        }
        Value::Array(items) => {
            let at = format!("{at}.*").replace(".children.*.children.*", ".children.*");
            items.iter().for_each(|item| places(item, &at, found));
        }
        _ => {
            found.insert(at.to_owned());
        }
    }
}

/// What a visitor may see. A new field is not on the list, so that adding one needs a decision here.
const SEEN: &str = include_str!("share.seen");

#[tokio::test]
async fn visitors_see_only_the_fields_on_the_list() {
    let house = House::open().await;
    let person = secretive(&house).await;
    let look = open(&house, &share(&house, &person).await).await;
    let token = token_of(&look);
    let balance = see(&house, &token, BALANCE, json!({})).await;
    let day = see(&house, &token, DAY, json!({})).await;
    expect_described(BALANCE, &balance);
    expect_described(DAY, &day);
    let (balance, day) = (balance.data(), day.data());
    house.settle(&person).await;
    let later = see(&house, &token, DAY, json!({})).await.data();
    expect_described("/api/organisation/user/get-portfolio-by-link", &look);
    let mut answers = vec![("look", look.data()), ("day", day), ("day", later)];
    for figure in [
        "/total",
        "/user_wallet/assets/0/parts/0/value",
        "/user_wallet/assets/0/price",
    ] {
        let explained = see(&house, &token, EXPLAIN, json!({"figure": balance["figures"][figure]})).await;
        answers.push(("explain", explained.data()));
    }
    answers.push(("balance", balance));
    let other = house.person(&["lighthouse.eth", WATCHED]).await;
    crate::reverse_name::keep(&house, WATCHED, Some("vitalik.eth")).await;
    let look = open(&house, &share(&house, &other).await).await;
    house.work().await;
    let token = token_of(&look);
    let early = see(&house, &token, BALANCE, json!({})).await.data();
    house.settle(&other).await;
    let late = see(&house, &token, BALANCE, json!({})).await.data();
    answers.extend([("look", look.data()), ("balance", early), ("balance", late)]);
    let mut found = BTreeSet::new();
    for (name, answer) in &answers {
        places(answer, name, &mut found);
    }
    let seen: BTreeSet<String> = SEEN.split_whitespace().map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&seen).collect();
    assert!(new.is_empty(), "fields for visitors that are not on the list: {new:#?}");
    assert_eq!(seen, found, "some fields of the list are in no response");
}

#[tokio::test]
async fn responses_to_visitors_contain_nothing_private() {
    let house = House::open().await;
    let person = secretive(&house).await;
    let me = house
        .call_as(&person, "/api/organisation/user/get-user", &json!({}))
        .await
        .data();
    let mut own = vec![
        "Grandmother".to_owned(),
        "ledger".to_owned(),
        "123456.789".to_owned(),
        "nobody here knows".to_owned(),
        "manual".to_owned(),
        "set by you".to_owned(),
        "hidden_by_you".to_owned(),
        person.token.clone(),
        me["user"]["id"].as_str().unwrap().to_owned(),
    ];
    let rows = me["user"]["user_wallets"].as_array().unwrap();
    own.extend(rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()));
    let look = open(&house, &share(&house, &person).await).await;
    let token = token_of(&look);
    let balance = see(&house, &token, BALANCE, json!({})).await;
    let mut answers = vec![
        look.text,
        see(&house, &token, DAY, json!({})).await.text,
        balance.text.clone(),
    ];
    for figure in balance.data()["figures"].as_object().unwrap().values() {
        let explained = see(&house, &token, EXPLAIN, json!({"figure": figure})).await;
        assert_eq!(explained.status, 200, "{}", explained.text);
        answers.push(explained.text);
    }
    for answer in &answers {
        for secret in &own {
            assert!(!answer.contains(secret.as_str()), "{secret} is in {answer}");
        }
    }
    let (theirs, mine) = (balance.data(), house.call_as(&person, BALANCE, &json!({})).await.data());
    assert_ne!(
        theirs["total"], mine["total"],
        "manual prices and hidden assets are not applied"
    );
    let holdings = |of: &Value| of["user_wallet"]["assets"].as_array().unwrap().len();
    assert_eq!(holdings(&theirs), holdings(&mine) + 1);
}

#[tokio::test]
async fn figures_of_a_share_session_are_explained_only_in_it() {
    let house = House::open().await;
    let person = house.person(&[WATCHED]).await;
    house.settle(&person).await;
    let link = share(&house, &person).await;
    let (one, other) = (
        token_of(&open(&house, &link).await),
        token_of(&open(&house, &link).await),
    );
    let seen = see(&house, &one, BALANCE, json!({})).await.data();
    let own = house.call_as(&person, BALANCE, &json!({})).await.data();
    let explain = async |token: &str, figure: &Value| {
        let explained = see(&house, token, EXPLAIN, json!({"figure": figure})).await;
        explained.status.as_u16()
    };
    let (shown, private) = (&seen["figures"]["/total"], &own["figures"]["/total"]);
    assert_eq!(explain(&one, shown).await, 200);
    assert_eq!(explain(&other, shown).await, 404);
    assert_eq!(
        explain(&one, private).await,
        404,
        "the owner's figures are not explained to visitors"
    );
    assert_eq!(explain(&person.token, shown).await, 404);
    assert_eq!(explain(&person.token, private).await, 200);
}

#[tokio::test]
async fn a_visitor_cannot_change_anything() {
    let house = House::open().await;
    let person = house.person(&[WATCHED]).await;
    let token = token_of(&open(&house, &share(&house, &person).await).await);
    let again = see(&house, &token, BALANCE, json!({"update_balance": true})).await;
    assert_eq!(again.refusal(), (400, "invalid_input".to_owned()));
    let strangers = see(&house, &token, BALANCE, json!({"wallet_address": OTHER})).await;
    assert_eq!(strangers.refusal(), (404, "not_found".to_owned()));
}

/// Returns what two share sessions have in common: no token, no time, no figure.
fn shape(reply: &Reply) -> Value {
    let mut data = reply.data();
    let fields = data.as_object_mut().unwrap();
    for new in ["token", "expires_on", "figures"] {
        fields.remove(new);
    }
    data
}

/// Returns a response as text, with its address replaced.
fn unnamed(answer: &Value, address: &str) -> String {
    let short = format!("{}…{}", &address[..6], &address[38..]);
    answer
        .to_string()
        .replace(address, "the address")
        .replace(&short, "short")
}

#[tokio::test]
async fn a_public_address_does_not_reveal_whether_a_user_watches_it() {
    let house = House::open().await;
    let watcher = house.person(&[WATCHED]).await;
    house.settle(&watcher).await;
    let (known, unknown) = (open_address(&house, WATCHED).await, open_address(&house, OTHER).await);
    let same = |one: &Value, other: &Value| assert_eq!(unnamed(one, WATCHED), unnamed(other, OTHER));
    same(&shape(&known), &shape(&unknown));
    let (known, unknown) = (token_of(&known), token_of(&unknown));
    let at_first = async |token: &str| shape(&see(&house, token, BALANCE, json!({})).await);
    let first = at_first(&known).await;
    assert_eq!(first["total"], Value::Null, "readings for other users are not shown");
    assert!(first["coverage"]["reading"].as_i64().unwrap() > 0);
    same(&first, &at_first(&unknown).await);

    house.settle(&watcher).await;
    for token in [&known, &unknown] {
        let read = see(&house, token, BALANCE, json!({})).await.data();
        assert_eq!(read["coverage"]["reading"], 0, "both are read");
        assert!(read["total"].is_string());
    }
    let wallets = house
        .call_as(&watcher, "/api/organisation/user/get-user", &json!({}))
        .await;
    assert_eq!(wallets.data()["user"]["user_wallets"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_public_address_counts_like_a_new_user() {
    let limits = &[("create-user", "2/h")];
    let house = House::of(Plan {
        limits,
        ..Plan::default()
    })
    .await;
    house.person(&[WATCHED]).await;
    assert_eq!(open_address(&house, WATCHED).await.status, 200);
    assert_eq!(open_address(&house, WATCHED).await.refusal().0, 429);
}

#[tokio::test]
async fn only_public_addresses_have_a_page() {
    let house = House::open().await;
    let key = "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
    for text in ["", "nothing", "nobody.eth", "legal.winner", key] {
        let refused = open_address(&house, text).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{text}");
        assert!(text.is_empty() || !refused.text.contains(text), "{text} is repeated");
    }
}
