//! Requirements for the progress of histories.

use ports::{
    AccountId, AccountReconciliation, ChainId, HistoryProgress, StorageError, Stream, Wallet,
    account::Activity,
    history::{HistoryGap, HistoryGapKind},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, address, at, failure, wallet},
};

requirements! { "history":
    "the progress of a stream is read back and replaced" => the_progress_of_a_stream_is_replaced,
    "a lifted cap is never lowered" => a_lifted_cap_is_never_lowered,
    "accounts without progress are due first, then the oldest" => accounts_without_progress_are_due_first,
    "an account is due when all its streams are" => an_account_is_due_when_all_its_streams_are,
    "only watched and active accounts of the chains are due" => only_watched_accounts_of_the_chains_are_due,
    "a quiet account is due while blocks of its facts may be replaced" => a_quiet_account_is_due_until_its_facts_are_final,
    "a quiet account is due while balances contradict its entries" => a_quiet_account_is_due_while_it_is_contradicted,
    "progress of an account that is not stored is a conflict" => progress_of_an_unknown_account_is_a_conflict,
}

fn progress(of: u8, stream: Stream, second: i64) -> HistoryProgress {
    HistoryProgress::unread(&account(of), stream, at(second))
}

/// Makes user `n` watch these addresses.
async fn watch(db: &TestStorage, n: u8, addresses: &[u8]) {
    let user = db.user(n).await;
    let mut work = db.begin().await;
    for of in addresses {
        let number = u16::from(n) * 100 + u16::from(*of);
        work.wallets().save(&wallet(number, user, *of)).await.unwrap();
        work.accounts().add(&[account(*of)], at(0)).await.unwrap();
        work.accounts()
            .set_activity(&[account(*of)], Activity::Active, at(2))
            .await
            .unwrap();
    }
    work.commit().await.unwrap();
}

