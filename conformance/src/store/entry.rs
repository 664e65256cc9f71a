//! Requirements for entries.

mod ledger;
mod revisions;

use ports::{
    Approval, ApprovalScope, AssetId, Entry, RawAmount, StorageError, Stream, TransactionId,
    entry::{Decoding, EntryKind, LedgerHead, Leg, LegRole, StoredEntry},
};

use self::{
    ledger::{changed, entries, revision},
    revisions::{
        a_changed_entry_adds_a_revision, an_entry_that_was_taken_back_counts_again, an_equal_entry_adds_no_revision,
        only_what_changed_is_returned,
    },
};
use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, address, at, entry, token},
};

pub(super) use ledger::{accounts, append, withdraw};

requirements! { "entry":
    "every digit of an entry is read back" => every_digit_of_an_entry_is_read_back,
    "every kind of an entry is read back" => every_kind_is_read_back,
    "an equal entry adds no revision" => an_equal_entry_adds_no_revision,
    "a changed entry adds a revision and edits none" => a_changed_entry_adds_a_revision,
    "an entry that was taken back counts again as a new revision" => an_entry_that_was_taken_back_counts_again,
    "only what changed after a ledger revision is returned" => only_what_changed_is_returned,
    "the arrival order of entries does not matter" => the_arrival_order_does_not_matter,
    "the head counts entries and finds the oldest decoder" => the_head_counts_entries,
    "accounts with entries of older decoders are found" => accounts_with_older_decoders_are_found,
    "entries of an account that is not stored are a conflict" => entries_of_an_unknown_account_are_a_conflict,
    "a unit of work that is dropped stores no entries" => a_dropped_unit_stores_no_entries,
}

/// An entry with a value in every field.
fn full() -> Entry {
    let leg = |role, asset: AssetId, amount: &str, stream| Leg {
        role,
        asset,
        token_id: Some("115792089237316195423570985008687907853269984665640564039457584007913129639935".to_owned()),
        amount: amount.parse().unwrap(),
        counterparty: Some(address(8)),
        stream,
        item: "log 12".to_owned(),
    };
    let collection = AssetId::erc1155(&account(1).chain, &address(6));
    let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let native = Leg {
        token_id: None,
        counterparty: None,
        item: String::new(),
        ..leg(
            LegRole::Fee,
            AssetId::native(&account(1).chain, 60),
            "0",
            Stream::Receipts,
        )
    };
    Entry {
        legs: vec![
            leg(LegRole::Out, token(5), most, Stream::TokenTransfers),
            leg(LegRole::In, collection, "1", Stream::MultiTokenTransfers),
            native,
        ],
        position: u32::MAX,
        counterparty: Some(address(7)),
        protocol: Some("uniswap-v3".to_owned()),
        bridge_id: Some("across:1:12345".to_owned()),
        approvals: [
            ApprovalScope::Amount,
            ApprovalScope::Permit2,
            ApprovalScope::Collection,
            ApprovalScope::Token(most.parse().unwrap()),
        ]
        .map(|scope| Approval {
            contract: address(5),
            spender: address(8),
            scope,
        })
        .to_vec(),
        failed: true,
        decoding: Decoding::Failed,
        decoder: "„swap“".to_owned(),
        decoder_version: u32::MAX,
        time: at(-1_000_000_000),
        ..entry(1, 1, u64::from(u32::MAX) * 1000)
    }
}

async fn every_digit_of_an_entry_is_read_back(db: TestStorage) {
    accounts(&db).await;
    let mut bare = entry(2, 1, 5);
    bare.id.transaction = TransactionId::withdrawal(7);
    bare.block_hash = Some("not a hash".into());
    bare.legs = vec![];
    bare.counterparty = None;
    bare.decoding = Decoding::Complete;
    let mut plain = entry(3, 1, 4);
    plain.id.transaction = "c0ffee".repeat(11)[..64].parse().unwrap();
    plain.block_hash = None;
    plain.legs[0].amount = RawAmount::from(u128::MAX);
    assert_eq!(
        append(&db, &[full(), bare.clone(), plain.clone(), entry(1, 2, 1)], 50).await,
        4
    );
    let expected = [plain, bare, full()].map(|entry| StoredEntry {
        entry,
        revision: 1,
        ledger_revision: 1,
        stored_at: at(50),
        withdrawn: false,
    });
    assert_eq!(changed(&db, 0).await, expected, "ordered by block");
    for stored in expected {
        assert_eq!(db.stores.entries.revisions(&stored.entry.id).await.unwrap(), [stored]);
    }
}

