//! What left this machine equals what the privacy ledger says.

use std::collections::BTreeMap;

use ports::disclosure::Told;
use support::{door::Door, product::Product, world::World};

/// Requests that each door saw, by its port.
fn seen(doors: &[&Door]) -> BTreeMap<u16, u64> {
    doors
        .iter()
        .map(|door| (door.address().port(), door.count() as u64))
        .collect()
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
        .disclosures(&person, None, 0, 1000)
        .await
        .unwrap();
    assert!(page.own_nodes_only);

    let doors = [
        &product.doors.nodes[&1],
        &product.doors.nodes[&10],
        &product.doors.defillama,
        &product.doors.coingecko,
    ];
    let mut told: BTreeMap<u16, u64> = BTreeMap::new();
    for row in &page.rows {
        let port = row.host.rsplit(':').next().and_then(|port| port.parse().ok()).unwrap();
        *told.entry(port).or_default() += row.count;
    }
    let all: u64 = seen(&doors).values().sum();
    assert_eq!(told.values().sum::<u64>(), all, "{told:?} of {:?}", seen(&doors));
    assert_eq!(told, seen(&doors).into_iter().filter(|(_, count)| *count > 0).collect());

    let alice = &world.chain(1).manifest().person("alice").address;
    let prices = page.rows.iter().filter(|row| row.purpose.contains("price"));
    assert!(prices.clone().count() > 0);
    assert!(prices.clone().all(|row| row.told == Told::Assets));
    for door in [&product.doors.defillama, &product.doors.coingecko] {
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
        .disclosures(&late, None, 0, 1000)
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
