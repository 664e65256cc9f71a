//! Requirements for facts.

mod pages;
mod reported;

use ports::{
    Fact, StorageError, Stream, TransactionId,
    fact::{CoinOutput, CoinTransaction, FactBody, FactExtent},
};

use self::{
    pages::{
        accounts_with_facts_are_paged, facts_of_a_source_are_paged, transactions_are_paged_by_block_and_id,
        transactions_without_a_stream_are_paged,
    },
    reported::{accounts, add, receipt, transfers, with, withdraw},
};
use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, fact, transaction},
};

requirements! { "fact":
    "every digit of a fact is read back" => every_digit_of_a_fact_is_read_back,
    "equal facts are stored once" => equal_facts_are_stored_once,
    "a withdrawn fact counts again when it is reported again" => a_withdrawn_fact_counts_again_when_reported_again,
    "only facts of the range that was read again are withdrawn" => only_facts_of_the_range_are_withdrawn,
    "transactions are paged by block and id" => transactions_are_paged_by_block_and_id,
    "transactions without a fact of a stream are paged and counted" => transactions_without_a_stream_are_paged,
    "accounts with facts are paged in a fixed order" => accounts_with_facts_are_paged,
    "the facts of a source are paged by id, also those that do not count" => facts_of_a_source_are_paged,
    "the extent of a stream spans the facts that count" => the_extent_spans_the_facts_that_count,
    "facts of an account that is not stored are a conflict" => facts_of_an_unknown_account_are_a_conflict,
    "a unit of work that is dropped stores no facts" => a_dropped_unit_stores_no_facts,
}

/// Returns the facts that count of the first nine transactions of account 1.
async fn counting(db: &TestStorage) -> Vec<Fact> {
    let all: Vec<TransactionId> = (0..9).map(transaction).collect();
    let found = db.stores.facts.of_transactions(&account(1), &all).await.unwrap();
    found.into_iter().map(|stored| stored.fact).collect()
}

async fn every_digit_of_a_fact_is_read_back(db: TestStorage) {
    accounts(&db).await;
    let mut without_hash = fact(2, 1, 5);
    without_hash.block.hash = None;
    without_hash.block.position = None;
    let coin = FactBody::CoinTransaction(CoinTransaction {
        inputs: vec![CoinOutput {
            address: None,
            value: 9.into(),
        }],
        outputs: vec![],
        spends: Vec::new(),
        fee: 0.into(),
        is_coinbase: true,
    });
    let mut withdrawal = fact(1, 1, 6);
    withdrawal.transaction = TransactionId::withdrawal(7);
    let facts = [
        with(coin, fact(3, 1, u64::from(u32::MAX) * 1000)),
        receipt(1, 5),
        without_hash.clone(),
        transfers(1, 5),
        fact(1, 1, 5),
        withdrawal.clone(),
        fact(1, 2, 5),
    ];
    assert_eq!(add(&db, &facts, 10).await.len(), 4, "each transaction once");
    let wanted = [
        transaction(3),
        transaction(2),
        transaction(1),
        transaction(9),
        TransactionId::withdrawal(7),
    ];
    let stored = db.stores.facts.of_transactions(&account(1), &wanted).await.unwrap();
    let found: Vec<Fact> = stored.iter().map(|stored| stored.fact.clone()).collect();
    let expected = [
        fact(1, 1, 5),
        transfers(1, 5),
        receipt(1, 5),
        without_hash,
        withdrawal,
        facts[0].clone(),
    ];
    assert_eq!(found, expected, "ordered by block, transaction and stream");
    for one in &stored {
        assert_eq!(
            (one.id, one.read_at, one.withdrawn_at),
            (one.fact.id().unwrap(), at(10), None)
        );
    }
    assert_eq!(db.stores.facts.of_transactions(&account(1), &[]).await.unwrap(), []);
    assert_eq!(db.stores.facts.of_transactions(&account(3), &wanted).await.unwrap(), []);
}

