//! The request log contains exactly the requests that left this machine.

use std::collections::BTreeMap;

use adapters::{Config, Started};
use domain::{DisclosureFilter, Tracker};
use ports::{
    Disclosure, Timestamp, WorldKind,
    disclosure::{DisclosedField, DisclosureQuery},
};
use support::{
    folder::Folder,
    mock_upstream::Fault,
    product::{MockUpstreams, Product},
    world::TestWorld,
};

/// The number of requests that each mock server received, by port. Unused servers are left out.
fn seen(upstreams: &MockUpstreams) -> BTreeMap<u16, u64> {
    let upstreams = upstreams
        .nodes
        .values()
        .chain([&upstreams.defillama, &upstreams.coingecko]);
    let used = upstreams.filter(|upstream| upstream.count() > 0);
    used.map(|upstream| (upstream.address().port(), upstream.count() as u64))
        .collect()
}

/// The number of requests in the rows of the log, by the port of the host.
fn disclosed(rows: &[Disclosure]) -> BTreeMap<u16, u64> {
    let mut disclosed = BTreeMap::new();
    for row in rows {
        let port = row.host.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap();
        *disclosed.entry(port).or_default() += row.count;
    }
    disclosed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn captured_traffic_equals_the_request_log() {
    let world = TestWorld::start().unwrap();
    let product = Product::start(&world).await;
    let person = product
        .person(&["alice.eth", &world.chain(1).manifest().person("bob").address])
        .await;
    product.run_jobs().await;
    product.started.flush().await.unwrap();
    let page = product
        .tracker
        .disclosures()
        .search(&person, DisclosureFilter::default(), 0, 1000)
        .await
        .unwrap();
    assert!(page.own_nodes_only);

    assert_eq!(disclosed(&page.rows), seen(&product.upstreams));

    let alice = &world.chain(1).manifest().person("alice").address;
    let prices = page.rows.iter().filter(|row| row.purpose.contains("price"));
    assert!(prices.clone().count() > 0);
    assert!(prices.clone().all(|row| row.disclosed == DisclosedField::Assets));
    for upstream in [&product.upstreams.defillama, &product.upstreams.coingecko] {
        assert!(
            upstream
                .seen()
                .iter()
                .all(|request| !request.target.to_lowercase().contains(&alice[2..].to_lowercase()))
        );
    }
    assert!(
        page.rows
            .iter()
            .any(|row| matches!(&row.disclosed, DisclosedField::Name(name) if name.as_str() == "alice.eth"))
    );
    // The page shows purposes as they are stored, so a search for what is shown finds them.
    for shown in ["Latest block", "Token details"] {
        let filter = DisclosureFilter {
            search: Some(shown.to_owned()),
            ..DisclosureFilter::default()
        };
        let found = product
            .tracker
            .disclosures()
            .search(&person, filter, 0, 1000)
            .await
            .unwrap();
        assert!(found.total > 0, "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_before_a_user_added_an_address_are_hidden_from_them() {
    let world = TestWorld::start().unwrap();
    let product = Product::start(&world).await;
    let alice = world.chain(1).manifest().person("alice").address.clone();
    product.person(&[&alice]).await;
    product.run_jobs().await;
    product.started.flush().await.unwrap();
    let late = product.person(&[&alice]).await;
    let page = product
        .tracker
        .disclosures()
        .search(&late, DisclosureFilter::default(), 0, 1000)
        .await
        .unwrap();
    let revealed: u64 = page
        .rows
        .iter()
        .filter(|row| matches!(row.disclosed, DisclosedField::Address(_)))
        .map(|row| row.count)
        .sum();
    assert_eq!(revealed, 0, "{:?}", page.rows);
}

/// The configuration of a server with an empty folder that detects whether live sources answer.
fn automatic(upstreams: &MockUpstreams, folder: &Folder) -> Config {
    let data = folder.path().join("data").display().to_string();
    let environment = BTreeMap::from([
        ("SPYHOP_DATA".to_owned(), data),
        ("SPYHOP_DATABASE_SECONDS".to_owned(), "600".to_owned()),
    ]);
    Config::parse(&environment, Some(&upstreams.config_file_of_all_chains())).unwrap()
}

/// The requests to mock servers in the log of a world, by port.
async fn ledger(started: &Started, upstreams: &MockUpstreams) -> BTreeMap<u16, u64> {
    let query = DisclosureQuery {
        impersonal_since: Some(Timestamp::from_millis(0)),
        limit: 1000,
        ..DisclosureQuery::default()
    };
    let (rows, _) = started.ports.stores.disclosures.search(&query).await.unwrap();
    assert!(
        rows.iter()
            .all(|row| row.disclosed == DisclosedField::Nothing || row.disclosed == DisclosedField::Assets)
    );
    let known = seen(upstreams);
    let disclosed = disclosed(&rows);
    disclosed
        .into_iter()
        .filter(|(port, _)| known.contains_key(port))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_an_automatic_demo_are_logged_and_kept_in_the_live_world() {
    let world = TestWorld::start().unwrap();
    let (upstreams, folder) = (MockUpstreams::to(&world), Folder::create("automatic"));
    let all = || {
        upstreams
            .nodes
            .values()
            .chain([&upstreams.defillama, &upstreams.coingecko])
    };
    // These failures are not retried, so no request is in progress when the check ends.
    all().for_each(|upstream| upstream.fail_always(Fault::Status(404)));
    let config = automatic(&upstreams, &folder);
    let demo = adapters::start(&config).await.unwrap();
    assert_eq!(
        (demo.ports.world.kind, demo.ports.world.is_configured),
        (WorldKind::Demo, false)
    );
    let first = seen(&upstreams);
    assert!(first.len() >= 3, "every source is queried: {first:?}");
    assert_eq!(ledger(&demo, &upstreams).await, first);

    let tracker = Tracker::new(demo.ports.clone());
    let created = tracker
        .users()
        .create(&domain::user::ListWallets::default())
        .await
        .unwrap();
    let person = tracker.users().authenticate(created.token.reveal()).await.unwrap();
    let told_here = demo.ports.stores.disclosures.clone();
    assert!(
        !adapters::connect::live_answers(&config, told_here.clone())
            .await
            .unwrap()
    );
    assert!(seen(&upstreams).values().sum::<u64>() > first.values().sum());
    assert_eq!(ledger(&demo, &upstreams).await, seen(&upstreams));
    let page = tracker
        .disclosures()
        .search(&person, DisclosureFilter::default(), 0, 1000)
        .await
        .unwrap();
    assert!(
        !page.rows.is_empty(),
        "the log of a demo user contains the requests to live sources"
    );

    upstreams.coingecko.heal();
    upstreams.coingecko.set_latency(std::time::Duration::from_millis(300));
    assert!(
        adapters::connect::live_answers(&config, told_here.clone())
            .await
            .unwrap()
    );
    assert_eq!(ledger(&demo, &upstreams).await, seen(&upstreams));
    let live = adapters::connect::start_live(&config, told_here.as_ref())
        .await
        .unwrap();
    assert_eq!(ledger(&live, &upstreams).await, seen(&upstreams));

    all().for_each(|upstream| upstream.heal());
    let tracker = Tracker::new(live.ports.clone());
    for lease in tracker.work().claim("nobody", 10).await.unwrap() {
        tracker.work().perform(&lease).await.unwrap();
    }
    live.flush().await.unwrap();
    assert_eq!(
        ledger(&live, &upstreams).await,
        seen(&upstreams),
        "no other request was sent"
    );
    for started in [demo, live] {
        started.stop().await.unwrap();
    }
}
