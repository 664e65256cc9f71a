//! Requirements for reading the entries since a moment.

use ports::Entry;

use super::{
    TestStorage,
    entry::{accounts, append, withdraw},
    requirement::requirements,
    samples::{account, at, entry},
};

requirements! { "entry_since":
    "only entries with a later time are returned" => only_later_entries_are_returned,
}

async fn only_later_entries_are_returned(db: TestStorage) {
    accounts(&db).await;
    let timed = |number: u32, account: u8, block: u64, second: i64| {
        let mut entry = entry(number, account, block);
        entry.time = at(second);
        entry
    };
    let (early, middle, late) = (timed(1, 1, 10, 100), timed(2, 1, 20, 200), timed(3, 1, 30, 300));
    let other = timed(4, 2, 40, 400);
    append(&db, &[late.clone(), early.clone(), middle.clone(), other], 1000).await;
    let since = async |second| -> Vec<(Entry, u32)> {
        let later = db.stores.entries.since(&account(1), at(second)).await.unwrap();
        later
            .into_iter()
            .map(|stored| (stored.entry, stored.revision))
            .collect()
    };
    let all = [(early, 1), (middle.clone(), 1), (late.clone(), 1)];
    assert_eq!(since(99).await, all, "in order, and of this account alone");
    assert_eq!(since(100).await, all[1..], "not the moment itself");
    assert_eq!(since(300).await, []);
    let moved = Entry {
        time: at(150),
        ..middle
    };
    append(&db, std::slice::from_ref(&moved), 1001).await;
    assert_eq!(
        since(120).await,
        [(moved.clone(), 2), (late.clone(), 1)],
        "the newest revision"
    );
    assert_eq!(since(199).await, [(late.clone(), 1)]);
    withdraw(&db, &[late.id], 1002).await;
    assert_eq!(
        since(120).await,
        [(moved, 2)],
        "an entry that was taken back is left out"
    );
}
