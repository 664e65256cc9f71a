//! A program is stopped during each step of an account's life. The next one continues: nothing is lost, and nothing happens
//! twice.

mod site;

use std::{collections::BTreeSet, io::Cursor, time::Duration};

use futures::{StreamExt as _, stream};
use serde_json::{Value, json};
use support::{cases, key_wallet::KeyWallet};

use site::{Site, SiteKind};

/// The times after which a program is stopped: while, before and after it handles a call.
const MOMENTS: [Duration; 3] = [Duration::from_millis(4), Duration::ZERO, Duration::from_millis(30)];

const SEND: &str = "organisation/user/send-email-otp";
const VERIFY: &str = "organisation/user/verify-otp-code";
const WALLET: &str = "organisation/user/signin-with-wallet";
const ME: &str = "organisation/user/get-user";
const UPDATE: &str = "organisation/user/update-user";
const CREATE_KEY: &str = "organisation/api-key/create-api-key";
const LIST_KEYS: &str = "organisation/api-key/list-api-keys";
const SESSIONS: &str = "organisation/user/list-sessions";
const REVOKE: &str = "organisation/user/revoke-session";
const EXPORT: &str = "organisation/user/export-user-data";
const SIGN_OUT: &str = "organisation/user/sign-out";
const DELETE: &str = "organisation/user/delete-user";
const STATUS: &str = "wallet/sync/status";

fn address(number: u8) -> String {
    ports::Address::evm([number; 20]).to_string()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value}")).to_owned()
}

async fn wallets(site: &Site, token: &str) -> Vec<String> {
    let user = site.serving().call(ME, token, &json!({})).await;
    let wallets = user["user"]["user_wallets"].as_array().unwrap();
    wallets.iter().map(|wallet| text(&wallet["address"])).collect()
}

/// Signs in by the code of a mail while programs are stopped, and returns the session's token.
async fn sign_in(site: &mut Site, after: Duration, anonymous: &str, email: &str) -> String {
    site.call_while_stopping(after, SEND, "", &json!({ "email": email }))
        .await;
    let body = json!({ "email": email, "otp_token": site.code(email).await });
    let answer = site.call_while_stopping(after, VERIFY, anonymous, &body).await;
    assert_eq!(answer["user"]["email"], email);
    let gone = site.serving().ask(ME, anonymous, &json!({})).await.0;
    assert_eq!(gone, 401, "the token from before opens nothing");
    text(&answer["token"])
}

/// Signs in with a wallet while programs are stopped, and returns the session's token.
async fn sign_in_by_wallet(site: &mut Site, after: Duration, anonymous: &str, wallet: &KeyWallet) -> String {
    let body = json!({ "wallet_address": wallet.address() });
    let issued = site.call_while_stopping(after, WALLET, anonymous, &body).await;
    let message = text(&issued["challenge"]);
    let signature = wallet.sign(&message);
    let body = json!({ "wallet_address": wallet.address(), "message": message, "signature": signature });
    let answer = site.call_while_stopping(after, WALLET, anonymous, &body).await;
    let again = site.serving().ask(WALLET, "", &body).await.0;
    assert_eq!(again, 400, "a message is accepted once");
    text(&answer["token"])
}

/// Changes the address of an account while programs are stopped, and returns the session's new token.
async fn change_email(site: &mut Site, after: Duration, token: &str, email: &str) -> String {
    let wanted = json!({ "email": email });
    let answer = site.call_while_stopping(after, UPDATE, token, &wanted).await;
    assert_eq!(answer["user"]["pending_email"], email);
    let body = json!({ "email": email, "otp_token": site.code(email).await });
    let answer = site.call_while_stopping(after, VERIFY, token, &body).await;
    let user = &answer["user"];
    assert_eq!((&user["email"], &user["pending_email"]), (&json!(email), &Value::Null));
    assert_eq!(site.codes(email).len(), 1, "one code was sent");
    let again = site.serving().ask(VERIFY, "", &body).await.0;
    assert_eq!(again, 400, "the code is used");
    let gone = site.serving().ask(ME, token, &json!({})).await.0;
    assert_eq!(gone, 401, "the token from before opens nothing");
    text(&answer["token"])
}

