//! The public page of one address: which texts open it, and that it does not reveal whether a user watches the address.

use serde_json::{Value, json};

use crate::share::{see, token_of};
use crate::test_server::{Reply, ServerOptions, TestServer};

const PATH: &str = "/api/organisation/user/get-portfolio-by-address";
const WATCHED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";

async fn open_address(server: &TestServer, address: &str) -> Reply {
    server.call(PATH, &json!({"wallet_address": address})).await
}

/// Returns what two share sessions have in common: no token, no time, no valuation, no figure.
fn shape(reply: &Reply) -> Value {
    let mut data = reply.data();
    let fields = data.as_object_mut().unwrap();
    for new in ["token", "expires_on", "figures", "valuation_id"] {
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
    let server = TestServer::start().await;
    let watcher = server.person(&[WATCHED]).await;
    server.run_jobs_of(&watcher).await;
    let (known, unknown) = (open_address(&server, WATCHED).await, open_address(&server, OTHER).await);
    let same = |one: &Value, other: &Value| assert_eq!(unnamed(one, WATCHED), unnamed(other, OTHER));
    same(&shape(&known), &shape(&unknown));
    let (known, unknown) = (token_of(&known), token_of(&unknown));
    let at_first = async |token: &str| shape(&see(&server, token, BALANCE, json!({})).await);
    let first = at_first(&known).await;
    assert_eq!(first["total"], Value::Null, "readings for other users are not shown");
    assert!(first["coverage"]["reading"].as_i64().unwrap() > 0);
    same(&first, &at_first(&unknown).await);

    server.run_jobs_of(&watcher).await;
    for token in [&known, &unknown] {
        let read = see(&server, token, BALANCE, json!({})).await.data();
        assert_eq!(read["coverage"]["reading"], 0, "both are read");
        assert!(read["total"].is_string());
    }
    let wallets = server
        .call_as(&watcher, "/api/organisation/user/get-user", &json!({}))
        .await;
    assert_eq!(wallets.data()["user"]["user_wallets"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_public_address_counts_like_a_new_user() {
    let limits = &[("create-user", "2/h")];
    let server = TestServer::with(ServerOptions {
        limits,
        ..ServerOptions::default()
    })
    .await;
    server.person(&[WATCHED]).await;
    assert_eq!(open_address(&server, WATCHED).await.status, 200);
    assert_eq!(open_address(&server, WATCHED).await.refusal().0, 429);
}

#[tokio::test]
async fn only_public_addresses_have_a_page() {
    let server = TestServer::start().await;
    let key = "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
    for text in ["", "nothing", "nobody.eth", "legal.winner", key] {
        let refused = open_address(&server, text).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{text}");
        assert!(text.is_empty() || !refused.text.contains(text), "{text} is repeated");
    }
}

#[tokio::test]
async fn the_page_opens_for_names_links_and_ids_of_an_address() {
    let server = TestServer::start().await;
    for (text, label) in [
        ("vitalik.eth", "vitalik.eth"),
        ("ethereum:vitalik.eth", "vitalik.eth"),
        (&format!("ethereum:{WATCHED}@1"), "0xd8dA…6045"),
        (&format!("eip155:1:{WATCHED}"), "0xd8dA…6045"),
    ] {
        let session = open_address(&server, text).await.data();
        let wallet = &session["user"]["user_wallets"][0];
        assert_eq!(
            (&wallet["address"], &wallet["label"]),
            (&json!(WATCHED), &json!(label)),
            "{text}"
        );
    }
}

#[tokio::test]
async fn unreadable_texts_are_rejected_with_a_reason() {
    let server = TestServer::start().await;
    for (text, says) in [
        ("0.0.1234", "Hedera addresses are not supported yet."),
        ("binancecleos", "EOS addresses are not supported yet."),
        (
            "df0f89f19ae35f75cd887f92108988fd0a418d8c155fbe96db6eb5861c28a4a1",
            "Internet Computer addresses are not supported yet.",
        ),
        ("legal.winner", "Names with this ending are not supported."),
        (
            "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
            "This may be a private key, or an Aptos, Sui or NEAR address. Neither is accepted.",
        ),
    ] {
        let refused = open_address(&server, text).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{text}");
        assert!(refused.text.contains(says), "{}", refused.text);
    }
}
