//! A total says how many accounts have a history that does not explain their balance.

use domain::{ledger::DifferenceCause, valuation::UnreconciledAccounts};
use ports::account::Activity;
use support::tracker_fixture::TrackerFixture;

use crate::history::{MockSource, OWN, account, all_sent, moved, newest_block, read_again, world_with};

/// Returns how many of the accounts at the address were ever active.
async fn active(fixture: &TrackerFixture) -> u32 {
    let chains = fixture.tracker.ports().chains.clone();
    let address = OWN.parse().unwrap();
    let accounts: Vec<_> = chains
        .all()
        .iter()
        .filter_map(|chain| chain.account(&address))
        .collect();
    let states = fixture.tracker.ports().stores.accounts.states(&accounts).await.unwrap();
    let active = states.iter().filter(|state| state.activity == Activity::Active);
    u32::try_from(active.count()).unwrap()
}

#[tokio::test]
async fn the_demo_world_is_reconciled_once_its_histories_are_read() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let coverage = fixture.report(&person).await.coverage;
    let stored = fixture
        .tracker
        .ports()
        .stores
        .reconciliations
        .latest(&[account()])
        .await
        .unwrap();
    assert!(stored[0].is_whole && stored[0].compared > 0, "{stored:?}");
    assert_eq!(stored[0].differing, 0, "{stored:?}");
    assert_eq!(coverage.unreconciled, UnreconciledAccounts::default());
}

#[tokio::test]
async fn accounts_that_differ_or_are_incomplete_are_counted_and_the_total_stays() {
    // The source reports every transaction that the account sent, but not what it received.
    let source = MockSource::new("first", all_sent().await);
    let (fixture, person) = world_with(vec![source], None).await;
    let active = active(&fixture).await;
    let coverage = fixture.report(&person).await.coverage;
    assert_eq!(
        coverage.unreconciled,
        UnreconciledAccounts {
            differing: 1,
            incomplete: active - 1,
        },
        "no source covers the other networks"
    );
    assert!(coverage.total().is_some(), "balances come from the network");

    let fixture = TrackerFixture::demo(false).await;
    let without = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(
        fixture.report(&without).await.coverage.complete(),
        coverage.complete(),
        "a history does not make a total incomplete"
    );
}

#[tokio::test]
async fn a_history_with_a_missing_transaction_is_incomplete_not_different() {
    let source = MockSource::new("first", all_sent().await[1..].to_vec());
    let (fixture, person) = world_with(vec![source], None).await;
    let found = fixture.report(&person).await.coverage.unreconciled;
    assert_eq!((found.differing, found.incomplete), (0, active(&fixture).await));
}

#[tokio::test]
async fn a_comparison_is_made_again_only_when_entries_or_balances_changed() {
    let source = MockSource::new("first", all_sent().await);
    let (fixture, _person) = world_with(vec![source.clone()], None).await;
    let latest = async || {
        let stored = fixture
            .tracker
            .ports()
            .stores
            .reconciliations
            .latest(&[account()])
            .await;
        stored.unwrap().remove(0)
    };
    let first = latest().await;
    assert!(first.differing > 0 && first.ledger_revision > 0, "{first:?}");
    // The balance may be read after the history of the same round, and is then compared in the next one.
    read_again(&fixture).await;
    read_again(&fixture).await;
    let second = latest().await;
    assert!(second.block > first.block, "the balance was read again");
    assert_eq!(
        (second.balances, second.compared, second.differing),
        (first.balances, first.compared, first.differing),
        "the balance is the same"
    );
    // A block every twelve seconds: this one is among the newest when the history is read again.
    source.add(moved(newest_block(&fixture).await + 95, 9_999, false, 10));
    read_again(&fixture).await;
    assert!(
        latest().await.ledger_revision > first.ledger_revision,
        "it was compared again"
    );
}

#[tokio::test]
async fn a_difference_to_a_balance_newer_than_the_history_says_so() {
    let source = MockSource::new("first", all_sent().await);
    let (fixture, person) = world_with(vec![source], None).await;
    let causes = async || {
        let found = fixture.tracker.ledgers().reconciliation(&person).await.unwrap();
        let own = found.differences.into_iter().filter(|one| one.account == account());
        let native = own.filter(|one| one.asset.is_native());
        native.map(|one| one.cause).collect::<Vec<_>>()
    };
    // What it received is not reported. Nothing tells why.
    assert_eq!(causes().await, [DifferenceCause::Unknown]);
    let ports = fixture.tracker.ports();
    let progress = ports.stores.history_progress.of_accounts(&[account()]).await.unwrap();
    let mut work = ports.storage.begin().await.unwrap();
    for mut one in progress {
        one.target = one.target.map(|target| target - 1_000);
        work.history_progress().set(&one).await.unwrap();
    }
    work.commit().await.unwrap();
    assert_eq!(causes().await, [DifferenceCause::Behind]);
}
