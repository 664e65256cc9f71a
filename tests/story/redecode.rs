//! Entries are derived again from stored facts, without a request, and a second run changes nothing.

use domain::ledger::Rederived;
use ports::{Entry, entry::EntryKind};

use crate::history::{MockSource, OWN, account, moved, page, world};

fn unchanged(entries: u64) -> Rederived {
    Rederived {
        accounts: 1,
        entries,
        changed: 0,
    }
}

#[tokio::test]
async fn entries_are_derived_again_without_a_request() {
    let source = MockSource::new("first", (1..=5).map(|n| moved(n * 100, n, false, 10)).collect());
    let (fixture, person) = world(vec![source.clone()]).await;
    let before = page(&fixture, &person).await;
    let requests = source.count();
    let ledgers = fixture.tracker.ledgers();
    assert_eq!(ledgers.redecode(None).await.unwrap(), unchanged(5));

    // As an older decoder left them.
    let ports = fixture.tracker.ports();
    let stored = ports.stores.entries.changed(&account(), 0).await.unwrap();
    let older = |entry: &Entry| Entry {
        kind: EntryKind::Mixed,
        decoder_version: 0,
        ..entry.clone()
    };
    let older: Vec<Entry> = stored[..2].iter().map(|one| older(&one.entry)).collect();
    let mut work = ports.storage.begin().await.unwrap();
    work.entries().append(&older, fixture.now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(page(&fixture, &person).await.rows[0].kind, EntryKind::Mixed);

    let changed = ledgers.redecode(Some(&account())).await.unwrap();
    assert_eq!(
        changed,
        Rederived {
            changed: 2,
            ..unchanged(5)
        }
    );
    assert_eq!(
        ledgers.redecode(None).await.unwrap(),
        unchanged(5),
        "a second run changes nothing"
    );
    let after = page(&fixture, &person).await;
    let kinds = |page: &domain::ledger::EntryPage| page.rows.iter().map(|row| row.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&after), kinds(&before));
    assert_eq!(source.count(), requests, "no source was queried");
}

#[tokio::test]
async fn an_account_without_facts_has_no_entries() {
    let source = MockSource::new("first", vec![moved(100, 1, false, 10)]);
    let (fixture, _person) = world(vec![source]).await;
    let other = format!("eip155:10:{OWN}").parse().unwrap();
    let found = fixture.tracker.ledgers().redecode(Some(&other)).await.unwrap();
    assert_eq!(found, Rederived::default());
}
