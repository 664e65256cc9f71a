//! What the stores read of the rows of a data folder, as texts that are compared.

use std::fmt::Debug;

use conformance::store::{
    TestStorage,
    samples::{account, address, at, entry, id, job, token, transaction},
};
use ports::{ChainId, Owner, ValuationId, disclosure::DisclosureQuery};

use crate::sealed_text;

/// Everything that the stores read of the rows, one text for each kind.
pub async fn read(db: &TestStorage) -> Vec<String> {
    let mut all = read_user(db).await;
    all.extend(read_accounts(db).await);
    all.extend(read_ledger(db).await);
    all.extend(read_prices(db).await);
    all
}

fn text(kind: &str, value: impl Debug) -> String {
    format!("{kind}: {value:?}")
}

async fn read_user(db: &TestStorage) -> Vec<String> {
    let (stores, user) = (&db.stores, id(1));
    let recipe = async |owner| stores.recipes.find(ValuationId([9; 16]), owner).await.unwrap().unwrap();
    let search = DisclosureQuery {
        addresses: vec![(address(1), at(0))],
        names: vec![("ada.eth".parse().unwrap(), at(0))],
        impersonal_since: Some(at(0)),
        limit: 9,
        ..DisclosureQuery::default()
    };
    let (disclosures, count) = stores.disclosures.search(&search).await.unwrap();
    assert_eq!(count, 3);
    vec![
        text("user", stores.users.find(user).await.unwrap().unwrap()),
        text("session", stores.sessions.find(&[1; 32]).await.unwrap().unwrap()),
        text("texts", sealed_text::read(db, user).await.unwrap()),
        text("wallets", stores.wallets.of_user(user).await.unwrap()),
        text("annotations", stores.annotations.of_user(user).await.unwrap()),
        text("keys", stores.api_keys.of_user(user).await.unwrap()),
        text("portfolio", stores.shares.session(&[1; 32]).await.unwrap().unwrap()),
        text("address", stores.shares.session(&[2; 32]).await.unwrap().unwrap()),
        text("recipe", recipe(Owner::User(user)).await),
        text("recipe of a share session", recipe(Owner::ShareSession(id(1))).await),
        text("disclosures", disclosures),
    ]
}

async fn read_accounts(db: &TestStorage) -> Vec<String> {
    let stores = &db.stores;
    let accounts = [account(1), account(2)];
    let job = job(1, at(5));
    vec![
        text("accounts", stores.accounts.states(&accounts).await.unwrap()),
        text("snapshots", stores.snapshots.find(&[id(1)]).await.unwrap()),
        text("held assets", stores.snapshots.held_assets().await.unwrap()),
        text("assets", stores.assets.find(&[token(7)]).await.unwrap()),
        text("universe", stores.assets.universe(&ChainId::evm(1)).await.unwrap()),
        text(
            "jobs",
            stores.jobs.of_subjects(&[job.kind], &[job.subject]).await.unwrap(),
        ),
    ]
}

async fn read_ledger(db: &TestStorage) -> Vec<String> {
    let stores = &db.stores;
    let (accounts, transactions) = ([account(1)], [transaction(1), transaction(2)]);
    let facts = stores.facts.of_transactions(&account(1), &transactions).await.unwrap();
    vec![
        text("facts", facts),
        text("ledger", stores.entries.heads(&accounts).await.unwrap()),
        text("entries", stores.entries.changed(&account(1), 0).await.unwrap()),
        text(
            "revisions",
            stores.entries.revisions(&entry(2, 1, 11).id).await.unwrap(),
        ),
        text(
            "progress",
            stores.history_progress.of_accounts(&accounts).await.unwrap(),
        ),
        text(
            "reconciliations",
            stores.reconciliations.latest(&accounts).await.unwrap(),
        ),
    ]
}

async fn read_prices(db: &TestStorage) -> Vec<String> {
    let stores = &db.stores;
    let (assets, late) = ([token(7)], at(99));
    let source = "defillama".parse().unwrap();
    let quotes = stores.quotes.find(&[id(1), id(2)]).await.unwrap();
    let answered = stores.quotes.answered_between(&source, at(29), late).await.unwrap();
    vec![
        text("quotes", quotes),
        text(
            "newest quote",
            stores.quotes.newest(&assets, at(0), late).await.unwrap(),
        ),
        text("answered", answered),
        text(
            "moment quotes",
            stores.moment_quotes.of_assets(&assets, at(0), late).await.unwrap(),
        ),
        text("awaited", stores.moment_quotes.awaited(late, 9).await.unwrap()),
    ]
}
