//! A chain that is added by configuration alone, and the requests to a chain without activity.

use alloy_primitives::U256;
use domain::{
    Caller,
    valuation::{BalanceQuery, PortfolioReport},
};
use ports::{ChainId, RawAmount};
use support::{
    chain::Chain,
    folder::Folder,
    mock_upstream::MockUpstream,
    product::{Product, meet},
    world::World,
};

const NUMBER: u64 = 31_337;

/// A third chain of the world, and the product with that chain in its configuration.
struct Added {
    world: World,
    chain: Chain,
    door: MockUpstream,
    product: Product,
    _folder: Folder,
}

impl Added {
    async fn start() -> Self {
        let (world, folder) = (World::start().unwrap(), Folder::create("added"));
        let chain = Chain::start(NUMBER, 0, folder.path()).unwrap();
        let door = MockUpstream::to_node(chain.rpc().address());
        let row = format!(
            "[chains.workbench]\nid = \"eip155:{NUMBER}\"\nname = \"Workbench\"\nsymbol = \"WB\"\n\
             native = {{ name = \"Ether\", symbol = \"ETH\", decimals = 18, coingecko = \"ethereum\" }}\n\
             endpoints = [{{ url = \"{}\", own = true }}]\n\
             multicall = {{ address = \"{}\", from_block = 0 }}\n",
            door.url(),
            chain.manifest().multicall
        );
        let product = Product::with(&world, &row).await;
        meet(&product.started, [(NUMBER, &chain)].into_iter(), |_| true).await;
        Self {
            world,
            chain,
            door,
            product,
            _folder: folder,
        }
    }

    fn address(&self, name: &str) -> String {
        self.world.chain(1).manifest().person(name).address.clone()
    }

    async fn report(&self, person: &Caller) -> PortfolioReport {
        let query = BalanceQuery::default();
        self.product.tracker.valuations().balance(person, &query).await.unwrap()
    }
}

/// The amount of an asset of the added chain in a report.
fn shown(report: &PortfolioReport, asset: &str) -> Option<String> {
    let id = format!("eip155:{NUMBER}/{asset}");
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    let part = parts.into_iter().find(|part| part.asset.as_str() == id)?;
    Some(part.amount?.to_string())
}

fn units(raw: &str, decimals: u8) -> String {
    raw.parse::<RawAmount>()
        .unwrap()
        .in_units(decimals)
        .unwrap()
        .to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_is_added_by_configuration_alone() {
    let added = Added::start().await;
    let person = added.product.person(&[&added.address("alice")]).await;
    added.product.work().await;
    let report = added.report(&person).await;
    let manifest = added.chain.manifest();
    let alice = manifest.person("alice");
    assert_eq!(shown(&report, "slip44:60"), Some(units(&alice.native, 18)));
    let usdc = manifest.token("usdc");
    let amount = shown(&report, &format!("erc20:{}", usdc.address));
    assert_eq!(amount, Some(units(alice.balance(usdc).unwrap(), 6)));
    let network = report.networks.iter().find(|line| line.chain == ChainId::evm(NUMBER));
    assert!(network.unwrap().value.is_some(), "its ether has a price");
    let known = added.product.tracker.ports().chains.named("workbench").unwrap();
    assert_eq!((known.name.as_str(), known.explorer.as_ref()), ("Workbench", None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_without_activity_costs_two_requests_and_is_quiet() {
    let added = Added::start().await;
    let frank = added.address("frank");
    let usdc = &added.chain.manifest().token("usdc").address;
    let before = added.door.count();
    let person = added.product.person(&[&frank]).await;
    added.product.work().await;
    assert_eq!(added.door.count() - before, 2, "the head, and the probe of the account");
    let report = added.report(&person).await;
    let quiet = || {
        report
            .quiet_networks
            .iter()
            .find(|line| line.chain == ChainId::evm(NUMBER))
    };
    assert!(quiet().unwrap().probed && quiet().unwrap().block == added.chain.block_number());
    let coverage = &report.coverage;
    assert!(coverage.failed.is_empty() && coverage.reading == 0, "{coverage:?}");
    let status = added.product.tracker.sync().status(&person).await.unwrap();
    let probed = |line: &&domain::sync::SyncSource| {
        line.account
            .as_ref()
            .is_some_and(|one| one.chain == ChainId::evm(NUMBER))
    };
    let line = status.sources.iter().find(probed).unwrap();
    assert_eq!((line.done, line.total), (0, Some(0)));

    // A received token is no activity of the account itself. It is found when the user requests a reading.
    added
        .chain
        .send_token(usdc, &added.address("bob"), &frank, U256::from(99));
    // The head is cached for a second. After that, the block of the transfer is the newest one.
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    let sync = added.product.tracker.sync();
    assert_eq!(sync.read_network(&person, &ChainId::evm(NUMBER)).await.unwrap(), 1);
    added.product.work().await;
    let report = added.report(&person).await;
    assert_eq!(shown(&report, &format!("erc20:{usdc}")), Some("0.000099".to_owned()));
    assert!(
        report
            .quiet_networks
            .iter()
            .all(|line| line.chain != ChainId::evm(NUMBER))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_probe_is_a_failed_source_and_not_a_quiet_network() {
    let added = Added::start().await;
    added.door.fail_always(support::mock_upstream::Fault::Status(500));
    let person = added.product.person(&[&added.address("frank")]).await;
    added.product.work().await;
    let report = added.report(&person).await;
    assert!(
        report
            .quiet_networks
            .iter()
            .all(|line| line.chain != ChainId::evm(NUMBER))
    );
    let failed: Vec<_> = report
        .coverage
        .failed
        .iter()
        .filter_map(|one| one.account.as_ref())
        .collect();
    assert!(
        failed.iter().any(|account| account.chain == ChainId::evm(NUMBER)),
        "{failed:?}"
    );
}
