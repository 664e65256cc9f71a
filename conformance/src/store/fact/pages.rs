//! The assertions about pages of accounts and of transactions with facts.

use ports::{Fact, SourceId, Stream};

use super::reported::{accounts, add, receipt, transfers, withdraw};
use crate::store::{
    TestStorage,
    samples::{account, at, fact, transaction},
};

pub(super) async fn transactions_are_paged_by_block_and_id(db: TestStorage) {
    accounts(&db).await;
    let facts = [
        fact(5, 1, 2),
        fact(4, 1, 0),
        fact(3, 1, 7),
        fact(2, 1, 7),
        transfers(2, 7),
        fact(2, 1, 9),
        fact(1, 1, 8),
        fact(6, 2, 1),
    ];
    add(&db, &facts, 10).await;
    let page = async |after: Option<(u64, u32)>, limit| {
        let after = after.map(|(block, n)| (block, transaction(n)));
        let found = db.stores.facts.transactions(&account(1), after.as_ref(), limit).await;
        found.unwrap()
    };
    let ids = |all: &[(u64, u32)]| {
        all.iter()
            .map(|(block, n)| (*block, transaction(*n)))
            .collect::<Vec<_>>()
    };
    let all = [(0, 4), (2, 5), (7, 2), (7, 3), (8, 1)];
    assert_eq!(
        page(None, 9).await,
        ids(&all),
        "the first block of a transaction counts"
    );
    assert_eq!(page(None, 3).await, ids(&all[..3]));
    assert_eq!(page(Some((7, 2)), 1).await, ids(&all[3..4]));
    assert_eq!(page(Some((8, 1)), 9).await, []);
    withdraw(&db, Stream::Transactions, (7, 7), &[]).await;
    withdraw(&db, Stream::TokenTransfers, (7, 7), &[]).await;
    assert_eq!(page(None, 9).await, ids(&[(0, 4), (2, 5), (8, 1), (9, 2)]));
}

pub(super) async fn transactions_without_a_stream_are_paged(db: TestStorage) {
    accounts(&db).await;
    let facts = [
        fact(5, 1, 2),
        fact(4, 1, 0),
        fact(3, 1, 7),
        fact(2, 1, 7),
        transfers(2, 7),
        fact(2, 1, 9),
        fact(1, 1, 8),
        receipt(5, 2),
        receipt(3, 7),
        fact(6, 2, 1),
    ];
    add(&db, &facts, 10).await;
    let reader = &db.stores.facts;
    let page = async |after: Option<(u64, u32)>, limit| {
        let after = after.map(|(block, n)| (block, transaction(n)));
        let of = account(1);
        let found = reader.transactions_without(&of, Stream::Receipts, after.as_ref(), limit);
        found.await.unwrap()
    };
    let count = async |block, n| {
        let last = (block, transaction(n));
        reader
            .count_without(&account(1), Stream::Receipts, &last)
            .await
            .unwrap()
    };
    let ids = |all: &[(u64, u32)]| {
        all.iter()
            .map(|(block, n)| (*block, transaction(*n)))
            .collect::<Vec<_>>()
    };
    assert_eq!(page(None, 9).await, ids(&[(0, 4), (7, 2), (8, 1)]), "each once");
    assert_eq!(page(None, 2).await, ids(&[(0, 4), (7, 2)]));
    assert_eq!(page(Some((7, 2)), 9).await, ids(&[(8, 1)]));
    assert_eq!(page(Some((8, 1)), 9).await, []);
    assert_eq!((count(0, 4).await, count(7, 2).await), (1, 2), "the last one counts");
    assert_eq!((count(7, 9).await, count(99, 0).await), (2, 3));
    withdraw(&db, Stream::Receipts, (7, 7), &[]).await;
    assert_eq!(
        page(Some((7, 2)), 9).await,
        ids(&[(7, 3), (8, 1)]),
        "a withdrawn receipt does not count"
    );
    assert_eq!(count(7, 3).await, 3);
    let other = reader
        .transactions_without(&account(2), Stream::Transactions, None, 9)
        .await;
    assert_eq!(other.unwrap(), []);
}

pub(super) async fn accounts_with_facts_are_paged(db: TestStorage) {
    let mut work = db.begin().await;
    let all: Vec<_> = (1..=5).map(account).collect();
    work.accounts().add(&all, at(0)).await.unwrap();
    for of in [4, 1, 3] {
        work.facts()
            .add(&[fact(1, of, 5), fact(2, of, 6)], at(1))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
    let mut found = Vec::new();
    loop {
        let page = db.stores.facts.accounts(found.last(), 2).await.unwrap();
        assert!(page.len() <= 2, "{page:?}");
        if page.is_empty() {
            break;
        }
        found.extend(page);
    }
    assert_eq!(found.len(), 3, "each once: {found:?}");
    found.sort();
    assert_eq!(found, [1, 3, 4].map(account));
}

pub(super) async fn facts_of_a_source_are_paged(db: TestStorage) {
    accounts(&db).await;
    let (file, other) = (SourceId::fixed("file-a"), SourceId::fixed("file-b"));
    let of = |source: &SourceId, fact: Fact| Fact {
        source: source.clone(),
        ..fact
    };
    let own = [
        of(&file, fact(1, 1, 3)),
        of(&file, fact(2, 1, 4)),
        of(&file, fact(3, 1, 9)),
    ];
    let facts = [own.to_vec(), vec![of(&other, fact(1, 1, 3)), of(&file, fact(1, 2, 3))]].concat();
    add(&db, &facts, 10).await;
    withdraw(&db, Stream::Transactions, (4, 9), &[]).await;
    let mut ids: Vec<_> = own.iter().map(|fact| fact.id().unwrap()).collect();
    ids.sort_unstable();
    let page = async |after, limit| {
        let found = db.stores.facts.of_source(&account(1), &file, after, limit).await;
        found.unwrap()
    };
    let all = page(None, 9).await;
    assert_eq!(all.iter().map(|stored| stored.id).collect::<Vec<_>>(), ids);
    for stored in &all {
        assert!(own.contains(&stored.fact), "{stored:?}");
        let is_withdrawn = stored.fact.block.number > 3;
        assert_eq!(stored.withdrawn_at.is_some(), is_withdrawn, "{stored:?}");
    }
    assert_eq!(page(None, 2).await, all[..2]);
    assert_eq!(page(Some(ids[1]), 2).await, all[2..]);
    assert_eq!(page(Some(ids[2]), 2).await, []);
}
