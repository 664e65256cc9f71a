//! Accounts with facts that are reported and withdrawn, and facts of several streams.

use ports::{
    Fact, Stream, TransactionId,
    fact::{FactBody, Log, TokenStandard, TokenTransfer, TransactionReceipt},
};

use crate::store::{
    TestStorage,
    samples::{account, address, at, fact},
};

/// Adds accounts 1 and 2.
pub(super) async fn accounts(db: &TestStorage) {
    let mut work = db.begin().await;
    work.accounts().add(&[account(1), account(2)], at(0)).await.unwrap();
    work.commit().await.unwrap();
}

pub(super) async fn add(db: &TestStorage, facts: &[Fact], second: i64) -> Vec<TransactionId> {
    let mut work = db.begin().await;
    let changed = work.facts().add(facts, at(second)).await.unwrap();
    work.commit().await.unwrap();
    changed
}

pub(super) async fn withdraw(
    db: &TestStorage,
    stream: Stream,
    blocks: (u64, u64),
    kept: &[Fact],
) -> Vec<TransactionId> {
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

pub(super) fn with(body: FactBody, fact: Fact) -> Fact {
    Fact { body, ..fact }
}

pub(super) fn transfers(n: u32, block: u64) -> Fact {
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

pub(super) fn receipt(n: u32, block: u64) -> Fact {
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
