//! Requirements for the privacy ledger.

use ports::{
    Disclosure,
    disclosure::{DisclosedField, DisclosureQuery},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{address, at},
};

requirements! { "disclosure":
    "disclosures are summed by day" => disclosures_are_summed_by_day,
    "a search shows no disclosure from before the stated time" => earlier_disclosures_are_hidden,
    "a search shows names and impersonal disclosures if it asks for them" => names_and_impersonal_rows_are_opt_in,
    "a search matches hosts, purposes, addresses and names in any case" => hosts_and_purposes_are_searched,
    "a search filters by purpose, chain and time" => rows_are_filtered_by_purpose_chain_and_time,
    "old days are folded and keep their sums" => old_days_are_folded_and_keep_their_sums,
}

const DAY: i64 = 86_400;

fn disclosure(host: &str, disclosed: DisclosedField, seconds: i64, count: u64) -> Disclosure {
    Disclosure {
        host: host.to_owned(),
        source: "evm".parse().unwrap(),
        purpose: "balances".to_owned(),
        disclosed,
        chain: Some(ports::ChainId::evm(1)),
        count,
        first_at: at(seconds),
        last_at: at(seconds + 1),
    }
}

fn of(n: u8) -> DisclosedField {
    DisclosedField::Address(address(n))
}

fn query(addresses: &[(u8, i64)]) -> DisclosureQuery {
    DisclosureQuery {
        addresses: addresses.iter().map(|(n, since)| (address(*n), at(*since))).collect(),
        limit: 100,
        ..DisclosureQuery::default()
    }
}

async fn record(db: &TestStorage, rows: &[Disclosure]) {
    db.stores.disclosures.record(rows).await.unwrap();
}

async fn disclosures_are_summed_by_day(db: TestStorage) {
    record(
        &db,
        &[
            disclosure("node", of(1), 10, 2),
            disclosure("node", of(1), 10, 1),
            disclosure("node", of(1), 20, 1),
        ],
    )
    .await;
    record(
        &db,
        &[
            disclosure("node", of(1), 20, 4),
            disclosure("node", of(1), DAY, 1),
            disclosure("other", of(1), 15, 1),
        ],
    )
    .await;
    record(&db, &[disclosure("node", of(2), 10, 1)]).await;
    record(&db, &[]).await;
    let summed = Disclosure {
        last_at: at(21),
        ..disclosure("node", of(1), 10, 8)
    };
    let expected = [
        disclosure("node", of(1), DAY, 1),
        summed,
        disclosure("other", of(1), 15, 1),
    ];
    let (rows, all) = db.stores.disclosures.search(&query(&[(1, 0)])).await.unwrap();
    assert_eq!((rows.as_slice(), all), (expected.as_slice(), 3), "newest first");
    let page = DisclosureQuery {
        start: 1,
        limit: 1,
        ..query(&[(1, 0)])
    };
    let (rows, all) = db.stores.disclosures.search(&page).await.unwrap();
    assert_eq!((rows.as_slice(), all), (&expected[1..2], 3));
}

async fn earlier_disclosures_are_hidden(db: TestStorage) {
    record(
        &db,
        &[
            disclosure("node", of(1), 10, 5),
            disclosure("node", of(1), 20, 1),
            disclosure("node", of(2), 20, 7),
        ],
    )
    .await;
    let search = async |query| db.stores.disclosures.search(&query).await.unwrap();
    let (rows, _) = search(query(&[(1, 11)])).await;
    assert_eq!(
        rows,
        [disclosure("node", of(1), 20, 1)],
        "earlier disclosures, caused by other users, are not visible"
    );
    let (rows, all) = search(query(&[(1, 21), (2, 0)])).await;
    assert_eq!((rows, all), (vec![disclosure("node", of(2), 20, 7)], 1));
    let (rows, _) = search(query(&[(1, 15), (1, 0)])).await;
    assert_eq!(
        rows[0].count, 6,
        "of two start times the earlier one is used, and nothing is counted twice"
    );
    assert_eq!(search(query(&[])).await, (vec![], 0));
}

