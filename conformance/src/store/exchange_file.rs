//! Requirements for the files of exchanges that were imported.

use ports::{ExchangeFile, FilePart, StorageError, Stream};

use super::{
    TestStorage,
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, at},
};

requirements! { "exchange_file":
    "the files of each account are read back" => the_files_of_each_account_are_read_back,
    "a file is removed from its own account only" => a_file_is_removed_from_its_own_account_only,
    "files are erased with their account" => files_are_erased_with_their_account,
    "a file of an account that is not stored is a conflict" => a_file_of_an_unknown_account_is_a_conflict,
    "a file whose id is taken is a conflict" => a_file_whose_id_is_taken_is_a_conflict,
}

fn file(of: u8, number: u64, second: i64) -> ExchangeFile {
    ExchangeFile {
        id: format!("00000000-0000-4000-8000-{number:012}").parse().unwrap(),
        account: account(of),
        form: format!("Form {number}"),
        streams: if number == 1 {
            Vec::new()
        } else {
            vec![Stream::MarketTrades, Stream::ExchangeDeposits]
        },
        part: (number == 2).then(|| FilePart {
            name: "funding".to_owned(),
            of: 2,
        }),
        times: (at(second - 9_000), at(second - 2)),
        rows: 1 << 40,
        unreadable: 3,
        counts_unlisted: number == 2,
        imported_at: at(second),
    }
}

async fn add(db: &TestStorage, all: &[ExchangeFile]) {
    let mut work = db.begin().await;
    for one in all {
        work.exchange_files().add(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn files(db: &TestStorage, of: &[u8]) -> Vec<ExchangeFile> {
    let accounts: Vec<_> = of.iter().map(|of| account(*of)).collect();
    db.stores.exchange_files.of_accounts(&accounts).await.unwrap()
}

async fn the_files_of_each_account_are_read_back(db: TestStorage) {
    watches(&db, 1, &[1, 2, 3]).await;
    add(&db, &[file(1, 2, 50_000), file(3, 3, 40_000), file(1, 1, 60_000)]).await;
    let mut dropped = db.begin().await;
    dropped.exchange_files().add(&file(2, 4, 70_000)).await.unwrap();
    drop(dropped);
    assert_eq!(
        files(&db, &[3, 2, 1]).await,
        [file(1, 2, 50_000), file(1, 1, 60_000), file(3, 3, 40_000)]
    );
    assert_eq!(files(&db, &[2]).await, []);
    assert_eq!(files(&db, &[]).await, []);
}

async fn a_file_is_removed_from_its_own_account_only(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    add(&db, &[file(1, 1, 50_000), file(1, 2, 60_000)]).await;
    let (own, other) = (file(1, 1, 0).id, file(1, 9, 0).id);
    for (of, id, is_removed) in [(2, own, false), (1, other, false), (1, own, true), (1, own, false)] {
        let mut work = db.begin().await;
        let removed = work.exchange_files().remove(&account(of), id).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(removed, is_removed, "{of} {id}");
    }
    assert_eq!(files(&db, &[1]).await, [file(1, 2, 60_000)]);
}

async fn files_are_erased_with_their_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2]).await;
    add(&db, &[file(1, 1, 50_000), file(2, 2, 60_000)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(files(&db, &[1, 2]).await, [file(2, 2, 60_000)]);
}

async fn a_file_of_an_unknown_account_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.exchange_files().add(&file(1, 1, 50_000)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

async fn a_file_whose_id_is_taken_is_a_conflict(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    add(&db, &[file(1, 1, 50_000)]).await;
    let mut work = db.begin().await;
    let refused = work.exchange_files().add(&file(1, 1, 60_000)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}
