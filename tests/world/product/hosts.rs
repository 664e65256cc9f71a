//! No test can send a request to another machine: the HTTP client reaches only the hosts of its sources, which are local.

use std::{collections::BTreeMap, net::SocketAddr};

use adapters::{
    Config,
    config::{Data, PrivacyMode, Sources},
};
use ports::{Ports, Profile};
use support::{product::MockUpstreams, world::TestWorld};

/// The profiles of all sources.
fn profiles(ports: &Ports) -> Vec<Profile> {
    let mut all = vec![ports.names.profile()];
    all.extend(ports.readers.iter().map(|one| one.profile()));
    all.extend(ports.prices.iter().map(|one| one.profile()));
    all.extend(ports.currencies.iter().map(|one| one.profile()));
    all.extend(ports.lists.iter().map(|one| one.profile()));
    all.extend(ports.finders.iter().map(|one| one.profile()));
    all.extend(ports.histories.iter().map(|one| one.profile()));
    all.extend(ports.transaction_receipts.iter().map(|one| one.profile()));
    all.extend(ports.past_prices.iter().map(|one| one.profile()));
    all.extend(ports.exchanges.iter().map(|one| one.profile().source));
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_configurations_of_the_world_contain_local_hosts_only() {
    let world = TestWorld::start().unwrap();
    let upstreams = MockUpstreams::to(&world);
    for (file, privacy) in [
        (upstreams.config_file(), PrivacyMode::Strict),
        (upstreams.config_file_of_all_chains(), PrivacyMode::Normal),
    ] {
        let environment = BTreeMap::from([("SPYHOP_DATA".to_owned(), "/nowhere".to_owned())]);
        let config = Config {
            data: Data::Memory,
            sources: Sources::Live,
            privacy,
            ..Config::parse(&environment, Some(&file)).unwrap()
        };
        let started = adapters::start(&config).await.unwrap();
        let hosts: Vec<String> = profiles(&started.ports).into_iter().flat_map(|one| one.hosts).collect();
        assert!(hosts.len() > upstreams.nodes.len(), "{hosts:?}");
        for host in hosts {
            let is_here = host.parse::<SocketAddr>().is_ok_and(|at| at.ip().is_loopback());
            assert!(is_here, "{host} with {privacy:?}");
        }
    }
}