async fn names_and_impersonal_rows_are_opt_in(db: TestStorage) {
    let name = DisclosedField::Name("a.eth".parse().unwrap());
    let nothing = Disclosure {
        chain: None,
        ..disclosure("prices", DisclosedField::Nothing, 30, 1)
    };
    record(
        &db,
        &[
            disclosure("node", name.clone(), 10, 1),
            disclosure("prices", DisclosedField::Assets, 20, 1),
            nothing.clone(),
        ],
    )
    .await;
    let filter = DisclosureQuery {
        names: vec![("a.eth".parse().unwrap(), at(0))],
        limit: 10,
        ..DisclosureQuery::default()
    };
    let (rows, _) = db.stores.disclosures.search(&filter).await.unwrap();
    assert_eq!(rows, [disclosure("node", name, 10, 1)]);
    let filter = DisclosureQuery {
        impersonal_since: Some(at(15)),
        limit: 10,
        ..DisclosureQuery::default()
    };
    let (rows, _) = db.stores.disclosures.search(&filter).await.unwrap();
    assert_eq!(rows, [nothing, disclosure("prices", DisclosedField::Assets, 20, 1)]);
}

async fn hosts_and_purposes_are_searched(db: TestStorage) {
    record(
        &db,
        &[
            disclosure("eth.node.org", of(1), 10, 1),
            disclosure("a_b.net", of(1), 9, 1),
        ],
    )
    .await;
    for (search, found) in [
        ("NODE", 1),
        ("balan", 2),
        ("_", 1),
        ("%", 0),
        ("zz", 0),
        ("", 2),
        ("\\", 0),
        (&address(1).as_str()[..20], 2),
        ("address", 0),
    ] {
        let filter = DisclosureQuery {
            search: Some(search.to_owned()),
            ..query(&[(1, 0)])
        };
        let (rows, all) = db.stores.disclosures.search(&filter).await.unwrap();
        assert_eq!((rows.len(), all), (found, found as u64), "{search}");
    }
}

async fn rows_are_filtered_by_purpose_chain_and_time(db: TestStorage) {
    let elsewhere = Disclosure {
        chain: Some(ports::ChainId::evm(10)),
        purpose: "tokens".to_owned(),
        source: "esplora".parse().unwrap(),
        ..disclosure("far.net", of(1), DAY, 1)
    };
    record(&db, &[disclosure("near.net", of(1), 10, 1), elsewhere]).await;
    let hosts = async |filter: DisclosureQuery| -> Vec<String> {
        let (rows, all) = db.stores.disclosures.search(&filter).await.unwrap();
        assert_eq!(rows.len() as u64, all);
        rows.into_iter().map(|row| row.host).collect()
    };
    let one = || query(&[(1, 0)]);
    let near = ["near.net".to_owned()];
    let far = ["far.net".to_owned()];
    let purpose = Some("balances".to_owned());
    assert_eq!(hosts(DisclosureQuery { purpose, ..one() }).await, near);
    let chain = Some(ports::ChainId::evm(10));
    assert_eq!(hosts(DisclosureQuery { chain, ..one() }).await, far);
    assert_eq!(
        hosts(DisclosureQuery {
            from: Some(at(12)),
            ..one()
        })
        .await,
        far
    );
    assert_eq!(
        hosts(DisclosureQuery {
            until: Some(at(DAY)),
            ..one()
        })
        .await,
        near
    );
    let named = DisclosureQuery {
        search: Some("bitcoin explorer".to_owned()),
        sources: vec!["esplora".parse().unwrap(), "other".parse().unwrap()],
        ..one()
    };
    assert_eq!(hosts(named).await, far, "found by the name of the provider");
}

async fn old_days_are_folded_and_keep_their_sums(db: TestStorage) {
    let rows: Vec<Disclosure> = (0..4).map(|n| disclosure("node", of(1), n * 100, 1)).collect();
    record(&db, &rows).await;
    let before = db.stores.disclosures.search(&query(&[(1, 0)])).await.unwrap();
    record(&db, &[disclosure("node", of(2), 3 * DAY, 1)]).await;
    let after = db.stores.disclosures.search(&query(&[(1, 0)])).await.unwrap();
    assert_eq!(before, after);
    assert_eq!(after.0[0].count, 4);
    let later = db.stores.disclosures.search(&query(&[(1, 150)])).await.unwrap();
    assert_eq!(
        later.1, 0,
        "a sum that began earlier is hidden, because it includes disclosures from before"
    );
}
