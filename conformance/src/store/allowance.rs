//! Requirements for what accounts allow others to move.

use ports::{
    AccountAllowances, Allowance, AllowanceReading, Approval, ApprovalScope, Block, SourceId, StorageError,
    allowance::{AccountCode, LoggedApproval},
};

use super::{
    TestStorage,
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, address, at, transaction},
};

requirements! { "allowance":
    "the last allowances of each account are read back" => the_last_allowances_are_read_back,
    "allowances are erased with their account" => allowances_are_erased_with_their_account,
    "allowances of an account that is not stored are a conflict" => allowances_of_an_unknown_account_are_a_conflict,
}

/// The largest amount.
const MOST: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

fn approval(contract: u8, scope: ApprovalScope) -> Approval {
    Approval {
        contract: address(contract),
        spender: address(99),
        scope,
    }
}

fn allowances(of: u8, second: i64) -> AccountAllowances {
    let allowed = |approval: Approval, amount: Option<&str>, code| Allowance {
        approval,
        amount: amount.map(|amount| amount.parse().unwrap()),
        expires_at: amount.map(|_| at(second + 1)),
        code,
    };
    AccountAllowances {
        account: account(of),
        ledger_revision: 1 << 60,
        logged: vec![LoggedApproval {
            approval: approval(5, ApprovalScope::Token(MOST.parse().unwrap())),
            transaction: transaction(of.into()),
            at: at(second),
        }],
        left_out: u32::MAX,
        reading: AllowanceReading {
            block: Block {
                number: 1 << 61,
                hash: format!("0x{}", "ab".repeat(32)),
                time: at(second),
            },
            source: SourceId::fixed("evm"),
            host: "node.example".to_owned(),
            code: AccountCode::Delegated(address(98)),
            allowances: vec![
                allowed(approval(5, ApprovalScope::Amount), Some(MOST), AccountCode::Key),
                allowed(approval(5, ApprovalScope::Permit2), Some("1"), AccountCode::Contract),
                allowed(approval(6, ApprovalScope::Collection), None, AccountCode::Contract),
            ],
            unread: vec![(approval(7, ApprovalScope::Amount), "„nothing“".to_owned())],
        },
    }
}

async fn set(db: &TestStorage, all: &[AccountAllowances]) {
    let mut work = db.begin().await;
    for one in all {
        work.allowances().set(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn found(db: &TestStorage, of: &[u8]) -> Vec<AccountAllowances> {
    let accounts: Vec<_> = of.iter().map(|of| account(*of)).collect();
    db.stores.allowances.of_accounts(&accounts).await.unwrap()
}

async fn the_last_allowances_are_read_back(db: TestStorage) {
    watches(&db, 1, &[1, 2, 3]).await;
    set(&db, &[allowances(3, 1), allowances(1, 1), allowances(1, 5)]).await;
    let mut dropped = db.begin().await;
    dropped.allowances().set(&allowances(1, 6)).await.unwrap();
    drop(dropped);
    assert_eq!(found(&db, &[3, 2, 1]).await, [allowances(1, 5), allowances(3, 1)]);
    assert_eq!(found(&db, &[2]).await, [], "they were never read");
    assert_eq!(found(&db, &[]).await, []);
}

async fn allowances_are_erased_with_their_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2]).await;
    set(&db, &[allowances(1, 1), allowances(2, 1)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(found(&db, &[1, 2]).await, [allowances(2, 1)]);
}

async fn allowances_of_an_unknown_account_are_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.allowances().set(&allowances(1, 1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}
