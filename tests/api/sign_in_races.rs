//! Signing in at the same time: many people into one account, one person in two tabs, and signing out meanwhile.

use std::{collections::BTreeSet, time::Duration};

use futures::future::{join, join_all};
use serde_json::{Value, json};
use support::{
    key_wallet::KeyWallet,
    mailbox::{queued_mails, token_in},
};

use crate::{
    test_server::{Person, ServerOptions, TestServer},
    wallet_sign_in::{call, signed},
};

const ME: &str = "/api/organisation/user/get-user";
const SEND: &str = "/api/organisation/user/send-email-otp";
const VERIFY_LINK: &str = "/api/organisation/user/verify-email";
const SIGN_OUT: &str = "/api/organisation/user/sign-out";

/// Runs each test on SQLite and on Postgres.
macro_rules! on_databases {
    ($($name:ident),+ $(,)?) => {
        mod sqlite { $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name(super::server(false).await).await;
            }
        )+ }
        mod postgres { $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name(super::server(true).await).await;
            }
        )+ }
    };
}

on_databases! {
    fifty_merges_at_once_lose_nothing_and_add_nothing_twice,
    signing_in_in_two_tabs_merges_once,
    signing_out_during_a_merge_leaves_one_of_both_outcomes,
    a_new_wallet_in_two_tabs_signs_in_both,
    a_new_wallet_without_a_session_opens_one_account,
    two_links_of_a_new_address_open_one_account,
}

async fn server(on_postgres: bool) -> TestServer {
    TestServer::with(ServerOptions {
        on_postgres,
        limits: &[
            ("create-user", "1000/s"),
            ("wallet-sign-in", "1000/s"),
            ("send-code", "1000/s"),
            ("verify-code", "1000/s"),
        ],
        ..ServerOptions::default()
    })
    .await
}

fn address(number: usize) -> String {
    ports::Address::evm([u8::try_from(number).unwrap(); 20]).to_string()
}

fn addresses(user: &Value) -> Vec<String> {
    let wallets = user["user_wallets"].as_array().unwrap();
    let address = |wallet: &Value| wallet["address"].as_str().unwrap().to_owned();
    wallets.iter().map(address).collect()
}

/// Returns the account of a wallet, as a new session sees it.
async fn account(server: &TestServer, wallet: &KeyWallet) -> Value {
    let (_, body) = signed(server, None, wallet).await;
    call(server, None, &body).await.data()["user"].clone()
}

async fn fifty_merges_at_once_lose_nothing_and_add_nothing_twice(server: TestServer) {
    let wallet = KeyWallet::of(1);
    let before = account(&server, &wallet).await;
    let mut people = Vec::new();
    for number in 1..=50 {
        let person = server.person(&[&address(number), &address(99)]).await;
        let (_, body) = signed(&server, Some(&person), &wallet).await;
        people.push((person, body));
    }
    let merges = people.iter().map(|(person, body)| call(&server, Some(person), body));
    for reply in join_all(merges).await {
        assert_eq!(reply.status, 200, "{}", reply.text);
        assert!(reply.data()["old_user_id"].is_string(), "{}", reply.text);
    }
    let after = account(&server, &wallet).await;
    assert_eq!(after["id"], before["id"]);
    let found = addresses(&after);
    let distinct: BTreeSet<&String> = found.iter().collect();
    let expected: BTreeSet<String> = (1..=50).chain([99]).map(address).collect();
    assert_eq!(distinct.len(), found.len(), "a wallet is there twice");
    assert!(expected.iter().all(|address| distinct.contains(address)), "{found:?}");
    for (person, _) in &people {
        assert_eq!(server.call_as(person, ME, &json!({})).await.refusal().0, 401);
    }
}

