//! Requirements for facts.

use ports::{
    Fact, StorageError, Stream, TransactionId,
    fact::{CoinOutput, CoinTransaction, FactBody, FactExtent, Log, TokenStandard, TokenTransfer, TransactionReceipt},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, address, at, fact, transaction},
};

requirements! { "fact":
    "every digit of a fact is read back" => every_digit_of_a_fact_is_read_back,
    "equal facts are stored once" => equal_facts_are_stored_once,
    "a withdrawn fact counts again when it is reported again" => a_withdrawn_fact_counts_again_when_reported_again,
    "only facts of the range that was read again are withdrawn" => only_facts_of_the_range_are_withdrawn,
    "transactions are paged by block and id" => transactions_are_paged_by_block_and_id,
    "transactions without a fact of a stream are paged and counted" => transactions_without_a_stream_are_paged,
    "accounts with facts are paged in a fixed order" => accounts_with_facts_are_paged,
    "the extent of a stream spans the facts that count" => the_extent_spans_the_facts_that_count,
    "facts of an account that is not stored are a conflict" => facts_of_an_unknown_account_are_a_conflict,
    "a unit of work that is dropped stores no facts" => a_dropped_unit_stores_no_facts,
}

/// Adds accounts 1 and 2.
async fn accounts(db: &TestStorage) {
    let mut work = db.begin().await;
    work.accounts().add(&[account(1), account(2)], at(0)).await.unwrap();
    work.commit().await.unwrap();
}

async fn add(db: &TestStorage, facts: &[Fact], second: i64) -> Vec<TransactionId> {
    let mut work = db.begin().await;
    let changed = work.facts().add(facts, at(second)).await.unwrap();
    work.commit().await.unwrap();
    changed
}

async fn withdraw(db: &TestStorage, stream: Stream, blocks: (u64, u64), kept: &[Fact]) -> Vec<TransactionId> {
    let kept: Vec<_> = kept.iter().map(|fact| fact.id().unwrap()).collect();
    let mut work = db.begin().await;
    let withdrawn = work
        .facts()
        .withdraw_others(&account(1), stream, blocks, &kept, at(90))
        .await
        .unwrap();
    work.commit().await.unwrap();
    withdrawn
}

/// Returns the facts that count of the first nine transactions of account 1.
async fn counting(db: &TestStorage) -> Vec<Fact> {
    let all: Vec<TransactionId> = (0..9).map(transaction).collect();
    let found = db.stores.facts.of_transactions(&account(1), &all).await.unwrap();
    found.into_iter().map(|stored| stored.fact).collect()
}

fn with(body: FactBody, fact: Fact) -> Fact {
    Fact { body, ..fact }
}

fn transfers(n: u32, block: u64) -> Fact {
    let transfer = |log_index, token_id: Option<&str>| TokenTransfer {
        log_index,
        contract: address(7),
        from: address(1),
        to: address(2),
        value: "115792089237316195423570985008687907853269984665640564039457584007913129639935"
            .parse()
            .unwrap(),
        token_id: token_id.map(str::to_owned),
    };
    let list = vec![transfer(Some(3), None), transfer(None, Some("7"))];
    with(FactBody::TokenTransfers(TokenStandard::Erc20, list), fact(n, 1, block))
}

fn receipt(n: u32, block: u64) -> Fact {
    let log = Log {
        index: u32::MAX,
        address: address(7),
        topics: vec![format!("0x{:064x}", 1)],
        data: "0x".to_owned(),
    };
    let body = TransactionReceipt {
        from: address(1),
        to: None,
        created: Some(address(8)),
        succeeded: None,
        fee: 1.into(),
        data_fee: Some(2.into()),
        operator_fee: None,
        blob_fee: Some(3.into()),
        authorized: Vec::new(),
        logs: vec![log],
    };
    with(FactBody::Receipt(body), fact(n, 1, block))
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

async fn transactions_are_paged_by_block_and_id(db: TestStorage) {
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

async fn transactions_without_a_stream_are_paged(db: TestStorage) {
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

async fn accounts_with_facts_are_paged(db: TestStorage) {
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