/// Everything a person does with an account between signing in and leaving.
async fn use_account(site: &mut Site, after: Duration, token: &str) {
    let name = json!({ "first_name": "Ann" });
    site.call_while_stopping(after, UPDATE, token, &name).await;
    let me = site.serving().call(ME, token, &json!({})).await;
    assert_eq!(me["user"]["first_name"], "Ann");

    let wanted = json!({ "name": "Spreadsheet", "scopes": ["health"] });
    let key = site.call_while_stopping(after, CREATE_KEY, token, &wanted).await;
    let keys = site.serving().call(LIST_KEYS, token, &json!({})).await;
    assert_eq!(
        keys["api_keys"],
        json!([key["api_key"]]),
        "one key, and its text was shown"
    );
    site.serving().call(STATUS, &text(&key["token"]), &json!({})).await;

    let bytes = site.download_while_stopping(after, EXPORT, token).await;
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive that ends is whole");
    let names: BTreeSet<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert!(names.contains("README.txt") || names.contains("README.md"), "{names:?}");
    for index in 0..archive.len() {
        std::io::copy(&mut archive.by_index(index).unwrap(), &mut std::io::sink()).unwrap();
    }
}

/// The sessions of a person: all others end, then this one, and in the end the account.
async fn leave(site: &mut Site, after: Duration, token: &str, other: &str) {
    let sessions = site.serving().call(SESSIONS, token, &json!({})).await;
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2);
    let others = json!({ "others": true });
    site.call_while_stopping(after, REVOKE, token, &others).await;
    assert_eq!(site.serving().ask(ME, other, &json!({})).await.0, 401);
    let typed = json!({ "confirmation": "delete" });
    let answer = site.call_while_stopping(after, DELETE, token, &typed).await;
    assert!(answer["delete_on"].is_string(), "a registered user has days to return");
    assert_eq!(site.serving().ask(ME, token, &json!({})).await.0, 401);
}

async fn an_account(site: &mut Site, number: u8, after: Duration) {
    let email = format!("ann{number}@example.com");
    let anonymous = site.serving().person(&[address(number)]).await;
    let first = sign_in(site, after, &anonymous, &email).await;
    assert_eq!(wallets(site, &first).await, [address(number)]);
    use_account(site, after, &first).await;
    let changed = change_email(site, after, &first, &format!("ann{number}@example.org")).await;
    assert_eq!(wallets(site, &changed).await, [address(number)]);

    let wallet = KeyWallet::of(number);
    let other = site.serving().person(&[address(100 + number)]).await;
    let second = sign_in_by_wallet(site, after, &other, &wallet).await;
    assert_eq!(wallets(site, &second).await, [address(100 + number)]);
    site.call_while_stopping(after, SIGN_OUT, &second, &json!({})).await;
    assert_eq!(site.serving().ask(ME, &second, &json!({})).await.0, 401);

    // Somebody else's browser with the same account: its wallets are added once.
    let elsewhere = site.serving().person(&[address(number), address(200 + number)]).await;
    let again = wallet_account(site, after, &wallet, &elsewhere).await;
    let found = wallets(site, &again.1).await;
    let distinct: BTreeSet<&String> = found.iter().collect();
    assert_eq!((found.len(), distinct.len()), (4, 4), "{found:?}");
    leave(site, after, &again.1, &again.0).await;
}

/// Signs in with a wallet whose account exists, from a browser that watches other addresses. Returns the tokens of another
/// session of the account and of this one.
async fn wallet_account(site: &mut Site, after: Duration, wallet: &KeyWallet, anonymous: &str) -> (String, String) {
    let start = site.serving().person(&[wallet.address()]).await;
    let other = sign_in_by_wallet(site, after, &start, wallet).await;
    let token = sign_in_by_wallet(site, after, anonymous, wallet).await;
    assert_eq!(site.serving().ask(ME, anonymous, &json!({})).await.0, 401);
    (other, token)
}