async fn every_kind_is_read_back(db: TestStorage) {
    accounts(&db).await;
    let kinds = [
        "send",
        "receive",
        "self_transfer",
        "swap",
        "wrap",
        "unwrap",
        "approve",
        "deposit",
        "withdraw",
        "stake",
        "unstake",
        "reward",
        "borrow",
        "repay",
        "add_liquidity",
        "remove_liquidity",
        "bridge_out",
        "bridge_in",
        "mint",
        "burn",
        "airdrop",
        "spam",
        "create_contract",
        "call",
        "failed",
        "mixed",
    ];
    let kind = |name: &str| serde_json::from_value::<EntryKind>(name.into()).unwrap();
    let all: Vec<Entry> = kinds
        .iter()
        .zip(1..)
        .map(|(name, n)| {
            let mut entry = entry(n, 1, n.into());
            entry.kind = kind(name);
            for (leg, stream) in entry
                .legs
                .iter_mut()
                .zip(Stream::ALL.into_iter().cycle().skip(n as usize))
            {
                leg.stream = stream;
            }
            entry
        })
        .collect();
    append(&db, &all, 1).await;
    assert_eq!(entries(&db).await, all);
}

async fn the_arrival_order_does_not_matter(db: TestStorage) {
    accounts(&db).await;
    let same_block = |n: u32, of: u8, position| Entry {
        position,
        ..entry(n, of, 5)
    };
    let all = |of: u8| {
        vec![
            same_block(3, of, 0),
            same_block(4, of, 0),
            same_block(2, of, 1),
            same_block(1, of, 10),
        ]
    };
    for n in [2, 0, 3, 1] {
        append(&db, &all(1)[n..=n], 10).await;
    }
    let mut backwards = all(2);
    backwards.reverse();
    append(&db, &backwards, 10).await;
    assert_eq!(entries(&db).await, all(1), "by block, position and transaction");
    let other = db.stores.entries.changed(&account(2), 0).await.unwrap();
    let other: Vec<_> = other.into_iter().map(|stored| stored.entry).collect();
    assert_eq!(other, all(2));
}

async fn the_head_counts_entries(db: TestStorage) {
    accounts(&db).await;
    let heads = async || {
        db.stores
            .entries
            .heads(&[account(2), account(1), account(9)])
            .await
            .unwrap()
    };
    let head = |of, revision, entries, oldest_decoder| LedgerHead {
        account: account(of),
        revision,
        entries,
        oldest_decoder,
    };
    assert_eq!(heads().await, []);
    let by = |n, decoder_version| Entry {
        decoder_version,
        ..entry(n, 1, 5)
    };
    append(&db, &[by(1, 10), by(2, 9), by(3, 9)], 10).await;
    assert_eq!(
        heads().await,
        [head(1, 1, 3, 9)],
        "an account without entries is left out"
    );
    append(&db, &[by(2, 10), entry(1, 2, 5)], 20).await;
    assert_eq!(heads().await, [head(1, 2, 3, 9), head(2, 1, 1, 1)]);
    withdraw(&db, &[by(3, 9).id], 30).await;
    assert_eq!(heads().await[0], head(1, 3, 2, 10));
    withdraw(&db, &[by(1, 0).id, by(2, 0).id], 40).await;
    assert_eq!(heads().await[0], head(1, 4, 0, 0), "all were taken back");
}

async fn entries_of_an_unknown_account_are_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.entries().append(&[entry(1, 1, 5)], at(1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

async fn a_dropped_unit_stores_no_entries(db: TestStorage) {
    accounts(&db).await;
    append(&db, &[entry(1, 1, 5)], 10).await;
    let mut dropped = db.begin().await;
    dropped.entries().append(&[entry(2, 1, 6)], at(11)).await.unwrap();
    assert_eq!(
        dropped.entries().withdraw(&[entry(1, 1, 5).id], at(12)).await.unwrap(),
        1
    );
    drop(dropped);
    assert_eq!(entries(&db).await, [entry(1, 1, 5)]);
    assert_eq!(revision(&db).await, 1);
    assert_eq!(append(&db, &[entry(2, 1, 6)], 20).await, 1);
    assert_eq!(revision(&db).await, 2);
}

async fn accounts_with_older_decoders_are_found(db: TestStorage) {
    accounts(&db).await;
    let made = |of: u8, decoder_version: u32| Entry {
        decoder_version,
        ..entry(1, of, 5)
    };
    append(&db, &[made(1, 1)], 1).await;
    append(&db, &[made(2, 2)], 1).await;
    let outdated = async |version, limit| db.stores.entries.outdated(version, limit).await.unwrap();
    assert_eq!(outdated(1, 9).await, []);
    assert_eq!(outdated(2, 9).await, [account(1)]);
    assert_eq!(outdated(3, 9).await, [account(1), account(2)]);
    assert_eq!(outdated(3, 1).await, [account(1)]);
    append(&db, &[made(1, 2)], 2).await;
    assert_eq!(outdated(2, 9).await, [], "derived again");
    withdraw(&db, &[made(2, 2).id], 3).await;
    assert_eq!(
        outdated(3, 9).await,
        [account(1)],
        "an account without entries has nothing to derive"
    );
}
