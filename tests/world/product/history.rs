//! The ledger of four accounts with two thousand transactions on a real node: swaps, liquidity, vaults, internal transfers, failed
//! and poisoned ones. What the entries add up to is compared with the node's balances.

mod balances;
mod coins;
mod fixture;
mod kills;
mod reorgs;

use fixture::{HistoryFixture, Upstream};
use ports::{RawAmount, Stream};
use std::collections::BTreeMap;

/// The transactions of the accounts, and the blocks that they are in.
const TRANSACTIONS: u32 = 2_000;
const BLOCKS: u32 = 120;

fn raw(number: alloy_primitives::U256) -> RawAmount {
    number.to_string().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ledger_of_an_explorer_equals_every_balance_of_the_node() {
    let fixture = HistoryFixture::of(Upstream::Explorer).await;
    fixture.history.send(fixture.chain(), 1, TRANSACTIONS, BLOCKS);
    fixture.read().await;
    let sent: usize = fixture.sent_by_accounts();
    assert!(sent >= TRANSACTIONS as usize, "{sent} transactions");

    let head = fixture.chain().block_number();
    let blocks: Vec<u64> = (0..6).map(|part| head - part * u64::from(BLOCKS) / 6).collect();
    let mut compared = 0;
    for account in fixture.history.accounts() {
        let entries = fixture.entries(account).await;
        assert!(entries.len() > 400, "{account} has {} entries", entries.len());
        for block in &blocks {
            compared += fixture.expect_balances(account, &entries, *block);
        }
    }
    assert_eq!(
        compared,
        4 * 6 * fixture.quantities(),
        "each account, quantity and block"
    );

    let gaps = fixture.gap_codes().await;
    // That it rebases is known of listed tokens only.
    assert_eq!(
        gaps, ["balance_differs"; 4],
        "an explorer reports everything but what a token does without transfers"
    );
    let (rebasing, poison) = (fixture.token(|all| &all.rebasing), fixture.token(|all| &all.poison));
    let expected = BTreeMap::from([((rebasing, "unknown"), 4), ((poison, "not_read"), 4)]);
    assert_eq!(fixture.causes().await, expected, "no other balance differs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_logs_do_not_show_is_a_gap_and_no_wrong_total() {
    let fixture = HistoryFixture::of(Upstream::PlainNode).await;
    fixture.history.send(fixture.chain(), 1, TRANSACTIONS, BLOCKS);
    fixture.read().await;
    let head = fixture.chain().block_number();
    for account in fixture.history.accounts() {
        let entries = fixture.entries(account).await;
        fixture.expect_token_balances(account, &entries, head);
        let native = fixture.replayed(&entries, "eip155:1/slip44:60", None, head);
        let held = raw(fixture.chain().native_balance(account, Some(head)));
        assert_ne!(native, Some(held), "plain transfers of ether are not in logs");
    }
    let gaps = fixture.gap_codes().await;
    for code in ["native_transfers", "missing_transactions", "unreported"] {
        assert!(gaps.contains(&code), "{code} is not among {gaps:?}");
    }
    let (rebasing, poison) = (fixture.token(|all| &all.rebasing), fixture.token(|all| &all.poison));
    let expected = BTreeMap::from([
        (("eip155:1/slip44:60".to_owned(), "native_transfers"), 4),
        ((rebasing, "missing_page"), 4),
        ((poison, "not_read"), 4),
    ]);
    assert_eq!(fixture.causes().await, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_traces_alone_reports_what_one_with_an_index_does() {
    let indexed = HistoryFixture::of(Upstream::TracingNode).await;
    indexed.history.send(indexed.chain(), 3, 300, 400);
    let filtered = indexed.beside(Upstream::FilteringNode).await;
    for account in indexed.history.accounts() {
        for stream in [Stream::Transactions, Stream::InternalTransfers, Stream::Receipts] {
            let expected = indexed.reported(account, stream).await;
            assert!(!expected.is_empty(), "{stream:?} of {account}");
            assert_eq!(
                filtered.reported(account, stream).await,
                expected,
                "{stream:?} of {account}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_an_index_and_traces_shows_everything() {
    let fixture = HistoryFixture::of(Upstream::TracingNode).await;
    fixture.history.send(fixture.chain(), 2, 600, 40);
    fixture.read().await;
    let head = fixture.chain().block_number();
    for account in fixture.history.accounts() {
        let entries = fixture.entries(account).await;
        let compared = fixture.expect_balances(account, &entries, head);
        assert_eq!(compared, fixture.quantities());
    }
    let causes: Vec<&str> = fixture.causes().await.into_keys().map(|(_, cause)| cause).collect();
    assert!(
        !causes.contains(&"native_transfers") && !causes.contains(&"internal_transfers"),
        "{causes:?}"
    );
    assert_eq!(
        fixture.gap_codes().await,
        [
            "unreported",
            "balance_differs",
            "balance_differs",
            "balance_differs",
            "balance_differs"
        ],
        "only withdrawals of the beacon chain, and what a token does without transfers"
    );
}
