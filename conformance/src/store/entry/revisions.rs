//! The assertions about the revisions of entries and of ledgers.

use ports::{
    Entry,
    entry::{EntryKind, StoredEntry},
};

use super::ledger::{accounts, append, changed, entries, revision, withdraw};
use crate::store::{
    TestStorage,
    samples::{account, at, entry},
};

pub(super) async fn an_equal_entry_adds_no_revision(db: TestStorage) {
    accounts(&db).await;
    let both = [entry(1, 1, 5), entry(2, 1, 6), entry(1, 1, 5)];
    assert_eq!(append(&db, &both, 10).await, 2, "each once");
    assert_eq!(append(&db, &both, 20).await, 0);
    assert_eq!(append(&db, &[], 30).await, 0);
    assert_eq!(revision(&db).await, 1, "nothing changed");
    assert_eq!(append(&db, &[entry(2, 1, 6), entry(3, 1, 7)], 40).await, 1);
    assert_eq!(revision(&db).await, 2);
    let revisions: Vec<_> = changed(&db, 0).await.iter().map(|stored| stored.revision).collect();
    assert_eq!(revisions, [1, 1, 1]);
}

pub(super) async fn a_changed_entry_adds_a_revision(db: TestStorage) {
    accounts(&db).await;
    append(&db, &[entry(1, 1, 5), entry(2, 1, 6)], 10).await;
    let moved = Entry {
        kind: EntryKind::Call,
        ..entry(1, 1, 7)
    };
    assert_eq!(append(&db, std::slice::from_ref(&moved), 20).await, 1);
    assert_eq!(
        entries(&db).await,
        [entry(2, 1, 6), moved.clone()],
        "the newest revision"
    );
    let revisions = db.stores.entries.revisions(&moved.id).await.unwrap();
    let stored = |entry: Entry, revision: u32, second| StoredEntry {
        entry,
        revision,
        ledger_revision: revision.into(),
        stored_at: at(second),
        withdrawn: false,
    };
    assert_eq!(revisions, [stored(entry(1, 1, 5), 1, 10), stored(moved.clone(), 2, 20)]);
    assert_eq!(
        append(&db, &[entry(1, 1, 5)], 30).await,
        1,
        "what an older revision said"
    );
    let in_one_call = [moved.clone(), entry(1, 1, 8)];
    assert_eq!(append(&db, &in_one_call, 40).await, 2);
    assert_eq!(entries(&db).await, [entry(2, 1, 6), entry(1, 1, 8)]);
    assert_eq!(db.stores.entries.revisions(&moved.id).await.unwrap().len(), 5);
}

pub(super) async fn an_entry_that_was_taken_back_counts_again(db: TestStorage) {
    accounts(&db).await;
    append(&db, &[entry(1, 1, 5), entry(2, 1, 6)], 10).await;
    let ids = [
        entry(1, 1, 5).id,
        entry(9, 1, 5).id,
        entry(1, 2, 5).id,
        entry(1, 1, 5).id,
    ];
    assert_eq!(withdraw(&db, &ids, 20).await, 1, "unknown ones are left out");
    assert_eq!(withdraw(&db, &ids, 30).await, 0);
    assert_eq!(revision(&db).await, 2);
    assert_eq!(entries(&db).await, [entry(2, 1, 6)]);
    let taken_back = StoredEntry {
        entry: entry(1, 1, 5),
        revision: 2,
        ledger_revision: 2,
        stored_at: at(20),
        withdrawn: true,
    };
    assert_eq!(changed(&db, 1).await, [taken_back], "who knows revision 1 must see it");
    assert_eq!(append(&db, &[entry(1, 1, 5)], 40).await, 1);
    assert_eq!(entries(&db).await, [entry(1, 1, 5), entry(2, 1, 6)]);
    let revisions = db.stores.entries.revisions(&entry(1, 1, 5).id).await.unwrap();
    let withdrawn: Vec<_> = revisions.iter().map(|stored| stored.withdrawn).collect();
    assert_eq!(withdrawn, [false, true, false]);
}

pub(super) async fn only_what_changed_is_returned(db: TestStorage) {
    accounts(&db).await;
    append(&db, &[entry(1, 1, 5), entry(2, 1, 6)], 10).await;
    append(&db, &[entry(4, 1, 3), entry(2, 1, 7)], 20).await;
    append(&db, &[entry(3, 1, 6)], 30).await;
    append(&db, &[entry(5, 2, 6)], 40).await;
    let ids = async |after| {
        let found = changed(&db, after).await;
        found.into_iter().map(|stored| stored.entry).collect::<Vec<_>>()
    };
    assert_eq!(ids(1).await, [entry(4, 1, 3), entry(3, 1, 6), entry(2, 1, 7)]);
    assert_eq!(ids(2).await, [entry(3, 1, 6)]);
    assert_eq!(ids(3).await, []);
    assert_eq!(
        ids(0).await,
        [entry(4, 1, 3), entry(1, 1, 5), entry(3, 1, 6), entry(2, 1, 7)]
    );
    assert_eq!(db.stores.entries.changed(&account(9), 0).await.unwrap(), []);
}
