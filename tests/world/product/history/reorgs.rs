//! Blocks that are replaced and pages in another order: the ledger is that of an undisturbed reading.

use std::time::Duration;

use support::cases;

use super::fixture::{HistoryFixture, Upstream};

/// How much later than the last common block the first one of the other branch is.
const REPLACED_AFTER: Duration = Duration::from_secs(1_500);
/// More blocks than are read again in each run.
const FINAL: u16 = 70;
/// How many blocks are replaced, and how many more or fewer the other branch has. A run reads the last 64 blocks again.
const REORGANIZATIONS: [(u32, i32); 4] = [(80, -20), (5, -2), (1, 1), (30, 1)];

/// Reads, replaces blocks, and reads again. In the end the report is that of a product that saw only the last branch.
async fn follows_the_chain(upstream: Upstream) {
    let fixture = HistoryFixture::of(upstream).await;
    let chain = fixture.chain();
    fixture.history.send(chain, 5, 300, 30);
    fixture.read().await;
    for (depth, more) in REORGANIZATIONS.into_iter().take(cases(2, 4)) {
        let before = chain.snapshot();
        fixture.history.send(chain, 100 + depth, 40, depth);
        fixture.read_again().await;
        let orphaned = fixture.report().await;
        chain.revert(before);
        // The other branch has some of the same kinds of transactions, in other and later blocks.
        chain.mine_after(REPLACED_AFTER);
        let blocks = depth.saturating_add_signed(more - 1);
        fixture.history.send(chain, 200 + depth, 40, blocks);
        fixture.read_again().await;
        assert_ne!(fixture.report().await, orphaned, "{depth} blocks were replaced");
        let head = chain.block_number();
        for account in fixture.history.accounts() {
            let entries = fixture.entries(account).await;
            assert!(
                entries.iter().all(|entry| entry.block <= head),
                "{account} after {depth}"
            );
            fixture.expect_balances(account, &entries, head);
        }
        // Receipts are read of final blocks alone, and more were final on the branch that was replaced.
        chain.mine(FINAL);
        fixture.read_again().await;
        let undisturbed = fixture.beside(upstream).await;
        undisturbed.read().await;
        assert_same(&fixture.report().await, &undisturbed.report().await, depth);
    }
}

fn assert_same(found: &str, expected: &str, depth: u32) {
    let differing = found.lines().zip(expected.lines()).find(|(one, other)| one != other);
    assert_eq!(differing, None, "after {depth} replaced blocks");
    assert_eq!(
        found.lines().count(),
        expected.lines().count(),
        "after {depth} replaced blocks"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ledger_of_an_explorer_follows_reorganizations() {
    follows_the_chain(Upstream::Explorer).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_ledger_of_a_node_follows_reorganizations() {
    follows_the_chain(Upstream::TracingNode).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_that_are_shuffled_and_repeated_change_nothing() {
    let fixture = HistoryFixture::of(Upstream::Explorer).await;
    fixture.history.send(fixture.chain(), 6, 1_000, 50);
    fixture.read().await;
    let expected = fixture.report().await;
    assert!(expected.contains("cost: Some("), "some costs are known");
    fixture.explorer.as_ref().unwrap().shuffle();
    for _ in 0..cases(1, 3) {
        let other = fixture.beside(Upstream::Explorer).await;
        other.read().await;
        assert_same(&other.report().await, &expected, 0);
        other.read_again().await;
        assert_same(&other.report().await, &expected, 0);
    }
}