async fn set(db: &TestStorage, all: &[HistoryProgress]) {
    let mut work = db.begin().await;
    for progress in all {
        work.history_progress().set(progress).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn due(db: &TestStorage, before: i64, limit: u32) -> Vec<AccountId> {
    let chains = [ChainId::evm(1)];
    db.stores
        .history_progress
        .due(&chains, at(before), limit)
        .await
        .unwrap()
}

async fn the_progress_of_a_stream_is_replaced(db: TestStorage) {
    watch(&db, 1, &[1, 2]).await;
    let full = HistoryProgress {
        source: Some("explorer".parse().unwrap()),
        through: Some(0),
        target: Some(1 << 62),
        continuation: Some("page 2; cursor=„x“".to_owned()),
        oldest: Some(at(-9)),
        facts: u64::from(u32::MAX) + 1,
        total: Some(7),
        cap: Some(100_000),
        sent: 7,
        expected: Some(9),
        newest: Some(12),
        final_hash: Some("0xab".to_owned()),
        gaps: vec![
            HistoryGap {
                kind: HistoryGapKind::InternalTransfers,
                blocks: None,
            },
            HistoryGap {
                kind: HistoryGapKind::FullBlock,
                blocks: Some((1, u64::MAX)),
            },
        ],
        failure: Some(failure(Some(at(9)))),
        is_whole: true,
        ..progress(1, Stream::Withdrawals, 5)
    };
    let first = progress(1, Stream::TokenTransfers, 1);
    let other = progress(2, Stream::Transactions, 1);
    set(&db, &[full.clone(), other.clone(), first.clone()]).await;
    let of = async |ids: &[AccountId]| db.stores.history_progress.of_accounts(ids).await.unwrap();
    assert_eq!(
        of(&[account(2), account(1), account(9)]).await,
        [first.clone(), full, other],
        "by account and stream"
    );
    let replaced = progress(1, Stream::Withdrawals, 6);
    let mut dropped = db.begin().await;
    dropped
        .history_progress()
        .set(&progress(1, Stream::Receipts, 6))
        .await
        .unwrap();
    drop(dropped);
    set(&db, std::slice::from_ref(&replaced)).await;
    assert_eq!(
        of(&[account(1)]).await,
        [first, replaced],
        "nothing of the previous progress stays"
    );
    assert_eq!(of(&[]).await, []);
}

async fn a_lifted_cap_is_never_lowered(db: TestStorage) {
    watch(&db, 1, &[1]).await;
    let cap = async |cap: Option<u64>| {
        let one = HistoryProgress {
            cap,
            ..progress(1, Stream::Receipts, 1)
        };
        set(&db, &[one]).await;
        let stored = db.stores.history_progress.of_accounts(&[account(1)]).await.unwrap();
        stored[0].cap
    };
    assert_eq!(cap(Some(100)).await, Some(100));
    assert_eq!(cap(Some(400)).await, Some(400), "a user lifts it");
    assert_eq!(
        cap(Some(100)).await,
        Some(400),
        "a reading that began before stores its progress"
    );
    assert_eq!(cap(None).await, None, "a stream without a cap has none");
}

async fn accounts_without_progress_are_due_first(db: TestStorage) {
    watch(&db, 1, &[1, 2, 3, 4, 5]).await;
    let stream = Stream::Transactions;
    set(
        &db,
        &[
            progress(1, stream, 30),
            progress(2, stream, 10),
            progress(4, stream, 20),
        ],
    )
    .await;
    let all = [3, 5, 2, 4, 1].map(account);
    assert_eq!(due(&db, 30, 9).await, all);
    assert_eq!(due(&db, 29, 9).await, all[..4]);
    assert_eq!(due(&db, 30, 3).await, all[..3]);
    assert_eq!(due(&db, 9, 9).await, all[..2]);
}

async fn an_account_is_due_when_all_its_streams_are(db: TestStorage) {
    watch(&db, 1, &[1, 2]).await;
    set(
        &db,
        &[
            progress(1, Stream::Transactions, 10),
            progress(1, Stream::TokenTransfers, 40),
            progress(2, Stream::Transactions, 30),
            progress(2, Stream::TokenTransfers, 20),
        ],
    )
    .await;
    assert_eq!(due(&db, 39, 9).await, [account(2)]);
    assert_eq!(due(&db, 40, 9).await, [2, 1].map(account), "by the newest change");
    set(&db, &[progress(2, Stream::Receipts, 90)]).await;
    assert_eq!(
        due(&db, 40, 9).await,
        [2, 1].map(account),
        "the others do not wait for receipts"
    );
}

async fn only_watched_accounts_of_the_chains_are_due(db: TestStorage) {
    watch(&db, 1, &[1, 2]).await;
    let far: AccountId = format!("eip155:10:{}", address(1)).parse().unwrap();
    let mut work = db.begin().await;
    work.accounts().add(&[account(3), far.clone()], at(0)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(due(&db, 9, 9).await, [1, 2].map(account));
    let chains = [ChainId::evm(10), ChainId::evm(1)];
    let active = db.stores.history_progress.due(&chains, at(9), 9).await.unwrap();
    assert_eq!(
        active,
        [1, 2].map(account),
        "an account without activity is not requested"
    );
    let mut work = db.begin().await;
    work.accounts()
        .set_activity(std::slice::from_ref(&far), Activity::Active, at(2))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let both = db.stores.history_progress.due(&chains, at(9), 9).await.unwrap();
    assert_eq!(both.len(), 3, "{both:?}");
    assert!(both.contains(&far));
    assert_eq!(db.stores.history_progress.due(&[], at(9), 9).await.unwrap(), []);
    let removed = Wallet {
        removed_at: Some(at(5)),
        ..wallet(102, super::samples::user(1).id, 2)
    };
    let mut work = db.begin().await;
    work.wallets().save(&removed).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(due(&db, 9, 9).await, [account(1)], "a removed wallet watches nothing");
}

/// Adds account 3, which is watched and quiet.
async fn add_quiet(db: &TestStorage) {
    watch(db, 1, &[1, 2]).await;
    let mut work = db.begin().await;
    let quiet = wallet(103, super::samples::user(1).id, 3);
    work.wallets().save(&quiet).await.unwrap();
    work.accounts().add(&[account(3)], at(0)).await.unwrap();
    work.commit().await.unwrap();
}

async fn a_quiet_account_is_due_while_it_is_contradicted(db: TestStorage) {
    add_quiet(&db).await;
    set(&db, &[progress(3, Stream::Transactions, 1)]).await;
    for (reread_at, is_due) in [(Some(4), true), (Some(5), true), (Some(6), false), (None, false)] {
        let found = AccountReconciliation {
            account: account(3),
            ledger_revision: 1,
            block: 1,
            balances: "hash".to_owned(),
            compared: 1,
            differing: 1,
            is_whole: false,
            checked_at: at(1),
            contradictions: vec![],
            agreed: None,
            rereads: 0,
            reread_at: reread_at.map(at),
        };
        let mut work = db.begin().await;
        work.reconciliations().set(&found).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(due(&db, 5, 9).await.contains(&account(3)), is_due, "{reread_at:?}");
        assert!(!due(&db, 0, 9).await.contains(&account(3)), "it was read since");
    }
}

async fn a_quiet_account_is_due_until_its_facts_are_final(db: TestStorage) {
    add_quiet(&db).await;
    let of = |of: u8, stream, (through, newest): (Option<u64>, Option<u64>)| HistoryProgress {
        through,
        newest,
        ..progress(of, stream, 1)
    };
    let stream = Stream::TokenTransfers;
    for (through, newest, is_due) in [
        (Some(5), Some(6), true),
        (None, Some(0), true),
        (Some(5), Some(5), false),
        (Some(5), None, false),
        (None, None, false),
    ] {
        set(
            &db,
            &[
                of(3, stream, (through, newest)),
                of(3, Stream::Transactions, (Some(9), Some(9))),
            ],
        )
        .await;
        let found = due(&db, 1, 9).await;
        assert_eq!(found.contains(&account(3)), is_due, "{through:?} {newest:?}");
        assert!(!due(&db, 0, 9).await.contains(&account(3)), "it was read since");
    }
    set(&db, &[of(3, Stream::Receipts, (Some(5), Some(6)))]).await;
    assert!(
        !due(&db, 1, 9).await.contains(&account(3)),
        "receipts are read of final blocks alone"
    );
}

async fn progress_of_an_unknown_account_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.history_progress().set(&progress(1, Stream::Receipts, 1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}
