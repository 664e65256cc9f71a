//! Accounts at exchanges: only keys that can read are stored, and never returned; accounts are read, renamed, removed and restored.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, TestServer},
};

const PROFILES: &str = "/api/organisation/user/get-exchange-profiles";
const CONNECT: &str = "/api/organisation/user/add-update-user-account";
const LIST: &str = "/api/organisation/user/get-user-account-by-exchange";
const RENAME: &str = "/api/organisation/user/update-user-account-name";
const DELETE: &str = "/api/organisation/user/delete-user-account";
const RESTORE: &str = "/api/organisation/user/restore-user-account";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
/// A secret that is searched for in every answer.
const SECRET: &str = "c2VjcmV0LW9mLXRoZS1rZXkhLWNhbmFyeS0wMDAx";

fn key(api_key: &str, name: &str) -> Value {
    json!({ "exchange": "kraken", "account_name": name, "api_key": api_key, "api_secret": SECRET })
}

async fn see(server: &TestServer, person: &Person, path: &str, body: &Value) -> Reply {
    let reply = server.call_as(person, path, body).await;
    if reply.status.is_success() {
        expect_described(path, &reply);
    }
    let text = reply.json().to_string();
    assert!(
        !text.contains(SECRET) && !text.contains("bound-canary"),
        "{path}: {text}"
    );
    reply
}

/// Connects an account with a key that is bound to an address, about which nothing is to be known.
async fn connected(server: &TestServer, person: &Person, name: &str) -> Value {
    let body = key(&format!("bound-canary-{name}-0001"), name);
    see(server, person, CONNECT, &body).await.data()["user_account"].clone()
}

async fn accounts(server: &TestServer, person: &Person) -> Vec<Value> {
    let data = see(server, person, LIST, &json!({})).await.data();
    data["user_accounts"].as_array().unwrap().clone()
}

async fn total(server: &TestServer, person: &Person) -> String {
    let data = see(server, person, BALANCE, &json!({})).await.data();
    data["total"].as_str().unwrap_or("unknown").to_owned()
}

/// The reasons of the refused fields.
fn fields(reply: &Reply) -> Value {
    assert_eq!(reply.refusal().0, 400, "{}", reply.json());
    reply.json()["data"]["fields"].clone()
}

#[tokio::test]
async fn a_profile_says_what_to_enter_and_how_to_make_a_key_that_only_reads() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    let data = see(&server, &person, PROFILES, &json!({})).await.data();
    let exchanges = data["exchanges"].as_array().unwrap();
    let steps = |one: &Value| {
        let count = one["steps"].as_array().unwrap().len();
        format!(
            "{} {count} {}",
            one["name"].as_str().unwrap(),
            one["fields"].as_array().unwrap().len()
        )
    };
    let names: Vec<String> = exchanges.iter().map(steps).collect();
    assert_eq!(
        names,
        [
            "Binance 6 2",
            "Coinbase 8 2",
            "Kraken 6 2",
            "KuCoin 6 3",
            "OKX 6 3",
            "Bitstamp 7 2",
            "Bybit 7 2",
            "Gemini 5 2",
            "HTX 6 2",
        ],
        "with the number of steps and of fields"
    );
    let kraken = &exchanges[2];
    assert_eq!(kraken["exchange"], "kraken");
    let names = kraken["fields"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|field| (&field["name"], &field["secret"])).collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&(&json!("api_secret"), &json!(true))), "{names:?}");
    assert_eq!(kraken["account_count"], 0);
}

#[tokio::test]
async fn only_a_registered_person_connects_an_account() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    let refused = see(&server, &person, CONNECT, &key("bound-canary-key", "Main")).await;
    assert_eq!(refused.refusal(), (403, "registration_required".to_owned()));
    assert_eq!(accounts(&server, &person).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_key_that_could_move_funds_is_refused_and_nothing_is_stored() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    for (api_key, secret, field, said) in [
        ("key-that-may-withdraw", SECRET, "api_key", "withdraw"),
        ("key-that-may-trade-0001", SECRET, "api_key", "can do more than read"),
        (
            "key-that-was-revoked-01",
            SECRET,
            "api_key",
            "Create a new read-only key",
        ),
        (" ", SECRET, "api_key", "Enter this field."),
        ("bound-key-00001", "", "api_secret", "Enter this field."),
        ("bound-key-00001", phrase, "api_secret", "seed phrase"),
    ] {
        let body = json!({
            "exchange": "kraken", "account_name": "Main", "api_key": api_key, "api_secret": secret, "accept_warnings": true,
        });
        let refused = see(&server, &person, CONNECT, &body).await;
        let reasons = fields(&refused);
        let reason = reasons[field].as_str().unwrap_or_default();
        assert!(reason.contains(said), "{api_key}: {reasons}");
    }
    for (body, field) in [
        (
            json!({ "exchange": "mtgox", "account_name": "Main", "api_key": "k", "api_secret": "s" }),
            "exchange",
        ),
        (
            json!({ "exchange": "ethereum", "account_name": "Main", "api_key": "k", "api_secret": "s" }),
            "exchange",
        ),
        (
            json!({ "exchange": "kraken", "account_name": " ", "api_key": "k", "api_secret": "s" }),
            "account_name",
        ),
    ] {
        let refused = see(&server, &person, CONNECT, &body).await;
        assert!(fields(&refused)[field].is_string(), "{body}: {}", refused.json());
    }
    assert_eq!(accounts(&server, &person).await, Vec::<Value>::new());
}

