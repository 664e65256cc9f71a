//! A token that no list names is found by an explorer, and its balance is read from the node.

use ports::{ChainId, RawAmount, Timestamp, disclosure::DisclosureQuery};
use serde_json::{Value, json};
use support::{mock_upstream::MockUpstream, product::Product, world::TestWorld};

fn page(contracts: &[&str]) -> String {
    let token = |contract: &&str| json!({"address_hash": contract, "type": "ERC-20", "holders_count": "812"});
    let item = |contract: &&str| json!({"token": token(contract), "value": "99999999999"});
    let items: Vec<Value> = contracts.iter().map(item).collect();
    json!({"items": items, "next_page_params": null}).to_string()
}

/// The amount of a token that a person sees, by its contract.
async fn shown(product: &Product, person: &domain::Caller, contract: &str) -> Option<String> {
    let report = product.report(person).await;
    let id = format!("eip155:1/erc20:{contract}");
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    let part = parts.into_iter().find(|part| part.asset.as_str() == id)?;
    Some(part.amount?.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_an_explorer_names_is_read_from_the_node() {
    let world = TestWorld::start().unwrap();
    let manifest = world.chain(1).manifest();
    let (alice, ticket) = (manifest.person("alice"), manifest.token("ticket"));
    let elsewhere = "0x1111111111111111111111111111111111111111";
    let path = format!("/1/api/v2/addresses/{}/tokens", alice.address);
    let explorer = MockUpstream::of_files(&[(path.as_str(), page(&[&ticket.address, elsewhere]))]);
    let more = format!(
        "[providers.blockscout]\nbase_url = \"{}\"\nown = true\nper_minute = 6000\n",
        explorer.url()
    );
    let product = Product::of(&world, &more, |token| token.key != "ticket").await;
    let person = product.person(&[&alice.address]).await;
    product.run_jobs().await;
    let decimals = ticket.decimals.unwrap();
    let held: RawAmount = alice.balance(ticket).unwrap().parse().unwrap();
    assert_eq!(
        shown(&product, &person, &ticket.address).await,
        Some(held.in_units(decimals).unwrap().to_string()),
        "by the node's word, not by the explorer's"
    );
    let universe = &product.started.ports.stores.assets;
    let row = universe
        .find(&[format!("eip155:1/erc20:{}", ticket.address).parse().unwrap()])
        .await;
    let holders = row.unwrap().remove(0).holders.unwrap();
    assert_eq!(
        (holders.count, holders.by.as_str()),
        (812, "blockscout"),
        "how many hold it the explorer says"
    );
    let known = universe
        .find(&[format!("eip155:1/erc20:{elsewhere}").parse().unwrap()])
        .await;
    assert!(
        known.unwrap().is_empty(),
        "a token that is named but not held is not stored"
    );
    let requests = explorer.seen().iter().filter(|request| request.path() == path).count();
    assert_eq!(
        requests, 1,
        "the account was read again without another request to the explorer"
    );
    product.started.flush().await.unwrap();
    let query = DisclosureQuery {
        addresses: vec![(alice.address.parse().unwrap(), Timestamp::from_millis(0))],
        limit: 1000,
        ..DisclosureQuery::default()
    };
    let (lines, _) = product.started.ports.stores.disclosures.search(&query).await.unwrap();
    let to_explorer: Vec<_> = lines
        .iter()
        .filter(|line| line.source.as_str() == "blockscout" && line.chain == Some(ChainId::evm(1)))
        .collect();
    assert_eq!((to_explorer.len(), to_explorer[0].count), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_explorer_that_fails_removes_no_token() {
    let world = TestWorld::start().unwrap();
    let manifest = world.chain(1).manifest();
    let alice = manifest.person("alice");
    let explorer = MockUpstream::of_files(&[("/", "<html>")]);
    let more = format!(
        "[providers.blockscout]\nbase_url = \"{}\"\nown = true\nper_minute = 6000\n",
        explorer.url()
    );
    let product = Product::of(&world, &more, |_| true).await;
    let person = product.person(&[&alice.address]).await;
    product.run_jobs().await;
    let ticket = manifest.token("ticket");
    assert!(shown(&product, &person, &ticket.address).await.is_some());
    let health = product.tracker.health().data().await.unwrap();
    let row = health.sources.iter().find(|row| row.id == "blockscout").unwrap();
    assert_eq!(row.severity, domain::Severity::Warn);
    assert_eq!(row.failure.as_ref().unwrap().code, "refused");
    let status = product.tracker.sync().status(&person).await.unwrap();
    assert!(
        status.sources.iter().all(|source| source.last_error.is_none()),
        "{status:?}"
    );
}
