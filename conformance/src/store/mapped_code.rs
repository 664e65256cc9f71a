//! Requirements for what people state that codes of assets at exchanges mean.

use ports::{AssetId, MappedCode, StorageError};

use super::{
    TestStorage,
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, at},
};

requirements! { "mapped_code":
    "the codes of each account are read back" => the_codes_of_each_account_are_read_back,
    "a later statement replaces the one before" => a_later_statement_replaces_the_one_before,
    "codes are erased with their account" => codes_are_erased_with_their_account,
    "a code of an account that is not stored is a conflict" => a_code_of_an_unknown_account_is_a_conflict,
}

fn code(name: &str) -> AssetId {
    format!("exchange:kraken/code:{name}").parse().unwrap()
}

fn mapped(of: u8, name: &str, to: &str) -> MappedCode {
    MappedCode {
        account: account(of),
        code: code(name),
        asset: (!to.is_empty()).then(|| to.parse().unwrap()),
        stated_at: at(50_000),
    }
}

const ETHER: &str = "eip155:1/slip44:60";
const EURO: &str = "fiat:iso4217/code:EUR";

async fn set(db: &TestStorage, all: &[MappedCode]) {
    let mut work = db.begin().await;
    for one in all {
        work.mapped_codes().set(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn codes(db: &TestStorage, of: &[u8]) -> Vec<MappedCode> {
    let accounts: Vec<_> = of.iter().map(|of| account(*of)).collect();
    db.stores.mapped_codes.of_accounts(&accounts).await.unwrap()
}

async fn the_codes_of_each_account_are_read_back(db: TestStorage) {
    watches(&db, 1, &[1, 2, 3]).await;
    set(
        &db,
        &[
            mapped(3, "ETH2", ETHER),
            mapped(1, "NEW%3A1", EURO),
            mapped(1, "ETH2", ETHER),
        ],
    )
    .await;
    let mut dropped = db.begin().await;
    dropped.mapped_codes().set(&mapped(2, "ETH2", ETHER)).await.unwrap();
    drop(dropped);
    assert_eq!(
        codes(&db, &[3, 2, 1]).await,
        [
            mapped(1, "ETH2", ETHER),
            mapped(1, "NEW%3A1", EURO),
            mapped(3, "ETH2", ETHER)
        ]
    );
    assert_eq!(codes(&db, &[2]).await, []);
    assert_eq!(codes(&db, &[]).await, []);
}

async fn a_later_statement_replaces_the_one_before(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    set(&db, &[mapped(1, "ETH2", EURO), mapped(2, "ETH2", EURO)]).await;
    let later = MappedCode {
        stated_at: at(60_000),
        ..mapped(1, "ETH2", ETHER)
    };
    set(&db, std::slice::from_ref(&later)).await;
    assert_eq!(codes(&db, &[1, 2]).await, [later, mapped(2, "ETH2", EURO)]);
    set(&db, &[mapped(1, "ETH2", "")]).await;
    assert_eq!(
        codes(&db, &[1, 2]).await,
        [mapped(1, "ETH2", ""), mapped(2, "ETH2", EURO)]
    );
}

async fn codes_are_erased_with_their_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2]).await;
    set(&db, &[mapped(1, "ETH2", ETHER), mapped(2, "ETH2", ETHER)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(codes(&db, &[1, 2]).await, [mapped(2, "ETH2", ETHER)]);
}

async fn a_code_of_an_unknown_account_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.mapped_codes().set(&mapped(1, "ETH2", ETHER)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}
