//! What left this machine equals what the privacy ledger says.

use std::collections::BTreeMap;

use adapters::{Config, Started};
use domain::{DisclosureFilter, Tracker};
use ports::{
    Disclosure, Timestamp, WorldKind,
    disclosure::{DisclosureQuery, Told},
};
use support::{
    folder::Folder,
    mock_upstream::Fault,
    product::{MockUpstreams, Product},
    world::World,
};

/// Requests that each door saw, by its port; doors that nobody used are left out.
fn seen(doors: &MockUpstreams) -> BTreeMap<u16, u64> {
    let doors = doors.nodes.values().chain([&doors.defillama, &doors.coingecko]);
    let used = doors.filter(|door| door.count() > 0);
    used.map(|door| (door.address().port(), door.count() as u64)).collect()
}

/// Requests that the rows of a ledger speak of, by the port of the host.
fn told(rows: &[Disclosure]) -> BTreeMap<u16, u64> {
    let mut told = BTreeMap::new();
    for row in rows {
        let port = row.host.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap();
        *told.entry(port).or_default() += row.count;
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn captured_traffic_equals_the_privacy_ledger() {
    let world = World::start().unwrap();
    let product = Product::start(&world).await;
    let person = product
        .person(&["alice.eth", &world.chain(1).manifest().person("bob").address])
        .await;
    product.work().await;
    product.started.flush().await.unwrap();
    let page = product
        .tracker
        .privacy()
        .disclosures(&person, DisclosureFilter::default(), 0, 1000)
        .await
        .unwrap();
    assert!(page.own_nodes_only);

    assert_eq!(told(&page.rows), seen(&product.upstreams));

    let alice = &world.chain(1).manifest().person("alice").address;
    let prices = page.rows.iter().filter(|row| row.purpose.contains("price"));
    assert!(prices.clone().count() > 0);
    assert!(prices.clone().all(|row| row.told == Told::Assets));
    for door in [&product.upstreams.defillama, &product.upstreams.coingecko] {
        assert!(
            door.seen()
                .iter()
                .all(|request| !request.target.to_lowercase().contains(&alice[2..].to_lowercase()))
        );
    }
    assert!(
        page.rows
            .iter()
            .any(|row| matches!(&row.told, Told::Name(name) if name.as_str() == "alice.eth"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sees_what_was_told_about_an_address_before_they_added_it() {
    let world = World::start().unwrap();
    let product = Product::start(&world).await;
    let alice = world.chain(1).manifest().person("alice").address.clone();
    product.person(&[&alice]).await;
    product.work().await;
    product.started.flush().await.unwrap();
    let late = product.person(&[&alice]).await;
    let page = product
        .tracker
        .privacy()
        .disclosures(&late, DisclosureFilter::default(), 0, 1000)
        .await
        .unwrap();
    let betrayed: u64 = page
        .rows
        .iter()
        .filter(|row| matches!(row.told, Told::Address(_)))
        .map(|row| row.count)
        .sum();
    assert_eq!(betrayed, 0, "{:?}", page.rows);
}

/// A server on an empty folder that tries out by itself whether live sources answer.
fn automatic(doors: &MockUpstreams, folder: &Folder) -> Config {
    let data = folder.path().join("data").display().to_string();
    let environment = BTreeMap::from([("SPYHOP_DATA".to_owned(), data)]);
    Config::parse(&environment, Some(&doors.config_file_of_all_chains())).unwrap()
}

/// What a world's ledger says of the hosts that are doors.
async fn ledger(started: &Started, doors: &MockUpstreams) -> BTreeMap<u16, u64> {
    let query = DisclosureQuery {
        impersonal_since: Some(Timestamp::from_millis(0)),
        limit: 1000,
        ..DisclosureQuery::default()
    };
    let (rows, _) = started.ports.stores.disclosures.search(&query).await.unwrap();
    assert!(
        rows.iter()
            .all(|row| row.told == Told::Nothing || row.told == Told::Assets)
    );
    let known = seen(doors);
    let told = told(&rows);
    told.into_iter().filter(|(port, _)| known.contains_key(port)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_automatic_demo_asks_stands_in_the_ledger_and_goes_along_to_the_live_world() {
    let world = World::start().unwrap();
    let (doors, folder) = (MockUpstreams::to(&world), Folder::create("automatic"));
    let all = || doors.nodes.values().chain([&doors.defillama, &doors.coingecko]);
    // What no second try mends is asked once: nothing is on its way when the question is over.
    all().for_each(|door| door.fail_always(Fault::Status(404)));
    let config = automatic(&doors, &folder);
    let demo = adapters::start(&config).await.unwrap();
    assert_eq!(
        (demo.ports.world.kind, demo.ports.world.asked),
        (WorldKind::Demo, false)
    );
    let first = seen(&doors);
    assert!(first.len() >= 3, "every source is asked: {first:?}");
    assert_eq!(ledger(&demo, &doors).await, first);

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
    assert!(seen(&doors).values().sum::<u64>() > first.values().sum());
    assert_eq!(ledger(&demo, &doors).await, seen(&doors));
    let page = tracker
        .privacy()
        .disclosures(&person, DisclosureFilter::default(), 0, 1000)
        .await
        .unwrap();
    assert!(
        !page.rows.is_empty(),
        "a person of the demo reads that live sources were asked"
    );

    doors.coingecko.heal();
    doors.coingecko.set_latency(std::time::Duration::from_millis(300));
    assert!(
        adapters::connect::live_answers(&config, told_here.clone())
            .await
            .unwrap()
    );
    assert_eq!(ledger(&demo, &doors).await, seen(&doors));
    let live = adapters::connect::start_live(&config, told_here.as_ref())
        .await
        .unwrap();
    assert_eq!(ledger(&live, &doors).await, seen(&doors));

    all().for_each(|door| door.heal());
    let tracker = Tracker::new(live.ports.clone());
    for lease in tracker.work().claim("nobody", 10).await.unwrap() {
        tracker.work().perform(&lease).await.unwrap();
    }
    live.flush().await.unwrap();
    assert_eq!(ledger(&live, &doors).await, seen(&doors), "nothing else left");
    for started in [demo, live] {
        started.stop().await.unwrap();
    }
}
