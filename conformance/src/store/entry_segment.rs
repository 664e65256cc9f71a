//! Requirements for ledgers with thousands of entries, of which a store may keep compact copies.

use ports::{Entry, entry::StoredEntry};

use super::{
    TestStorage,
    entry::{accounts, append},
    requirement::requirements,
    samples::{account, at, entry},
};

requirements! { "entry_segment":
    "thousands of entries are read back in order" => thousands_of_entries_are_read_back_in_order,
    "one change among thousands of entries is seen" => one_change_among_thousands_is_seen,
    "entries that are decoded again replace the old ones" => entries_that_are_decoded_again_replace_the_old_ones,
}

/// More than two segments of the shipped stores.
const MANY: u32 = 9_000;

fn many(decoder_version: u32) -> Vec<Entry> {
    let one = |n: u32| Entry {
        decoder_version,
        ..entry(n, 1, u64::from(n / 3))
    };
    (1..=MANY).map(one).collect()
}

async fn append_many(db: &TestStorage, decoder_version: u32) {
    let mut all = many(decoder_version);
    all.reverse();
    for part in all.chunks(1_000) {
        assert_eq!(append(db, part, 10).await, part.len() as u64);
    }
}

async fn changed(db: &TestStorage, after: u64) -> Vec<StoredEntry> {
    db.stores.entries.changed(&account(1), after).await.unwrap()
}

fn assert_same(found: Vec<StoredEntry>, expected: &[Entry]) {
    let found: Vec<Entry> = found.into_iter().map(|stored| stored.entry).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected);
    }
}

async fn thousands_of_entries_are_read_back_in_order(db: TestStorage) {
    accounts(&db).await;
    append_many(&db, 1).await;
    assert_same(changed(&db, 0).await, &many(1));
    assert_same(changed(&db, 8).await, &many(1)[..1_000]);
    let last = changed(&db, 8)
        .await
        .pop()
        .map(|stored| (stored.revision, stored.ledger_revision, stored.stored_at));
    assert_eq!(last, Some((1, 9, at(10))));
    assert_same(changed(&db, 9).await, &[]);
}

async fn one_change_among_thousands_is_seen(db: TestStorage) {
    accounts(&db).await;
    append_many(&db, 1).await;
    let mut expected = many(1);
    expected[8_999].failed = true;
    expected[4].failed = true;
    assert_eq!(
        append(&db, &[expected[8_999].clone(), expected[4].clone()], 20).await,
        2
    );
    let mut work = db.begin().await;
    let taken_back = [expected[10].id.clone(), expected[11].id.clone()];
    assert_eq!(work.entries().withdraw(&taken_back, at(30)).await.unwrap(), 2);
    work.commit().await.unwrap();
    let after: Vec<_> = changed(&db, 9)
        .await
        .into_iter()
        .map(|stored| stored.withdrawn)
        .collect();
    assert_eq!(after, [false, true, true, false]);
    expected.drain(10..=11);
    assert_same(changed(&db, 0).await, &expected);
    assert_eq!(append(&db, &[many(1).remove(11)], 40).await, 1);
    expected.insert(10, many(1).remove(11));
    assert_same(changed(&db, 0).await, &expected);
}

async fn entries_that_are_decoded_again_replace_the_old_ones(db: TestStorage) {
    accounts(&db).await;
    append_many(&db, 1).await;
    let mut work = db.begin().await;
    let taken_back = many(1).remove(2).id;
    work.entries()
        .withdraw(std::slice::from_ref(&taken_back), at(15))
        .await
        .unwrap();
    work.commit().await.unwrap();
    for version in 2..=3 {
        let mut again = many(version);
        again.remove(2);
        assert_eq!(append(&db, &again, 20).await, u64::from(MANY) - 1);
        assert_same(changed(&db, 0).await, &again);
        assert_eq!(append(&db, &again, 30).await, 0);
    }
    let heads = db.stores.entries.heads(&[account(1)]).await.unwrap();
    let head = heads
        .first()
        .map(|head| (head.revision, head.entries, head.oldest_decoder));
    assert_eq!(head, Some((12, u64::from(MANY) - 1, 3)));
    let withdrawn = changed(&db, 1).await.into_iter().filter(|stored| stored.withdrawn);
    assert_eq!(
        withdrawn.map(|stored| stored.entry.id).collect::<Vec<_>>(),
        [taken_back]
    );
    let first = db.stores.entries.revisions(&many(1).remove(0).id).await.unwrap();
    let versions: Vec<_> = first.iter().map(|stored| stored.entry.decoder_version).collect();
    assert_eq!(versions, [1, 2, 3], "every revision stays");
}