async fn accounts_survive(kind: SiteKind) {
    let mut site = Site::start(kind, "create-user = \"1000/s\"\n");
    for (number, after) in (1..).zip(MOMENTS).take(cases(1, 3)) {
        an_account(&mut site, number, after).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_stops_during_any_step_loses_nothing() {
    accounts_survive(SiteKind::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_programs_that_stops_during_any_step_loses_nothing() {
    accounts_survive(SiteKind::Postgres).await;
}

/// Makes calls on both programs in turn until each refuses, and returns how many were allowed.
async fn allowed(site: &Site, path: &str, token: &str, body: impl Fn(usize) -> Value) -> usize {
    let mut allowed = 0;
    let mut refusals = [false; 2];
    for call in 0..400 {
        let turn = call % 2;
        let (status, answer) = site.both()[turn].ask(path, token, &body(call)).await;
        match status {
            429 => refusals[turn] = true,
            _ => {
                assert!(status < 500, "{answer}");
                allowed += 1;
            }
        }
        if refusals == [true; 2] {
            return allowed;
        }
    }
    panic!("{path} has no limit")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_on_postgres_count_together() {
    let limits = "create-user = \"12/h\"\nsend-code = \"9/h\"\nverify-code = \"7/h\"\nwallet-sign-in = \"6/h\"\n\
        api-key = \"5/min\"\nlook-up-names = \"8/h\"\nask-live = \"3/h\"\n";
    let mut site = Site::start(SiteKind::Postgres, limits);
    let anonymous = site.serving().person(&[address(1)]).await;
    let token = sign_in(&mut site, Duration::from_secs(1), &anonymous, "ann@example.com").await;
    let wanted = json!({ "name": "Spreadsheet", "scopes": ["health"] });
    let key = text(&site.serving().call(CREATE_KEY, &token, &wanted).await["token"]);
    assert_eq!(allowed(&site, STATUS, &key, |_| json!({})).await, 5);
    let email = |call| json!({ "email": format!("person{call}@example.com") });
    assert_eq!(allowed(&site, SEND, "", email).await, 9 - 1);
    let guess = |call| json!({ "email": format!("person{call}@example.com"), "otp_token": "AAAAAAAA" });
    assert_eq!(allowed(&site, VERIFY, "", guess).await, 7 - 1);
    let wallet = |_| json!({ "wallet_address": address(9) });
    assert_eq!(allowed(&site, WALLET, &token, wallet).await, 6);
    let names = |call| json!({ "wallet_addresses": [format!("one{call}.eth"), format!("two{call}.eth")] });
    assert_eq!(allowed(&site, "wallet/chain/detect-chain", "", names).await, 8 / 2);
    assert_eq!(allowed(&site, "common/world/ask-live", "", |_| json!({})).await, 3);
    let person = |_| json!({ "wallet_addresses": [address(2)] });
    assert_eq!(
        allowed(&site, "organisation/user/create-user", "", person).await,
        12 - 1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_200_guesses_on_two_programs_five_are_compared() {
    let site = Site::start(SiteKind::Postgres, "verify-code = \"1000/s\"\n");
    let email = "ann@example.com";
    site.serving().call(SEND, "", &json!({ "email": email })).await;
    let code = site.code(email).await;
    let (programs, body) = (site.both(), |code: &str| json!({ "email": email, "otp_token": code }));
    let wrong = body("WRNG2345");
    let guesses = (0..200).map(|number: usize| programs[number % 2].ask(VERIFY, "", &wrong));
    // A program accepts 64 connections of one client, and all of these may wait for the same one.
    let answers: Vec<(u16, Value)> = stream::iter(guesses).buffer_unordered(60).collect().await;
    for (status, answer) in answers {
        assert_eq!(status, 400, "{answer}");
    }
    assert_eq!(site.number("SELECT tries FROM email_codes").await, 5);
    let late = site.serving().ask(VERIFY, "", &body(&code)).await;
    assert_eq!(late.0, 400, "no sixth guess is compared");
}
