use std::path::PathBuf;

use ports::{AssetId, ChainId, MatchSettings};

use super::*;
use crate::{
    chain::rows::ChainEndpoint,
    config::{Data, ListConfig, Sources},
    http_client::AllowedHost,
};

/// A temporary data folder, and a configuration over it whose sources are unreachable.
struct TestFolder {
    folder: PathBuf,
}

impl TestFolder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("spyhop-test-{name}-{}-0", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self { folder }
    }

    fn config(&self, sources: Sources) -> Config {
        let mut config = Config {
            sources,
            price_order: vec![],
            lists: vec![],
            explorers: vec![],
            rate_order: vec![],
            ..Config::at(Data::Folder(self.folder.clone()))
        };
        for row in rows().unwrap() {
            config = config.with_node(row.chain.id.as_str(), "http://127.0.0.1:9".parse().unwrap());
        }
        config
    }

    fn has(&self, file: &str) -> bool {
        self.folder.join(file).exists()
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn world_of(config: &Config) -> World {
    let started = start(config).await.unwrap();
    started.stop().await.unwrap();
    started.ports.world.clone()
}

#[tokio::test]
async fn an_empty_folder_without_live_sources_becomes_and_stays_a_demo() {
    let folder = TestFolder::new("auto");
    let world = world_of(&folder.config(Sources::Auto)).await;
    assert_eq!((world.kind, world.is_configured), (WorldKind::Demo, false));
    assert!(world.reason.unwrap().contains("no live connection"));
    assert!(folder.has("demo.db") && !folder.has("spyhop.db"));
    let again = world_of(&folder.config(Sources::Auto)).await;
    assert_eq!((again.kind, again.reason.is_some()), (WorldKind::Demo, true));
    let live = world_of(&folder.config(Sources::Live)).await;
    assert_eq!((live.kind, live.is_configured), (WorldKind::Live, true));
    let kept = world_of(&folder.config(Sources::Auto)).await;
    assert_eq!(
        kept.kind,
        WorldKind::Live,
        "a folder that held live data never falls into the demo"
    );
}

#[tokio::test]
async fn a_lost_live_database_is_reported_and_not_replaced_by_a_demo() {
    let folder = TestFolder::new("lost-live");
    world_of(&folder.config(Sources::Live)).await;
    std::fs::remove_file(folder.folder.join("spyhop.db")).unwrap();
    let refused = start(&folder.config(Sources::Auto)).await.err().unwrap();
    assert!(refused.to_string().contains("spyhop restore <file>"), "{refused}");
}

#[tokio::test]
async fn a_live_world_opens_next_to_an_automatic_demo_and_the_folder_stays_live() {
    let folder = TestFolder::new("go-live");
    let config = folder.config(Sources::Auto);
    let demo = start(&config).await.unwrap();
    let ledger = demo.ports.stores.disclosures.clone();
    assert!(!live_answers(&config, ledger.clone()).await.unwrap());
    let live = start_live(&config, ledger.as_ref()).await.unwrap();
    let world = &live.ports.world;
    assert_eq!(
        (world.kind, world.is_configured, &world.reason),
        (WorldKind::Live, false, &None)
    );
    assert_ne!(demo.instance, live.instance);
    assert!(folder.has("demo.db") && folder.has("spyhop.db"));
    let odd = demo::assets().remove(0).id;
    let universe = live.ports.stores.assets.universe(&odd.chain()).await.unwrap();
    assert!(
        universe.iter().all(|asset| asset.id != odd),
        "nothing of the demo came along"
    );
    for started in [demo, live] {
        started.stop().await.unwrap();
    }
    assert_eq!(world_of(&config).await.kind, WorldKind::Live);
}

#[tokio::test]
async fn strict_privacy_and_memory_mean_live_without_requests() {
    let folder = TestFolder::new("strict");
    let strict = Config {
        privacy: PrivacyMode::Strict,
        ..folder.config(Sources::Auto)
    };
    let world = world_of(&strict).await;
    assert_eq!((world.kind, world.own_nodes_only), (WorldKind::Live, true));
    assert_eq!(world_of(&Config::in_memory()).await.kind, WorldKind::Live);
}

#[tokio::test]
async fn the_demo_world_starts_with_its_tokens_and_plans() {
    let folder = TestFolder::new("demo");
    let ports = connect(&folder.config(Sources::Demo)).await.unwrap();
    assert!(ports.world.is_configured && ports.plans_on);
    assert!(!ports.readers.is_empty() && ports.prices.len() > 1 && ports.lists.is_empty());
    let universe = ports.stores.assets.universe(&ChainId::evm(1)).await.unwrap();
    let odd: Vec<AssetId> = demo::assets().into_iter().map(|asset| asset.id).collect();
    assert!(universe.len() > 20 && universe.iter().any(|asset| odd.contains(&asset.id)));
    let off = Config {
        plans: Plans::Off,
        ..folder.config(Sources::Demo)
    };
    assert!(!plans_on(&off, WorldKind::Demo));
    assert_eq!(ports.transfer_match, MatchSettings::default());
    assert_eq!(ports.anonymous_kept, Some(Duration::from_hours(24 * 90)));
    drop(ports);
    let set = Config {
        anonymous_days: 7,
        transfer_match: MatchSettings::default().with_hours(9).unwrap(),
        ..off.clone()
    };
    let ports = connect(&set).await.unwrap();
    assert_eq!(ports.anonymous_kept, None, "never where plans are off");
    assert_eq!(ports.transfer_match, set.transfer_match);
    drop(ports);
    assert_eq!(
        place(&off).await.unwrap().to_string(),
        folder.folder.join("demo.db").display().to_string()
    );
}

#[test]
fn configured_endpoints_replace_shipped_ones_and_strict_privacy_keeps_own_ones() {
    let shipped = rows().unwrap();
    let node: url::Url = "http://10.0.0.5:8545".parse().unwrap();
    let config = Config::in_memory().with_node("ethereum", node.clone());
    let configured = live::rows_of(&config, shipped);
    let own = ChainEndpoint::new(node, true);
    let ethereum = |rows: &[ChainSpec]| {
        rows.iter()
            .find(|row| row.chain.code == "ethereum")
            .unwrap()
            .endpoints
            .clone()
    };
    assert_eq!(ethereum(&configured), std::slice::from_ref(&own));
    let has_endpoints = |row: &ChainSpec| !row.endpoints.is_empty();
    assert!(
        configured
            .iter()
            .map(has_endpoints)
            .eq(shipped.iter().map(has_endpoints))
    );
    let strict = Config {
        privacy: PrivacyMode::Strict,
        ..config
    };
    let configured = live::rows_of(&strict, shipped);
    assert_eq!(ethereum(&configured), [own]);
    assert_eq!(configured.iter().filter(|row| !row.endpoints.is_empty()).count(), 1);
}

#[test]
fn strict_privacy_downloads_lists_from_own_mirrors_only() {
    let mirror = ListConfig {
        base_url: Some("http://10.0.0.5/lists/".parse().unwrap()),
        own: true,
        ..ListConfig::public("coingecko")
    };
    let config = Config {
        lists: vec![ListConfig::public("uniswap"), mirror],
        ..Config::in_memory()
    };
    let strict = Config {
        privacy: PrivacyMode::Strict,
        ..config.clone()
    };
    let hosts = |config: &Config| -> Vec<String> {
        let sources = sources::Configured::of(config, rows().unwrap()).unwrap();
        let hosts = sources.lists.iter().flat_map(|(_, at)| at.hosts());
        hosts.map(|host| host.key).collect()
    };
    assert_eq!(hosts(&config), ["tokens.uniswap.org", "gateway.ipfs.io", "10.0.0.5:80"]);
    assert_eq!(hosts(&strict), ["10.0.0.5:80"]);
}

#[test]
fn currency_rates_are_requested_as_configured() {
    let hosts_with_rates = |privacy, text: &str| {
        let config = Config::parse(&[("HOME".to_owned(), "/home/ada".to_owned())].into(), Some(text)).unwrap();
        let sources = sources::Configured::of(&Config { privacy, ..config }, rows().unwrap()).unwrap();
        let allowed = sources.currencies.iter().map(|(_, at)| at.allowed().unwrap());
        allowed.map(|host| (host.key, host.rate.per_minute)).collect::<Vec<_>>()
    };
    let bank = |pace| vec![("www.ecb.europa.eu".to_owned(), pace)];
    assert_eq!(hosts_with_rates(PrivacyMode::Normal, ""), bank(10));
    assert_eq!(
        hosts_with_rates(PrivacyMode::Normal, "[providers.ecb]\nper_minute = 2"),
        bank(2)
    );
    assert!(hosts_with_rates(PrivacyMode::Normal, "rate_order = []").is_empty());
    assert!(hosts_with_rates(PrivacyMode::Strict, "").is_empty());
    let own = hosts_with_rates(
        PrivacyMode::Strict,
        "[providers.ecb]\nbase_url = \"http://10.0.0.5/\"\nown = true",
    );
    assert_eq!(own[0].0, "10.0.0.5:80");
}

/// Past prices are requested at the hosts and with the limits of the current prices.
#[test]
fn past_prices_are_requested_as_configured() {
    let hosts = |privacy, text: &str| {
        let config = Config::parse(&[("HOME".to_owned(), "/home/ada".to_owned())].into(), Some(text)).unwrap();
        let sources = sources::Configured::of(&Config { privacy, ..config }, rows().unwrap()).unwrap();
        let of = |(slug, host): (&str, AllowedHost)| (slug.to_owned(), host.key, host.rate.per_minute);
        let past = sources
            .past_prices
            .iter()
            .map(|(spec, at)| of((spec.slug, at.allowed().unwrap())));
        let current = sources
            .prices
            .iter()
            .map(|(spec, at)| of((spec.slug, at.allowed().unwrap())));
        (past.collect::<Vec<_>>(), current.collect::<Vec<_>>())
    };
    let file = "[providers.binance]\nbase_url = \"http://10.0.0.5/\"\nown = true\nper_minute = 7";
    for text in ["", file] {
        let (past, current) = hosts(PrivacyMode::Normal, text);
        let (shared, own): (Vec<_>, Vec<_>) = past.into_iter().partition(|one| current.contains(one));
        assert_eq!(shared.len(), 3, "{shared:?}");
        assert_eq!(own, [("bitstamp".to_owned(), "www.bitstamp.net".to_owned(), 120)]);
    }
    let (strict, _) = hosts(PrivacyMode::Strict, file);
    assert_eq!(strict, [("binance".to_owned(), "10.0.0.5:80".to_owned(), 7)]);
}

/// The profile of a source decides whether the page and the configuration accept a key for it.
#[tokio::test]
async fn a_key_is_accepted_where_the_profile_of_the_source_has_a_key_field() {
    let file = |name: &str| {
        let environment = [("SPYHOP_DATA".to_owned(), "/nowhere".to_owned())].into();
        Config::parse(&environment, Some(&format!("[providers.{name}]\nkey = 'k'")))
    };
    let mut config = Config::in_memory();
    for name in &config.explorers {
        config.providers.extend(file(name).unwrap().providers);
    }
    let ports = start(&config).await.unwrap().ports.clone();
    let prices = ports.prices.iter().map(|source| source.profile());
    let rates = ports.currencies.iter().map(|source| source.profile());
    let finders = ports.finders.iter().map(|finder| finder.profile());
    let profiles: Vec<_> = prices.chain(rates).chain(finders).collect();
    let stored_rates = 1;
    assert_eq!(
        profiles.len(),
        config.price_order.len() + config.rate_order.len() + config.explorers.len() + stored_rates
    );
    for profile in profiles {
        let accepts_key = profile.credentials.iter().any(|field| field.key == "key");
        assert_eq!(file(profile.id.as_str()).is_ok(), accepts_key, "{}", profile.id);
    }
}

/// A key comes first; instances that may refuse at any time come last.
#[tokio::test]
async fn histories_are_read_with_a_key_first() {
    for (keyed, expected) in [
        (
            &["etherscan", "blockscout"][..],
            &[
                "etherscan",
                "blockscout",
                "routescan",
                "evm-history",
                "bitcoin",
                "exchange",
            ][..],
        ),
        (
            &["blockscout"],
            &["blockscout", "routescan", "evm-history", "bitcoin", "exchange"],
        ),
        (&[], &["routescan", "blockscout", "evm-history", "bitcoin", "exchange"]),
    ] {
        let mut config = Config::in_memory();
        for name in keyed {
            let provider = crate::config::ProviderConfig {
                key: Some(Arc::new(ports::Secret::new("k".to_owned()))),
                ..crate::config::ProviderConfig::default()
            };
            config.providers.insert((*name).to_owned(), provider);
        }
        let ports = start(&config).await.unwrap().ports.clone();
        let ids: Vec<_> = ports.histories.iter().map(|reader| reader.profile().id).collect();
        assert_eq!(ids.iter().map(ports::SourceId::as_str).collect::<Vec<_>>(), expected);
        let nodes = ports
            .histories
            .iter()
            .find(|reader| reader.profile().id.as_str() == "evm-history");
        let by_nodes = nodes.unwrap().chains();
        let uncovered = ports.histories.iter().flat_map(|reader| reader.chains());
        let uncovered: Vec<_> = uncovered
            .filter(|chain| chain.evm_number().is_some() && !by_nodes.contains(chain))
            .collect();
        assert_eq!(uncovered, [], "nodes report what no explorer serves");
    }
}

#[tokio::test]
async fn contract_wallets_are_checked_at_live_nodes_only() {
    let folder = TestFolder::new("verifier");
    let live = start(&folder.config(Sources::Live)).await.unwrap();
    live.stop().await.unwrap();
    let profile = live.ports.signatures.profile().unwrap();
    assert_eq!(profile.hosts, ["127.0.0.1:9"]);
    assert!(live.ports.profiles().contains(&profile));
    let demo = start(&folder.config(Sources::Demo)).await.unwrap();
    demo.stop().await.unwrap();
    assert!(demo.ports.signatures.profile().is_none());
}
