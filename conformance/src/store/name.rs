//! Requirements for resolved names.

use ports::{
    Address, Wallet,
    disclosure::{DisclosedField, Disclosure, DisclosureQuery},
    job::NewJob,
    job::RetryState,
    name::{Resolution, ReverseName},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{address, at, job, user, wallet},
};

requirements! { "name":
    "the newest resolution of a name is read" => the_newest_resolution_is_read,
    "the last reverse name replaces the earlier one" => the_last_reverse_name_replaces_the_earlier_one,
    "reverse names are due for addresses of wallets without a name" => reverse_names_are_due_for_unnamed_addresses,
    "names that no wallet carries are erased" => names_without_a_wallet_are_erased,
}

fn reverse(n: u8, name: Option<&str>, seconds: i64) -> ReverseName {
    ReverseName {
        address: address(n),
        name: name.map(|name| name.parse().unwrap()),
        checked_at: at(seconds),
    }
}

async fn keep(db: &TestStorage, found: &[ReverseName]) {
    let mut work = db.begin().await;
    for one in found {
        work.names().keep_reverse(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn the_last_reverse_name_replaces_the_earlier_one(db: TestStorage) {
    keep(
        &db,
        &[
            reverse(1, Some("old.eth"), 10),
            reverse(1, Some("new.eth"), 20),
            reverse(2, Some("gone.eth"), 10),
            reverse(2, None, 20),
        ],
    )
    .await;
    let kept = async |since, now| {
        let all: Vec<Address> = (1..=3).map(address).collect();
        db.stores.names.reverse(&all, at(since), at(now)).await.unwrap()
    };
    let both = vec![reverse(1, Some("new.eth"), 20), reverse(2, None, 20)];
    assert_eq!(kept(19, 20).await, both);
    assert_eq!(kept(20, 30).await, [], "too old");
    assert_eq!(
        kept(0, 19).await,
        [],
        "a row dated in the future comes from a wrong clock"
    );
    assert_eq!(db.stores.names.reverse(&[address(3)], at(0), at(99)).await.unwrap(), []);
}

/// Saves these wallets of user 1.
async fn watch(db: &TestStorage, rows: &[Wallet]) {
    let mut work = db.begin().await;
    work.users().add(&user(1)).await.unwrap();
    for row in rows {
        work.wallets().save(row).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn reverse_names_are_due_for_unnamed_addresses(db: TestStorage) {
    let row = |n: u8| wallet(n.into(), user(1).id, n);
    let named = Wallet {
        name: Some("ada.eth".parse().unwrap()),
        ..row(2)
    };
    let removed = Wallet {
        removed_at: Some(at(1)),
        ..row(3)
    };
    let bitcoin = Wallet {
        address: Some("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2".parse().unwrap()),
        ..row(4)
    };
    watch(&db, &[row(1), named, removed, bitcoin, row(5), row(6), row(7)]).await;
    let tried = RetryState {
        kind: "reverse-name".to_owned(),
        since: at(0),
    };
    let due = async |before, limit| {
        let names = &db.stores.names;
        names.reverse_due(at(before), &tried, at(100), limit).await.unwrap()
    };
    assert_eq!(due(50, 9).await, [1, 5, 6, 7].map(address));
    keep(
        &db,
        &[
            reverse(1, None, 49),
            reverse(5, Some("a.eth"), 50),
            reverse(6, None, 101),
        ],
    )
    .await;
    assert_eq!(
        due(50, 9).await,
        [7, 1, 6].map(address),
        "never checked, checked long ago, checked in the future by a wrong clock"
    );
    assert_eq!(due(50, 1).await, [address(7)]);
    let waits = NewJob {
        kind: tried.kind.clone(),
        subject: address(7).to_string(),
        ..job(1, at(1))
    };
    let mut work = db.begin().await;
    work.jobs().enqueue(&waits, at(1)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(due(50, 9).await, [1, 6].map(address), "its job is already waiting");
    let wanted = async |n| db.stores.names.is_reverse_wanted(&address(n)).await.unwrap();
    assert_eq!(
        [wanted(1).await, wanted(2).await, wanted(3).await, wanted(8).await],
        [true, false, false, false]
    );
    let mut work = db.begin().await;
    work.users().leave(user(1).id, at(2)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(
        (due(50, 9).await, wanted(1).await),
        (vec![], false),
        "the user has left"
    );
}

fn disclosure(name: &str, seconds: i64) -> Disclosure {
    Disclosure {
        host: "eth.drpc.org".to_owned(),
        source: "ens".parse().unwrap(),
        purpose: "name".to_owned(),
        disclosed: DisclosedField::Name(name.parse().unwrap()),
        chain: None,
        count: 1,
        first_at: at(seconds),
        last_at: at(seconds),
    }
}

async fn names_without_a_wallet_are_erased(db: TestStorage) {
    let removed = Wallet {
        removed_at: Some(at(1)),
        ..wallet(2, user(1).id, 2)
    };
    let named = Wallet {
        name: Some("own.eth".parse().unwrap()),
        ..wallet(3, user(1).id, 3)
    };
    watch(&db, &[wallet(1, user(1).id, 1), removed, named]).await;
    keep(
        &db,
        &[
            reverse(1, Some("watched.eth"), 1),
            reverse(2, Some("removed.eth"), 1),
            reverse(9, Some("unused.eth"), 1),
        ],
    )
    .await;
    let names = ["own.eth", "unused.eth", "late.eth"];
    let lines: Vec<_> = names
        .iter()
        .map(|name| disclosure(name, if *name == "late.eth" { 50 } else { 2 }))
        .collect();
    db.stores.disclosures.record(&lines).await.unwrap();
    let mut work = db.begin().await;
    work.names().erase_unused(at(50)).await.unwrap();
    work.commit().await.unwrap();
    let all: Vec<Address> = (1..=9).map(address).collect();
    let left = db.stores.names.reverse(&all, at(0), at(99)).await.unwrap();
    assert_eq!(
        left,
        [reverse(1, Some("watched.eth"), 1), reverse(2, Some("removed.eth"), 1)],
        "a removed wallet can be restored"
    );
    let query = DisclosureQuery {
        names: names.iter().map(|name| (name.parse().unwrap(), at(0))).collect(),
        limit: 9,
        ..DisclosureQuery::default()
    };
    let (rows, _) = db.stores.disclosures.search(&query).await.unwrap();
    let mut left: Vec<_> = rows.into_iter().map(|row| row.disclosed).collect();
    left.sort();
    let expected = ["late.eth", "own.eth"].map(|name| DisclosedField::Name(name.parse().unwrap()));
    assert_eq!(left, expected);
}

async fn the_newest_resolution_is_read(db: TestStorage) {
    let resolution = |name: &str, n, seconds| Resolution {
        name: name.parse().unwrap(),
        address: address(n),
        resolved_at: at(seconds),
    };
    let mut work = db.begin().await;
    for (n, seconds) in [(2, 20), (1, 10), (1, 10)] {
        work.names().add(&resolution("a.eth", n, seconds)).await.unwrap();
    }
    work.names().add(&resolution("b.eth", 3, 30)).await.unwrap();
    work.commit().await.unwrap();
    let latest = db.stores.names.latest(&"a.eth".parse().unwrap(), at(20)).await.unwrap();
    assert_eq!(latest, Some(resolution("a.eth", 2, 20)));
    let before = db.stores.names.latest(&"a.eth".parse().unwrap(), at(19)).await.unwrap();
    assert_eq!(
        before,
        Some(resolution("a.eth", 1, 10)),
        "a row dated in the future comes from a wrong clock"
    );
    assert_eq!(
        db.stores.names.latest(&"c.eth".parse().unwrap(), at(99)).await.unwrap(),
        None
    );
}