async fn equal_facts_are_stored_once(db: TestStorage) {
    accounts(&db).await;
    let twice = [fact(2, 1, 5), fact(1, 1, 5), fact(2, 1, 5)];
    assert_eq!(add(&db, &twice, 10).await, [transaction(1), transaction(2)]);
    assert_eq!(
        add(&db, &[fact(1, 1, 5), fact(3, 1, 5)], 20).await,
        [transaction(3)],
        "a fact that is stored changes nothing"
    );
    let other = Fact {
        source: "other".parse().unwrap(),
        ..fact(1, 1, 5)
    };
    assert_eq!(
        add(&db, &[other], 30).await,
        [transaction(1)],
        "another source says it too"
    );
    let wanted = [transaction(1), transaction(2)];
    let stored = db.stores.facts.of_transactions(&account(1), &wanted).await.unwrap();
    let read_at: Vec<_> = stored
        .iter()
        .filter(|stored| stored.fact.source.as_str() == "explorer")
        .map(|stored| stored.read_at)
        .collect();
    assert_eq!(stored.len(), 3);
    assert_eq!(read_at, [at(10), at(10)], "when it was first reported");
}

async fn a_withdrawn_fact_counts_again_when_reported_again(db: TestStorage) {
    accounts(&db).await;
    add(&db, &[fact(1, 1, 5), fact(2, 1, 6)], 10).await;
    let kept = [fact(2, 1, 6)];
    assert_eq!(
        withdraw(&db, Stream::Transactions, (0, 9), &kept).await,
        [transaction(1)]
    );
    assert_eq!(counting(&db).await, kept);
    assert_eq!(
        withdraw(&db, Stream::Transactions, (0, 9), &kept).await,
        [],
        "it is withdrawn already"
    );
    let again = [fact(1, 1, 5), fact(2, 1, 6)];
    assert_eq!(add(&db, &again, 95).await, [transaction(1)]);
    assert_eq!(counting(&db).await, again);
}

async fn only_facts_of_the_range_are_withdrawn(db: TestStorage) {
    accounts(&db).await;
    let all = [
        fact(1, 1, 4),
        fact(2, 1, 5),
        fact(3, 1, 6),
        transfers(3, 6),
        fact(4, 1, 7),
        fact(5, 1, 8),
    ];
    add(&db, &all, 10).await;
    add(&db, &[fact(3, 2, 6)], 10).await;
    let kept = [fact(2, 1, 5), fact(5, 1, 8)];
    let gone = withdraw(&db, Stream::Transactions, (5, 7), &kept).await;
    assert_eq!(
        gone,
        [transaction(3), transaction(4)],
        "both ends are part of the range"
    );
    let left = [fact(1, 1, 4), fact(2, 1, 5), transfers(3, 6), fact(5, 1, 8)];
    assert_eq!(counting(&db).await, left);
    let other = db.stores.facts.of_transactions(&account(2), &[transaction(3)]).await;
    assert_eq!(other.unwrap().len(), 1, "another account's fact stays");
    assert_eq!(
        withdraw(&db, Stream::TokenTransfers, (6, 6), &[]).await,
        [transaction(3)]
    );
}

async fn the_extent_spans_the_facts_that_count(db: TestStorage) {
    accounts(&db).await;
    let extent = async |stream| db.stores.facts.extent(&account(1), stream).await.unwrap();
    assert_eq!(extent(Stream::Transactions).await, None);
    let mut out_of_step = fact(2, 1, 3);
    out_of_step.block.time = at(99);
    add(&db, &[fact(1, 1, 5), out_of_step, fact(3, 1, 9), fact(4, 2, 1)], 10).await;
    let of = |facts, first, last| Some(FactExtent { facts, first, last });
    assert_eq!(
        extent(Stream::Transactions).await,
        of(3, (3, at(99)), (9, at(9))),
        "the times are those of the blocks"
    );
    assert_eq!(extent(Stream::Receipts).await, None);
    withdraw(&db, Stream::Transactions, (6, 9), &[]).await;
    assert_eq!(extent(Stream::Transactions).await, of(2, (3, at(99)), (5, at(5))));
}

async fn facts_of_an_unknown_account_are_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.facts().add(&[fact(1, 1, 5)], at(1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

async fn a_dropped_unit_stores_no_facts(db: TestStorage) {
    accounts(&db).await;
    add(&db, &[fact(1, 1, 5)], 10).await;
    let mut dropped = db.begin().await;
    dropped.facts().add(&[fact(2, 1, 6)], at(11)).await.unwrap();
    let blocks = (0, 9);
    let withdrawn = dropped
        .facts()
        .withdraw_others(&account(1), Stream::Transactions, blocks, &[], at(12))
        .await
        .unwrap();
    assert_eq!(withdrawn, [transaction(1), transaction(2)], "it sees its own changes");
    drop(dropped);
    assert_eq!(counting(&db).await, [fact(1, 1, 5)]);
}