#[tokio::test]
async fn what_is_to_be_known_about_a_key_is_accepted_before_it_is_stored() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let loose = key("works-from-anywhere", "Main");
    let warned = see(&server, &person, CONNECT, &loose).await.data();
    assert_eq!(warned["user_account"], Value::Null);
    assert_eq!(warned["warnings"][0]["code"], "any_address");
    assert_eq!(accounts(&server, &person).await, Vec::<Value>::new());
    let mut accepted = loose.clone();
    accepted["accept_warnings"] = json!(true);
    let account = see(&server, &person, CONNECT, &accepted).await.data()["user_account"].clone();
    assert_eq!(account["account_name"], "Main");
    assert_eq!(account["key"]["key_end"], "here");
    assert_eq!(account["key"]["is_bound"], false);
    assert_eq!(account["key"]["warnings"][0]["code"], "any_address");
}

#[tokio::test]
async fn an_account_is_read_valued_and_counted() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    server.run_jobs_of(&person).await;
    let before = total(&server, &person).await;
    let account = connected(&server, &person, "Main").await;
    assert_eq!(account["state"], "reading");
    server.run_jobs_of(&person).await;
    let read = accounts(&server, &person).await;
    assert_eq!(
        (&read[0]["state"], &read[0]["reason"]),
        (&json!("connected"), &Value::Null)
    );
    assert!(read[0]["read_on"].is_string());
    let whole = see(&server, &person, BALANCE, &json!({})).await.data();
    let own = json!({ "wallet_address": read[0]["wallet_address"] });
    let own = see(&server, &person, BALANCE, &own).await.data();
    let parts = own["user_wallet"]["assets"].as_array().unwrap().iter();
    let parts: Vec<_> = parts.flat_map(|asset| asset["parts"].as_array().unwrap()).collect();
    assert!(parts.len() >= 4, "{own}");
    assert!(
        parts.iter().all(|part| part["position"]["place"].is_string()),
        "each says where it is"
    );
    let sum: ports::Amount = before.parse().unwrap();
    let own: ports::Amount = own["total"].as_str().unwrap().parse().unwrap();
    assert!(!own.is_zero());
    let whole: ports::Amount = whole["total"].as_str().unwrap().parse().unwrap();
    // Each is printed with 18 places.
    let difference = whole.sub(sum.add(own).unwrap()).unwrap().abs();
    assert!(
        difference < "0.00000000000000001".parse().unwrap(),
        "{whole} is not {sum} and {own}"
    );
}

#[tokio::test]
async fn names_are_unique_and_a_key_reads_one_account() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let first = connected(&server, &person, "Main").await;
    connected(&server, &person, "Savings").await;
    let taken = json!({ "exchange": "kraken", "account_name": "Savings", "new_account_name": "Main" });
    let refused = see(&server, &person, RENAME, &taken).await;
    assert!(fields(&refused)["new_account_name"].is_string());
    let same_key = key("bound-canary-Main-0001", "Third");
    let refused = see(&server, &person, CONNECT, &same_key).await;
    assert!(fields(&refused)["api_key"].as_str().unwrap().contains("Main"));
    // A new key under the same name replaces the old one.
    let replaced = see(&server, &person, CONNECT, &key("bound-canary-other-9999", "Main"))
        .await
        .data();
    assert_eq!(replaced["user_account"]["wallet_address"], first["wallet_address"]);
    assert_eq!(replaced["user_account"]["key"]["key_end"], "9999");
    let renamed = json!({ "exchange": "kraken", "account_name": "Savings", "new_account_name": "Pension" });
    assert_eq!(
        see(&server, &person, RENAME, &renamed).await.data()["account_name"],
        "Pension"
    );
    let unknown = json!({ "exchange": "kraken", "account_name": "Savings", "new_account_name": "X" });
    assert_eq!(
        see(&server, &person, RENAME, &unknown).await.refusal(),
        (404, "not_found".to_owned())
    );
    let names: Vec<Value> = accounts(&server, &person)
        .await
        .iter()
        .map(|one| one["account_name"].clone())
        .collect();
    assert_eq!(names, ["Main", "Pension"]);
}