async fn signing_in_in_two_tabs_merges_once(server: TestServer) {
    for seed in 1..=10 {
        let wallet = KeyWallet::of(seed);
        account(&server, &wallet).await;
        let person = server.person(&[&address(60)]).await;
        let (_, one) = signed(&server, Some(&person), &wallet).await;
        let (_, other) = signed(&server, Some(&person), &wallet).await;
        let (one, other) = join(call(&server, Some(&person), &one), call(&server, Some(&person), &other)).await;
        assert_eq!(
            (one.status, other.status),
            (200.try_into().unwrap(), 200.try_into().unwrap())
        );
        let merged = [&one, &other].map(|reply| reply.data()["old_user_id"].is_string());
        assert_ne!(merged[0], merged[1], "one of them merges: {merged:?}");
        let found = addresses(&account(&server, &wallet).await);
        assert_eq!(found.iter().filter(|found| **found == address(60)).count(), 1);
    }
}

async fn signing_out_during_a_merge_leaves_one_of_both_outcomes(server: TestServer) {
    for seed in 1..=10 {
        let wallet = KeyWallet::of(seed);
        account(&server, &wallet).await;
        let person = server.person(&[&address(60)]).await;
        let (_, body) = signed(&server, Some(&person), &wallet).await;
        let nothing = json!({});
        let (signed_in, signed_out) = join(
            call(&server, Some(&person), &body),
            server.call_as(&person, SIGN_OUT, &nothing),
        )
        .await;
        assert_eq!(signed_in.status, 200, "{}", signed_in.text);
        assert!(matches!(signed_out.status.as_u16(), 200 | 401), "{}", signed_out.text);
        let is_merged = signed_in.data()["old_user_id"].is_string();
        let found = addresses(&account(&server, &wallet).await);
        assert_eq!(found.contains(&address(60)), is_merged, "it says what it did");
        let token = signed_in.data()["token"].as_str().unwrap().to_owned();
        let still = server.call_as(&Person { token }, ME, &nothing).await;
        assert_eq!(still.status, 200, "signing out ends the old session only");
        assert_eq!(server.call_as(&person, ME, &nothing).await.refusal().0, 401);
    }
}

async fn a_new_wallet_in_two_tabs_signs_in_both(server: TestServer) {
    for seed in 1..=10 {
        let wallet = KeyWallet::of(seed);
        let person = server.person(&[&address(60)]).await;
        let (_, one) = signed(&server, Some(&person), &wallet).await;
        let (_, other) = signed(&server, Some(&person), &wallet).await;
        let (one, other) = join(call(&server, Some(&person), &one), call(&server, Some(&person), &other)).await;
        assert_eq!(one.data()["user"]["id"], other.data()["user"]["id"]);
        assert_eq!(addresses(&account(&server, &wallet).await), [address(60)]);
    }
}

async fn a_new_wallet_without_a_session_opens_one_account(server: TestServer) {
    for seed in 1..=10 {
        let wallet = KeyWallet::of(seed);
        let (_, one) = signed(&server, None, &wallet).await;
        let (_, other) = signed(&server, None, &wallet).await;
        let (one, other) = join(call(&server, None, &one), call(&server, None, &other)).await;
        assert_eq!(one.data()["user"]["id"], other.data()["user"]["id"]);
    }
}

async fn two_links_of_a_new_address_open_one_account(server: TestServer) {
    for number in 1..=5 {
        let email = format!("ann{number}@example.com");
        let mut links = Vec::new();
        for _ in 0..2 {
            server.call(SEND, &json!({ "email": email })).await.data();
            let mails = queued_mails(server.app.tracker().ports(), &email).await;
            links.push(json!({ "token": token_in(mails.last().unwrap()) }));
            server.advance(Duration::from_secs(31));
        }
        let replies = join_all(links.iter().map(|link| server.call(VERIFY_LINK, link))).await;
        let (opened, others): (Vec<_>, Vec<_>) = replies.into_iter().partition(|reply| reply.status == 200);
        assert!(!opened.is_empty());
        for other in others {
            assert_eq!(
                other.refusal().0,
                400,
                "signing in uses up all links of an address: {}",
                other.text
            );
        }
    }
}
