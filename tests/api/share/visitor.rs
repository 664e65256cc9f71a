//! What a visitor of a shared portfolio sees: only fields on a list, nothing private, and only the figures of their own share
//! session.

use std::{collections::BTreeSet, time::Duration};

use serde_json::{Value, json};

use super::{BALANCE, DAY, EXPLAIN, OTHER, WATCHED, see, token_of};
use crate::{
    conformance::expect_described,
    test_server::{OPEN_LINK, Person, TestServer},
};

const PROTOCOLS: &str = "/api/wallet/user-wallet/get-protocol-balance";
const INSIGHTS: &str = "/api/wallet/user-wallet/get-wallet-insights";
const DEFI_SHEET: &str = "/api/wallet/user-wallet/get-defi-balance-sheet";

/// A user with a nickname, a group of wallets, a wallet kind, a manual price, a hidden asset and an unrecognized row, none of which others
/// may see.
async fn person_with_private_data(server: &TestServer) -> Person {
    let person = server
        .person(&["vitalik.eth", OTHER, "nobody here knows this row"])
        .await;
    server.run_jobs_of(&person).await;
    let settings = [
        (
            "/api/wallet/user-wallet/update-wallet",
            json!({"wallet_address": "vitalik.eth", "nickname": "Grandmother's secret", "wallet_id": "ledger"}),
        ),
        (
            "/api/wallet/asset/set-price",
            json!({"asset": "eip155:1/slip44:60", "price": "123456.789"}),
        ),
    ];
    for (path, body) in settings {
        server.call_as(&person, path, &body).await.data();
    }
    crate::wallet_group::set(server, &person, &[0, 1], "Family vault").await;
    let own = server.call_as(&person, BALANCE, &json!({})).await.data();
    let mut rows = own["user_wallet"]["assets"].as_array().unwrap().iter();
    let hidden = rows.find(|row| row["parts"].as_array().unwrap().len() == 1).unwrap()["asset"].clone();
    server
        .call_as(&person, "/api/wallet/asset/hide-asset", &json!({"asset": hidden}))
        .await
        .data();
    person
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
const SEEN: &str = include_str!("visitor_fields.txt");

#[tokio::test]
async fn visitors_see_only_the_fields_on_the_list() {
    let server = TestServer::start().await;
    let person = person_with_private_data(&server).await;
    let session = server.open_link(&server.share(&person).await).await;
    let token = token_of(&session);
    let balance = see(&server, &token, BALANCE, json!({})).await;
    let day = see(&server, &token, DAY, json!({})).await;
    expect_described(BALANCE, &balance);
    expect_described(DAY, &day);
    let (balance, day) = (balance.data(), day.data());
    server.run_jobs_of(&person).await;
    let later = see(&server, &token, DAY, json!({})).await.data();
    expect_described(OPEN_LINK, &session);
    let mut answers = vec![("session", session.data()), ("day", day), ("day", later)];
    for figure in [
        "/total",
        "/user_wallet/assets/0/parts/0/value",
        "/user_wallet/assets/0/price",
    ] {
        let explained = see(&server, &token, EXPLAIN, json!({"figure": balance["figures"][figure]})).await;
        answers.push(("explain", explained.data()));
    }
    answers.push(("balance", balance));
    for (name, path) in [
        ("protocols", PROTOCOLS),
        ("defi_sheet", DEFI_SHEET),
        ("insights", INSIGHTS),
    ] {
        let answer = see(&server, &token, path, json!({})).await;
        expect_described(path, &answer);
        answers.push((name, answer.data()));
    }
    let other = server.person(&["lighthouse.eth", WATCHED]).await;
    crate::reverse_name::keep(&server, WATCHED, Some("vitalik.eth")).await;
    let session = server.open_link(&server.share(&other).await).await;
    server.run_due_jobs().await;
    let token = token_of(&session);
    let early = see(&server, &token, BALANCE, json!({})).await.data();
    answers.extend(super::history::awaiting_prices().await);
    server.run_jobs_of(&other).await;
    let late = see(&server, &token, BALANCE, json!({})).await.data();
    answers.extend([("session", session.data()), ("balance", early), ("balance", late)]);
    answers.extend(super::history::answers(&server, &other, &token).await);
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
    let server = TestServer::start().await;
    let person = person_with_private_data(&server).await;
    let me = server
        .call_as(&person, "/api/organisation/user/get-user", &json!({}))
        .await
        .data();
    let mut own = vec![
        "Grandmother".to_owned(),
        "Family vault".to_owned(),
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
    let session = server.open_link(&server.share(&person).await).await;
    let token = token_of(&session);
    let balance = see(&server, &token, BALANCE, json!({})).await;
    let mut answers = vec![
        session.text,
        see(&server, &token, DAY, json!({})).await.text,
        see(&server, &token, INSIGHTS, json!({})).await.text,
        balance.text.clone(),
    ];
    for figure in balance.data()["figures"].as_object().unwrap().values() {
        let explained = see(&server, &token, EXPLAIN, json!({"figure": figure})).await;
        assert_eq!(explained.status, 200, "{}", explained.text);
        answers.push(explained.text);
    }
    for answer in &answers {
        for secret in &own {
            assert!(!answer.contains(secret.as_str()), "{secret} is in {answer}");
        }
    }
    let (theirs, mine) = (
        balance.data(),
        server.call_as(&person, BALANCE, &json!({})).await.data(),
    );
    assert_ne!(
        theirs["total"], mine["total"],
        "manual prices and hidden assets are not applied"
    );
    let holdings = |of: &Value| of["user_wallet"]["assets"].as_array().unwrap().len();
    assert_eq!(holdings(&theirs), holdings(&mine) + 1);
}

#[tokio::test]
async fn figures_of_a_share_session_are_explained_only_in_it() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED]).await;
    server.run_jobs_of(&person).await;
    let link = server.share(&person).await;
    let (one, other) = (
        token_of(&server.open_link(&link).await),
        token_of(&server.open_link(&link).await),
    );
    let seen = see(&server, &one, BALANCE, json!({})).await.data();
    let own = server.call_as(&person, BALANCE, &json!({})).await.data();
    let explain = async |token: &str, figure: &Value| {
        let explained = see(&server, token, EXPLAIN, json!({"figure": figure})).await;
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
async fn the_change_and_the_explanations_of_a_visitor_are_of_the_portfolio_that_is_shown() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED]).await;
    server.run_jobs_of(&person).await;
    let token = token_of(&server.open_link(&server.share(&person).await).await);
    see(&server, &token, DAY, json!({})).await.data();
    server.run_due_jobs().await;
    let shown = see(&server, &token, BALANCE, json!({})).await.data();
    // Valuations of another minute are other ones.
    server.advance(Duration::from_mins(1));
    let latest = see(&server, &token, BALANCE, json!({})).await.data();
    assert_ne!(shown["valuation_id"], latest["valuation_id"]);
    for (asked, of) in [
        (&shown["valuation_id"], &shown),
        (&json!(null), &latest),
        (&json!("0".repeat(32)), &latest),
    ] {
        let day = see(&server, &token, DAY, json!({"valuation_id": asked})).await.data();
        assert_eq!(
            (&day["valuation_id"], &day["total"]),
            (&of["valuation_id"], &of["total"]),
            "{asked}"
        );
        for figure in [
            &of["figures"]["/total"],
            &day["figures"]["/change"],
            &day["figures"]["/balance"],
        ] {
            let explained = see(&server, &token, EXPLAIN, json!({"figure": figure})).await.data();
            assert_eq!(explained["valuation_id"], of["valuation_id"], "{explained}");
        }
    }
    let own = server.call_as(&person, BALANCE, &json!({})).await.data();
    let day = see(&server, &token, DAY, json!({"valuation_id": own["valuation_id"]}))
        .await
        .data();
    assert_eq!(
        day["valuation_id"], latest["valuation_id"],
        "a valuation of its owner is none of the visitor's"
    );
}

#[tokio::test]
async fn a_visitor_cannot_change_anything() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED]).await;
    let token = token_of(&server.open_link(&server.share(&person).await).await);
    let again = see(&server, &token, BALANCE, json!({"update_balance": true})).await;
    assert_eq!(again.refusal(), (400, "invalid_input".to_owned()));
    let strangers = see(&server, &token, BALANCE, json!({"wallet_address": OTHER})).await;
    assert_eq!(strangers.refusal(), (404, "not_found".to_owned()));
}
