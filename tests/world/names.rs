//! The ENS resolver against the name service's own contracts.

use adapters::{
    chain::evm::{Ens, EvmReader},
    http_client::{HttpClient, HttpClientSettings},
};
use ports::{Address, Disclosure, Name, NameResolver, RemoteError, disclosure::DisclosedField, name::ResolveError};
use std::{sync::Arc, time::Duration};
use support::{
    chain::Chain,
    mock_upstream::{Fault, MockUpstream},
    outgoing::{RequestLog, client, hasty, row},
    world::{ETHEREUM, OPTIMISM, World},
};

struct Names {
    ens: Ens,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
}

fn through(doors: &[&MockUpstream]) -> Names {
    let settings = HttpClientSettings {
        failures: 1000,
        read: Duration::from_secs(10),
        ..hasty()
    };
    let (client, ledger) = client(doors, settings);
    let reader = EvmReader::new(&[row(ETHEREUM, doors)], &client);
    Names {
        ens: Ens::new(&reader),
        client,
        ledger,
    }
}

fn ethereum() -> (&'static Chain, MockUpstream) {
    let chain = World::shared().chain(ETHEREUM);
    (chain, MockUpstream::to_node(chain.rpc().address()))
}

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

#[tokio::test]
async fn names_resolve_or_fail_with_a_reason() {
    let (chain, door) = ethereum();
    let names = through(&[&door]);
    for row in &chain.manifest().names {
        let found = names.ens.resolve(&name(&row.name)).await;
        match row.kind.as_str() {
            "no-resolver" => assert_eq!(found, Err(ResolveError::NotRegistered)),
            "no-address" => assert_eq!(found, Err(ResolveError::NoAddress)),
            "offchain" => assert_eq!(found, Err(ResolveError::OffChain)),
            "expired" => assert_eq!(
                found,
                Err(ResolveError::Expired {
                    on: "2001-01-01".parse().unwrap(),
                    renewable_until: "2001-04-01".parse().unwrap(),
                    is_renewable: false,
                }),
                "{}",
                row.name
            ),
            _ => assert_eq!(found, Ok(address(row.address.as_deref().unwrap())), "{}", row.name),
        }
    }
    assert_eq!(
        names.ens.resolve(&name("nobody.eth")).await,
        Err(ResolveError::NotRegistered)
    );
    assert_eq!(
        names.ens.resolve(&name("nobody.nowhere.xyz")).await,
        Err(ResolveError::NotRegistered)
    );
    assert_eq!(
        names.ens.resolve(&name("ALICE.eth")).await,
        Ok(address(&chain.manifest().person("alice").address))
    );
}

#[tokio::test]
async fn names_below_an_off_chain_name_are_refused_too() {
    let (_, door) = ethereum();
    let found = through(&[&door]).ens.resolve(&name("anybody.offchain.eth")).await;
    assert_eq!(found, Err(ResolveError::OffChain));
    let below_a_plain_one = through(&[&door]).ens.resolve(&name("nobody.alice.eth")).await;
    assert_eq!(below_a_plain_one, Err(ResolveError::NotRegistered));
}

#[tokio::test]
async fn a_name_is_shown_only_if_it_resolves_back() {
    let (chain, door) = ethereum();
    let names = through(&[&door]);
    for claim in &chain.manifest().reverse {
        let shown = names.ens.reverse(&address(&claim.address)).await.unwrap();
        let expected = claim.valid.then(|| name(&claim.name));
        assert_eq!(shown, expected, "{} claims {}", claim.address, claim.name);
    }
    let bob = address(&chain.manifest().person("bob").address);
    assert_eq!(names.ens.reverse(&bob).await, Ok(None));
}

#[tokio::test]
async fn another_endpoint_is_used_after_a_failure() {
    let (chain, good) = ethereum();
    let bad = MockUpstream::to_node(chain.rpc().address());
    bad.fail_always(Fault::Status(503));
    let alice = address(&chain.manifest().person("alice").address);
    assert_eq!(through(&[&bad, &good]).ens.resolve(&name("alice.eth")).await, Ok(alice));
    let dead = through(&[&bad]).ens.resolve(&name("alice.eth")).await;
    assert!(
        matches!(dead, Err(ResolveError::Remote(RemoteError::Unavailable { .. }))),
        "{dead:?}"
    );
    bad.heal();
    bad.fail_always(Fault::WrongChain(5));
    let wrong = through(&[&bad]).ens.resolve(&name("alice.eth")).await;
    assert!(
        matches!(wrong, Err(ResolveError::Remote(RemoteError::Refused { .. }))),
        "{wrong:?}"
    );
}

#[tokio::test]
async fn a_node_without_the_registry_is_no_answer() {
    let chain = World::shared().chain(OPTIMISM);
    let door = MockUpstream::to_node(chain.rpc().address());
    door.fail_always(Fault::WrongChain(ETHEREUM));
    let found = through(&[&door]).ens.resolve(&name("alice.eth")).await;
    assert!(
        matches!(found, Err(ResolveError::Remote(RemoteError::Malformed { .. }))),
        "{found:?}"
    );
}

#[tokio::test]
async fn without_the_chain_of_the_name_service_nothing_resolves() {
    let (client, _) = client(&[], hasty());
    let ens = Ens::new(&EvmReader::new(&[row(OPTIMISM, &[])], &client));
    let found = ens.resolve(&name("alice.eth")).await;
    assert!(
        matches!(found, Err(ResolveError::Remote(RemoteError::Unsupported { .. }))),
        "{found:?}"
    );
    assert!(ens.profile().hosts.is_empty());
}

#[tokio::test]
async fn all_requests_for_a_reverse_name_are_logged_under_the_address() {
    let (chain, door) = ethereum();
    let names = through(&[&door]);
    let alice = address(&chain.manifest().person("alice").address);
    names.ens.reverse(&alice).await.unwrap();
    names.client.flush().await.unwrap();
    let lines = names.ledger.lines();
    let about = |line: &&Disclosure| line.disclosed == DisclosedField::Address(alice.clone());
    let count: u64 = lines.iter().filter(about).map(|line| line.count).sum();
    assert!(count >= 2, "the claim and its check: {lines:?}");
    assert!(
        !lines
            .iter()
            .any(|line| matches!(line.disclosed, DisclosedField::Name(_))),
        "{lines:?}"
    );
    assert_eq!(names.ledger.count(&door.url()["http://".len()..]), door.count() as u64);
    assert!(lines.iter().all(|line| line.source.as_str() == "ens"));
}
