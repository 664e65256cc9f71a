//! Two servers on one database: what a person enters at one of them is in the next answer of the other.

use domain::{Caller, Tracker};
use ports::{Currency, EntryId, annotation::EntryMark};
use support::tracker_fixture::TrackerFixture;

use crate::history::{OWN, all_entries, page};

/// Returns the note of an entry and whether it is marked, by a server.
async fn seen(server: &Tracker, person: &Caller, entry: &EntryId) -> (Option<String>, bool) {
    let detail = server
        .ledgers()
        .entry(person, entry, &Currency::usd())
        .await
        .unwrap()
        .detail;
    (detail.note, detail.mark.is_some())
}

#[tokio::test]
async fn what_is_entered_at_one_server_is_in_the_next_answer_of_the_other() {
    let fixture = TrackerFixture::demo(false).await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let (one, other) = (&fixture.tracker, Tracker::new(fixture.tracker.ports().clone()));
    let entry = page(&fixture, &person).await.rows.remove(0).id;
    assert_eq!(
        seen(&other, &person, &entry).await,
        (None, false),
        "its book is loaded and kept"
    );
    let revision = async |server: &Tracker| server.ledgers().search(&person, &all_entries()).await.unwrap().revision;
    let before = revision(&other).await;

    one.ledgers()
        .set_note(&person, &entry, Some("a bicycle"))
        .await
        .unwrap();
    assert_eq!(
        seen(&other, &person, &entry).await,
        (Some("a bicycle".to_owned()), false)
    );
    assert_ne!(revision(&other).await, before);
    one.ledgers()
        .mark(&person, &entry, Some(EntryMark::Gift))
        .await
        .unwrap();
    assert_eq!(
        seen(&other, &person, &entry).await,
        (Some("a bicycle".to_owned()), true)
    );
    one.ledgers().set_note(&person, &entry, None).await.unwrap();
    one.ledgers().mark(&person, &entry, None).await.unwrap();
    assert_eq!(seen(&other, &person, &entry).await, (None, false));
    assert_eq!(revision(&other).await, before);
}