#[tokio::test]
async fn a_removed_account_counts_in_nothing_and_comes_back_for_ten_seconds() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    server.run_jobs_of(&person).await;
    let before = total(&server, &person).await;
    connected(&server, &person, "Main").await;
    server.run_jobs_of(&person).await;
    let with = total(&server, &person).await;
    assert_ne!(before, with);
    let named = json!({ "exchange": "kraken", "account_name": "Main" });
    assert_eq!(see(&server, &person, DELETE, &named).await.data()["undo_seconds"], 10);
    assert_eq!(total(&server, &person).await, before);
    server.advance(Duration::from_secs(9));
    server.run_due_jobs().await;
    assert_eq!(
        see(&server, &person, RESTORE, &named).await.data()["account_name"],
        "Main"
    );
    assert_eq!(total(&server, &person).await, with);
    see(&server, &person, DELETE, &named).await;
    server.advance(Duration::from_secs(11));
    server.run_due_jobs().await;
    assert_eq!(
        see(&server, &person, RESTORE, &named).await.refusal(),
        (404, "not_found".to_owned())
    );
    assert_eq!(
        see(&server, &person, DELETE, &named).await.refusal(),
        (404, "not_found".to_owned())
    );
    let keys = server.app.tracker().ports().stores.exchange_credentials.clone();
    let user = server
        .call_as(&person, "/api/organisation/user/get-user", &json!({}))
        .await
        .data();
    let id = user["user"]["_id"]
        .as_str()
        .or(user["user"]["id"].as_str())
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(keys.of_user(id).await.unwrap().len(), 0, "the key is erased");
}

#[tokio::test]
async fn nobody_sees_or_changes_the_accounts_of_others() {
    let server = TestServer::start().await;
    let ann = server.registered(&[OWNED], "ann@example.com").await;
    let bob = server.registered(&[OWNED], "bob@example.com").await;
    let account = connected(&server, &ann, "Main").await;
    assert_eq!(accounts(&server, &bob).await, Vec::<Value>::new());
    let named = json!({ "exchange": "kraken", "account_name": "Main" });
    for path in [DELETE, RESTORE] {
        assert_eq!(
            see(&server, &bob, path, &named).await.refusal(),
            (404, "not_found".to_owned())
        );
    }
    let own = json!({ "wallet_address": account["wallet_address"] });
    assert_eq!(see(&server, &bob, BALANCE, &own).await.refusal().0, 404);
    assert_eq!(accounts(&server, &ann).await.len(), 1);
}

#[tokio::test]
async fn what_lies_at_an_exchange_is_the_portfolio_of_its_accounts() {
    const ONE: &str = "/api/wallet/user-wallet/get-exchange-balance";
    const ALL: &str = "/api/wallet/user-wallet/get-exchange-balances";
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let data = see(&server, &person, ALL, &json!({})).await.data();
    assert_eq!(data["user_wallets"], json!([]), "without an account there is nothing");
    connected(&server, &person, "Main").await;
    connected(&server, &person, "Second").await;
    server.run_jobs_of(&person).await;
    let one = see(&server, &person, ONE, &json!({ "exchange": "kraken" }))
        .await
        .data();
    let filtered = see(&server, &person, BALANCE, &json!({ "chain": "exchange:kraken" }))
        .await
        .data();
    assert_eq!(one["total"], filtered["total"]);
    let valued = one["wallets"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["value"].is_string());
    assert_eq!(valued.count(), 2, "{}", one["wallets"]);
    assert!(one["total"].is_string());
    let all = see(&server, &person, ALL, &json!({})).await.data();
    let all = all["user_wallets"].as_array().unwrap().clone();
    assert_eq!(
        (all.len(), &all[0]["exchange"], &all[0]["balance"]["total"]),
        (1, &json!("kraken"), &one["total"])
    );
    for wrong in ["ethereum", "nowhere", ""] {
        let reply = server.call_as(&person, ONE, &json!({ "exchange": wrong })).await;
        assert!(fields(&reply)["exchange"].is_string(), "{wrong}");
    }
}
