//! Extended public keys as wallets of users: counted once, removed with their accounts, and invisible to others.

use std::time::Duration;

use domain::{
    Caller, WalletChange, WalletError,
    share::Rotation,
    user::ListWallets,
    valuation::{BalanceQuery, FigurePath, Filter},
};
use ports::extended_key::{Branch, GapLimit};
use support::tracker_fixture::wallet_list;

use super::{AddressFunds, COIN, KeyFixture, ZPUB, address, fund_usual_addresses, native};

async fn set_gap_limit(keys: &KeyFixture, person: &Caller, key: &str, limit: u32) -> Result<(), WalletError> {
    let change = WalletChange {
        gap_limit: Some(GapLimit::new(limit).unwrap()),
        ..WalletChange::default()
    };
    let wallets = keys.fixture.tracker.wallets();
    wallets.update(person, key, change).await?;
    keys.fixture.run_jobs().await;
    Ok(())
}

/// Returns what the explanation of the total says about addresses that are not searched.
async fn not_searched(keys: &KeyFixture, person: &Caller) -> Vec<String> {
    let report = keys.fixture.report(person).await;
    let figure = report.figure(FigurePath::Sum(Filter::default()));
    let valuations = keys.fixture.tracker.valuations();
    let explained = valuations.explain(person, &figure).await.unwrap();
    let left_out = explained.left_out.into_iter();
    let limits = left_out.filter(|one| one.reason.code == "gap_limit");
    limits
        .map(|one| format!("{}: {}", one.label, one.reason.text))
        .collect()
}

/// Checks that funds after 25 unused addresses are found after the limit of the key was raised, and stay so.
async fn funds_after_a_gap_are_found(key: &str, funded: &str, amount: u64) {
    let keys = KeyFixture::open().await;
    keys.esplora.set_funds(funded, AddressFunds::of(1, amount));
    let person = keys.person(key).await;
    let label = keys.wallets(&person).await[0].label();
    let text = |limit| {
        vec![format!(
            "Later addresses of {label}: Addresses after {limit} unused ones are not searched. Edit the wallet to raise this limit."
        )]
    };
    assert!(keys.fixture.report(&person).await.assets.is_empty());
    assert_eq!(not_searched(&keys, &person).await, text(20));
    set_gap_limit(&keys, &person, key, 30).await.unwrap();
    assert_eq!(keys.bitcoin(&person).await, "1");
    assert_eq!(keys.counts(&person).await, (26 + 30 + 30, 26 + 30 + 30, 1));
    assert_eq!(not_searched(&keys, &person).await, text(30));
    let read = keys.esplora.requested_addresses();
    set_gap_limit(&keys, &person, key, 20).await.unwrap();
    assert_eq!(keys.bitcoin(&person).await, "1", "addresses that are known stay");
    assert_eq!(keys.counts(&person).await.0, 26 + 30 + 30);
    assert_eq!(keys.esplora.requested_addresses(), read);
    assert_eq!(not_searched(&keys, &person).await, text(20));
}

#[tokio::test]
async fn funds_after_a_gap_are_found_with_a_higher_limit() {
    funds_after_a_gap_are_found(ZPUB, &native(Branch::External, 25), COIN).await;
}

#[tokio::test]
async fn the_reported_gap_is_crossed() {
    let Some(folder) = std::env::var_os("SPYHOP_VECTORS").map(std::path::PathBuf::from) else {
        println!("SPYHOP_VECTORS is not set: only the gap in the test was checked");
        return;
    };
    let text = std::fs::read_to_string(folder.join("field-2026-11/gap-of-25.json")).unwrap();
    let reported: serde_json::Value = serde_json::from_str(&text).unwrap();
    let used = &reported["used"][0];
    let key = reported["zpub"].as_str().unwrap();
    let funded = used["address"].as_str().unwrap();
    let index = u32::try_from(used["index"].as_u64().unwrap()).unwrap();
    assert_eq!(
        address(key, ports::extended_key::Script::Wpkh, Branch::External, index),
        funded
    );
    funds_after_a_gap_are_found(key, funded, used["satoshi"].as_u64().unwrap()).await;
}

#[tokio::test]
async fn a_gap_limit_belongs_to_one_key_of_one_user() {
    let keys = KeyFixture::open().await;
    let one = keys.person(ZPUB).await;
    let other = keys.person(ZPUB).await;
    let plain = native(Branch::External, 3);
    let third = keys.person(&plain).await;
    set_gap_limit(&keys, &one, ZPUB, 40).await.unwrap();
    assert_eq!((keys.counts(&one).await.0, keys.counts(&other).await.0), (80, 40));
    assert!(matches!(
        set_gap_limit(&keys, &third, &plain, 40).await,
        Err(WalletError::NoKey)
    ));
    // It is restored with the wallet.
    let users = keys.fixture.tracker.users();
    users.delete_wallet(&one, ZPUB).await.unwrap();
    users.list_wallets(&one, &wallet_list(&[ZPUB])).await.unwrap();
    keys.fixture.run_jobs().await;
    assert_eq!(keys.counts(&one).await.0, 80);
}

#[tokio::test]
async fn the_same_key_of_two_users_is_two_wallets() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let one = keys.person(ZPUB).await;
    let other = keys.person(ZPUB).await;
    let third = keys.person(&native(Branch::External, 3)).await;
    assert_eq!(keys.bitcoin(&other).await, "1.00012352");
    assert_eq!(
        keys.bitcoin(&third).await,
        "1",
        "an address that two users watch through their keys"
    );
    let users = keys.fixture.tracker.users();
    users.delete_wallet(&one, ZPUB).await.unwrap();
    assert!(keys.wallets(&one).await.is_empty());
    assert!(keys.fixture.report(&one).await.assets.is_empty());
    assert_eq!(keys.bitcoin(&other).await, "1.00012352");
    // It is restored within a day, and what is known needs no new request.
    users.list_wallets(&one, &wallet_list(&[ZPUB])).await.unwrap();
    keys.fixture.run_jobs().await;
    assert_eq!(keys.bitcoin(&one).await, "1.00012352");
}

#[tokio::test]
async fn an_address_that_is_also_added_itself_counts_once() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    let both = wallet_list(&[ZPUB, &native(Branch::External, 3)]);
    keys.fixture.tracker.users().list_wallets(&person, &both).await.unwrap();
    keys.fixture.run_jobs().await;
    assert_eq!(keys.bitcoin(&person).await, "1.00012352");
}

#[tokio::test]
async fn derived_accounts_are_removed_with_their_wallet() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    let empty = ListWallets {
        allow_empty: true,
        ..ListWallets::default()
    };
    let id = keys.wallets(&person).await[0].id;
    keys.fixture
        .tracker
        .users()
        .list_wallets(&person, &empty)
        .await
        .unwrap();
    let stores = keys.fixture.tracker.ports().stores.clone();
    let now = keys.fixture.tracker.ports().clock.now().plus(Duration::from_hours(48));
    assert_eq!(stores.accounts.due(now, now, now, 100).await.unwrap(), []);
    assert_eq!(stores.extended_keys.wallet(id).await.unwrap(), None);
}

#[tokio::test]
async fn visitors_see_nothing_of_a_key() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    let shares = keys.fixture.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    assert_eq!(opened.wallets, []);
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let seen = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert!(seen.assets.is_empty() && seen.wallets.is_empty());
    let own = keys.fixture.report(&person).await;
    let wallets = keys.wallets(&person).await;
    let figure = own.figure(FigurePath::Sum(Filter::of_wallet(&wallets[0])));
    assert!(shares.explain(&visitor, &figure).await.is_err());
}
