//! Extended public keys as wallets of users: counted once, removed with their accounts, and invisible to others.

use std::time::Duration;

use domain::{
    share::Rotation,
    user::ListWallets,
    valuation::{BalanceQuery, FigurePath, Filter},
};
use ports::extended_key::Branch;
use support::tracker_fixture::wallet_list;

use super::{KeyFixture, ZPUB, fund_usual_addresses, native};

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
