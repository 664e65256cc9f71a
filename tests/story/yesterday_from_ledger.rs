//! Yesterday's value of accounts that were added today: their balances then follow from their histories.

use std::{collections::BTreeMap, time::Duration};

use adapters::storage::DatabaseLocation;
use domain::{
    Caller,
    trace::{Measure, Node},
    valuation::{Basis, DayQuery, FigurePath, Filter, Yesterday},
};
use ports::{Amount, account::Activity};
use support::tracker_fixture::TrackerFixture;

const DAY: Duration = Duration::from_hours(24);
/// From the fixture's start to a full hour.
const TO_THE_HOUR: Duration = Duration::from_secs(2800);

/// One person for each of these addresses, so that one without a whole history does not count for the others.
fn addresses() -> impl Iterator<Item = String> {
    (1..=8).map(|n| format!("0x{:040x}", 0x5eed_0000_u64 + n))
}

/// Returns persons who added the addresses at this time, after everything was read.
async fn persons_from(fixture: &TrackerFixture, start: Duration) -> Vec<Caller> {
    fixture.clock.advance(start);
    let mut persons = Vec::new();
    for address in addresses() {
        persons.push(fixture.person(&[&address]).await);
    }
    fixture.tracker.work().begin().await.unwrap();
    for _ in 0..4 {
        fixture.run_jobs().await;
    }
    persons
}

async fn yesterday(fixture: &TrackerFixture, person: &Caller) -> Yesterday {
    let valuations = fixture.tracker.valuations();
    valuations.yesterday(person, &DayQuery::default()).await.unwrap();
    fixture.run_jobs().await;
    valuations.yesterday(person, &DayQuery::default()).await.unwrap()
}

/// Adds the quantities below a node, by the place of the holding and the asset.
fn collect(node: &Node, holding: &str, into: &mut BTreeMap<(String, String), Amount>) {
    let is_quantity = node.measure == Measure::Quantity && node.label.starts_with("Quantity");
    if is_quantity && let Some(value) = node.value {
        into.insert((holding.to_owned(), node.unit.clone()), value);
        return;
    }
    let holding = format!("{}, {}", node.label, node.detail.as_deref().unwrap_or_default());
    node.children.iter().for_each(|child| collect(child, &holding, into));
}

/// Returns the quantities of the valued holdings of a total.
fn quantities(tree: &Node) -> BTreeMap<(String, String), Amount> {
    let mut found = BTreeMap::new();
    collect(tree, "", &mut found);
    found.retain(|_, quantity| !quantity.is_zero());
    found
}

fn movements(node: &Node) -> usize {
    let is_movement = node.label.ends_with(" since");
    usize::from(is_movement) + node.children.iter().map(movements).sum::<usize>()
}

/// Returns the quantities of a person's holdings now.
async fn current(fixture: &TrackerFixture, person: &Caller) -> BTreeMap<(String, String), Amount> {
    let total = fixture.report(person).await.total_figure();
    let why = fixture.tracker.valuations().explain(person, &total).await.unwrap();
    quantities(&why.tree)
}

#[tokio::test]
async fn balances_of_a_day_ago_are_those_that_were_read_then() {
    let then = TrackerFixture::demo(false).await;
    let before = persons_from(&then, TO_THE_HOUR).await;
    let fixture = TrackerFixture::demo(false).await;
    let persons = persons_from(&fixture, TO_THE_HOUR + DAY).await;
    let (mut compared, mut moved) = (0, 0);
    for (person, before) in persons.iter().zip(&before) {
        let yesterday = yesterday(&fixture, person).await;
        if yesterday.basis != Some(Basis::Ledger) {
            continue;
        }
        let figure = yesterday.figure(FigurePath::Sum(Filter::default())).unwrap();
        let why = fixture.tracker.valuations().explain(person, &figure).await.unwrap();
        assert_eq!(why.tree.recomputed(), yesterday.balance);
        assert_eq!(quantities(&why.tree), current(&then, before).await);
        compared += 1;
        if movements(&why.tree) > 0 {
            assert_ne!(quantities(&why.tree), current(&fixture, person).await);
            moved += 1;
        }
    }
    assert!(compared > 4 && moved > 0, "{moved} of {compared} moved something");
}

#[tokio::test]
async fn an_account_whose_history_is_not_read_yet_is_not_taken_for_unchanged() {
    let fixture = TrackerFixture::demo(false).await;
    let person = persons_from(&fixture, TO_THE_HOUR).await.remove(0);
    assert_eq!(yesterday(&fixture, &person).await.basis, Some(Basis::Ledger));
    let ports = fixture.tracker.ports();
    let accounts = fixture.accounts(person.user).await;
    let states = ports.stores.accounts.states(&accounts).await.unwrap();
    let mut quiet = states
        .iter()
        .filter(|state| state.activity == Activity::Quiet && state.latest.is_some());
    let account = &quiet.next().expect("an account without activity").id;
    // An address of a key that was emptied: it has transactions, and its history waits.
    for (transactions, basis) in [(2, Basis::PriceMove), (0, Basis::Ledger)] {
        let mut work = ports.storage.begin().await.unwrap();
        work.accounts().counted(account, transactions).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(yesterday(&fixture, &person).await.basis, Some(basis), "{transactions}");
    }
}

#[tokio::test]
async fn without_histories_todays_balances_stand_for_those_of_a_day_ago() {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.histories.clear();
        ports
    })
    .await;
    let person = persons_from(&fixture, TO_THE_HOUR).await.remove(0);
    assert_eq!(yesterday(&fixture, &person).await.basis, Some(Basis::PriceMove));
}
